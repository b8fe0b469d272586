import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { PostImport, PostImportRow } from '#contract/social/planning.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { csvRows, UnreadableFile } from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { listAccounts } from '../../accounts/stored-accounts.ts'
import { findEarlier } from '../../posts/duplicates.ts'
import { type Problem, problemText } from '../../posts/form/problems.ts'
import { cellsOf, findColumns } from './columns.ts'
import { importPosts } from './job-names.ts'
import { type JudgedRow, judgeRow } from './judge-row.ts'
import { markTwins } from './twins.ts'

const megabytes = 5
const mostRows = 1_000

/** Reads a file of posts, judges each row and keeps both. Nothing is scheduled. */
export async function previewImport(app: App, caller: Caller, request: FastifyRequest): Promise<PostImport> {
  const { fileName, rows } = await receiveRows(app, request)
  const { timezone } = await getBusiness(app, caller.businessId)
  const accounts = await listAccounts(app, caller.businessId)
  const now = app.now()
  const judged = rows.map(({ cells }) => judgeRow(cells, { accounts, timezone, now }))
  markTwins(judged)
  for (const row of judged) await markDuplicates(app, caller.businessId, row)
  const id = await app.transaction(async (tx) => {
    const { id } = await tx.db
      .insertInto('social_post_imports')
      .values({
        business_id: caller.businessId,
        file_name: fileName,
        state: 'checked',
        total: judged.length,
        created_by: caller.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('social_post_import_rows')
      .values(
        judged.map((row, index) => ({
          business_id: caller.businessId,
          import_id: id,
          row_number: rows[index]!.number,
          state: row.problems.length === 0 ? 'ready' : 'wrong',
          cells: JSON.stringify(row.cells),
          due_at: row.dueAt,
          timezone: row.timezone,
          account_ids: row.accounts.map((account) => account.id),
          problems: JSON.stringify(row.problems),
        })),
      )
      .execute()
    return id
  })
  return await getImport(app, caller.businessId, id)
}

/** What goes or went to one of the accounts within 24 hours is not scheduled from a file: nobody is there to ask. */
async function markDuplicates(app: App, businessId: number, row: JudgedRow): Promise<void> {
  const { dueAt, cells, accounts } = row
  if (!dueAt || row.problems.length > 0) return
  const earlier = await findEarlier(
    app,
    businessId,
    accounts.map((account) => ({ account, caption: cells.caption, hashes: [], format: 'text', dueAt })),
  )
  for (const { page_name } of earlier.slice(0, 1))
    row.problems.push({ field: 'caption', code: 'duplicate', params: { account: page_name } })
}

async function receiveRows(app: App, request: FastifyRequest) {
  const path = join(await app.media.incoming(), randomUUID())
  try {
    const part = await request.file({ limits: { fileSize: megabytes * 1_000_000, files: 1 } })
    if (!part?.filename) throw new AppError('invalid_input', t('social.planning.import.fileMissing'))
    const fileName = part.filename.replaceAll(/[\p{C}/\\]/gu, '').slice(-200)
    if (!/\.csv$/i.test(fileName)) {
      part.file.resume()
      throw new AppError('unsupported_media_type', t('social.planning.import.onlyCsv'))
    }
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }))
    if (part.file.truncated)
      throw new AppError('too_large', t('social.planning.import.tooLarge', { megabytes }))
    return { fileName, rows: await readRows(path, fileName) }
  } finally {
    await rm(path, { force: true })
  }
}

