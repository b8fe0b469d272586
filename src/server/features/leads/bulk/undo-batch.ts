import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfBusiness, ofBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { heldReason } from '../consent/questions.ts'
import { asKnownPeople } from '../people/known-people.ts'
import { otherSpellingSql } from '../phone/phone.ts'

type Undo = {
  businessId: number
  id: number
  action: string
  tag: string | null
  applied_at: Date
  user_id: number | null
  cursor_id: number
}

/**
 * Undoes the next leads of a change, the newest first: a list begins with them, and would look through all that is not
 * back yet to find the first. @returns whether there are more.
 */
export async function undoBatch(tx: App, undo: Undo, limit: number): Promise<boolean> {
  const { businessId, id } = undo
  const columns = undo.action === 'delete' ? await leadColumns(tx) : []
  const restore = sql<{ taken: number; undone: number[]; last: number | null }>`
    with batch as (
      delete from lead_bulk_snapshots where ${onNodeOf(businessId)} and ctid = any(array(
        select ctid from lead_bulk_snapshots where business_id = ${businessId} and change_id = ${id}
          and lead_id < ${undo.cursor_id}
        order by lead_id desc limit ${limit}))
      returning lead_id, before),
    ${restored(tx, undo, columns)}
    select (select count(*) from batch) as taken, array(select id from restored) as undone,
      (select min(lead_id) from batch) as last`
  const { rows } = await asKnownPeople(tx, () => restore.execute(tx.db))
  const taken = Number(rows[0]?.taken ?? 0)
  const restoredIds = rows[0]?.undone ?? []
  const undone = restoredIds.length
  if (undo.action === 'delete') await linkConsent(tx, businessId, restoredIds)
  const more = taken === limit
  await sql`
    update lead_bulk_changes set undone = undone + ${undone}::int, kept = kept + ${taken - undone}::int,
      cursor_id = ${rows[0]?.last ?? undo.cursor_id},
      status = ${more ? 'undoing' : 'undone'}, finished_at = ${more ? null : tx.now()}::timestamptz
    where business_id = ${businessId} and id = ${id}`.execute(tx.db)
  return more
}

/**
 * What comes back with a lead: each column but its business, whose value tells a cluster the node. As the table has them:
 * a newer version may have added one.
 */
async function leadColumns(tx: App): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'leads'::regclass and attnum > 0 and not attisdropped and attname <> 'business_id'
    order by attnum`.execute(tx.db)
  return rows.map(({ name }) => name)
}

/** What leads that are back said about consent is theirs again. */
async function linkConsent(tx: App, businessId: number, leadIds: readonly number[]): Promise<void> {
  await sql`
    update consent_changes set lead_id = said.lead_id
    from (
      select own.id as lead_id, told.place
      from unnest(${leadIds}::bigint[]) as restored (id)
      cross join lateral (
        select l.id, l.phone, l.bsuid from leads l
        where l.business_id = ${ofBusiness(businessId)} and l.id = restored.id offset 0) own
      cross join lateral (
        select c.ctid as place from consent_changes c
        where c.business_id = ${ofBusiness(businessId)} and c.lead_id is null
          and c.phone in (own.phone, own.bsuid) offset 0) told offset 0) as said
    where ${onNodeOf(businessId, 'consent_changes.business_id')} and consent_changes.ctid = said.place`.execute(
    tx.db,
  )
}

/**
 * Rows that a join of the batch has found are changed by their place alone: with a second condition the planner may
 * believe in one row, and look through the whole batch for each of the business's.
 */
function restored(
  tx: App,
  { businessId, action, tag, applied_at: at, user_id }: Undo,
  columnNames: readonly string[],
): RawBuilder<unknown> {
  const own = sql`${isOfBusiness(businessId, 'leads.business_id')} and leads.id = any(array(select lead_id from batch))`
  switch (action) {
    case 'delete': {
      const columns = sql.join(columnNames.map((name) => sql.ref(name)))
      // Somebody who opted out in between, or was added again in either spelling of the number, stays what they are.
      return sql`
        back as materialized (
          select lead.* from batch
          left join lateral (
            select s.at, s.reason from suppressions s
            where s.business_id = ${businessId} and s.address in (before ->> 'phone', before ->> 'bsuid')
              and s.reason <> ${heldReason} order by s.at limit 1) s on true
          cross join lateral jsonb_populate_record(null::leads, before || case
            when s.at is null or before ->> 'consent' = 'opted_out' then '{}'::jsonb
            else jsonb_build_object('consent', 'opted_out', 'consent_at', s.at, 'consent_source', s.reason) end) lead
          left join lateral (
            select l.id from leads l where l.business_id = ${businessId} and l.phone = ${otherSpellingSql(sql`(before ->> 'phone')`)}
              and l.created_at > ${at}::timestamptz offset 0) again on true
          where again.id is null
        ),
        restored as (
          insert into leads (business_id, ${columns}) overriding system value
          select ${businessId}::bigint, ${columns} from back order by id
          on conflict do nothing
          returning id)`
    }
    case 'consent':
      return sql`
        restored as (
          update leads set consent = 'none', consent_at = null, consent_source = null, updated_at = ${tx.now()}
          where ${own} and consent = 'opted_in' and consent_source = 'manual' and consent_at = ${at}
          returning leads.id, coalesce(leads.phone, leads.bsuid) as phone),
        said as (
          insert into consent_changes (business_id, lead_id, phone, consent, source, user_id, at)
          select ${businessId}, id, phone, 'none', 'manual', ${user_id}::bigint, ${tx.now()} from restored)`
    case 'tag':
      return sql`
        restored as (
          update leads set tags = array_remove(leads.tags, ${tag}), updated_at = ${tx.now()}
          where ${own} and leads.tags @> array[${tag}]::text[]
          returning leads.id)`
    default:
      return sql`
        restored as (
          update leads set updated_at = ${tx.now()}, tags = case
            when leads.updated_at = ${at} then array(select jsonb_array_elements_text(before))
            else array_append(array_remove(leads.tags, ${tag}), ${tag}) end
          from batch cross join lateral (
            select l.ctid as place from leads l
            where l.business_id = ${ofBusiness(businessId)} and l.id = batch.lead_id
              and not l.tags @> array[${tag}]::text[] offset 0) found
          where ${onNodeOf(businessId, 'leads.business_id')} and leads.ctid = found.place
          returning leads.id)`
  }
}
