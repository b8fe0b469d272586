import { type RawBuilder, sql } from 'kysely'
import { Audience } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { isOfBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { inAudience } from '../records/audience.ts'
import { undoBatch } from './undo-batch.ts'

/** Leads of one transaction that a person waits for. */
export const batchRows = 5000

type Claimed = {
  action: string
  tag: string | null
  details: string | null
  audience: unknown
  last_id: number
  cursor_id: number
  applied_at: Date
  user_id: number | null
}

/**
 * Does the next batch of a change or of its undo, in a transaction of its own. The conditional update claims it: a
 * second process waits for the first one's batch and does the one after it.
 * @returns whether there is more to do.
 */
export async function applyNext(
  app: App,
  businessId: number,
  id: number,
  status: 'running' | 'undoing',
  rows = batchRows,
): Promise<boolean> {
  return await app.transaction(async (tx) => {
    const { rows: found } = await sql<Claimed>`
      update lead_bulk_changes set progressed_at = clock.at from (select clock_timestamp() as at) clock
      where business_id = ${businessId} and id = ${id} and status = ${status}
      returning action, tag, details, audience, last_id, cursor_id, applied_at, user_id`.execute(tx.db)
    const claimed = found[0]
    if (!claimed) return false
    return status === 'running'
      ? await changeBatch(tx, { businessId, id, ...claimed }, rows)
      : await undoBatch(tx, { businessId, id, ...claimed }, rows)
  })
}

async function changeBatch(
  tx: App,
  change: Claimed & { businessId: number; id: number },
  limit: number,
): Promise<boolean> {
  const { businessId, id, last_id, cursor_id } = change
  const audience = Audience.parse(change.audience)
  // All leads are walked by their key and looked at in turn: a search is not made again for every batch.
  const { rows: found } = await sql<{ id: number; meant: boolean }>`
    select id, ${inAudience(audience)} as meant from leads
    where business_id = ${businessId} and id > ${cursor_id} and id <= ${last_id}
      and ${audience.lead_ids ? inAudience({ lead_ids: audience.lead_ids }) : sql`true`}
    order by id limit ${limit}`.execute(tx.db)
  const ids = found.filter(({ meant }) => meant).map((lead) => Number(lead.id))
  const changed = ids.length > 0 ? await apply(tx, change, ids) : 0
  const more = found.length === limit
  if (!more && change.action === 'delete') await passOverDeleted(tx, businessId)
  await sql`
    update lead_bulk_changes set leads_done = leads_done + ${found.length}::int, changed = changed + ${changed}::int,
      cursor_id = ${found.at(-1)?.id ?? last_id},
      status = ${more ? 'running' : 'done'}, finished_at = ${more ? null : tx.now()}::timestamptz
    where business_id = ${businessId} and id = ${id}`.execute(tx.db)
  return more
}

/**
 * Looks for the first lead of a list, past all that are gone: PostgreSQL marks their entries in the index on the way. The
 * first list after a deletion of a million took 0.8 s over it.
 */
async function passOverDeleted(tx: App, businessId: number): Promise<void> {
  await sql`select name from leads where business_id = ${businessId} order by id desc limit 1`.execute(tx.db)
}

async function apply(
  tx: App,
  change: Claimed & { businessId: number; id: number },
  ids: number[],
): Promise<number> {
  const { rows } = await statementOf(change, ids).execute(tx.db)
  return Number(rows[0]?.changed ?? 0)
}

/** One statement changes the leads and keeps what an undo needs. */
function statementOf(
  {
    businessId,
    id,
    action,
    tag,
    details,
    applied_at: at,
    user_id,
  }: Claimed & {
    businessId: number
    id: number
  },
  ids: number[],
): RawBuilder<{ changed: number }> {
  const among = sql`${isOfBusiness(businessId, 'leads.business_id')} and leads.id = any(${ids}::bigint[])`
  const keep = (from: string, before: RawBuilder<unknown>) => sql`
    insert into lead_bulk_snapshots (business_id, change_id, lead_id, before)
    select ${businessId}, ${id}, id, ${before} from ${sql.table(from)}`
  if (action === 'delete') {
    return sql`
      with gone as (delete from leads where ${among} returning *),
      -- What they said about consent stays, under their number.
      unlinked as (
        update consent_changes set lead_id = null
        where ${isOfBusiness(businessId)} and lead_id = any(${ids}::bigint[])),
      kept as (${keep('gone', sql`to_jsonb(gone)`)})
      select count(*) as changed from gone`
  }
  if (action === 'consent') {
    // Who opted out, by whatever way, stays opted out.
    return sql`
      with agreed as (
        update leads set consent = 'opted_in', consent_at = ${at}, consent_source = 'manual', updated_at = ${at}
        where ${among} and consent = 'none'
          and not exists (select from suppressions s where s.business_id = leads.business_id and ${onNodeOf(businessId, 's.business_id')}
            and s.address in (leads.phone, leads.bsuid))
        returning id, coalesce(phone, bsuid) as phone),
      said as (
        insert into consent_changes (business_id, lead_id, phone, consent, source, details, user_id, at)
        select ${businessId}, id, phone, 'opted_in', 'manual', ${details}, ${user_id}::bigint, ${at} from agreed),
      kept as (${keep('agreed', sql`null::jsonb`)})
      select count(*) as changed from agreed`
  }
  const without = sql`array_remove(leads.tags, ${tag})`
  return sql`
    with old as (
      select id, tags from leads
      where ${among} and ${action === 'tag' ? sql`not` : sql``} leads.tags @> array[${tag}]::text[] for update),
    tagged as (
      update leads set tags = ${action === 'tag' ? sql`array_append(${without}, ${tag})` : without}, updated_at = ${at}
      where ${isOfBusiness(businessId, 'leads.business_id')} and leads.id = any(array(select old.id from old))
      returning id),
    kept as (${keep('old', sql`to_jsonb(old.tags)`)})
    select count(*) as changed from tagged`
}
