import { type RawBuilder, sql } from 'kysely'
import { type SequenceAfter, type SequenceWay, stepAfter } from '#contract/growth/sequence-paths.ts'
import type { SequenceContent, SequenceStep } from '#contract/growth/sequences.ts'

/** So many people are taken on in one transaction: a kill repeats the work of less than a second. */
export const batchSize = 5000

type Wait = Extract<SequenceStep, { kind: 'wait' }>

/** When a wait that begins now is over: by the clock of a zone, across changes of summer time. */
function waitEndSql(
  { days, hours, at, weekday }: Wait,
  now: Date | RawBuilder<unknown>,
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

/** Where people go on after a step that is no check (-1: the entry), from 0; the number of steps is the end. */
export function nextOf({ steps }: Pick<SequenceContent, 'steps'>, at: number): number {
  const step = steps[at]
  const after = step?.kind === 'hand_over' ? 'end' : step && 'after' in step ? step.after : undefined
  return targetOf({ steps }, at, after ?? 'next') ?? steps.length
}

/** The step that a way of this one leads to; null: it leaves. */
export const targetOf = (
  { steps }: Pick<SequenceContent, 'steps'>,
  at: number,
  way: SequenceWay | SequenceAfter,
): number | null => stepAfter(way, at, steps.length)

/**
 * Columns of who is at the last of these steps now, in a query over `p`. What is between them was passed over.
 * @param path from where they were.
 */
export function stepTo(path: readonly number[]): RawBuilder<unknown> {
  const [first = -1, last = first] = [path[0], path.at(-1)]
  let between = 0
  for (let at = first + 1; at < last; at += 1) if (!path.includes(at)) between |= 1 << at
  const passed = between === 0 ? sql`` : sql`, passed_over = p.passed_over | ${sql.lit(between)}`
  return sql`step = ${last}::smallint${passed}`
}

/**
 * Columns of who goes on to the last of these steps, or to the end; as `stepTo`.
 * @param due as `dueAt` has it, read beside the change: a cluster works no time out within it.
 */
export function movedOn(
  { steps }: SequenceContent,
  path: readonly number[],
  { now, due }: { now: Date; due: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (!steps[path.at(-1) ?? 0])
    return sql`${stepTo(path)}, state = 'finished', due_at = null, ended_at = ${now}::timestamptz`
  return sql`${stepTo(path)}, due_at = ${due}`
}

/** When somebody who is at this step from now on is due. */
export function dueAt(
  { steps }: SequenceContent,
  step: number,
  { now, zone }: { now: Date | RawBuilder<unknown>; zone: RawBuilder<string> },
): RawBuilder<Date> {
  const next = steps[step]
  return next?.kind === 'wait' ? waitEndSql(next, now, zone) : sql<Date>`${now}::timestamptz`
}
