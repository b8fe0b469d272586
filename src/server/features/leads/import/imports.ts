import { sql } from 'kysely'
import { z } from 'zod'
import {
  FileKind,
  type ImportCheck,
  ImportConsent,
  ImportSettings,
  LeadImport,
  type StartImportInput,
  undoDays,
} from '#contract/leads/imports.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { directUrlOf } from '#server/platform/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { notify } from '#server/platform/notify.ts'
import { erasureKey } from '../people/erased.ts'
import { phoneProblemText } from '../phone/phone-problem.ts'
import type { ReasonCounts } from '../records/reason-counts.ts'
import { countsOf } from '../records/reasons.ts'
import type { AnalysisChoices } from './file/analyse-file.ts'
import { readAnalysis } from './file/stored-analysis.ts'
import type { TableFile } from './file/table-file.ts'
import { ImportFault } from './file/unreadable.ts'
import { howRead } from './how-read.ts'
import { asAppError, dropFile, type StoredFile, withStored } from './import-files.ts'
import { analysisFor, faultText } from './import-texts.ts'
import { rememberedSettings } from './remembered-settings.ts'
import { isStartOf } from './repeated-start.ts'
import { cancelUnwritten } from './write/cancel-unwritten.ts'
import { inThread } from './write/import-threads.ts'
import { importsChannel } from './write/write-file.ts'

export type Caller = { businessId: number; userId: number }

/** Continues an import: writes its rows, or undoes them. */
export const importJob = defineJob(
  'leads.import',
  z.object({ business_id: z.number().int(), import_id: z.number().int() }),
  // A process that died is noticed by its missing heartbeat; another goes on after the last commit.
  {
    queue: { heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 3600 },
    // Side by side; how many files are read at once is decided by the threads, which take the businesses in turn.
    concurrency: 8,
  },
)

/** Stores an uploaded file as an import and analyses it. */
export async function createImport(app: App, caller: Caller, file: StoredFile): Promise<LeadImport> {
  try {
    const id = await insertImport(app, caller, file)
    return await getImport(app, caller.businessId, id)
  } catch (error) {
    await dropFile(app, file.storedAs)
    throw error
  }
}

/**
 * Analyses a stored file and inserts its import. National numbers are read with `country`; without one, with that of
 * an earlier file of the same columns, or of the business.
 * @returns its id.
 */
