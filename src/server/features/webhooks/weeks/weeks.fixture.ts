import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { makeWeeks } from './weeks.ts'

/** Moves the week that webhooks are stored in; 0: as the clock has it. */
export async function moveWeeks(app: App, weeks: number): Promise<void> {
  await sql`
    create or replace function webhook_week(at timestamptz) returns bigint language sql stable parallel safe as
    ${sql.lit(`select floor((extract(epoch from at) + 259200) / 604800)::bigint + ${weeks}`)}`.execute(app.db)
}

type Old = { businessId?: number; body: string; problem?: 'not_applied' }

/** Stores webhooks as weeks ago. @returns their ids. */
export async function storeWeeksAgo(app: App, weeks: number, webhooks: readonly Old[]): Promise<number[]> {
  await moveWeeks(app, -weeks)
  await makeWeeks(app)
  const { rows } = await sql<{ id: number }>`
    insert into webhook_events (business_id, body, problem, received_at)
    select business_id, convert_to(body, 'UTF8'), problem, now() - ${weeks} * interval '7 days'
    from unnest(${webhooks.map(({ businessId }) => businessId ?? null)}::bigint[], ${webhooks.map(({ body }) => body)}::text[],
      ${webhooks.map(({ problem }) => problem ?? null)}::text[]) with ordinality as one (business_id, body, problem, nr)
    order by nr returning id`.execute(app.db)
  await moveWeeks(app, 0)
  return rows.map(({ id }) => id)
}
