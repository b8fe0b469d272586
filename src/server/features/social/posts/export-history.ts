import { platformNames } from '#contract/social/networks.ts'
import type { PostStatus } from '#contract/social/posts.ts'
import { reasonText } from '#contract/social/reasons.ts'
import type { Platform } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'
import { historyRows } from './list-posts.ts'
import { statusOf } from './post-status.ts'
import type { PostRow } from './post-view.ts'

const columns = () => [
  t('social.posts.export.time'),
  t('social.posts.export.posted'),
  t('social.posts.export.network'),
  t('social.posts.export.account'),
  t('social.posts.export.status'),
  t('social.posts.export.caption'),
  t('social.posts.export.link'),
  t('social.posts.export.firstComment'),
  t('social.posts.export.reason'),
  t('social.posts.export.address'),
]

/** The history that a filter lets through, the newest first: memory stays flat at any size. */
export function exportHistory(
  app: App,
  businessId: number,
  filter: {
    platform?: Platform | undefined
    account_id?: number | undefined
    status?: PostStatus | undefined
  },
): ExportRows {
  const compiled = historyRows(app, businessId, filter).compile()
  const rows = async function* (): AsyncGenerator<CsvCell[]> {
    for await (const row of streamRows<PostRow>(app.pool, compiled)) yield cells(row)
  }
  return { columns: columns(), rows: rows() }
}

const cells = (row: PostRow): CsvCell[] => [
  row.due_at,
  row.posted_at,
  platformNames[row.platform as Platform],
  row.page_name,
  t('social.posts.status', { status: statusOf(row) }),
  row.caption,
  row.link,
  row.first_comment,
  row.detail ?? reasonText(row.reason, row.platform as Platform),
  row.permalink,
]
