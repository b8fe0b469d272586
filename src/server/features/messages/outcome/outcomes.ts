import { sql } from 'kysely'
import type { Outcomes, Waiting } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { readText } from '#server/stored-text/read-text.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { providerFailingCode, spamLimitedCode } from '../model/failure-policy.ts'
import { dailyLimitCode, notConnectedCode, tierLimitedCode } from '../model/lane-pause.ts'
import { messageStatuses } from '../model/message-status.ts'
import { isLowQuality } from './held-back.ts'

type Counted = { campaign_id: number; moves: number; drained: boolean; tally: Record<string, number> }

/**
 * The books of campaigns: `planned` and the nine outcomes it is the sum of, counted from the rows. A count is kept
 * and given again as long as not one row has changed since.
 * @returns one entry for each id; all zero for a campaign that has not begun.
 */
export async function campaignOutcomes(
  app: App,
  businessId: number,
  campaignIds: readonly number[],
): Promise<Map<number, Outcomes>> {
  const found = new Map(campaignIds.map((id) => [id, outcomesOf({})]))
  if (campaignIds.length === 0) return found
  const kept = await app.db
    .selectFrom('dispatches')
    .select(['campaign_id', 'tally'])
    .where('business_id', '=', businessId)
    .where(sql<boolean>`campaign_id = any(${campaignIds}::bigint[])`)
    .where('tally_moves', '=', sql.ref<number>('moves'))
    .execute()
  for (const { campaign_id, tally } of kept) {
    found.set(campaign_id, outcomesOf(tally as Record<string, number>))
  }
  const known = new Set(kept.map(({ campaign_id }) => campaign_id))
  const wanted = campaignIds.filter((id) => !known.has(id))
  if (wanted.length === 0) return found
  // `moves` is read in the same snapshot as the rows, so that the two belong together.
  const { rows } = await sql<Counted>`
    select d.campaign_id, d.moves, d.drained_at is not null as drained, coalesce(t.tally, '{}'::jsonb) as tally
    from dispatches d
    cross join lateral (
      select jsonb_object_agg(status, count) as tally
      from (
        select m.status, count(*) as count
        from messages m
        where m.business_id = d.business_id and ${onNodeOf(businessId, 'm.business_id')}
          and m.campaign_id = d.campaign_id and m.id between d.first_id and d.last_id
        group by m.status
      ) counts
    ) t
    where d.business_id = ${businessId} and d.campaign_id = any(${wanted}::bigint[])`.execute(app.db)
  for (const { campaign_id, tally } of rows) found.set(campaign_id, outcomesOf(tally))
  await keepTallies(
    app,
    businessId,
    rows.filter(({ drained }) => drained),
  )
  return found
}

async function keepTallies(app: App, businessId: number, rows: readonly Counted[]): Promise<void> {
  if (rows.length === 0) return
  // A campaign that is just changed is counted again: a reader waits for nobody who writes.
  await sql`
    with counted as (
      select * from unnest(${rows.map((row) => row.campaign_id)}::bigint[], ${rows.map((row) => row.moves)}::bigint[],
        ${rows.map((row) => JSON.stringify(row.tally))}::jsonb[]) as k (campaign_id, moves, tally)
    ),
    free as materialized (
      select d.campaign_id from dispatches d
      where d.business_id = ${businessId} and d.campaign_id in (select campaign_id from counted)
      order by d.campaign_id for no key update skip locked
    )
    update dispatches d set tally = k.tally, tally_moves = k.moves from counted k
    where d.business_id = ${businessId} and d.campaign_id = k.campaign_id and d.moves = k.moves
      and d.campaign_id in (select campaign_id from free)`.execute(app.db)
}

function outcomesOf(tally: Record<string, number>): Outcomes {
  const counts = Object.fromEntries(messageStatuses.map((status) => [status, tally[status] ?? 0])) as Record<
    (typeof messageStatuses)[number],
    number
  >
  const planned = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { planned, ...counts }
}

export type Wait = Omit<Waiting, 'sentence'> & { reason: StoredText }

