import { sql } from 'kysely'
import type { z } from 'zod'
import type { Audience, BulkInput } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import { inAudience } from './audience.ts'
import { rememberTags } from './one-lead.ts'

/** Rows changed at once: short enough that nobody waits on their locks. */
const batchRows = 20_000

/**
 * Tags, untags or deletes an audience or records its consent, batch by batch.
 * @returns how many leads changed.
 */
export async function changeMany(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  { audience, action, tag, details }: z.output<typeof BulkInput>,
): Promise<number> {
  if (action === 'delete') return await deleteLeads(app, businessId, audience)
  if (action === 'consent') return await recordConsent(app, businessId, audience, { details, userId })
  if (!tag) throw new AppError('invalid_input', 'Name the tag.', { fields: { tag: 'Name the tag.' } })
  const without = sql`array_remove(leads.tags, ${tag})`
  const changed = await inBatches(app, businessId, audience, async (tx, ids) => {
    const { rows } = await sql<{ id: number }>`
      update leads set tags = ${action === 'tag' ? sql`array_append(${without}, ${tag})` : without}, updated_at = ${tx.now()}
      where business_id = ${businessId} and id = any(${ids}::bigint[])
        and ${action === 'tag' ? sql`not` : sql``} leads.tags @> array[${tag}]::text[]
      returning id`.execute(tx.db)
    return rows.length
  })
  if (action === 'tag' && changed > 0) await rememberTags(app, businessId, [tag])
  return changed
}

/** Opts in who has said nothing yet, with the owner's words as the proof. An opt-out is never lifted by this. */
async function recordConsent(
  app: App,
  businessId: number,
  audience: Audience,
  { details, userId }: { details: string | undefined; userId: number },
): Promise<number> {
  if (!details) {
    const sentence = 'Say how these people agreed to hear from you.'
    throw new AppError('invalid_input', sentence, { fields: { details: sentence } })
  }
  return await inBatches(app, businessId, audience, async (tx, ids) => {
    const { rows } = await sql<{ id: number }>`
      with changed as (
        update leads set consent = 'opted_in', consent_at = ${tx.now()}, consent_source = 'manual', updated_at = ${tx.now()}
        where business_id = ${businessId} and id = any(${ids}::bigint[]) and consent = 'none'
          and not exists (select from suppressions s where s.business_id = leads.business_id
            and s.address in (leads.phone, leads.bsuid))
        returning id, coalesce(phone, bsuid) as phone)
      insert into consent_changes (business_id, lead_id, phone, consent, source, details, user_id, at)
      select ${businessId}, id, phone, 'opted_in', 'manual', ${details}, ${userId}, ${tx.now()} from changed
      returning lead_id as id`.execute(tx.db)
    return rows.length
  })
}

/** Deletes leads. What they said about consent stays, under their number. */
export async function deleteLeads(app: App, businessId: number, audience: Audience): Promise<number> {
  return await inBatches(app, businessId, audience, async (tx, ids) => {
    await sql`
      update consent_changes set lead_id = null
      where business_id = ${businessId} and lead_id = any(${ids}::bigint[])`.execute(tx.db)
    const { rows } = await sql<{ id: number }>`
      delete from leads where business_id = ${businessId} and id = any(${ids}::bigint[]) returning id`.execute(
      tx.db,
    )
    return rows.length
  })
}

/** Walks an audience as it is now, in the order of the ids, one transaction per batch. */
async function inBatches(
  app: App,
  businessId: number,
  audience: Audience,
  change: (tx: App, ids: number[]) => Promise<number>,
): Promise<number> {
  let changed = 0
  let last = 0
  for (;;) {
    const batch = await app.db
      .selectFrom('leads')
      .select('id')
      .where('business_id', '=', businessId)
      .where('id', '>', last)
      .where(inAudience(audience))
      .orderBy('id')
      .limit(batchRows)
      .execute()
    const ids = batch.map(({ id }) => id)
    if (ids.length > 0) changed += await app.transaction((tx) => change(tx, ids))
    if (ids.length < batchRows) return changed
    last = ids.at(-1) ?? last
  }
}
