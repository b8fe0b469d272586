import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ImportConsent, ImportSettings, undoDays } from '#contract/leads/imports.ts'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { csvType } from '#server/platform/csv.ts'
import { isDatabaseOutage } from '#server/platform/database.ts'
import { dropExports } from '#server/platform/http/resumable.ts'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import { notify } from '#server/platform/notify.ts'
import { journalImport } from '../consent/journal-import.ts'
import { erasureKey } from '../people/erased.ts'
import { forgetOldAnswers } from '../search/directory.ts'
import { UnreadableFile } from './file/table-file.ts'
import { howRead } from './how-read.ts'
import { dropFile, dropOrphans, rejectsKey, withStored } from './import-files.ts'
import {
  columnNames,
  databaseUrl,
  findRow,
  type ImportRow,
  importJob,
  ready,
  rowsFound,
  setStatus,
  tableFile,
  toContract,
} from './imports.ts'
import { dropSamples } from './scrub-imports.ts'
import { inThread } from './write/import-threads.ts'
import { undoRows } from './write/undo-rows.ts'
import { importsChannel } from './write/write-file.ts'

/** Continues an import to its end. Several processes may call it at any time; one does the work. */
export async function runImport(
  app: App,
  businessId: number,
  importId: number,
  signal?: AbortSignal,
): Promise<void> {
  const row = await findRow(app, businessId, importId)
  if (row.status === 'running') await writeOut(app, row, signal)
  const now = await findRow(app, businessId, importId)
  if (now.status === 'cancelling') {
    const kept = await undoRows(app, businessId, importId)
    await dropFile(app, now.stored_as)
    await setStatus(app, businessId, importId, 'cancelling', {
      status: now.fault === null && now.error === null ? 'cancelled' : 'failed',
      stored_as: null,
      finished_at: app.now(),
      kept,
    })
  } else if (now.status === 'undoing') {
    const kept = await undoRows(app, businessId, importId)
    await app.media.remove(rejectsKey(importId))
    await setStatus(app, businessId, importId, 'undoing', { status: 'undone', finished_at: app.now(), kept })
  }
}

async function writeOut(app: App, row: ImportRow, signal?: AbortSignal): Promise<void> {
  const { business_id: businessId, id: importId } = row
  const settings = ImportSettings.parse(row.settings)
  const stopped = watchForStop(app, row)
  const waiting = setInterval(() => void noteWait(app, row), waitNoteMs)
  const rejects = join(await app.media.incoming(), randomUUID())
  try {
    const task = {
      task: 'write',
      databaseUrl: databaseUrl(app),
      businessId,
      erasureKey: erasureKey(app, businessId),
      importId,
      names: columnNames(row, settings),
      rows: rowsFound(row),
      settings,
      ...(await howRead(app, businessId)),
      tag: row.tag ?? '',
      consent: ImportConsent.parse(row.consent),
      userId: row.created_by,
      at: (row.applied_at ?? app.now()).getTime(),
      rejectsPath: rejects,
    } as const
    const end = await withStored(app, ready(row), (path) =>
      inThread(
        { ...task, file: tableFile(path, row, settings) },
        signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal,
        {
          onTurn: () => {
            clearInterval(waiting)
            return noteTurn(app, row)
          },
        },
      ),
    )
    if (end !== 'written') return
    await journalImport(app, businessId, importId)
    await app.media.put(rejectsKey(importId), rejects, csvType)
    await setStatus(app, businessId, importId, 'running', {
      status: 'done',
      stored_as: null,
      finished_at: app.now(),
      undo_until: new Date(app.now().getTime() + undoDays * 86_400_000),
      writable: await countWritable(app, businessId, importId),
    })
    await dropFile(app, row.stored_as)
    // The file holds somebody who was erased.
    if (countedErased(await findRow(app, businessId, importId))) await dropSamples(app, businessId, importId)
  } catch (error) {
    // Cancelled: the committed rows are undone next.
    if (stopped.signal.aborted) return
    // The process stops, or the database or the media cannot be reached: the job continues after the last commit.
    if (signal?.aborted || isDatabaseOutage(error) || error instanceof MediaStoreFailed) throw error
    if (!(error instanceof UnreadableFile)) app.log.error({ err: error, importId }, 'an import failed')
    await setStatus(app, businessId, importId, 'running', {
      status: 'cancelling',
      fault: JSON.stringify(error instanceof UnreadableFile ? error.fault : { code: 'internal' }),
    })
  } finally {
    clearInterval(waiting)
    stopped.end()
    await rm(rejects, { force: true })
  }
}

