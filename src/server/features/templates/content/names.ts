import { nameFromTitle } from '#contract/templates/draft.ts'
import type { App } from '#server/app.ts'

/** A name at the provider for a title. Titles without Latin letters get a name that says when they were added. */
export function derivedName(title: string, now: Date): string {
  return nameFromTitle(title) || `template_${now.toISOString().slice(0, 19).replaceAll(/\D/g, '')}`
}

/**
 * The first of `name`, `name_2`, `name_3` … that no template of this language has, here or at the provider. A name
 * of a deleted one counts as taken: the provider locks it for 30 days.
 * @param options.after never `name` itself.
 */
export async function freeName(
  app: App,
  businessId: number,
  name: string,
  language: string,
  options: { after?: boolean } = {},
): Promise<string> {
  const stem = name.replace(/_\d{1,3}$/, '')
  const taken = new Set(await takenNames(app, businessId, stem, language))
  if (options.after) taken.add(name)
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${stem}_${number}`)) number += 1
  return `${stem}_${number}`
}

async function takenNames(app: App, businessId: number, stem: string, language: string): Promise<string[]> {
  const pattern = `${stem.replaceAll(/[\\%_]/g, '\\$&')}%`
  const ours = app.db
    .selectFrom('templates')
    .select('name')
    .where('business_id', '=', businessId)
    .where('language', '=', language)
    .where('name', 'like', pattern)
    .where('deleted_at', 'is', null)
  const remote = app.db
    .selectFrom('provider_templates')
    .select('name')
    .where('business_id', '=', businessId)
    .where('language', '=', language)
    .where('name', 'like', pattern)
  return (await ours.union(remote).execute()).map(({ name }) => name)
}

/** Whether a template of this name and language is in use here. */
export async function isNameUsed(
  app: App,
  businessId: number,
  name: string,
  language: string,
): Promise<boolean> {
  const row = await app.db
    .selectFrom('templates')
    .select('id')
    .where('business_id', '=', businessId)
    .where('name', '=', name)
    .where('language', '=', language)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
