import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { keyIsGood } from './endpoints.ts'

/** Events that are put into deliveries by one statement. */
const together = 5000

/**
 * Moves events from the outbox into deliveries: for each address that is on and asked for them, in lots of its size.
 * @returns how many events were moved: as many as `together`, and there may be more.
 */
export async function planDeliveries(app: App): Promise<{ moved: number; more: boolean }> {
  const now = app.now()
  const { rows } = await sql<{ moved: number }>`
    with next as materialized (
      select business_id, id from hook_events order by id limit ${together} for update skip locked
    ),
    taken as (
      delete from hook_events e using next n where e.business_id = n.business_id and e.id = n.id
      returning e.business_id, e.id, e.kind, e.subject, e.at, e.data
    ),
    parts as (
      select e.*, p.id as endpoint_id,
        (row_number() over (partition by p.business_id, p.id, e.kind order by e.id) - 1) / p.batch as part
      from taken e join hook_endpoints p on p.business_id = e.business_id and p.off_at is null
        and e.kind = any (p.kinds) and ${keyIsGood('p', now)}
    ),
    written as (
      insert into hook_deliveries (business_id, endpoint_id, kind, items, created_at, next_at)
      select business_id, endpoint_id, kind,
        jsonb_agg(jsonb_build_object('id', id, 'subject', subject, 'at', at, 'data', data) order by id), ${now}, ${now}
      from parts group by business_id, endpoint_id, kind, part order by min(id)
    )
    select count(*) as moved from taken`.execute(app.db)
  const moved = Number(rows[0]?.moved ?? 0)
  return { moved, more: moved === together }
}