/** Why nothing leaves from a number just now, as `findWait`, in the reader's language. */
export async function waitingReason(
  app: App,
  businessId: number,
  phoneNumberId: string,
): Promise<Waiting | null> {
  const wait = await findWait(app, businessId, phoneNumberId)
  if (!wait) return null
  const { reason, ...rest } = wait
  return { ...rest, sentence: readText(reason) }
}

/**
 * Why nothing leaves from a number just now, or nothing to new people, since when and until when (null: until somebody
 * acts); null when nothing keeps it.
 */
export async function findWait(app: App, businessId: number, phoneNumberId: string): Promise<Wait | null> {
  const row = await app.db
    .selectFrom('lanes')
    .leftJoin('phone_numbers as n', (join) =>
      join
        .onRef('n.business_id', '=', 'lanes.business_id')
        .onRef('n.phone_number_id', '=', 'lanes.phone_number_id'),
    )
    .select([
      'n.quality_rating',
      'n.messaging_limit',
      'pause_code',
      'pause_reason',
      'paused_at',
      'progressed_at',
      'limited_at',
      'limited_until',
      'limit_reason',
      sql<Date | null>`nullif(paused_until, 'infinity')`.as('until'),
      sql<boolean>`coalesce(paused_until > now(), false)`.as('is_paused'),
      sql<boolean>`coalesce(limited_until > now(), false)`.as('is_limited'),
    ])
    .where('lanes.business_id', '=', businessId)
    .where('lanes.phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  if (row?.is_paused && row.pause_code) {
    return {
      code: row.pause_code,
      reason: pauseReason(row.pause_code, row),
      since: later(row.paused_at, row.progressed_at)?.toISOString() ?? null,
      until: row.pause_code === notConnectedCode ? null : (row.until?.toISOString() ?? null),
    }
  }
  if (!row?.is_limited) return null
  return {
    code: dailyLimitCode,
    reason: (row.limit_reason as StoredText | null) ?? textOf('messages.waiting.limit'),
    since: row.limited_at?.toISOString() ?? null,
    until: row.limited_until?.toISOString() ?? null,
  }
}

/** Some pauses have a text for their code; those of the provider's own errors are stored with theirs. */
function pauseReason(
  code: string,
  number: { pause_reason: unknown; quality_rating: string | null; messaging_limit: number | null },
): StoredText {
  if (code === providerFailingCode) return textOf('messages.waiting.providerFailing')
  if (code === spamLimitedCode && isLowQuality(number.quality_rating))
    return textOf('messages.waiting.quality')
  if (code === tierLimitedCode && number.messaging_limit)
    return textOf('messages.waiting.tier', { count: number.messaging_limit })
  return (number.pause_reason as StoredText | null) ?? textOf('messages.waiting.number')
}

/** A pause that comes back is the one before going on, but what left in between was no wait. */
function later(pausedAt: Date | null, progressedAt: Date | null): Date | null {
  return pausedAt && progressedAt && progressedAt > pausedAt ? progressedAt : pausedAt
}

/**
 * Why nothing of a campaign leaves though its number sends: all that is queued waits for a time of its own.
 * @param queued how many of its messages are queued; the number of those that wait has to be the same.
 */
export async function putOffReason(
  app: App,
  businessId: number,
  campaign: { id: number; phoneNumberId: string; queued: number },
  { theirClock, quiet }: { theirClock: boolean; quiet: boolean },
): Promise<Waiting | null> {
  const { count, until } = await app.db
    .selectFrom('messages')
    .select([sql<number>`count(*)::int`.as('count'), sql<Date | null>`min(due_at)`.as('until')])
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', campaign.phoneNumberId)
    .where('campaign_id', '=', campaign.id)
    .where('due_at', '>', sql<Date>`now() + interval '30 seconds'`)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  if (!until || count < campaign.queued) return null
  const of = { since: null, until: until.toISOString() }
  if (theirClock) return { code: 'their_clock', sentence: t('messages.waiting.theirClock'), ...of }
  if (quiet) return { code: 'quiet_hours', sentence: t('messages.waiting.quietHours'), ...of }
  return { code: 'put_off', sentence: t('messages.waiting.putOff'), ...of }
}