export async function insertImport(
  app: App,
  caller: Caller,
  file: StoredFile,
  country?: string,
): Promise<number> {
  const business = await getBusiness(app, caller.businessId)
  const found = await analyse(app, { ...file, choices: { country: country ?? business.country } })
  const earlier = await rememberedSettings(app, caller.businessId, {
    header: found.settings.header,
    analysis: found.analysis,
  })
  const settings: ImportSettings = {
    ...found.settings,
    ...(earlier && { columns: earlier.columns, country: country ?? earlier.country }),
  }
  const { id } = await app.db
    .insertInto('lead_imports')
    .values({
      business_id: caller.businessId,
      file_name: file.fileName,
      bytes: file.bytes,
      kind: file.kind,
      stored_as: file.storedAs,
      status: 'ready',
      unquoted: !found.quoted,
      settings: JSON.stringify(settings),
      analysis: JSON.stringify(found.analysis),
      created_by: caller.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Reads the file of an import again with other choices. */
export async function analyseAgain(
  app: App,
  businessId: number,
  id: number,
  choices: Partial<AnalysisChoices>,
): Promise<LeadImport> {
  const row = await findRow(app, businessId, id)
  const storedAs = ready(row)
  const settings = ImportSettings.parse(row.settings)
  const found = await analyse(app, {
    storedAs,
    kind: FileKind.parse(row.kind),
    choices: { ...(choices.sheet === undefined ? settings : { country: settings.country }), ...choices },
  })
  // The person's mapping stays while the columns are the same.
  const same =
    found.analysis.columns.map(({ name }) => name).join('\n') ===
    readAnalysis(row.analysis)
      .columns.map(({ name }) => name)
      .join('\n')
  await app.db
    .updateTable('lead_imports')
    .set({
      settings: JSON.stringify({ ...found.settings, ...(same && { columns: settings.columns }) }),
      analysis: JSON.stringify(found.analysis),
      unquoted: !found.quoted,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()
  return await getImport(app, businessId, id)
}

/** What an import with these settings would do. The settings are kept, so that a reload shows them. */
export async function checkImport(
  app: App,
  businessId: number,
  id: number,
  settings: ImportSettings,
): Promise<ImportCheck> {
  const row = await findRow(app, businessId, id)
  const storedAs = ready(row)
  const task = {
    task: 'check',
    databaseUrl: databaseUrl(app),
    businessId,
    erasureKey: erasureKey(app, businessId),
    names: columnNames(row, settings),
    rows: rowsFound(row),
    settings,
    ...(await howRead(app, businessId)),
  } as const
  await saveSettings(app, businessId, id, settings)
  const { counts, examples, ...found } = await withStored(app, storedAs, (path) =>
    inThread({ ...task, file: tableFile(path, row, settings) }),
  ).catch(asAppError)
  return {
    ...found,
    counts: countsOf(counts),
    examples: examples.map(({ cell, ...one }) =>
      'phone' in one
        ? { cell, phone: one.phone, problem: null }
        : { cell, phone: null, problem: phoneProblemText(one.why) },
    ),
  }
}

/** Starts an import. It goes on after a restart. */
export async function startImport(
  app: App,
  businessId: number,
  id: number,
  input: z.output<typeof StartImportInput>,
  options: { inJob: boolean } = { inJob: true },
): Promise<LeadImport> {
  const row = await findRow(app, businessId, id)
  if (isStartOf(row, input)) return toContract(row)
  ready(row)
  columnNames(row, input.settings)
  await app.transaction(async (tx) => {
    const started = await tx.db
      .updateTable('lead_imports')
      .set({
        status: 'running',
        settings: JSON.stringify(input.settings),
        tag: input.tag,
        consent: JSON.stringify(input.consent),
        applied_at: tx.now(),
        started_at: tx.now(),
        progressed_at: tx.now(),
      })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('status', '=', 'ready')
      .returning('id')
      .executeTakeFirst()
    if (!started) throw new AppError('conflict', t('leads.imports.started'))
    if (options.inJob) await tx.enqueue(importJob, { business_id: businessId, import_id: id })
  })
  return await getImport(app, businessId, id)
}

/** Stops an import and undoes what it wrote. One that was not started is removed with its file. */
export async function cancelImport(app: App, businessId: number, id: number): Promise<LeadImport> {
  const row = await findRow(app, businessId, id)
  const waits = { status: 'cancelled', stored_as: null, finished_at: app.now() } as const
  // Started at the same moment, it needs its file and is stopped as one that runs.
  if (row.status === 'ready' && (await setStatus(app, businessId, id, 'ready', waits))) {
    await dropFile(app, row.stored_as)
    return await getImport(app, businessId, id)
  }
  if (await cancelUnwritten(app, businessId, id)) {
    if (row.stored_as) await dropFile(app, row.stored_as)
    return await getImport(app, businessId, id)
  }
  await app.transaction(async (tx) => {
    const stopped = await setStatus(tx, businessId, id, 'running', { status: 'cancelling' })
    if (!stopped) throw new AppError('conflict', t('leads.imports.notRunning'))
    await tx.enqueue(importJob, { business_id: businessId, import_id: id })
  })
  return await getImport(app, businessId, id)
}

/** Undoes an import that is done, within seven days. */
export async function undoImport(app: App, businessId: number, id: number): Promise<LeadImport> {
  const row = await findRow(app, businessId, id)
  if (row.status !== 'done') throw new AppError('conflict', t('leads.imports.notDone'))
  if (!row.undo_until || row.undo_until < app.now()) {
    throw new AppError('rule_broken', t('leads.imports.tooOld', { days: undoDays }))
  }
  await app.transaction(async (tx) => {
    const undoing = await setStatus(tx, businessId, id, 'done', { status: 'undoing' })
    if (!undoing) throw new AppError('conflict', t('leads.imports.undoing'))
    await tx.enqueue(importJob, { business_id: businessId, import_id: id })
  })
  return await getImport(app, businessId, id)
}

/** One import as the contract shows it. */
export async function getImport(app: App, businessId: number, id: number): Promise<LeadImport> {
  return toContract(await findRow(app, businessId, id))
}

/** Imports, the newest first. */
export async function listImports(
  app: App,
  businessId: number,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<{ imports: LeadImport[]; next_cursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    throw new AppError('invalid_input', t('leads.notFound.page'))
  const rows = await app.db
    .selectFrom('lead_imports')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('status', '!=', 'ready')
    .$if(cursor !== undefined, (query) => query.where('id', '<', Number(cursor)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const imports = rows.slice(0, limit).map(toContract)
  return { imports, next_cursor: rows.length > limit ? String(imports.at(-1)?.id) : null }
}

export type ImportRow = Awaited<ReturnType<typeof findRow>>

/** The row of an import. @throws AppError `not_found` */
export async function findRow(app: App, businessId: number, id: number) {
  const row = await app.db
    .selectFrom('lead_imports')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('import')
  return row
}

/** Moves an import from one status to another, and notifies its listeners. */
export async function setStatus(
  app: App,
  businessId: number,
  id: number,
  from: LeadImport['status'],
  set: { status: LeadImport['status'] } & Partial<Record<'finished_at' | 'undo_until', Date>> & {
      stored_as?: null
      fault?: string
      kept?: number
      writable?: number
    },
): Promise<boolean> {
  const moved = await app.db
    .updateTable('lead_imports')
    .set({ ...set, progressed_at: sql`now()` })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id')
    .executeTakeFirst()
  if (moved) await notify(app.db, importsChannel, `${businessId}:${id}`)
  return moved !== undefined
}

/** How the file of an import is read. */
export function tableFile(path: string, row: ImportRow, settings: ImportSettings): TableFile {
  return {
    path,
    kind: FileKind.parse(row.kind),
    sheet: settings.sheet,
    encoding: settings.encoding,
    delimiter: settings.delimiter,
    quoted: !row.unquoted,
  }
}

/** The names of the columns. @throws AppError when the mapping does not fit them or has no phone. */
export function columnNames(row: ImportRow, settings: ImportSettings): string[] {
  const names = readAnalysis(row.analysis).columns.map(({ name }) => name)
  if (settings.columns.length !== names.length) {
    throw new AppError('rule_broken', t('leads.imports.columnsChanged'))
  }
  if (!settings.columns.includes('phone')) {
    throw new AppError('rule_broken', t('leads.imports.phoneMissing'))
  }
  return names
}

/** The rows of the file, as counted by the analysis. */
export const rowsFound = (row: ImportRow): number => readAnalysis(row.analysis).rows

/** An import has a temporary table and a lock in a session of its own. */
export const databaseUrl = (app: App): string => directUrlOf(app.pool)

const byReason = z.record(z.string(), z.number()).default({})
const Reasons: z.ZodType<ReasonCounts> = z.object({ skipped: byReason, rejected: byReason })

export function toContract(row: ImportRow): LeadImport {
  const counts = countsOf({
    rows: row.rows_done,
    created: row.created,
    updated: row.updated,
    reasons: Reasons.parse(row.reasons),
  })
  return {
    id: row.id,
    file_name: row.file_name,
    bytes: row.bytes,
    kind: LeadImport.shape.kind.parse(row.kind),
    status: LeadImport.shape.status.parse(row.status),
    settings: ImportSettings.parse(row.settings),
    analysis: analysisFor(row.analysis),
    tag: row.tag,
    consent: row.consent === null ? null : ImportConsent.parse(row.consent),
    counts,
    rows_done: row.rows_done,
    waits: row.status === 'running' && row.begun_at === null,
    // Imports of earlier versions have a sentence in place of a code.
    error: row.fault === null ? row.error : faultText(ImportFault.parse(row.fault)),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    progressed_at: row.progressed_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    undo_until: row.undo_until?.toISOString() ?? null,
    // Their file goes when the import can no longer be undone.
    has_rejects: row.rejected > 0 && row.status === 'done' && Number(row.undo_until) > Date.now(),
    writable: row.writable,
    kept: row.kept,
  }
}

async function analyse(
  app: App,
  { storedAs, kind, choices }: { storedAs: string; kind: FileKind; choices: AnalysisChoices },
) {
  return await withStored(app, storedAs, (path) => inThread({ task: 'analyse', path, kind, choices })).catch(
    asAppError,
  )
}

async function saveSettings(
  app: App,
  businessId: number,
  id: number,
  settings: ImportSettings,
): Promise<void> {
  await app.db
    .updateTable('lead_imports')
    .set({ settings: JSON.stringify(settings) })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .execute()
}

export function ready(row: ImportRow): string {
  if (!row.stored_as) throw new AppError('conflict', t('leads.imports.fileGone'))
  return row.stored_as
}
