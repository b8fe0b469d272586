import { titleFromName } from '#contract/template-draft.ts'
import type { App } from '#server/app.ts'
import { draftOf } from './components.ts'
import { componentsIn, draftColumns, type LocalRow, type ProviderRow } from './rows.ts'

/**
 * Gives every template of an account a template of the owner's: one that waits for its review and says the same,
 * one whose account was replaced, or a new one. Only then can a campaign pick it.
 * @returns how many were new.
 */
export async function linkAll(tx: App, businessId: number, wabaId: string): Promise<number> {
  const unlinked = await tx.db
    .selectFrom('provider_templates as p')
    .selectAll('p')
    .where('p.business_id', '=', businessId)
    .where('p.waba_id', '=', wabaId)
    .where('p.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('templates as t')
            .select('t.id')
            .whereRef('t.business_id', '=', 'p.business_id')
            .whereRef('t.provider_template_id', '=', 'p.id')
            .where('t.deleted_at', 'is', null),
        ),
      ),
    )
    .execute()
  if (unlinked.length === 0) return 0
  const free = await replaceable(tx, businessId, wabaId)
  const imported: ProviderRow[] = []
  for (const provider of unlinked) {
    const local = free.find((row) => row.name === provider.name && row.language === provider.language)
    if (local?.provider_template_id || (local && saysTheSame(local, provider))) {
      await linkOne(tx, local, provider)
    } else if (!local) {
      imported.push(provider)
    }
  }
  return await importAll(tx, businessId, imported)
}

/** The owner's templates without one at the provider, or whose one is deleted or of an account that is gone. */
async function replaceable(tx: App, businessId: number, wabaId: string): Promise<LocalRow[]> {
  return await tx.db
    .selectFrom('templates as t')
    .selectAll('t')
    .leftJoin('provider_templates as p', (join) =>
      join.onRef('p.business_id', '=', 't.business_id').onRef('p.id', '=', 't.provider_template_id'),
    )
    .leftJoin('whatsapp_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'p.business_id').onRef('a.waba_id', '=', 'p.waba_id'),
    )
    .where('t.business_id', '=', businessId)
    .where('t.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('t.provider_template_id', 'is', null),
        where('p.deleted_at', 'is not', null),
        where.and([where('p.waba_id', '<>', wabaId), where('a.status', '=', 'disconnected')]),
      ]),
    )
    .execute()
}

/** A draft of the same name with other words stays a draft: it is submitted under another name. */
function saysTheSame(local: LocalRow, provider: ProviderRow): boolean {
  const held = draftOf({ ...provider, components: componentsIn(provider) })
  return held.category === 'OTP' ? local.type === 'otp' : held.body === local.message
}

async function linkOne(tx: App, local: LocalRow, provider: ProviderRow): Promise<void> {
  const held = draftOf({ ...provider, components: componentsIn(provider) })
  const header = local.header as { media_id?: number | null } | null
  const { header: heldHeader, ...words } = draftColumns(held)
  await tx.db
    .updateTable('templates')
    .set({
      ...words,
      type: local.type,
      ...(!header?.media_id && { header: heldHeader }),
      provider_template_id: provider.id,
      submit_error: null,
      updated_at: tx.now(),
    })
    .where('business_id', '=', local.business_id)
    .where('id', '=', local.id)
    .execute()
}

async function importAll(tx: App, businessId: number, providers: readonly ProviderRow[]): Promise<number> {
  const rowsAtOnce = 500
  let added = 0
  for (let start = 0; start < providers.length; start += rowsAtOnce) {
    const rows = providers.slice(start, start + rowsAtOnce).map((provider) => ({
      business_id: businessId,
      title: titleFromName(provider.name),
      name: provider.name,
      language: provider.language,
      imported: true,
      provider_template_id: provider.id,
      ...draftColumns(draftOf({ ...provider, components: componentsIn(provider) })),
    }))
    const inserted = await tx.db
      .insertInto('templates')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    added += inserted.length
  }
  return added
}
