import { sql } from 'kysely'
import type { Post, PostOptions, PublicationState } from '#contract/social/posts.ts'
import type { Platform, PostFormat } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { mediaUrl } from '../media/serving/addresses.ts'
import { isFree, isPostedNow, reasonOf, statusOf } from './post-status.ts'

/** Making one takes longer than cutting a text. */
const letterParts = new Intl.Segmenter()

/** The start of a caption in one line, the specification's 40 letters or more, cut between letters as people see them. */
export function previewOf(caption: string, length = previewLength): string {
  const start = caption
    .slice(0, length * 3)
    .replaceAll(/\s+/g, ' ')
    .trimStart()
    .slice(0, length + 1)
  // In plain ASCII each character is a letter: the start of most texts is enough, and needs no segmenter.
  if (start.length > length && plain.test(start)) return `${start.slice(0, length - 1).trimEnd()}…`
  const words = caption.replaceAll(/\s+/g, ' ').trim()
  if (words.length <= length) return words
  const letters: string[] = []
  for (const { segment } of letterParts.segment(words.slice(0, length * 12))) {
    if (letters.length === length) return `${letters.slice(0, -1).join('').trimEnd()}…`
    letters.push(segment)
  }
  return letters.join('')
}
const previewLength = 40
/** The last one is no space: at the end of a text it would not count. */
const plain = /^[ -~]*[!-~]$/

/** Publications with what they say and where they go. Filters and order are the caller's. */
export function postRows(app: App, businessId: number) {
  return app.db
    .selectFrom('social_publications as p')
    .innerJoin('social_posts as o', (join) =>
      join.onRef('o.business_id', '=', 'p.business_id').onRef('o.id', '=', 'p.post_id'),
    )
    .innerJoin('social_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 'p.business_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select([
      'p.id',
      'p.post_id',
      'p.account_id',
      'p.platform',
      'p.format',
      'p.state',
      'p.claim',
      'p.claimed_until',
      'p.due_at',
      'p.created_at',
      'p.posted_at',
      'p.reason',
      'p.detail',
      'p.permalink',
      'p.privacy',
      'p.first_comment_state',
      'a.name as page_name',
      'a.status as account_status',
      'a.status_reason as account_reason',
      'o.caption',
      'o.first_comment',
      'o.link',
      'o.options',
      'o.timezone',
      'o.recurrence_id',
      'o.revision',
    ])
    .select(sql<number>`coalesce(o.group_id, o.id)`.as('group_id'))
    .where('p.business_id', '=', businessId)
    .where('p.deleted_at', 'is', null)
}

export type PostRow = Awaited<ReturnType<ReturnType<typeof postRows>['execute']>>[number]

export async function postViews(app: App, businessId: number, rows: readonly PostRow[]): Promise<Post[]> {
  const files = await filesOf(
    app,
    businessId,
    rows.map(({ post_id }) => post_id),
  )
  return rows.map((row) => {
    const media = files.get(row.post_id) ?? []
    return {
      id: row.id,
      group_id: row.group_id,
      platform: row.platform as Platform,
      account_id: row.account_id,
      page_name: row.page_name,
      format: row.format as PostFormat,
      media_url: media[0]?.url ?? '',
      media_type: media[0]?.type ?? 'image',
      media,
      caption: row.caption,
      first_comment: row.first_comment,
      first_comment_state: row.first_comment_state as Post['first_comment_state'],
      link: row.link,
      options: row.options as PostOptions,
      scheduled_time: isPostedNow(row) ? null : row.due_at.toISOString(),
      timezone: row.timezone,
      posted_at: row.posted_at?.toISOString() ?? null,
      status: statusOf(row),
      state: row.state as PublicationState,
      editable: isFree(row, app.now()),
      reason: reasonOf(row),
      detail: row.detail,
      permalink: row.permalink,
      privacy: row.privacy,
      recurrence_id: row.recurrence_id,
      created_at: row.created_at.toISOString(),
      revision: row.revision,
    }
  })
}

/** The files of posts, in their order, by post. */
export async function filesOf(
  app: App,
  businessId: number,
  postIds: readonly number[],
): Promise<Map<number, Post['media']>> {
  if (postIds.length === 0) return new Map()
  const rows = await app.db
    .selectFrom('social_post_media as m')
    .innerJoin('social_media as f', (join) =>
      join.onRef('f.business_id', '=', 'm.business_id').onRef('f.id', '=', 'm.media_id'),
    )
    .select(['m.post_id', 'm.media_id', 'm.alt_text', 'm.focal_x', 'm.focal_y', 'm.crops'])
    .select(['f.kind', 'f.file_name'])
    .where('m.business_id', '=', businessId)
    .where('m.post_id', 'in', [...new Set(postIds)])
    .orderBy('m.post_id')
    .orderBy('m.position')
    .execute()
  const found = new Map<number, Post['media']>()
  for (const row of rows) {
    const list = found.get(row.post_id) ?? []
    found.set(row.post_id, list)
    list.push({
      id: row.media_id,
      media_id: row.media_id,
      url: mediaUrl(app, businessId, { id: row.media_id, fileName: row.file_name }),
      type: row.kind as 'image' | 'video',
      alt_text: row.alt_text,
      focal: row.focal_x === null || row.focal_y === null ? null : { x: row.focal_x, y: row.focal_y },
      crops: row.crops as Post['media'][number]['crops'],
    })
  }
  return found
}
