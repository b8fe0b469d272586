import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { prefixLength } from '#server/features/leads/leads.ts'
import { quietEndSql } from '#server/platform/sql/quiet-hours.ts'
import type { LaneKey } from '../../model/lane-pause.ts'

/** Messages that are moved in one statement. */
const most = 5_000

const hours = { from: sql`(c.one #>> '{quiet,from}')`, to: sql`(c.one #>> '{quiet,to}')` }

const prefix = sql`left(m.recipient_phone collate "default", ${sql.lit(prefixLength)})`

/**
 * People of campaigns who have quiet hours now: how their addresses begin, and the end of the hours. Which of them a
 * claim leaves and which messages are put off is the same question.
 */
const asleep = (businessId: number, campaigns: readonly number[]) => sql`
  select d.campaign_id, p.prefix, z.until
  from dispatches d
  cross join lateral (
    select d.clock as one union all select o.one from jsonb_array_elements(d.clock -> 'own') o (one)) c
  cross join lateral (
    select z.value as prefixes, ${quietEndSql(hours, sql`now()`, sql`z.key`)} as until
    from jsonb_each(c.one -> 'zones') z offset 0) z
  cross join lateral jsonb_array_elements_text(z.prefixes) p (prefix)
  where d.business_id = ${businessId} and d.campaign_id = any(${[...campaigns]}::bigint[]) and z.until is not null`

/**
 * Keeps people who have quiet hours out of a claim, as its own statement sees them: what became due after the last look
 * is not sent. Nothing is added where no campaign has such hours.
 * @returns an expression of the statement, with a comma behind it, and a condition of a message `m`, with "and" before it.
 */
export function exceptAsleep(
  businessId: number,
  campaigns: readonly { campaign_id: number; has_quiet: boolean }[],
) {
  const quiet = campaigns.filter(({ has_quiet }) => has_quiet).map(({ campaign_id }) => campaign_id)
  if (quiet.length === 0) return { asleep: sql``, andAwake: sql`` }
  return {
    asleep: sql`asleep as materialized (${asleep(businessId, quiet)}),`,
    // As an array: joined, the few that are due would be looked for among all messages of the campaign.
    andAwake: sql`and m.campaign_id || ' ' || ${prefix} <> all(array(select campaign_id || ' ' || prefix from asleep))`,
  }
}

/**
 * Messages of a campaign that are due while their people have quiet hours wait until the end of these. Asked before
 * each claim, it finds them once a night: then they are not due any more.
 */
export async function keepQuiet(
  app: App,
  { businessId, phoneNumberId }: LaneKey,
  campaignId: number,
): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      with asleep as materialized (${asleep(businessId, [campaignId])}),
      moved as materialized (
        select m.id, a.until from messages m
        join asleep a on a.prefix = ${prefix}
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
