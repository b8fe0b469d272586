import { type RawBuilder, sql } from 'kysely'
import type { UntilNow, When } from '#contract/growth/segment-rules.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'

/** Whose leads rules are about, and by which clock they are read. */
export type Reading = { businessId: number; now: Date; zone: string }

export async function readingOf(app: App, businessId: number): Promise<Reading> {
  const { timezone } = await getBusiness(app, businessId)
  return { businessId, now: app.now(), zone: timezone }
}

/** The beginning of a time that lasts until now. */
export function startOf(when: UntilNow, { now, zone }: Reading): RawBuilder<Date> {
  if ('days' in when) return sql`${new Date(now.getTime() - when.days * 86_400_000)}::timestamptz`
  return sql`(${when.since}::timestamp at time zone ${zone})`
}

/** Whether an instant is in a time, which is always the case without one; null for no instant. */
export function within(at: RawBuilder<unknown>, when: When | null, reading: Reading): RawBuilder<boolean> {
  if (when === null) return sql`true`
  if (!('from' in when)) return sql`${at} >= ${startOf(when, reading)}`
  const { zone } = reading
  return sql`(${at} >= (${when.from}::timestamp at time zone ${zone})
    and ${at} < ((${when.to}::date + 1)::timestamp at time zone ${zone}))`
}
