import { type RawBuilder, sql } from 'kysely'
import type { TheirClocks } from '#contract/campaigns/parts.ts'
import type { KeptQuiet } from '#contract/campaigns/timing.ts'
import type { App } from '#server/app.ts'
import { placeOf, prefixLength } from '#server/features/leads/leads.ts'
import type { PeopleClock } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { isQuietTime, type QuietHours, quietEndSql, quietOf } from '#server/platform/sql/quiet-hours.ts'
import { pastText } from '../../model/moment.ts'
import { hoursOf } from './their-hours.ts'

/**
 * How a campaign goes by the clocks of its people. `time`: what each of them shows at its start, `2026-12-01T10:00`; null:
 * all start at once. `zone` is that of people whose address tells none.
 */
export type TheirClock = { time: string | null; zone: string; quiet: KeptQuiet | null }

/** Whose time has passed by less than this gets it at once; by more, on the next day. */
const graceMinutes = 60
const mostDays = 400

/** People of one zone with the same quiet hours: when they get it, and how their addresses begin. */
export type ZoneStart = {
  zone: string
  /** Of their country, or the campaign's. */
  quiet: QuietHours | null
  count: number
  at: Date
  /** How much their clock is ahead of UTC then. */
  offsetMinutes: number
  nextDay: boolean
  afterQuiet: boolean
  prefixes: string[]
}

type TimingInput = {
  scheduled_at?: string | null | undefined
  by_their_clock?: boolean | undefined
  quiet?: KeptQuiet | null | undefined
  trial?: unknown
}

/** What a draft says of the clocks; null: all start at once, at any hour. @throws AppError `rule_broken`. */
export async function readTheirClock(
  app: App,
  input: TimingInput,
  timezone: string,
): Promise<TheirClock | null> {
  const quiet = input.quiet ?? null
  if (!input.by_their_clock) return quiet && { time: null, zone: timezone, quiet }
  if (input.trial) throw broken('trial', t('campaigns.errors.clockTrial'))
  if (!input.scheduled_at) throw broken('scheduled_at', t('campaigns.errors.noTime'))
  const { rows } = await sql<{ time: string }>`
    select to_char(${new Date(input.scheduled_at)}::timestamptz at time zone ${timezone}, 'YYYY-MM-DD"T"HH24:MI') as time`.execute(
    app.db,
  )
  const { time } = rows[0]!
  if (quiet && isQuietTime(quiet, time.slice(11)))
    throw broken(
      'quiet',
      t('campaigns.errors.quietTime', { time: time.slice(11), from: quiet.from, to: quiet.to }),
    )
  return { time, zone: timezone, quiet }
}

const broken = (field: string, sentence: string): AppError =>
  new AppError('rule_broken', sentence, { fields: { [field]: sentence } })

/** How the addresses of those begin who will receive it. */
type Beginnings = readonly { prefix: string | null; count: number }[]

/** When each zone of an audience gets it, the earliest first. `start`: of a campaign that starts for all at once. */
export async function zoneStarts(
  app: App,
  people: Beginnings,
  clock: TheirClock,
  start: Date,
): Promise<ZoneStart[]> {
  const groups = [
    ...Map.groupBy(people, ({ prefix }) => {
      const place = placeOf(prefix ?? '')
      return JSON.stringify([place.zone ?? clock.zone, quietOf(clock.quiet, place.country)])
    }),
  ].map(([key, some]) => {
    const [zone, quiet] = JSON.parse(key) as [string, QuietHours | null]
    return { zone, quiet, some, ...(clock.time === null ? null : timeFor(clock.time, quiet)) }
  })
  const zones = sql`unnest(${groups.map(({ zone }) => zone)}::text[], ${groups.map(({ time }) => time ?? null)}::text[],
    ${groups.map(({ quiet }) => quiet?.from ?? null)}::text[], ${groups.map(({ quiet }) => quiet?.to ?? null)}::text[])
    with ordinality z (zone, time, quiet_from, quiet_to, nr)`
  const ownTime = sql`
    select (z.time::timestamp + n * interval '1 day') at time zone z.zone as at, n as days, false as held
    from generate_series(0, ${sql.lit(mostDays)}) n
    where (z.time::timestamp + n * interval '1 day') at time zone z.zone
      > ${app.now()}::timestamptz - make_interval(mins => ${sql.lit(graceMinutes)})
    order by n limit 1`
  const quietEnd = quietEndSql({ from: sql`z.quiet_from`, to: sql`z.quiet_to` }, start, sql`z.zone`)
  const atOnce = sql`
    select coalesce(q.until, ${start}::timestamptz) as at, 0 as days, q.until is not null as held
    from (select case when z.quiet_from is not null then ${quietEnd} end as until) q`
  const { rows } = await sql<{ nr: number; at: Date; days: number; held: boolean; offset: number }>`
    select z.nr::int as nr, d.at, d.days, d.held,
      (extract(epoch from (d.at at time zone z.zone) - (d.at at time zone 'UTC')) / 60)::int as offset
    from ${zones} cross join lateral (${clock.time === null ? atOnce : ownTime}) d
    order by d.at, z.zone, z.nr`.execute(app.db)
  return rows.map(({ nr, at, days, held, offset }) => {
    const { zone, quiet, afterQuiet, some } = groups[nr - 1]!
    return {
      zone,
      quiet,
      at,
      offsetMinutes: offset,
      nextDay: days > 0,
      afterQuiet: afterQuiet ?? held,
      count: some.reduce((sum, { count }) => sum + count, 0),
      prefixes: some.flatMap(({ prefix }) => prefix ?? []),
    }
  })
}

