import { type RawBuilder, sql } from 'kysely'

/** Times of day, `21:00` to `08:00`, between which nothing is sent. */
export type QuietHours = { from: string; to: string }

/** The same with other hours for people of some countries. */
export type QuietByCountry = QuietHours & {
  countries?: readonly ({ country: string } & QuietHours)[] | undefined
}

/** The quiet hours of people of a country; null: there are none. */
export function quietOf(quiet: QuietByCountry | null, country: string | null): QuietHours | null {
  const own = quiet?.countries?.find((one) => one.country === country) ?? quiet
  return own && { from: own.from, to: own.to }
}

/** Times of day as text: of a statement, or known before it. */
type Hours = { from: string | RawBuilder<unknown>; to: string | RawBuilder<unknown> }

/** The end of the quiet hours that a moment is in by the clock of a zone; null: it is in none. */
export function quietEndSql(
  quiet: Hours | null,
  now: Date | RawBuilder<unknown>,
  zone: string | RawBuilder<unknown>,
): RawBuilder<Date | null> {
  if (!quiet) return sql`null::timestamptz`
  const { from, to } = quiet
  const local = sql`(${now}::timestamptz at time zone ${zone})`
  const isQuiet = sql`case when ${from}::time < ${to}::time
    then ${local}::time >= ${from}::time and ${local}::time < ${to}::time
    else ${local}::time >= ${from}::time or ${local}::time < ${to}::time end`
  return sql<Date | null>`case when ${isQuiet} then
    (${local}::date + ${to}::time + case when ${local}::time >= ${to}::time then interval '1 day' else interval '0' end)
      at time zone ${zone} end`
}

/** Quiet hours with their time zone: the JSON of a column. */
export type StoredHours = QuietHours & { zone: string }

/** Quiet hours as the JSON of a column; null where there are none. */
export const storedHours = (
  hours: QuietHours | null,
  zone: RawBuilder<string>,
): RawBuilder<StoredHours | null> =>
  hours
    ? sql`jsonb_build_object('from', ${hours.from}::text, 'to', ${hours.to}::text, 'zone', ${zone})`
    : sql`null::jsonb`

/** The end of stored quiet hours that a moment is in; null: it is in none, or none are stored. */
export const storedQuietEndSql = (stored: RawBuilder<unknown>, now: RawBuilder<unknown>) => sql<Date | null>`
  case when ${stored} is not null then ${quietEndSql(
    { from: sql`(${stored} ->> 'from')`, to: sql`(${stored} ->> 'to')` },
    now,
    sql`(${stored} ->> 'zone')`,
  )} end`

/** Whether a time of day, `10:00`, is within them. */
export const isQuietTime = ({ from, to }: QuietHours, time: string): boolean =>
  from < to ? time >= from && time < to : time >= from || time < to
