import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { BulkChange, bulkUndoDays } from '#contract/leads/changes.ts'
import type { Audience, BulkInput } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { foregroundShare } from '#server/platform/http/foreground.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { inAudience, namesSomebody } from '../records/audience.ts'
import { rememberTags } from '../records/one-lead.ts'
import { withCurrentTags } from '../records/tag-aliases.ts'
import { applyNext, batchRows } from './apply-change.ts'
import { firstRows, nextRows, restAfter } from './pace.ts'

/** Goes on with a change of many leads, or with its undo. */
export const bulkJob = defineJob(
  'leads.bulk-change',
  z.object({ business_id: z.number().int(), change_id: z.number().int() }),
  {
    queue: { heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 },
    concurrency: 2,
  },
)

type ChangeRow = Awaited<ReturnType<typeof findChange>>

/** Starts a bulk change: few leads are changed at once, many by a job. */
export async function startChange(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  { audience: named, action, tag, details }: z.output<typeof BulkInput>,
): Promise<BulkChange> {
  if (action === 'consent' && !details) {
    const sentence = t('leads.consent.howMissingMany')
    throw new AppError('invalid_input', sentence, { fields: { details: sentence } })
  }
  if ((action === 'tag' || action === 'untag') && !tag) {
    const sentence = t('leads.bulk.tagMissing')
    throw new AppError('invalid_input', sentence, { fields: { tag: sentence } })
  }
  if (!namesSomebody(named)) {
    const sentence = t('leads.bulk.nobody')
    throw new AppError('invalid_input', sentence, { fields: { audience: sentence } })
  }
  const audience = await withCurrentTags(app, businessId, named)
  const scope = await countScope(app, businessId, audience)
  const { id } = await app.db
    .insertInto('lead_bulk_changes')
    .values({
      business_id: businessId,
      action,
      tag: tag ?? null,
      details: details ?? null,
      audience: JSON.stringify(audience),
      status: 'running',
      leads: scope.leads,
      last_id: scope.last,
      applied_at: app.now(),
      user_id: userId,
      progressed_at: app.now(),
      undo_until: new Date(app.now().getTime() + bulkUndoDays * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // A few leads are changed before the answer; many are the job's from the first on.
  if (scope.leads > batchRows || (await applyNext(app, businessId, id, 'running'))) {
    await app.enqueue(bulkJob, { business_id: businessId, change_id: id })
  }
  if (action === 'tag' && tag && scope.leads > 0) await rememberTags(app, businessId, [tag])
  return await getChange(app, businessId, id)
}

/** How many leads the change looks at; leads that are added later are not included. */
async function countScope(
  app: App,
  businessId: number,
  { lead_ids }: Audience,
): Promise<{ leads: number; last: number }> {
  const among = lead_ids ? inAudience({ lead_ids }) : sql<boolean>`true`
  const { rows } = await sql<{ leads: number; last: number }>`
    select count(*)::int as leads, coalesce(max(id), 0) as last from leads
    where business_id = ${businessId} and ${among}`.execute(app.db)
  return { leads: rows[0]?.leads ?? 0, last: Number(rows[0]?.last ?? 0) }
}

/** Undoes a change, also while it runs. What was changed again since stays as it is. */
export async function undoChange(app: App, businessId: number, id: number): Promise<BulkChange> {
  const row = await findChange(app, businessId, id)
  const { changed } = row
  if (row.undo_until < app.now()) {
    throw new AppError('rule_broken', t('leads.bulk.tooOld', { days: bulkUndoDays }))
  }
  const moved = await app.db
    .updateTable('lead_bulk_changes')
    // The undo begins at the last lead.
    .set({ status: 'undoing', cursor_id: Number.MAX_SAFE_INTEGER, progressed_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', 'in', ['running', 'done'])
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw new AppError('conflict', t('leads.bulk.undoing'))
  if (changed > batchRows || (await applyNext(app, businessId, id, 'undoing'))) {
    await app.enqueue(bulkJob, { business_id: businessId, change_id: id })
  }
  return await getChange(app, businessId, id)
}

/** Brings a change, or its undo, to its end from wherever it is. Several processes may call it at any time. */
export async function runChange(
  app: App,
  businessId: number,
  id: number,
  signal?: AbortSignal,
): Promise<void> {
  let rows = firstRows
  while (!signal?.aborted) {
    const { status } = await findChange(app, businessId, id)
    if (status !== 'running' && status !== 'undoing') return
    const start = performance.now()
    await applyNext(app, businessId, id, status, rows)
    const took = performance.now() - start
    const share = foregroundShare()
    rows = nextRows(rows, took, share)
    await pause(restAfter(took, share), undefined, { signal }).catch(() => undefined)
  }
}

const stuckAfterSeconds = 60
/** Undo data that is removed in one statement. */
const forgottenRows = 10_000

/** By the clock: goes on with changes whose process died, and forgets what can no longer be undone. */
export async function resumeChanges(app: App): Promise<void> {
  const stuck = await app.db
    .selectFrom('lead_bulk_changes')
    .select(['business_id', 'id'])
    .where('status', 'in', ['running', 'undoing'])
    .where('progressed_at', '<', new Date(app.now().getTime() - stuckAfterSeconds * 1000))
    .execute()
  for (const { business_id, id } of stuck) await app.enqueue(bulkJob, { business_id, change_id: id })
  const old = await app.db
    .selectFrom('lead_bulk_changes')
    .select(['business_id', 'id'])
    .where('status', '=', 'done')
    .where('undo_until', '<', app.now())
    .where('undo_until', '>', new Date(app.now().getTime() - 2 * 86_400_000))
    .execute()
  for (const { business_id, id } of old) {
    let gone: number
    do {
      const { rows } = await sql`
        delete from lead_bulk_snapshots where ${onNodeOf(business_id)} and ctid = any(array(
          select ctid from lead_bulk_snapshots where business_id = ${business_id} and change_id = ${id}
          limit ${forgottenRows}))
        returning 1`.execute(app.db)
      gone = rows.length
    } while (gone === forgottenRows)
  }
}

/** One change as the contract shows it. */
export async function getChange(app: App, businessId: number, id: number): Promise<BulkChange> {
  return toContract(await findChange(app, businessId, id))
}

/** Changes, the newest first. */
export async function listChanges(app: App, businessId: number): Promise<BulkChange[]> {
  const rows = await app.db
    .selectFrom('lead_bulk_changes')
    .selectAll()
    .where('business_id', '=', businessId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map(toContract)
}

async function findChange(app: App, businessId: number, id: number) {
  const row = await app.db
    .selectFrom('lead_bulk_changes')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('change')
  return row
}

function toContract(row: ChangeRow): BulkChange {
  return {
    id: row.id,
    action: BulkChange.shape.action.parse(row.action),
    tag: row.tag,
    status: BulkChange.shape.status.parse(row.status),
    leads: row.leads,
    leads_done: row.leads_done,
    changed: row.changed,
    undone: row.undone,
    kept: row.kept,
    started_at: row.applied_at.toISOString(),
    progressed_at: row.progressed_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    undo_until: row.undo_until.toISOString(),
  }
}
