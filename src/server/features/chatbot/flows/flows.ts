import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import {
  checkFlow,
  diffFlows,
  type Flow,
  type FlowDefinition,
  type FlowFile,
  type FlowProblem,
  type FlowSummary,
  isWarning,
} from '#contract/chatbot/chatbot.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { withStoredSecrets } from '../secrets/move-secrets.ts'
import { lockSecrets, withoutSecrets } from '../secrets/secrets.ts'
import { startUsing } from '../settings.ts'
import { allProblems } from './all-problems.ts'
import { foreignNames, withoutForeign, withoutIds } from './foreign.ts'

type Caller = { businessId: number; userId: number }
type Row = {
  id: number
  name: string
  archived_at: Date | null
  revision: number
  published_version: number | null
  published_revision: number | null
  draft: FlowDefinition
  active: number
  updated_at: Date
  published: FlowDefinition | null
}

const mostFlows = 500

async function readFlows(app: App, businessId: number, id: number | null): Promise<Row[]> {
  const published =
    id === null
      ? sql`null::jsonb`
      : sql`(select v.definition from bot_flow_versions v
        where v.business_id = ${businessId} and v.flow_id = f.id and v.version = f.published_version)`
  const { rows } = await sql<Row>`
    select f.id, f.name, f.archived_at, f.revision, f.published_version, f.published_revision, f.draft, f.updated_at,
      (select count(*)::int from bot_sessions s where s.business_id = f.business_id
        and ${onNodeOf(businessId, 's.business_id')} and s.flow_id = f.id and s.waits is not null) as active,
      ${published} as published
    from bot_flows f
    where f.business_id = ${businessId} and (${id}::bigint is null or f.id = ${id}::bigint)
    order by f.updated_at desc, f.id desc`.execute(app.db)
  return rows
}

const summaryOf = (row: Row): FlowSummary => ({
  id: Number(row.id),
  name: row.name,
  archived: row.archived_at !== null,
  revision: row.revision,
  published_version: row.published_version,
  changed: row.published_revision !== row.revision,
  steps: row.draft.steps.length,
  problems: checkFlow(row.draft).filter((one) => !isWarning(one)).length,
  active: row.active,
  updated_at: row.updated_at.toISOString(),
})

export async function listFlows(app: App, businessId: number, archived: boolean): Promise<FlowSummary[]> {
  const rows = await readFlows(app, businessId, null)
  return rows.filter((row) => (row.archived_at !== null) === archived).map(summaryOf)
}

/** @throws AppError `not_found` */
export async function getFlow(app: App, businessId: number, id: number): Promise<Flow> {
  const [row] = await readFlows(app, businessId, id)
  if (!row) throw notFound('flow')
  return { ...summaryOf(row), draft: row.draft, published: row.published }
}

/** With what keeps its draft from being published. @throws AppError `not_found` */
export async function getDraft(
  app: App,
  businessId: number,
  id: number,
): Promise<{ flow: Flow; problems: FlowProblem[] }> {
  const flow = await getFlow(app, businessId, id)
  return { flow, problems: await allProblems(app, businessId, flow.draft) }
}

const emptyFlow: FlowDefinition = { start: null, steps: [] }

/** Plain values of headers that usually carry a secret are stored apart. @throws AppError `rule_broken`, `not_found` */
export async function createFlow(
  app: App,
  businessId: number,
  name: string,
  draft: FlowDefinition = emptyFlow,
): Promise<Flow> {
  const id = await app.transaction(async (tx) => {
    await startUsing(tx, businessId)
    await lockSecrets(tx, businessId, draft)
    const [stored] = await withStoredSecrets(tx, businessId, [draft])
    const { rows } = await sql<{ id: number }>`
      insert into bot_flows (business_id, name, draft, secrets_moved, created_at, updated_at)
      select ${businessId}, ${name.toWellFormed()}, ${JSON.stringify(stored)}::jsonb, true, ${tx.now()}, ${tx.now()}
      from bot_flows where business_id = ${businessId} having count(*) < ${mostFlows} returning id`.execute(
      tx.db,
    )
    if (!rows[0]) throw new AppError('rule_broken', t('chatbot.tooManyFlows', { most: mostFlows }))
    return Number(rows[0].id)
  })
  return await getFlow(app, businessId, id)
}

