import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { type QuietHours, quietEndSql } from '#server/platform/sql/quiet-hours.ts'
import type { LaneKey } from '../../model/lane-pause.ts'

/** Messages that are moved in one statement. */
const most = 5_000

/**
 * Messages of a campaign that are due while their people have quiet hours wait until the end of these. Asked before
 * each claim, it finds them once a night: then they are not due any more.
 */
export async function keepQuiet(app: App, lane: LaneKey, campaignId: number): Promise<void> {
  const { businessId } = lane
  const found = await sql<{ quiet: QuietHours; zones: object }>`
    select c.quiet, c.zones from dispatches d
    cross join lateral (
      select d.clock -> 'quiet' as quiet, d.clock -> 'zones' as zones
      union all select o.one -> 'quiet', o.one -> 'zones' from jsonb_array_elements(d.clock -> 'own') o (one)) c
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and c.quiet <> 'null'`.execute(
    app.db,
  )
  for (const { quiet, zones } of found.rows) await keepZonesQuiet(app, lane, campaignId, quiet, zones)
}

/** @param zones with the beginnings of addresses of their people. */
async function keepZonesQuiet(
  app: App,
  { businessId, phoneNumberId }: LaneKey,
  campaignId: number,
  quiet: QuietHours,
  zones: object,
): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      with zones as materialized (
        select z.value as prefixes, ${quietEndSql(quiet, sql`now()`, sql`z.key`)} as until
        from jsonb_each(${JSON.stringify(zones)}::jsonb) z
      ),
      asleep as materialized (
        select p.prefix, z.until from zones z cross join jsonb_array_elements_text(z.prefixes) p (prefix)
        where z.until is not null
      ),
      moved as materialized (
        select m.id, a.until from messages m
        join asleep a on a.prefix = left(m.recipient_phone collate "default", 5)
        where (select count(*) from asleep) > 0
          and m.business_id = ${businessId} and m.phone_number_id = ${phoneNumberId} and m.campaign_id = ${campaignId}
          and m.due_at <= now() and m.status = 'queued'
        order by m.due_at limit ${sql.lit(most)} for update of m skip locked
      )
      update messages m set due_at = v.until from moved v
      where m.business_id = ${businessId} and m.id = v.id and m.id = any(array(select id from moved))
      returning 1`.execute(app.db)
    if (rows.length < most) return
  }
}
