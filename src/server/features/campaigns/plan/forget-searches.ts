import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { searchesFor } from '#server/platform/sql/searches-for.ts'

/** An audience that searched for somebody who was erased finds nobody by it any more. */
export async function forgetSearches(
  tx: App,
  businessId: number,
  person: { addresses: readonly string[]; emails: readonly string[] },
): Promise<void> {
  await sql`
    update campaigns set audience = jsonb_set(audience, '{search}', '"erased"')
    where business_id = ${businessId} and ${searchesFor(sql`audience ->> 'search'`, person)}`.execute(tx.db)
  await sql`
    update campaign_drafts set form = jsonb_set(form, '{search}', '"erased"')
    where business_id = ${businessId} and ${searchesFor(sql`form ->> 'search'`, person)}`.execute(tx.db)
}
