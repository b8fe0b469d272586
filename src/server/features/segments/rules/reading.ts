import { type RawBuilder, sql } from 'kysely'
import type { When } from '#contract/growth/segment-rules.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'

/** Whose leads rules are about, and by which clock they are read. */
export type Reading = { businessId: number; now: Date; zone: string }

export async function readingOf(app: App, businessId: number): Promise<Reading> {
  const { timezone } = await getBusiness(app, businessId)
  return { businessId, now: app.now(), zone: timezone }
}

/** The beginning of a time that lasts until now. */
export function startOf(when: When, { now, zone }: Reading): RawBuilder<Date> {
  if ('days' in when) return sql`${new Date(now.getTime() - when.days * 86_400_000)}::timestamptz`
  return sql`(${when.since}::timestamp at time zone ${zone})`
}