const countedErased = (row: ImportRow): boolean =>
  toContract(row).counts.reasons.some(({ reason }) => reason === 'erased')

/** People of an import whom a campaign reaches. */
async function countWritable(app: App, businessId: number, importId: number): Promise<number> {
  const { rows } = await sql<{ writable: number }>`
    select count(*)::int as writable from leads
    where business_id = ${businessId} and consent = 'opted_in' and unreachable_at is null
      and (import_id = ${importId} or exists (select from lead_import_updates u
        where u.business_id = leads.business_id and ${onNodeOf(businessId, 'u.business_id')} and u.import_id = ${importId} and u.lead_id = leads.id))`.execute(
    app.db,
  )
  return rows[0]?.writable ?? 0
}

/** Aborts as soon as an import is no longer to run, also in the middle of a chunk. */
function watchForStop(app: App, { business_id, id }: ImportRow): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const look = async (): Promise<void> => {
    const { status } = await findRow(app, business_id, id)
    if (status !== 'running') controller.abort(new Error('the import was stopped'))
  }
  const end = app.notes.listen(importsChannel, (payload) => {
    if (payload !== `${business_id}:${id}`) return
    look().catch((error: unknown) => app.log.debug({ err: error }, 'an import could not be looked at'))
  })
  return { signal: controller.signal, end }
}

/** Well under the time after which an import that does not move is given to another process. */
const waitNoteMs = 15_000

/** Shows that an import that waits for its turn has a process. */
async function noteWait(app: App, { business_id, id }: ImportRow): Promise<void> {
  try {
    await app.db
      .updateTable('lead_imports')
      .set({ progressed_at: sql`now()` })
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute()
  } catch (error) {
    app.log.debug({ err: error }, 'the wait of an import could not be noted')
  }
}

async function noteTurn(app: App, { business_id, id }: ImportRow): Promise<void> {
  await app.db
    .updateTable('lead_imports')
    .set({ begun_at: app.now(), progressed_at: sql`now()` })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('begun_at', 'is', null)
    .execute()
  await notify(app.db, importsChannel, `${business_id}:${id}`)
}

/** An import that nothing has moved for this long has lost its process. */
const stuckAfterSeconds = 60
const readyHours = 24

/** What is removed when an undo ends, also where no process ran for days. */
const hasLeftovers = (app: App) => sql<boolean>`(
  undo_until > ${new Date(app.now().getTime() - 2 * 86_400_000)} or exists (select from lead_import_updates u
    where u.business_id = lead_imports.business_id and u.import_id = lead_imports.id))`

/** By the clock: goes on with imports whose process died, and removes what is no longer needed. */
export async function resumeImports(app: App): Promise<void> {
  const stuck = await app.db
    .selectFrom('lead_imports')
    .select(['business_id', 'id'])
    .where('status', 'in', ['running', 'cancelling', 'undoing'])
    .where('progressed_at', '<', new Date(app.now().getTime() - stuckAfterSeconds * 1000))
    .execute()
  for (const { business_id, id } of stuck) await app.enqueue(importJob, { business_id, import_id: id })

  const forgotten = await app.db
    .deleteFrom('lead_imports')
    .where('status', '=', 'ready')
    .where('created_at', '<', new Date(app.now().getTime() - readyHours * 3_600_000))
    .returning('stored_as')
    .execute()
  for (const { stored_as } of forgotten) await dropFile(app, stored_as)

  const final = await app.db
    .selectFrom('lead_imports')
    .select(['business_id', 'id'])
    .where('status', '=', 'done')
    .where('undo_until', '<', app.now())
    .where(hasLeftovers(app))
    .execute()
  for (const { business_id, id } of final) {
    await app.db
      .deleteFrom('lead_import_updates')
      .where('business_id', '=', business_id)
      .where('import_id', '=', id)
      .execute()
    await app.media.remove(rejectsKey(id))
  }
  await dropOrphans(app)
  await dropExports(app.media, app.now())
  await forgetOldAnswers(app)
}
