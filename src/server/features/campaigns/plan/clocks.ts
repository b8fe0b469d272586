import { type RawBuilder, sql } from 'kysely'
import type { TheirClocks } from '#contract/campaigns/parts.ts'
import type { KeptQuiet } from '#contract/campaigns/timing.ts'
import type { App } from '#server/app.ts'
import { placeOf, prefixLength } from '#server/features/leads/leads.ts'
import type { PeopleClock } from '#server/features/messages/messages.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { isQuietTime, type QuietHours, quietOf } from '#server/platform/sql/quiet-hours.ts'
import { pastText } from '../model/moment.ts'
import { type AudienceRules, audienceRows } from './audience.ts'
import { scaled } from './sample.ts'

/** A start by each person's own clock: `2026-12-01T10:00`. `zone` is that of people whose address tells none. */
export type TheirClock = { time: string; zone: string; quiet: KeptQuiet | null }

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

/** What a draft says of the clocks; null: all start at once. @throws AppError `rule_broken`. */
export async function readTheirClock(
  app: App,
  input: TimingInput,
  timezone: string,
): Promise<TheirClock | null> {
  if (!input.by_their_clock) {
    if (input.quiet) throw broken('quiet', t('campaigns.errors.quietAlone'))
    return null
  }
  if (input.trial) throw broken('trial', t('campaigns.errors.clockTrial'))
  if (!input.scheduled_at) throw broken('scheduled_at', t('campaigns.errors.noTime'))
  const { rows } = await sql<{ time: string }>`
    select to_char(${new Date(input.scheduled_at)}::timestamptz at time zone ${timezone}, 'YYYY-MM-DD"T"HH24:MI') as time`.execute(
    app.db,
  )
  const { time } = rows[0]!
  const quiet = input.quiet ?? null
  if (quiet && isQuietTime(quiet, time.slice(11)))
    throw broken(
      'quiet',
      t('campaigns.errors.quietTime', { time: time.slice(11), from: quiet.from, to: quiet.to }),
    )
  return { time, zone: timezone, quiet }
}

const broken = (field: string, sentence: string): AppError =>
  new AppError('rule_broken', sentence, { fields: { [field]: sentence } })

/** When each zone of an audience gets it, the earliest first. */
export async function zoneStarts(
  app: App,
  businessId: number,
  rules: AudienceRules,
  clock: TheirClock,
): Promise<ZoneStart[]> {
  const people = await audienceRows(app.db, businessId, rules)
    .selectFrom('people')
    .select([prefixOfPerson.as('prefix'), sql<number>`count(*)::int`.as('count')])
    .where('outcome', '=', 'will_receive')
    .groupBy('prefix')
    .execute()
  const groups = [
    ...Map.groupBy(people, ({ prefix }) => {
      const place = placeOf(prefix)
      return JSON.stringify([place.zone ?? clock.zone, quietOf(clock.quiet, place.country)])
    }),
  ].map(([key, some]) => {
    const [zone, quiet] = JSON.parse(key) as [string, QuietHours | null]
    return { zone, quiet, some, ...timeFor(clock.time, quiet) }
  })
  const { rows } = await sql<{ nr: number; at: Date; days: number }>`
    select z.nr::int as nr, d.at, d.days
    from unnest(${groups.map(({ zone }) => zone)}::text[], ${groups.map(({ time }) => time)}::text[])
      with ordinality z (zone, time, nr)
    cross join lateral (
      select (z.time::timestamp + n * interval '1 day') at time zone z.zone as at, n as days
      from generate_series(0, ${sql.lit(mostDays)}) n
      where (z.time::timestamp + n * interval '1 day') at time zone z.zone
        > ${app.now()}::timestamptz - make_interval(mins => ${sql.lit(graceMinutes)})
      order by n limit 1
    ) d
    order by d.at, z.zone, z.nr`.execute(app.db)
  return rows.map(({ nr, at, days }) => {
    const { zone, quiet, afterQuiet, some } = groups[nr - 1]!
    return {
      zone,
      quiet,
      at,
      nextDay: days > 0,
      afterQuiet,
      count: scaled(
        rules.sample,
        some.reduce((sum, { count }) => sum + count, 0),
      ),
      prefixes: some.map(({ prefix }) => prefix),
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

const prefixOfPerson = sql<string>`left(coalesce(phone, bsuid), ${sql.lit(prefixLength)})`

/** When a person of `people` gets it. */
export function dueSql(starts: readonly ZoneStart[]): RawBuilder<Date | null> {
  const dues = starts.flatMap(({ at, prefixes }) => prefixes.map((prefix) => [prefix, at.toISOString()]))
  return sql<Date | null>`(${JSON.stringify(Object.fromEntries(dues))}::jsonb ->> ${prefixOfPerson})::timestamptz`
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

/** The same for the form. `perSecond`: the number's speed. */
export function clocksOf(
  starts: readonly ZoneStart[],
  now: Date,
  perSecond: number | null,
): TheirClocks | null {
  if (starts.length === 0) return null
  let ends = beginOf(starts, now).getTime()
  for (const { at, count } of starts)
    ends = Math.max(ends, at.getTime()) + (perSecond ? (count / perSecond) * 1000 : 0)
  return {
    begins_at: beginOf(starts, now).toISOString(),
    ends_at: perSecond ? new Date(ends).toISOString() : null,
    next_day: starts.reduce((sum, { nextDay, count }) => sum + (nextDay ? count : 0), 0),
    zones: starts.map(({ zone, count, at, nextDay, afterQuiet }) => ({
      zone,
      count,
      at: at.toISOString(),
      next_day: nextDay,
      after_quiet: afterQuiet,
    })),
  }
}
