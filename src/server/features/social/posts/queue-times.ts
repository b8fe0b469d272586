import { Temporal } from 'temporal-polyfill'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

export type Slot = { account_id: number | null; weekday: number; local_time: string }

const searchDays = 366
const soonestMinutes = 2

/**
 * The queue of a business: its times of the week, in the order of the week. Those of an account that is disconnected are
 * kept for when it is connected again.
 */
export async function slotsOf(app: App, businessId: number): Promise<(Slot & { id: number })[]> {
  const rows = await app.db
    .selectFrom('social_queue_slots')
    .select(['id', 'account_id', 'weekday', 'local_time'])
    .where('business_id', '=', businessId)
    .where((where) =>
      where.or([
        where('account_id', 'is', null),
        where('account_id', 'in', (query) =>
          query
            .selectFrom('social_accounts')
            .select('id')
            .where('business_id', '=', businessId)
            .where('status', '<>', 'disconnected'),
        ),
      ]),
    )
    .orderBy('weekday')
    .orderBy('local_time')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, local_time: row.local_time.slice(0, 5) }))
}

/**
 * The times of an account's queue from `from` on, by the clock of `timezone`. A time that the clock skips is left out of
 * that week; of one that comes twice the first counts.
 */
export function* queueTimes(
  slots: readonly Slot[],
  accountId: number,
  timezone: string,
  from: Date,
): Generator<Date> {
  const own = slots.filter(({ account_id }) => account_id === null || account_id === accountId)
  if (own.length === 0) return
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone)
  for (let day = 0; day <= searchDays; day++) {
    const date = start.toPlainDate().add({ days: day })
    const times = new Set(
      own.filter(({ weekday }) => weekday === date.dayOfWeek).map(({ local_time }) => local_time),
    )
    for (const time of [...times].sort()) {
      const plain = date.toPlainDateTime(Temporal.PlainTime.from(time))
      const zoned = plain.toZonedDateTime(timezone, { disambiguation: 'compatible' })
      if (!zoned.toPlainDateTime().equals(plain)) continue
      const at = new Date(zoned.epochMilliseconds)
      if (at > from) yield at
    }
  }
}

/** The times that posts of an account have taken, from `from` on. */
export async function takenTimes(
  app: App,
  businessId: number,
  accountId: number,
  from: Date,
): Promise<Set<number>> {
  const rows = await app.db
    .selectFrom('social_publications')
    .select('due_at')
    .where('business_id', '=', businessId)
    .where('account_id', '=', accountId)
    .where('due_at', '>', from)
    .where('deleted_at', 'is', null)
    .where('state', '<>', 'cancelled')
    .execute()
  return new Set(rows.map(({ due_at }) => minuteOf(due_at)))
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / 60_000)

/** The next times of an account's queue that no post has taken. */
export async function freeTimes(
  app: App,
  businessId: number,
  accountId: number,
  { slots, timezone, count, from }: { slots: readonly Slot[]; timezone: string; count: number; from: Date },
): Promise<Date[]> {
  const taken = await takenTimes(app, businessId, accountId, from)
  const free: Date[] = []
  for (const at of queueTimes(slots, accountId, timezone, from)) {
    if (taken.has(minuteOf(at))) continue
    free.push(at)
    if (free.length === count) break
  }
  return free
}

export const soonest = (now: Date): Date => new Date(now.getTime() + soonestMinutes * 60_000)

/**
 * The next free time of an account's queue. Called under the account's lock.
 * @throws AppError `rule_broken` where the queue has no time, or none that is free.
 */
export async function nextFreeTime(tx: App, businessId: number, accountId: number): Promise<Date> {
  const slots = await slotsOf(tx, businessId)
  const { timezone } = await getBusiness(tx, businessId)
  const from = soonest(tx.now())
  const [free] = await freeTimes(tx, businessId, accountId, { slots, timezone, count: 1, from })
  if (free) return free
  const isEmpty = !slots.some(({ account_id }) => account_id === null || account_id === accountId)
  const sentence = t(isEmpty ? 'social.posts.queueEmpty' : 'social.posts.queueFull')
  throw new AppError('rule_broken', sentence, { fields: { scheduled_time: sentence } })
}
