import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id, Instant, NextCursor, PageQuery, TimeZone } from '../values.ts'
import { Platform, PostFormat } from './networks.ts'

/** The specification's statuses, and the finer ones beside them. */
export const PostStatus = z.enum([
  'scheduled',
  'publishing',
  'posted',
  'failed',
  /** The network did not answer whether it took the post. Never retried automatically. */
  'unknown',
  /** More than 6 hours late: it waits for the owner's word. */
  'awaiting_owner',
  'cancelled',
])
export type PostStatus = z.infer<typeof PostStatus>

/** Each step of a publication, as it is stored. */
export const PublicationState = z.enum([
  'scheduled',
  'uploading',
  'container_created',
  'finished',
  'publishing',
  'posted',
  'failed',
  'unknown',
  'awaiting_owner',
  'cancelled',
])
export type PublicationState = z.infer<typeof PublicationState>

/** One post at one account. */
export const Post = z.object({
  id: z.number(),
  /** Posts that were composed together have the same. */
  group_id: z.number(),
  platform: Platform,
  account_id: z.number(),
  page_name: z.string(),
  format: PostFormat,
  /** A signed address of ours; empty for a text. */
  media_url: z.string(),
  media_type: z.enum(['image', 'video']),
  media: z.array(
    z.object({
      id: z.number(),
      url: z.string(),
      type: z.enum(['image', 'video']),
      alt_text: z.string().nullable(),
    }),
  ),
  caption: z.string(),
  scheduled_time: z.string().nullable(),
  timezone: z.string(),
  posted_at: z.string().nullable(),
  status: PostStatus,
  state: PublicationState,
  /** Why it failed, waits or is unknown: a code, and the network's own words. */
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  permalink: z.string().nullable(),
  privacy: z.string().nullable(),
  revision: z.number().int(),
})
export type Post = z.infer<typeof Post>

/** The fields of the form that posts; the specification's first, ours beside them. */
const PostForm = z.object({
  account_id: z.string(),
  platform: z.string(),
  caption: z.string(),
  media: z.string(),
  /** Several accounts in one go, each with its own text: `[{"account_id":1,"caption":"…","format":"reel"}]`. */
  targets: z.string().optional(),
  first_comment: z.string().optional(),
  link: z.string().optional(),
  options: z.string().optional(),
  /** Files that were uploaded before, in their order: `[{"media_id":1,"alt_text":"…"}]`. */
  uploaded: z.string().optional(),
  timezone: z.string().optional(),
  /** The same text or media went to the account within 24 h; it is meant. */
  again: z.string().optional(),
})

const id = z.object({ id: Id })

/** Listed in `contract/index.ts` once it is mounted. */
export const socialPosts = endpoints({
  postNow: {
    method: 'POST',
    path: '/meta/post_now',
    also: ['/marketing/api/meta/post_now'],
    summary: 'Publish a post now',
    multipart: true,
    body: PostForm,
    response: answer({ posts: z.array(Post) }),
  },
  schedule: {
    method: 'POST',
    path: '/meta/schedule_post',
    also: ['/marketing/api/meta/schedule_post'],
    summary: 'Publish a post at a time',
    multipart: true,
    body: PostForm.extend({ scheduled_time: z.string() }),
    response: answer({ posts: z.array(Post) }),
  },
  scheduled: {
    method: 'GET',
    path: '/meta/scheduled_posts',
    also: ['/marketing/api/meta/scheduled_posts'],
    summary: 'Posts that wait for their time, the next first',
    query: PageQuery.extend({
      platform: Platform.optional(),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    response: answer({ posts: z.array(Post), next_cursor: NextCursor }),
  },
  history: {
    method: 'GET',
    path: '/marketing/api/meta/post_history',
    also: ['/meta/post_history'],
    summary: 'Posts that are not scheduled, the newest first',
    query: PageQuery.extend({ platform: Platform.optional(), status: PostStatus.optional() }),
    response: answer({ posts: z.array(Post), next_cursor: NextCursor }),
  },
  status: {
    method: 'GET',
    path: '/marketing/api/meta/get_post_status/{id}',
    also: ['/meta/get_post_status/{id}'],
    summary: 'One post',
    params: id,
    response: answer({ post: Post }),
  },
  update: {
    method: 'PUT',
    path: '/marketing/api/meta/scheduled_post/{id}',
    also: ['/meta/scheduled_post/{id}'],
    summary: 'Change a post that waits for its time',
    params: id,
    body: z.object({
      platform: Platform,
      media_url: z.string().max(4000),
      caption: z.string().max(63_206),
      scheduled_time: Instant,
      media_type: z.enum(['image', 'video']),
      timezone: TimeZone.optional(),
      /** The one that was read: an edit in between is not written over. */
      revision: z.number().int().optional(),
    }),
    response: answer({ post: Post }),
  },
  remove: {
    method: 'DELETE',
    path: '/meta/scheduled_post/{id}',
    also: ['/marketing/api/meta/scheduled_post/{id}'],
    summary: 'Delete a post that waits for its time',
    params: id,
    response: answer({}),
  },
  /** What the owner decides of a post that is unknown or too late. */
  decide: {
    method: 'POST',
    path: '/marketing/api/social/posts/{id}/decide',
    summary: 'Say what happens with a post that is unknown, failed or late',
    params: id,
    body: z.object({ decision: z.enum(['publish', 'posted', 'cancel']) }),
    response: answer({ post: Post }),
  },
})
