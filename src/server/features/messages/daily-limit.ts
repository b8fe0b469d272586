import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { numbersSharingLimit, type Sender } from '#server/features/onboarding/onboarding.ts'
import type { LaneKey } from './lane-pause.ts'

/** What a lane may still claim before it asks again. */
export type Allowance = {
  people: number
  /** Until then it is set aside for this lane. Milliseconds since 1970. */
  until: number
  /** When nobody may be claimed: until the first person's 24 hours are over. */
  nextMs: number | undefined
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
  const until = Date.now() + setAsideMs
  if (limit === null) return { people: Number.POSITIVE_INFINITY, until, nextMs: undefined }
  const portfolio = sender.portfolio_id ?? `account ${sender.waba_id}`
  return await app.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${portfolio}, 24))`.execute(tx.db)
    const numbers = await numbersSharingLimit(tx, sender)
    const { rows } = await sql<{ used: number; aside: number; next_ms: number | null }>`
      with reached as (
        select m.recipient_phone, max(m.claimed_at) as last from messages m
        where m.claimed_at > now() - interval '24 hours' and m.phone_number_id = any(${numbers}::text[])
          and m.status in ('sending', 'unknown', 'sent', 'delivered', 'read')
        group by m.recipient_phone
      )
      select count(*)::int as used,
        extract(epoch from min(last) + interval '24 hours' - now())::float8 * 1000 as next_ms,
        (select coalesce(sum(l.reserved), 0)::int from lanes l
          where l.phone_number_id = any(${numbers}::text[]) and l.phone_number_id <> ${lane.phoneNumberId}
            and l.reserved_until > now()) as aside
      from reached`.execute(tx.db)
    const { used, aside, next_ms } = rows[0]!
    const people = Math.max(0, Math.min(wanted, limit - used - aside))
    await tx.db
      .updateTable('lanes')
      .set({ reserved: people, reserved_until: new Date(until) })
      .where('business_id', '=', lane.businessId)
      .where('phone_number_id', '=', lane.phoneNumberId)
      .execute()
    return { people, until, nextMs: people > 0 ? undefined : Math.max(1000, next_ms ?? 60_000) }
  })
}

/** The sentence the owner reads while nobody more may be written to today. */
export function dailyLimitSentence(limit: number): string {
  return `WhatsApp lets you write to ${limit.toLocaleString('en')} different people in 24 hours, and that many were written to. The rest goes on by itself.`
}