/** What their clock shows when they get it: the time that was chosen, or the end of their quiet hours after it. */
function timeFor(time: string, quiet: QuietHours | null): { time: string; afterQuiet: boolean } {
  const [date = '', hour = ''] = time.split('T')
  if (!quiet || !isQuietTime(quiet, hour)) return { time, afterQuiet: false }
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return { time: `${quiet.to > hour ? date : next}T${quiet.to}`, afterQuiet: true }
}

/** The zones of each set of quiet hours, the campaign's own first. */
export function peopleClockOf(starts: readonly ZoneStart[], { quiet }: TheirClock): PeopleClock {
  const zonesOf = (some: readonly ZoneStart[]) =>
    Object.fromEntries(some.map(({ zone, prefixes }) => [zone, prefixes]))
  const usual = quiet && `${quiet.from} ${quiet.to}`
  const sets = Map.groupBy(starts, (one) => one.quiet && `${one.quiet.from} ${one.quiet.to}`)
  const own = [...sets].filter(([hours]) => hours !== usual)
  return {
    quiet: quiet && { from: quiet.from, to: quiet.to },
    zones: zonesOf(sets.get(usual) ?? []),
    ...(own.length > 0 && { own: own.map(([, some]) => ({ quiet: some[0]!.quiet, zones: zonesOf(some) })) }),
  }
}

const prefixOf = (address: RawBuilder<unknown>) => sql<string>`left(${address}, ${sql.lit(prefixLength)})`

/** When a person with this address gets it; null: in their turn. */
export function dueSql(
  starts: readonly ZoneStart[],
  { time }: TheirClock,
  address: RawBuilder<unknown>,
): RawBuilder<Date | null> {
  const timed = starts.filter(({ afterQuiet }) => time !== null || afterQuiet)
  const dues = timed.flatMap(({ at, prefixes }) => prefixes.map((prefix) => [prefix, at.toISOString()]))
  return sql<Date | null>`(${JSON.stringify(Object.fromEntries(dues))}::jsonb ->> ${prefixOf(address)})::timestamptz`
}

/** @throws AppError `rule_broken` where the time has passed for each person on the first day. */
export function refusePassed(starts: readonly ZoneStart[]): void {
  if (starts.length > 0 && starts.every(({ nextDay }) => nextDay)) throw broken('scheduled_at', pastText())
}

/** The first of them gets it then. */
export const beginOf = (starts: readonly ZoneStart[], now: Date): Date => {
  const first = starts[0]?.at ?? now
  return first > now ? first : now
}

/** The same for the form. `perSecond`: the number's speed; `later`: where versions leave at times of their own. */
export function clocksOf(
  starts: readonly ZoneStart[],
  now: Date,
  perSecond: number | null,
  { share, later }: { share: number; later: readonly number[] },
): TheirClocks | null {
  if (starts.length === 0) return null
  const begins = beginOf(starts, now)
  const groups = starts.flatMap(({ at, offsetMinutes, quiet, count }) =>
    later.map((minutes) => ({
      at: Math.max(at.getTime(), begins.getTime()) + minutes * 60_000,
      offsetMinutes,
      quiet,
      count: (count * share) / later.length,
    })),
  )
  const { hours, held, end } = hoursOf(groups, perSecond)
  const inQuiet = starts.reduce((sum, { afterQuiet, count }) => sum + (afterQuiet ? count * share : 0), 0)
  return {
    begins_at: begins.toISOString(),
    ends_at: perSecond ? new Date(end).toISOString() : null,
    next_day: starts.reduce((sum, { nextDay, count }) => sum + (nextDay ? count : 0), 0),
    held: Math.round(inQuiet + held),
    hours,
    zones: starts.map(({ zone, count, at, nextDay, afterQuiet }) => ({
      zone,
      count,
      at: at.toISOString(),
      next_day: nextDay,
      after_quiet: afterQuiet,
    })),
  }
}