/** @throws AppError `not_found`; `conflict` when somebody saved meanwhile. */
export async function saveFlow(
  app: App,
  businessId: number,
  id: number,
  given: { revision: number; name?: string | undefined; definition: FlowDefinition },
): Promise<{ flow: Flow; problems: FlowProblem[] }> {
  await refuseForeign(app, businessId, given.definition)
  const saved = await app.transaction(async (tx) => {
    await lockSecrets(tx, businessId, given.definition)
    return await tx.db
      .updateTable('bot_flows')
      .set({
        draft: JSON.stringify(given.definition),
        ...(given.name !== undefined && { name: given.name.toWellFormed() }),
        revision: given.revision + 1,
        updated_at: tx.now(),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('revision', '=', given.revision)
      .returning('id')
      .executeTakeFirst()
  })
  const flow = await getFlow(app, businessId, id)
  if (!saved) throw new AppError('conflict', t('chatbot.flowChanged'))
  return { flow, problems: await allProblems(app, businessId, flow.draft) }
}

/** @throws AppError `not_found`, `conflict`, `rule_broken` while it has problems. */
export async function publishFlow(
  app: App,
  { businessId, userId }: Caller,
  id: number,
  revision: number,
): Promise<Flow> {
  await app.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('bot_flows')
      .select(['draft', 'revision', 'published_revision'])
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('flow')
    if (row.revision !== revision) throw new AppError('conflict', t('chatbot.flowChanged'))
    if (row.published_revision === revision) return
    const definition = row.draft as FlowDefinition
    const problems = await allProblems(tx, businessId, definition)
    if (!problems.every(isWarning)) {
      throw new AppError('rule_broken', t('chatbot.flowHasProblems'), { problems })
    }
    await refuseForeign(tx, businessId, definition)
    const { rows } = await sql<{ version: number }>`
      insert into bot_flow_versions (business_id, flow_id, version, definition, published_at, published_by)
      select ${businessId}, ${id}, coalesce(max(version), 0) + 1, ${JSON.stringify(definition)}::jsonb, ${tx.now()},
        ${userId}
      from bot_flow_versions where business_id = ${businessId} and flow_id = ${id} returning version`.execute(
      tx.db,
    )
    await tx.db
      .updateTable('bot_flows')
      .set({ published_version: rows[0]!.version, published_revision: revision, updated_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  })
  return await getFlow(app, businessId, id)
}

async function refuseForeign(app: App, businessId: number, definition: FlowDefinition): Promise<void> {
  const [first] = await foreignNames(app, businessId, definition)
  if (first) throw notFound(first)
}

/** @throws AppError `not_found` */
export async function listVersions(app: App, businessId: number, id: number) {
  await getFlow(app, businessId, id)
  const { rows } = await sql<{
    version: number
    published_at: Date
    published_by: string | null
    active: number
  }>`
    select v.version, v.published_at, u.name as published_by,
      (select count(*)::int from bot_sessions s where s.business_id = v.business_id
        and ${onNodeOf(businessId, 's.business_id')} and s.flow_id = v.flow_id and s.version = v.version and s.waits is not null) as active
    from bot_flow_versions v
    left join users u on u.business_id = v.business_id and u.id = v.published_by
    where v.business_id = ${businessId} and v.flow_id = ${id} order by v.version desc`.execute(app.db)
  return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }))
}

/** @throws AppError `not_found` */
export async function getVersion(
  app: App,
  businessId: number,
  id: number,
  version: number,
): Promise<FlowDefinition> {
  const row = await app.db
    .selectFrom('bot_flow_versions')
    .select('definition')
    .where('business_id', '=', businessId)
    .where('flow_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound('version')
  return row.definition as FlowDefinition
}

/** What changed from a version to another one, or to the draft. @throws AppError `not_found` */
export async function diffVersions(
  app: App,
  businessId: number,
  id: number,
  { from, to }: { from: number; to?: number | undefined },
): Promise<ReturnType<typeof diffFlows>> {
  const before = await getVersion(app, businessId, id, from)
  const after =
    to === undefined ? (await getFlow(app, businessId, id)).draft : await getVersion(app, businessId, id, to)
  return diffFlows(before, after)
}

/** Nobody enters an archived flow; who is in it goes on. @throws AppError `not_found` */
export async function archiveFlow(
  app: App,
  businessId: number,
  id: number,
  archived: boolean,
): Promise<Flow> {
  await app.db
    .updateTable('bot_flows')
    .set({ archived_at: archived ? app.now() : null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .execute()
  return await getFlow(app, businessId, id)
}

/** @throws AppError `not_found` */
export async function exportFlow(app: App, businessId: number, id: number): Promise<FlowFile> {
  const { name, draft } = await getFlow(app, businessId, id)
  const definition = withoutSecrets(draft)
  return { format: 'tidings-flow', version: 1, name, from: originOfFiles(app, businessId), definition }
}

/** The same number names something else in another install. */
const originOfFiles = (app: App, businessId: number): string =>
  createHmac('sha256', app.secrets.lastingKeyFor('origin of files of flows'))
    .update(String(businessId))
    .digest('base64url')
    .slice(0, 22)

/** What a file names and this business does not have is left empty, secrets always: the check says where. */
export async function importFlow(
  app: App,
  businessId: number,
  file: FlowFile,
): Promise<{ flow: Flow; problems: FlowProblem[] }> {
  // A file of an earlier version does not say where it is from.
  const isOwn = (file.from ?? originOfFiles(app, businessId)) === originOfFiles(app, businessId)
  const named = isOwn ? await withoutForeign(app, businessId, file.definition) : withoutIds(file.definition)
  const definition = withoutSecrets(named)
  const flow = await createFlow(app, businessId, file.name, definition)
  return { flow, problems: await allProblems(app, businessId, flow.draft) }
}
