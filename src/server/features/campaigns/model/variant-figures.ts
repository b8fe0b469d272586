import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isCounted } from '#server/features/messages/messages.ts'
import { codesOf } from '#server/providers/meta/errors/error-classes.ts'

/** What a version's people were sent and did; a person counts once in each. */
export type VariantFigures = {
  variant: number
  people: number
  queued: number
  waiting: number
  sent: number
  delivered: number
  read: number
  failed: number
  /** Of the failed ones: the person blocked the business, or stopped its marketing. */
  blocked: number
  /** Opted out after it. */
  opted_out: number
  clicked: number
  replied: number
  converted: number
}

/**
 * Of a campaign's part, version by version. `sent`: WhatsApp took it, delivered and read included; `delivered` includes
 * read. `within`: only what people did in so many minutes after their message left.
 */
export async function variantFigures(
  app: App,
  businessId: number,
  campaignId: number,
  lastId: number,
  within: number | null = null,
): Promise<VariantFigures[]> {
  const inTime = (at: string) =>
    within === null
      ? sql`true`
      : sql`${sql.ref(at)} <= p.claimed_at + make_interval(mins => ${sql.lit(within)})`
  const { rows } = await sql<VariantFigures>`
    with part as materialized (
      select m.id, m.variant, m.status, m.claimed_at, m.delivered_at, m.read_at,
        m.error_code from dispatches d
      join messages m on m.business_id = d.business_id and m.campaign_id = d.campaign_id
        and m.id between d.first_id and ${lastId}
      where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and m.variant is not null
    ),
    clicked as (
      select distinct k.message_id as id from link_clicks k join part m on m.id = k.message_id join part p on p.id = m.id
      where k.business_id = ${businessId} and ${isCounted} and ${inTime('k.clicked_at')}
    ),
    replied as (
      select distinct p.id from part p
      join lead_replies r on r.business_id = ${businessId} and r.message_id = p.id
      where ${inTime('r.at')}
    ),
    opted_out as (
      select distinct p.id from part p
      join consent_changes x on x.business_id = ${businessId} and x.message_id = p.id
      where x.consent = 'opted_out' and ${inTime('x.at')}
    ),
    converted as (
      select distinct v.message_id as id from conversions v join part p on p.id = v.message_id
      where v.business_id = ${businessId} and v.message_at is not null and v.campaign_id = ${campaignId}
        and v.counts and ${inTime('v.at')}
    )
    select p.variant, count(*)::int as people, count(*) filter (where p.status = 'queued')::int as queued,
      count(*) filter (where p.status in ('queued', 'sending', 'unknown'))::int as waiting,
      count(*) filter (where p.status in ('sent', 'delivered', 'read'))::int as sent,
      count(*) filter (where p.status in ('delivered', 'read'))::int as delivered,
      count(*) filter (where p.status = 'read' and ${within === null ? sql`true` : sql`coalesce(${inTime('p.read_at')}, true)`})::int as read,
      count(*) filter (where p.status = 'failed')::int as failed,
      count(*) filter (where p.status = 'failed' and p.error_code = any(${codesOf('blocked')}::int[]))::int as blocked,
      count(o.id)::int as opted_out,
      count(c.id)::int as clicked, count(r.id)::int as replied, count(v.id)::int as converted
    from part p
    left join clicked c on c.id = p.id
    left join replied r on r.id = p.id
    left join converted v on v.id = p.id
    left join opted_out o on o.id = p.id
    group by p.variant order by p.variant`.execute(app.db)
  return rows
}
