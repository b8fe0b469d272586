import type { PostMedia } from '#contract/social/posts.ts'
import type { App } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import { findEarlier, lockAccounts } from '../../posts/duplicates.ts'
import { judgePost } from '../../posts/form/judge-post.ts'
import { problemOfTime } from '../../posts/form/post-times.ts'
import type { Problem } from '../../posts/form/problems.ts'
import { mediaAt } from '../../posts/media-address.ts'
import { insertPosts } from '../../posts/store-posts.ts'
import { wakePublisher } from '../../publish/publish.ts'
import type { Cells } from './columns.ts'

/** A row whose processing was killed so often is given up: its file may be what kills the process. */
const mostAttempts = 3
const titleLength = 100

type Import = { business_id: number; id: number }

/**
 * The job: schedules the rows of a confirmed import, one by one. Each row's posts and its new state are one
 * transaction, so that a job that was killed goes on where it was and makes nothing twice.
 */
export async function runImport(app: App, of: Import, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const row = await nextRow(app, of)
    if (!row) break
    await scheduleRow(app, of, row)
  }
  await app.db
    .updateTable('social_post_imports')
    .set({ state: 'done', finished_at: app.now() })
    .where('business_id', '=', of.business_id)
    .where('id', '=', of.id)
    .where('state', '=', 'running')
    .execute()
}

type Row = NonNullable<Awaited<ReturnType<typeof nextRow>>>

/** The next row that is to be scheduled; none once the import is cancelled. */
async function nextRow(app: App, { business_id, id }: Import) {
  const row = await app.db
    .selectFrom('social_post_import_rows as r')
    .innerJoin('social_post_imports as i', (join) =>
      join.onRef('i.business_id', '=', 'r.business_id').onRef('i.id', '=', 'r.import_id'),
    )
    .select(['r.row_number', 'r.cells', 'r.due_at', 'r.timezone', 'r.account_ids', 'r.attempts'])
    .select('i.created_by')
    .where('r.business_id', '=', business_id)
    .where('r.import_id', '=', id)
    .where('r.state', '=', 'ready')
    .where('i.state', '=', 'running')
    .orderBy('r.row_number')
    .limit(1)
    .executeTakeFirst()
  if (row) {
    await app.db
      .updateTable('social_post_import_rows')
      .set((set) => ({ attempts: set('attempts', '+', 1) }))
      .where('business_id', '=', business_id)
      .where('import_id', '=', id)
      .where('row_number', '=', row.row_number)
      .execute()
  }
  return row
}

async function scheduleRow(app: App, of: Import, row: Row): Promise<void> {
  try {
    if (row.attempts >= mostAttempts)
      return await fail(app, of, row, [{ field: 'media', code: 'fetchFailed' }])
    const problems = await storeRow(app, of, row)
    if (problems.length > 0) await fail(app, of, row, problems)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // An account that was disconnected since, or a file that could not be had.
    const code = error.code === 'not_found' && !error.fields ? 'disconnected' : 'fetchFailed'
    await fail(app, of, row, [{ field: code === 'disconnected' ? 'accounts' : 'media', code }])
  }
}

/** The problems that are in the way; none: its posts are scheduled. */
async function storeRow(app: App, of: Import, row: Row): Promise<Problem[]> {
  const cells = row.cells as Cells
  const businessId = of.business_id
  const dueAt = row.due_at!
  const late = problemOfTime(app.now(), dueAt, 'date')
  if (late) return [late]
  const media: PostMedia[] = []
  if (cells.media) {
    const id = await mediaAt(app, { businessId, userId: row.created_by }, cells.media)
    // A picture of another shape is cut in its middle: nobody is there to choose.
    media.push({ media_id: id, focal: { x: 0.5, y: 0.5 } })
  }
  const { targets, problems } = await judgePost(app, businessId, {
    targets: row.account_ids.map((account_id) => ({
      account_id,
      ...(media.length === 0 && { format: 'text' as const }),
    })),
    caption: cells.caption,
    firstComment: cells.firstComment || null,
    link: cells.link || null,
    options: {
      youtube: { title: titleOf(cells.caption), privacy: 'public', made_for_kids: false },
    },
    media,
    severalTargets: false,
  })
  if (problems.length > 0) return problems
  return await app.transaction(async (tx) => {
    await lockAccounts(tx, businessId, row.account_ids)
    const posts = targets.map((target) => ({ ...target, dueAt }))
    const [earlier] = await findEarlier(tx, businessId, posts)
    if (earlier)
      return [{ field: 'caption', code: 'duplicate' as const, params: { account: earlier.page_name } }]
    const from = {
      businessId,
      userId: row.created_by,
      timezone: row.timezone ?? 'UTC',
      now: tx.now(),
    }
    const { ids } = await insertPosts(tx, from, posts)
    await tx.db
      .updateTable('social_post_import_rows')
      .set({ state: 'done', publication_ids: ids })
      .where('business_id', '=', businessId)
      .where('import_id', '=', of.id)
      .where('row_number', '=', row.row_number)
      .where('state', '=', 'ready')
      .returning('row_number')
      .executeTakeFirstOrThrow()
    await wakePublisher(tx)
    return []
  })
}

/** A video's title is the first line of its caption, and no half of a character. */
export function titleOf(caption: string): string {
  const [line = ''] = caption.split('\n')
  const start = line.replaceAll(/[<>]/g, '').trim().slice(0, titleLength)
  return start.replace(/[\ud800-\udbff]$/, '').trim() || 'Video'
}

async function fail(app: App, of: Import, row: Row, problems: Problem[]): Promise<void> {
  await app.db
    .updateTable('social_post_import_rows')
    .set({ state: 'failed', problems: JSON.stringify(problems) })
    .where('business_id', '=', of.business_id)
    .where('import_id', '=', of.id)
    .where('row_number', '=', row.row_number)
    .where('state', '=', 'ready')
    .execute()
}
