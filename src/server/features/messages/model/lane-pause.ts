import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { blockCause, markBlocked, markReconnect } from '#server/features/onboarding/onboarding.ts'
import { laterSql } from '#server/platform/sql/later.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import type { Decision, Pause } from './failure-policy.ts'
import { campaignStopped, lanesChannel, numberWaits } from './job-names.ts'

/** A number that cannot send waits for whoever connects it; the time after which it looks again says nothing. */
export const notConnectedCode = 'not_connected'

/** The portfolio's people of 24 hours are used up. */
export const dailyLimitCode = 'daily_limit'

/** The provider refused because its own count of them is used up. */
export const tierLimitedCode = 'tier_limited'

export type LaneKey = { businessId: number; phoneNumberId: string }

/**
 * Makes a number wait, or all numbers of its account, and says why; the campaigns are told, so that it stands in
 * their history. A longer wait that stands already stays.
 */
export async function pauseLane(app: App, lane: LaneKey, pause: Pause): Promise<void> {
  const numbers = pause.scope === 'account' ? await numbersOfAccount(app, lane) : [lane.phoneNumberId]
  await app.transaction(async (tx) => {
    const begun = await writePause(tx, lane.businessId, numbers, {
      until: sql`now() + ${pause.ms} * interval '1 millisecond'`,
      code: pause.code,
      reason: pause.reason,
    })
    for (const { phone_number_id, until } of begun) {
      await tx.enqueue(numberWaits, {
        business_id: lane.businessId,
        phone_number_id,
        code: pause.code,
        reason: pause.reason,
        until: pause.code === notConnectedCode ? null : until.toISOString(),
      })
    }
  })
}

/** A wait for the same that comes back within this is the one before going on. */
const sameWait = sql`interval '-10 minutes'`

/** @returns the numbers for which this is a new wait and not the one before going on: told by the locked row itself. */
async function writePause(
  app: App,
  businessId: number,
  numbers: readonly string[],
  pause: { until: ReturnType<typeof sql>; code: string; reason: StoredText },
): Promise<{ phone_number_id: string; until: Date }[]> {
  const { rows } = await sql<{ phone_number_id: string; until: Date; is_new: boolean }>`
    with written as (insert into lanes as l (business_id, phone_number_id, paused_until, pause_code, pause_reason, paused_at)
    select ${businessId}, n, ${pause.until}, ${pause.code}, ${JSON.stringify(pause.reason)}::jsonb, now()
    from unnest(${[...numbers].sort()}::text[]) as n
    on conflict (business_id, phone_number_id) do update set
      paused_until = excluded.paused_until, pause_code = excluded.pause_code,
      pause_reason = excluded.pause_reason,
      paused_at = case when l.paused_until > ${laterSql(sql`excluded.paused_at`, sameWait)} and l.pause_code = excluded.pause_code
        then l.paused_at else excluded.paused_at end
    where l.paused_until is null or l.paused_until < excluded.paused_until
    returning phone_number_id, paused_until, paused_at)
    select phone_number_id, paused_until as until, paused_at = now() as is_new from written`.execute(app.db)
  await sql`select pg_notify(${lanesChannel}, n) from unnest(${numbers}::text[]) as n`.execute(app.db)
  return rows.filter(({ is_new }) => is_new)
}

/** The pause is over before its time: what kept the number is gone. */
export async function endPause(app: App, lane: LaneKey, codes?: readonly string[]): Promise<void> {
  await app.db
    .updateTable('lanes')
    .set({ paused_until: null, pause_code: null, pause_reason: null, paused_at: null })
    .where('business_id', '=', lane.businessId)
    .where('phone_number_id', '=', lane.phoneNumberId)
    .where('pause_code', 'is not', null)
    .$if(codes !== undefined, (query) => query.where('pause_code', 'in', [...(codes ?? [])]))
    .execute()
}

async function numbersOfAccount(app: App, { businessId, phoneNumberId }: LaneKey): Promise<string[]> {
  const rows = await app.db
    .selectFrom('phone_numbers as own')
    .innerJoin('phone_numbers as n', (join) =>
      join.onRef('n.business_id', '=', 'own.business_id').onRef('n.waba_id', '=', 'own.waba_id'),
    )
    .select('n.phone_number_id')
    .where('own.business_id', '=', businessId)
    .where('own.phone_number_id', '=', phoneNumberId)
    .execute()
  return rows.length > 0 ? rows.map(({ phone_number_id }) => phone_number_id) : [phoneNumberId]
}

/** What stops until a person acts, because of what was refused. */
export type Stop = NonNullable<Decision['stop']> & {
  /** That of the refused message; null: a single send. */
  campaignId: number | null
  messageId?: number
  /** The access that was refused. */
  token?: string | undefined
}

/**
 * Stops what cannot go on until a person acts: one campaign, everything of a number, or of its account. Nothing is
 * lost: what is queued stays queued, and each campaign that stops is told to the campaigns.
 * @param giveBack puts the refused messages back into the queue, in the transaction of the stop: in between a lane
 *   would send them again, only to be refused.
 */
export async function stopSending(
  app: App,
  lane: LaneKey,
  stops: readonly Stop[],
  giveBack: (tx: App) => Promise<void>,
): Promise<void> {
  // The account first: whoever is told of the stop finds it unusable, and whoever mends it finds all that was held.
  for (const stop of stops) if (stop.scope === 'account') await markAccount(app, lane, stop)
  await app.transaction(async (tx) => {
    await giveBack(tx)
    for (const stop of stops) await holdAll(tx, lane, stop)
  })
}

async function holdAll(tx: App, lane: LaneKey, stop: Stop): Promise<void> {
  const { businessId, phoneNumberId } = lane
  const numbers = stop.scope === 'account' ? await numbersOfAccount(tx, lane) : [phoneNumberId]
  const held = await tx.db
    .updateTable('dispatches')
    .set({
      state: 'held',
      hold_code: stop.code,
      hold_reason: JSON.stringify(stop.reason),
      held_at: sql`now()`,
    })
    .where('business_id', '=', businessId)
    .where('phone_number_id', 'in', numbers)
    .where('state', '=', 'open')
    .where('drained_at', 'is', null)
    .$if(stop.scope === 'campaign', (query) => query.where('campaign_id', '=', stop.campaignId ?? 0))
    .returning('campaign_id')
    .execute()
  for (const { campaign_id } of held) {
    await tx.enqueue(campaignStopped, {
      business_id: businessId,
      campaign_id,
      code: stop.code,
      reason: stop.reason,
      scope: stop.scope,
      message_id: stop.messageId,
    })
  }
  if (stop.scope === 'number') {
    await writePause(tx, businessId, numbers, {
      until: sql`'infinity'::timestamptz`,
      code: 'stopped',
      reason: stop.reason,
    })
  }
}

async function markAccount(app: App, { businessId, phoneNumberId }: LaneKey, stop: Stop): Promise<void> {
  const account = await app.db
    .selectFrom('phone_numbers')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  if (!account) return
  // What to do about a lost access depends on the way it came, which the account knows.
  if (stop.reconnect) await markReconnect(app, businessId, account.waba_id, stop.happened, stop.token)
  else {
    const { code, reason } = stop
    await markBlocked(app, businessId, account.waba_id, { cause: blockCause(code), reason })
  }
}