async function readRows(path: string, fileName: string) {
  const rows: { number: number; cells: ReturnType<typeof cellsOf> }[] = []
  let columns: ReturnType<typeof findColumns> | undefined
  let number = 0
  try {
    for await (const row of csvRows(path, fileName)) {
      number += 1
      // Spreadsheets leave rows of empty cells, most of them at the end.
      if (row.every((cell) => cell.trim() === '')) continue
      if (!columns) columns = findColumns(row)
      else if (rows.length === mostRows)
        throw new AppError('rule_broken', t('social.planning.import.tooManyRows', { limit: mostRows }))
      else rows.push({ number, cells: cellsOf(row, columns) })
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new AppError('rule_broken', t('social.planning.import.unreadable'), { cause: error })
  }
  if (rows.length === 0) throw new AppError('rule_broken', t('social.planning.import.empty'))
  return rows
}

type Row = {
  id: number
  file_name: string
  state: PostImport['state']
  total: number
  created_at: Date
  ready: number
  wrong: number
  done: number
  failed: number
}

const latestImports = 20

/** The latest imports of posts with how far each is; or one. */
async function readImports(app: App, businessId: number, id?: number): Promise<PostImport[]> {
  const { rows } = await sql<Row>`
    select i.id, i.file_name, i.state, i.total, i.created_at, c.ready, c.wrong, c.done, c.failed
    from (
      select * from social_post_imports
      where business_id = ${businessId} ${id === undefined ? sql`` : sql`and id = ${id}`}
      order by id desc limit ${latestImports}
    ) as i
    cross join lateral (
      select count(*) filter (where r.state = 'ready')::int as ready,
        count(*) filter (where r.state = 'wrong')::int as wrong,
        count(*) filter (where r.state = 'done')::int as done,
        count(*) filter (where r.state = 'failed')::int as failed
      from social_post_import_rows r
      where r.business_id = i.business_id and ${onNodeOf(businessId, 'r.business_id')} and r.import_id = i.id
    ) as c
    order by i.id desc`.execute(app.db)
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

export const listImports = (app: App, businessId: number): Promise<PostImport[]> =>
  readImports(app, businessId)

export async function getImport(app: App, businessId: number, id: number): Promise<PostImport> {
  const [found] = await readImports(app, businessId, id)
  if (!found) throw notFound('import')
  return found
}

type RowQuery = {
  limit: number
  cursor?: string | undefined
  state?: PostImportRow['state'] | 'problem' | undefined
}

/** The rows of an import in the order of its file. */
export async function listImportRows(
  app: App,
  businessId: number,
  id: number,
  { limit, cursor, state }: RowQuery,
): Promise<{ rows: PostImportRow[]; next_cursor: string | null }> {
  await getImport(app, businessId, id)
  const after = Number(cursor ?? 0)
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    throw new AppError('invalid_input', t('social.posts.cursor'))
  const found = await app.db
    .selectFrom('social_post_import_rows')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('import_id', '=', id)
    .where('row_number', '>', after)
    .$if(state !== undefined, (query) =>
      query.where('state', 'in', state === 'problem' ? ['wrong', 'failed'] : [state!]),
    )
    .orderBy('row_number')
    .limit(limit + 1)
    .execute()
  const page = found.slice(0, limit)
  return {
    rows: page.map((row): PostImportRow => {
      const cells = row.cells as Partial<Record<string, string>>
      return {
        row: row.row_number,
        state: row.state as PostImportRow['state'],
        scheduled_time: row.due_at?.toISOString() ?? null,
        accounts: cells.accounts ?? '',
        caption: cells.caption ?? '',
        media_address: cells.media ?? '',
        link: cells.link ?? '',
        first_comment: cells.firstComment ?? '',
        problems: (row.problems as Problem[]).map((problem) => ({
          field: problem.field,
          sentence: problemText(problem),
        })),
        post_ids: row.publication_ids,
      }
    }),
    next_cursor: found.length > limit ? String(page.at(-1)!.row_number) : null,
  }
}

/** Starts the job that schedules the rows. Once: a second confirmation is refused. */
export async function confirmImport(app: App, businessId: number, id: number): Promise<PostImport> {
  const before = await getImport(app, businessId, id)
  if (before.state === 'checked' && before.ready === 0)
    throw new AppError('rule_broken', t('social.planning.import.nothing'))
  await app.transaction(async (tx) => {
    const started = await tx.db
      .updateTable('social_post_imports')
      .set({ state: 'running', confirmed_at: tx.now() })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', '=', 'checked')
      .returning('id')
      .executeTakeFirst()
    if (!started) {
      const isOver = before.state === 'cancelled'
      throw new AppError(
        'conflict',
        t(isOver ? 'social.planning.import.over' : 'social.planning.import.confirmed'),
      )
    }
    await tx.enqueue(importPosts, { business_id: businessId, id }, { singletonKey: `${businessId} ${id}` })
  })
  return await getImport(app, businessId, id)
}

/** Schedules no further rows. What is scheduled stays. */
export async function cancelImport(app: App, businessId: number, id: number): Promise<PostImport> {
  await getImport(app, businessId, id)
  const cancelled = await app.db
    .updateTable('social_post_imports')
    .set({ state: 'cancelled', finished_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', 'in', ['checked', 'running'])
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) throw new AppError('conflict', t('social.planning.import.over'))
  return await getImport(app, businessId, id)
}
