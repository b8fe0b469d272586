import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { keyIsGood } from './endpoints.ts'

/** Events that are put into deliveries in one turn. */
const together = 5000

/**
 * Moves events from the outbox into deliveries: for each address that is on and asked for them, in lots of its size.
 * @returns how many events were moved, and whether there may be more.
 */
export async function planDeliveries(app: App): Promise<{ moved: number; more: boolean }> {
  const { rows } = await sql<{ business_id: number; count: number }>`
    select business_id, count(*)::int as count
    from (select business_id from hook_events order by id limit ${together}) as next
    group by business_id order by business_id`.execute(app.db)
  let moved = 0
  for (const { business_id, count } of rows) moved += await planOf(app, business_id, count)
  const seen = rows.reduce((sum, { count }) => sum + count, 0)
  // Of nothing but what another process moves at this moment, that one moves the rest.
  return { moved, more: moved > 0 && seen === together }
}

/** @returns how many events of the business were moved, the oldest that nobody else moves. */
async function planOf(app: App, businessId: number, most: number): Promise<number> {
  const now = app.now()
  const { rows } = await sql<{ moved: number }>`
    with next as materialized (
      select id from hook_events where business_id = ${businessId} order by id limit ${most} for update skip locked
    ),
    taken as (
      delete from hook_events e using next n where e.business_id = ${businessId} and e.id = n.id
      returning e.business_id, e.id, e.kind, e.subject, e.at, e.data
    ),
    parts as (
      select e.*, p.id as endpoint_id,
        (row_number() over (partition by p.id, e.kind order by e.id) - 1) / p.batch as part
      from taken e join hook_endpoints p on p.business_id = ${businessId} and p.off_at is null
        and e.kind = any (p.kinds) and ${keyIsGood('p', now)}
    ),
    written as (
      insert into hook_deliveries (business_id, endpoint_id, kind, items, created_at, next_at)
      select business_id, endpoint_id, kind,
        jsonb_agg(jsonb_build_object('id', id, 'subject', subject, 'at', at, 'data', data) order by id), ${now}, ${now}
      from parts group by business_id, endpoint_id, kind, part order by min(id)
    )
    select count(*) as moved from taken`.execute(app.db)
  return Number(rows[0]?.moved ?? 0)
}
