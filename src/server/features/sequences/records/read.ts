import { sql } from 'kysely'
import {
  type Sequence,
  type SequenceContent,
  SequenceState,
  type SequenceSummary,
} from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { notFound } from '#server/platform/errors.ts'
import { readText } from '#server/stored-text/read-text.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { movedTemplates } from '../model/moved-templates.ts'
import { withOtherVariables } from '../model/other-variables.ts'
import { stepDraft } from '../model/step-draft.ts'
import { contentOf, readContent } from '../model/versions.ts'
import { readFigures, readTotals } from './figures.ts'
import { readCost, readWorth } from './money.ts'

const rowsOf = (app: App, businessId: number) =>
  app.db
    .selectFrom('sequences as s')
    .innerJoin('sequence_versions as v', (join) =>
      join
        .onRef('v.business_id', '=', 's.business_id')
        .onRef('v.sequence_id', '=', 's.id')
        .onRef('v.version', '=', 's.version'),
    )
    .selectAll('s')
    .select('v.content')
    .where('s.business_id', '=', businessId)

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

export async function listSequences(app: App, businessId: number): Promise<SequenceSummary[]> {
  const rows = await rowsOf(app, businessId).orderBy('s.id', 'desc').execute()
  return await summariesOf(app, businessId, rows)
}

async function summariesOf(app: App, businessId: number, rows: readonly Row[]): Promise<SequenceSummary[]> {
  const totals = await readTotals(
    app,
    businessId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { trigger, steps } = readContent(row.content)
    return {
      id: row.id,
      name: row.name,
      state: SequenceState.parse(row.state),
      version: row.version,
      trigger,
      steps: steps.length,
      messages: steps.filter(({ kind }) => kind === 'send').length,
      totals: totals.get(row.id)!,
      started_at: row.started_at?.toISOString() ?? null,
      waits:
        row.wait_reason !== null && row.waits_since && row.state === 'running'
          ? { sentence: readText(row.wait_reason as StoredText), since: row.waits_since.toISOString() }
          : null,
    }
  })
}

/** @throws AppError `not_found`: for a version that it never had, too. */
export async function getSequence(
  app: App,
  businessId: number,
  id: number,
  version?: number,
): Promise<Sequence> {
  const row = await rowsOf(app, businessId).where('s.id', '=', id).executeTakeFirst()
  const [summary] = row ? await summariesOf(app, businessId, [row]) : []
  if (!row || !summary) throw notFound('sequence')
  const shown = version ?? row.version
  if (shown > row.version) throw notFound('sequence')
  const content = await contentOf(app, businessId, id, shown)
  const { timezone } = await getBusiness(app, businessId)
  return {
    ...summary,
    shown_version: shown,
    content,
    phone_number_id: row.phone_number_id,
    timezone,
    figures: await readFigures(app, businessId, { id, version: shown, content }),
    versions: await versionsOf(app, businessId, id),
    cost: await readCost(app, businessId, id, timezone),
    worth: await readWorth(app, businessId, id),
    templates: await templatesOf(app, businessId, content),
    now_marketing: await movedTemplates(app, businessId, row),
    other_variables: row.agreed_at ? await withOtherVariables(app, businessId, id) : [],
  }
}

async function versionsOf(app: App, businessId: number, id: number): Promise<Sequence['versions']> {
  const { rows } = await sql<{ version: number; at: Date; waiting: number; started: number }>`
    select v.version, v.created_at as at, count(p.id) filter (where p.state = 'active')::int as waiting,
      count(p.id)::int as started
    from sequence_versions v
    left join sequence_people p on p.business_id = v.business_id and p.sequence_id = v.sequence_id
      and p.version = v.version
    where v.business_id = ${businessId} and v.sequence_id = ${id}
    group by 1, 2 order by 1 desc`.execute(app.db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

async function templatesOf(
  app: App,
  businessId: number,
  { steps }: SequenceContent,
): Promise<Sequence['templates']> {
  const sends = new Map(steps.flatMap((step) => (step.kind === 'send' ? [[step.template_id, step]] : [])))
  return await Promise.all(
    [...sends.values()].map(async (step) => {
      const found = await stepDraft(app, businessId, step)
      const title = await titleOf(app, businessId, step.template_id)
      return { id: step.template_id, title, problem: 'reason' in found ? readText(found.reason) : null }
    }),
  )
}

async function titleOf(app: App, businessId: number, id: number): Promise<string> {
  const row = await app.db
    .selectFrom('templates')
    .select('title')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.title ?? `#${id}`
}
