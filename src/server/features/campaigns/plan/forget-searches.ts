import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Fewer digits at the end of a number are shared by strangers. */
const endingDigits = 8

/** An audience that searched for the number of somebody who was erased finds nobody by it any more. */
export async function forgetSearches(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<void> {
  const endings = addresses.filter((one) => one.startsWith('+')).map((one) => one.slice(-endingDigits))
  const names = (search: string) => sql`exists (select 1 from unnest(${endings}::text[]) ending
    where regexp_replace(${sql.raw(search)}, '\\D', '', 'g') like '%' || ending)`
  await sql`
    update campaigns set audience = jsonb_set(audience, '{search}', '"erased"')
    where business_id = ${businessId} and ${names("audience ->> 'search'")}`.execute(tx.db)
  await sql`
    update campaign_drafts set form = jsonb_set(form, '{search}', '"erased"')
    where business_id = ${businessId} and ${names("form ->> 'search'")}`.execute(tx.db)
}
