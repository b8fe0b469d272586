import { sql } from 'kysely'
import type { FlowFigures } from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { getFlow } from './flows.ts'

type Counted = { step: string | null; kind: string; answer: string | null; count: number }
const mostAnswers = 20

/** How people moved through a flow: all its versions, or one. @throws AppError `not_found` */
export async function readFigures(
  app: App,
  businessId: number,
  id: number,
  version: number | undefined,
): Promise<FlowFigures> {
  const flow = await getFlow(app, businessId, id)
  const { rows } = await sql<Counted>`
    select step, kind, answer, count(*)::int as count from bot_events
    where business_id = ${businessId} and flow_id = ${id}
      and (${version ?? null}::int is null or version = ${version ?? null}::int)
    group by step, kind, answer order by count desc, answer`.execute(app.db)
  const steps = Map.groupBy(
    rows.filter(({ step }) => step !== null),
    ({ step }) => step!,
  )
  return {
    ...countsOf(rows.filter(({ step }) => step === null)),
    active: flow.active,
    steps: [...steps].map(([step, theirs]) => ({
      step,
      ...countsOf(theirs),
      answers: theirs
        .flatMap(({ answer, count }) => (answer === null ? [] : [{ answer, count }]))
        .slice(0, mostAnswers),
    })),
  }
}

function countsOf(rows: readonly Counted[]) {
  const of = (kind: string) => rows.reduce((sum, row) => sum + (row.kind === kind ? row.count : 0), 0)
  return {
    entered: of('entered'),
    left: of('left'),
    completed: of('completed'),
    handed_over: of('handed_over'),
  }
}
