import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { prefixLength } from '#server/features/leads/leads.ts'
import { quietEndSql } from '#server/platform/sql/quiet-hours.ts'
import type { LaneKey } from '../../model/lane-pause.ts'

/** Messages that are moved in one statement. */
const most = 5_000
/** Single sends wait no longer than this while messages are moved. */
const longestMs = 500

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

/** Whether some people of a campaign have quiet hours now. */
export async function hasQuietNow(app: App, businessId: number, campaignId: number): Promise<boolean> {
  const { rows } = await sql`${asleep(businessId, [campaignId])} limit 1`.execute(app.db)
  return rows.length > 0
}

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

/** A campaign whose turn it may be. Messages behind its cursor had no turn yet. */
type Turn = { campaign_id: number; cursor_id: number; last_id: number }

/**
 * Who of a campaign has quiet hours now, and which of its messages that may concern: it differs when some people's hours
 * begin or end, and when more of the campaign may go. Empty: nobody has.
 */
export async function whoIsQuiet(
  app: App,
  businessId: number,
  { campaign_id, last_id }: Turn,
): Promise<string> {
  const { rows } = await sql<{ who: string | null }>`
    select md5(string_agg(a.prefix || ' ' || extract(epoch from a.until), ',' order by a.prefix)) as who
    from (${asleep(businessId, [campaign_id])}) a`.execute(app.db)
  const who = rows[0]?.who
  return who ? `${who} ${last_id}` : ''
}

/**
 * Messages of a campaign whose people have quiet hours wait until the end of these: those that are due, and those after
 * `after` that had no turn yet. What is moved is not found again.
 * @returns after which message it goes on; null: all were looked at.
 */
export async function keepQuiet(
  app: App,
  { businessId, phoneNumberId }: LaneKey,
  { campaign_id, last_id }: Turn,
  after: number,
): Promise<number | null> {
  const until = performance.now() + longestMs
  const moved = async (which: typeof prefix, order: typeof prefix): Promise<{ id: number }[]> => {
    const { rows } = await sql<{ id: number }>`
      with asleep as materialized (${asleep(businessId, [campaign_id])}),
      moved as materialized (
        select m.id, (select a.until from asleep a where a.prefix = ${prefix}) as until from messages m
        where (select count(*) from asleep) > 0 and ${prefix} = any(array(select prefix from asleep))
          and m.business_id = ${businessId} and m.campaign_id = ${campaign_id} and m.status = 'queued' and ${which}
        order by ${order} limit ${sql.lit(most)} for update of m skip locked
      )
      update messages m set due_at = v.until from moved v
      where m.business_id = ${businessId} and m.id = v.id and m.id = any(array(select id from moved))
      returning m.id`.execute(app.db)
    return rows
  }
  const isDue = sql`m.phone_number_id = ${phoneNumberId} and m.due_at <= now()`
  while ((await moved(isDue, sql`m.due_at`)).length === most) if (performance.now() > until) return after
  for (let at = after; ; ) {
    const rows = await moved(sql`m.id > ${at} and m.id <= ${last_id} and m.due_at is null`, sql`m.id`)
    if (rows.length < most) return null
    at = Math.max(...rows.map(({ id }) => id))
    if (performance.now() > until) return at
  }
}
