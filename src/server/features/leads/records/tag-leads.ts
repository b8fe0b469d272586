import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { rememberTags } from './one-lead.ts'

/** Gives these leads a tag. Inside a transaction that holds the people's lock. */
export async function tagLeads(
  tx: App,
  businessId: number,
  leadIds: readonly number[],
  tag: string,
): Promise<void> {
  if (leadIds.length === 0) return
  await sql`
    update leads set tags = array_append(tags, ${tag}::text), updated_at = ${tx.now()}::timestamptz
    where business_id = ${businessId} and id = any(${[...leadIds]}::bigint[]) and not tags @> array[${tag}::text]`.execute(
    tx.db,
  )
  await rememberTags(tx, businessId, [tag])
}
