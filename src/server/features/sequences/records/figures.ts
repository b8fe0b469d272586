import { sql } from 'kysely'
import {
  type SequenceContent,
  SequenceStop,
  type SequenceTotals,
  type StepFigures,
} from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'

type Counted = { state: string; reason: string | null; count: number }

/** Counts of people; `started` is their sum by construction. */
export function totalsOf(rows: readonly Counted[]): SequenceTotals {
  const of = (state: string): number => sum(rows.filter((row) => row.state === state))
  return {
    started: sum(rows),
    waiting: of('active'),
    finished: of('finished'),
    goal: of('goal'),
    stopped: stoppedOf(rows),
  }
}

const sum = (rows: readonly { count: number }[]): number =>
  rows.reduce((total, { count }) => total + Number(count), 0)

const stoppedOf = (rows: readonly Counted[]): SequenceTotals['stopped'] =>
  SequenceStop.options.flatMap((reason) => {
    const count = sum(rows.filter((row) => row.state === 'stopped' && row.reason === reason))
    return count > 0 ? [{ reason, count }] : []
  })

/** By sequence. */
export async function readTotals(
  app: App,
  businessId: number,
  ids: readonly number[],
): Promise<Map<number, SequenceTotals>> {
  const { rows } = await sql<Counted & { sequence_id: number }>`
    select sequence_id, state, reason, count(*) as count from sequence_people
    where business_id = ${businessId} and sequence_id = any(${[...ids]}::bigint[]) group by 1, 2, 3`.execute(
    app.db,
  )
  return new Map(ids.map((id) => [id, totalsOf(rows.filter((row) => Number(row.sequence_id) === id))]))
}

/** What happened at each step of a version, counted from the people and their messages. */
export async function readFigures(
  app: App,
  businessId: number,
  { id, version, content }: { id: number; version: number; content: SequenceContent },
): Promise<StepFigures[]> {
  const { rows: people } = await sql<Counted & { step: number; passed_over: number }>`
    select greatest(step, 0) as step, passed_over, state, reason, count(*) as count from sequence_people
    where business_id = ${businessId} and sequence_id = ${id} and version = ${version} group by 1, 2, 3, 4`.execute(
    app.db,
  )
  const cameTo = (at: number) => people.filter((row) => row.step >= at && !(row.passed_over & (1 << at)))
  const { rows: messages } = await sql<{ step: number; status: string; count: number }>`
    select m.sequence_step as step, m.status, count(*) as count from messages m
    join sequence_people p on p.business_id = m.business_id and p.id = m.sequence_person_id
    where m.business_id = ${businessId} and m.sequence_id = ${id} and p.sequence_id = ${id}
      and p.version = ${version} group by 1, 2`.execute(app.db)
  return content.steps.map((_, at) => {
    const here = people.filter(({ step }) => step === at)
    const totals = totalsOf(here)
    return {
      entered: sum(cameTo(at)),
      went: wentFrom(at, cameTo(at)),
      waiting: totals.waiting,
      goal: totals.goal,
      stopped: totals.stopped,
      messages: Object.fromEntries(
        messages.filter(({ step }) => step === at).map(({ status, count }) => [status, Number(count)]),
      ),
    }
  })
}

type Went = StepFigures['went']

/** To which steps those went on who came to this one. */
function wentFrom(at: number, people: readonly { step: number; passed_over: number; count: number }[]): Went {
  const counts = new Map<number, number>()
  for (const { step, passed_over, count } of people) {
    if (step === at) continue
    let to = at + 1
    while (to < step && passed_over & (1 << to)) to += 1
    counts.set(to, (counts.get(to) ?? 0) + Number(count))
  }
  return [...counts].sort(([a], [b]) => a - b).map(([step, count]) => ({ step, count }))
}
