import { type RawBuilder, sql } from 'kysely'
import type { SequenceContent, SequenceStep } from '#contract/growth/sequences.ts'

/** So many people are taken on in one transaction: a kill repeats the work of less than a second. */
export const batchSize = 5000

type Wait = Extract<SequenceStep, { kind: 'wait' }>

/** When a wait that begins now is over: by the clock of a zone, across changes of summer time. */
function waitEndSql(
  { days, hours, at, weekday }: Wait,
  now: Date,
  zone: RawBuilder<string>,
): RawBuilder<Date> {
  const local = sql`((${now}::timestamptz + ${hours} * interval '1 hour') at time zone ${zone}
    + ${days} * interval '1 day')`
  // The first time of day at or after it, then the first such day of the week.
  const timed =
    at === null
      ? local
      : sql`(${local}::date + ${at}::time + case when ${local}::time > ${at}::time then interval '1 day' else interval '0' end)`
  const dayed =
    weekday === null
      ? timed
      : sql`(${timed} + (${weekday} - extract(isodow from ${timed})::int + 7) % 7 * interval '1 day')`
  return sql<Date>`(${dayed} at time zone ${zone})`
}

/** Columns of who has done this step (-1: the entry): at the next one, or at the end. */
export function movedOn(
  { steps }: SequenceContent,
  step: number,
  { now, zone }: { now: Date; zone: RawBuilder<string> },
): RawBuilder<unknown> {
  const next = steps[step + 1]
  if (!next) {
    return sql`step = ${step + 1}, state = 'finished', due_at = null, ended_at = ${now}::timestamptz`
  }
  const due = next.kind === 'wait' ? waitEndSql(next, now, zone) : sql`${now}::timestamptz`
  return sql`step = ${step + 1}, due_at = ${due}`
}
