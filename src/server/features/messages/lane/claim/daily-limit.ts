import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { numbersSharingLimit, type Sender } from '#server/features/onboarding/onboarding.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import { numberWaits } from '../../model/job-names.ts'
import { dailyLimitCode, type LaneKey } from '../../model/lane-pause.ts'
import { reachedStatuses } from './claim.ts'

/** What a lane may still claim before it asks again. */
export type Allowance = {
  people: number
  /** Until then it is set aside for this lane, as `performance.now()` tells the time. */
  until: number
  /** When nobody may be claimed: until the first person's 24 hours are over, or what is set aside is given back. */
  nextMs: number | undefined
  /** Nobody may be claimed because of what is set aside for other numbers, and not because all were written to. */
  isSetAside: boolean
  /** The numbers that share the limit: people whom any of them wrote to take nothing of it. */
  numbers: readonly string[]
}

/** For so long people are set aside for a lane; a lane that died gives them back after it. */
const setAsideMs = 20_000

/**
 * Sets people of the portfolio's 24 h limit aside for a lane. All numbers of a portfolio share the limit, and ask
 * one after the other; each sees what the others used and what is set aside for them. Counted from the messages:
 * different people written to in the last 24 hours. People with an open service window, who would not count at the
 * provider, count here too: better too few than one too many.
 * Source: …/whatsapp/messaging-limits.
 */
export async function setAside(app: App, lane: LaneKey, sender: Sender, wanted: number): Promise<Allowance> {
  const limit = sender.messaging_limit
  const until = performance.now() + setAsideMs
  if (limit === null)
    return { people: Number.POSITIVE_INFINITY, until, nextMs: undefined, isSetAside: false, numbers: [] }
  const portfolio = sender.portfolio_id ?? `account ${sender.waba_id}`
  return await app.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${portfolio}, 24))`.execute(tx.db)
    const numbers = await numbersSharingLimit(tx, sender)
    const { rows } = await sql<{
      used: number
      aside: number
      next_ms: number | null
      aside_ms: number | null
    }>`
      with reached as (
        select m.recipient_phone, max(m.claimed_at) as last from messages m
        where m.claimed_at > now() - interval '24 hours' and m.phone_number_id = any(${numbers}::text[])
          and m.status in ${reachedStatuses}
        group by m.recipient_phone
      )
      select r.used, r.next_ms, o.aside, o.aside_ms
      from (
        select count(*)::int as used,
          extract(epoch from min(last) + interval '24 hours' - now())::float8 * 1000 as next_ms
        from reached
      ) r, (
        select coalesce(sum(l.reserved), 0)::int as aside,
          extract(epoch from min(l.reserved_until) - now())::float8 * 1000 as aside_ms
        from lanes l
        where l.phone_number_id = any(${numbers}::text[]) and l.phone_number_id <> ${lane.phoneNumberId}
          and l.reserved > 0 and l.reserved_until > now()
      ) o`.execute(tx.db)
    const { used, aside, next_ms, aside_ms } = rows[0]!
    const people = Math.max(0, Math.min(wanted, limit - used - aside))
    const isSetAside = people === 0 && used < limit
    await tx.db
      .updateTable('lanes')
      .set({
        reserved: people,
        reserved_until: sql<Date>`now() + ${setAsideMs} * interval '1 millisecond'`,
      })
      .where('business_id', '=', lane.businessId)
      .where('phone_number_id', '=', lane.phoneNumberId)
      .execute()
    const nextMs = (isSetAside ? aside_ms : next_ms) ?? 60_000
    return { people, until, nextMs: people > 0 ? undefined : Math.max(1000, nextMs), isSetAside, numbers }
  })
}

/** What the owner reads while nobody more may be written to today. */
export function dailyLimitReason(limit: number, { isSetAside }: Pick<Allowance, 'isSetAside'>): StoredText {
  return textOf(isSetAside ? 'messages.waiting.limitSetAside' : 'messages.waiting.limitUsed', {
    count: limit,
  })
}

/** New people wait, and the number says why; it goes on for people whom it wrote to in the last 24 hours. */
export async function limitLane(app: App, lane: LaneKey, ms: number, reason: StoredText): Promise<void> {
  await app.transaction(async (tx) => {
    const { rows } = await sql<{ is_new: boolean; until: Date }>`
      update lanes l set limited_until = c.until, limit_reason = ${JSON.stringify(reason)}::jsonb,
        limited_at = coalesce(b.limited_at, c.now)
      from lanes b, (select now() as now, now() + ${ms} * interval '1 millisecond' as until) c
      where l.business_id = ${lane.businessId} and l.phone_number_id = ${lane.phoneNumberId}
        and b.business_id = l.business_id and b.phone_number_id = l.phone_number_id
      returning b.limited_at is null as is_new, l.limited_until as until`.execute(tx.db)
    const row = rows[0]
    if (!row?.is_new) return
    await tx.enqueue(numberWaits, {
      business_id: lane.businessId,
      phone_number_id: lane.phoneNumberId,
      code: dailyLimitCode,
      reason,
      until: row.until.toISOString(),
    })
  })
}

/** There is room for new people again. */
export async function endLimit(app: App, { businessId, phoneNumberId }: LaneKey): Promise<void> {
  await app.db
    .updateTable('lanes')
    .set({ limited_until: null, limited_at: null, limit_reason: null })
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .where('limited_at', 'is not', null)
    .execute()
}
