import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id, Instant, NextCursor, PageQuery, TimeZone } from '../values.ts'
import { Platform, PostFormat } from './networks.ts'
import { PostMedia, PostOptions, Revision } from './post-content.ts'

export * from './post-content.ts'

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
export const Post = z
  .object({
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
      PostMedia.required().extend({ id: z.number(), url: z.string(), type: z.enum(['image', 'video']) }),
    ),
    caption: z.string(),
    first_comment: z.string().nullable(),
    /** Null until the post is published, and where the owner said that it is. */
    first_comment_state: z.enum(['waiting', 'sending', 'posted', 'failed', 'unknown']).nullable(),
    link: z.string().nullable(),
    options: PostOptions,
    scheduled_time: z.string().nullable(),
    timezone: z.string(),
    posted_at: z.string().nullable(),
    status: PostStatus,
    state: PublicationState,
    /** Scheduled and not being published: it can be edited, moved and deleted. */
    editable: z.boolean(),
    /** Why it failed, waits or is unknown: a code, and the network's own words. */
    reason: z.string().nullable(),
    detail: z.string().nullable(),
    permalink: z.string().nullable(),
    privacy: z.string().nullable(),
    /** The series that it belongs to. */
    recurrence_id: z.number().nullable(),
    created_at: z.string(),
    revision: z.number().int(),
  })
  .meta({ id: 'SocialPost' })
export type Post = z.infer<typeof Post>

/** What a cell of the calendar shows of a post. There may be thousands: what all posts of an account share is once. */
export const CalendarPost = Post.pick({
  id: true,
  account_id: true,
  status: true,
  editable: true,
  reason: true,
  recurrence_id: true,
}).extend({
  /** Its first file. */
  media_id: z.number().nullable(),
  /** The time that it goes out or went out. */
  at: z.string(),
  /** The first 120 characters. */
  caption_preview: z.string(),
})
export type CalendarPost = z.infer<typeof CalendarPost>

/** An account whose posts a calendar shows, also one that was disconnected. */
export const CalendarAccount = z.object({ id: z.number(), platform: Platform, page_name: z.string() })
export type CalendarAccount = z.infer<typeof CalendarAccount>

/** What was composed in one go, for the list of the five most recent. */
export const RecentPost = z.object({
  group_id: z.number(),
  /** At most 40 characters. */
  caption_preview: z.string(),
  media_url: z.string(),
  media_type: z.enum(['image', 'video']),
  at: z.string(),
  posts: z.array(z.object({ id: z.number(), platform: Platform, page_name: z.string(), status: PostStatus })),
})
export type RecentPost = z.infer<typeof RecentPost>

/** `true` in a form. */
const FormFlag = z.enum(['true', 'false'])

/** The fields of the form that posts; the specification's first, ours beside them. Lists and objects are JSON. */
const PostForm = z.object({
  account_id: z.string(),
  platform: z.string(),
  caption: z.string(),
  /** The file. */
  media: z.string(),
  /** `PostTarget[]`: several accounts in one go. Absent: `account_id` and `platform`. */
  targets: z.string().optional(),
  first_comment: z.string().optional(),
  link: z.string().optional(),
  /** `PostOptions`. */
  options: z.string().optional(),
  /** `PostMedia[]`: files that were uploaded before, in their order. A file in `media` comes after them. */
  uploaded: z.string().optional(),
  timezone: z.string().optional(),
  /** The same text or media went to the account within 24 h; it is meant. */
  again: FormFlag.optional(),
  /** A UUID that the composer makes for one press of its button: the same twice is one post. */
  request_id: z.uuid().optional(),
  /** The draft that this was composed from; it is deleted. */
  draft_id: z.string().optional(),
})

const id = z.object({ id: Id })
const needed = z.string({
  error: ({ input }) => (input === undefined || input === null ? t('social.allRequired') : undefined),
})
/** One time or the sentence of what is missing. */
const neededTime = needed.superRefine((text, context) => {
  if (text === '') context.addIssue({ code: 'custom', message: t('social.allRequired') })
  else if (!Instant.safeParse(text).success)
    context.addIssue({ code: 'custom', message: t('fields.instant') })
})

export const socialPosts = endpoints({
  postNow: {
    method: 'POST',
    path: '/meta/post_now',
    scope: 'posts:write',
    also: ['/marketing/api/meta/post_now'],
    summary: 'Publish a post now',
    description:
      'The same text or media within 24 h at the same account answers `duplicate` with `earlier_posts`; send `again=true` to go on.',
    multipart: true,
    body: PostForm,
    response: answer({ posts: z.array(Post) }),
  },
  schedule: {
    method: 'POST',
    path: '/meta/schedule_post',
    scope: 'posts:write',
    also: ['/marketing/api/meta/schedule_post'],
    summary: 'Publish a post at a time, or at the next free time of the queue',
    description:
      '`scheduled_time` is ISO 8601 with an offset; with `timezone` beside it also without, by the clock there.',
    multipart: true,
    body: PostForm.extend({
      scheduled_time: z.string(),
      /** Instead of a time: the next free time of the queue, for each account its own. */
      queue: FormFlag.optional(),
    }),
    response: answer({ posts: z.array(Post) }),
  },
  scheduled: {
    method: 'GET',
    path: '/meta/scheduled_posts',
    scope: 'posts:read',
    also: ['/marketing/api/meta/scheduled_posts'],
    summary: 'Posts that wait for their time, the next first',
    query: PageQuery.extend({
      platform: Platform.optional(),
      account_id: Id.optional(),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    response: answer({
      posts: z.array(Post),
      next_cursor: NextCursor,
      /** Of the whole list, with the first page only. */
      summary: z
        .object({
          count: z.number().int(),
          next_at: z.string().nullable(),
          last_at: z.string().nullable(),
        })
        .nullable(),
    }),
  },
  calendar: {
    method: 'GET',
    path: '/marketing/api/social/calendar',
    scope: 'posts:read',
    summary: 'All posts between two times, whatever became of them, in the order of their times',
    query: z.object({
      from: Instant,
      /** At most 100 days later. */
      to: Instant,
      platform: Platform.optional(),
      account_id: Id.optional(),
      limit: z.coerce.number().int().min(1).max(2000).default(1000),
      cursor: z.string().max(400).optional(),
    }),
    response: answer({
      posts: z.array(CalendarPost),
      /** Those of these posts. */
      accounts: z.array(CalendarAccount),
      next_cursor: NextCursor,
    }),
  },
  history: {
    method: 'GET',
    path: '/marketing/api/meta/post_history',
    scope: 'posts:read',
    also: ['/meta/post_history'],
    summary: 'Posts that are not scheduled, the newest first',
    query: PageQuery.extend({
      platform: Platform.optional(),
      account_id: Id.optional(),
      status: PostStatus.exclude(['scheduled']).optional(),
    }),
    response: answer({ posts: z.array(Post), next_cursor: NextCursor }),
  },
  exportHistory: {
    method: 'GET',
    path: '/marketing/api/meta/post_history.csv',
    scope: 'posts:read',
    audit: 'posts_exported',
    summary: 'The history as CSV, the newest first',
    raw: true,
    query: z.object({
      platform: Platform.optional(),
      account_id: Id.optional(),
      status: PostStatus.exclude(['scheduled']).optional(),
    }),
    response: z.string(),
  },
  recent: {
    method: 'GET',
    path: '/marketing/api/social/recent_posts',
    summary: 'The five posts that were composed last',
    response: answer({ recent: z.array(RecentPost) }),
  },
  status: {
    method: 'GET',
    path: '/marketing/api/meta/get_post_status/{id}',
    scope: 'posts:read',
    also: ['/meta/get_post_status/{id}'],
    summary: 'One post',
    params: id,
    response: answer({ post: Post }),
  },
  update: {
    method: 'PUT',
    path: '/marketing/api/meta/scheduled_post/{id}',
    scope: 'posts:write',
    also: ['/meta/scheduled_post/{id}'],
    summary: 'Change or move a post that waits for its time',
    description:
      '`media_url` is a signed address of ours, or any public address: the file is fetched. What is left out stays as it is, but for the first five.',
    params: id,
    body: z.object({
      /** A post stays at its network: another one is refused. */
      platform: Platform.optional(),
      media_url: needed.max(4000),
      caption: needed.max(63_206),
      scheduled_time: neededTime.meta({ examples: ['2026-11-24T09:00:00+05:30'] }),
      media_type: z.enum(['image', 'video']).optional(),
      timezone: TimeZone.optional(),
      format: PostFormat.optional(),
      first_comment: z.string().max(8000).nullable().optional(),
      link: z.string().max(2000).nullable().optional(),
      options: PostOptions.optional(),
      /** All files in their order; given, `media_url` is not looked at. */
      media: z.array(PostMedia).max(20).optional(),
      /** The one that was read: an edit in between is not written over. */
      revision: Revision.optional(),
      again: z.boolean().optional(),
    }),
    response: answer({ post: Post }),
  },
  remove: {
    method: 'DELETE',
    path: '/meta/scheduled_post/{id}',
    scope: 'posts:write',
    also: ['/marketing/api/meta/scheduled_post/{id}'],
    summary: 'Delete a post that waits for its time',
    params: id,
    response: answer({}),
  },
  restore: {
    method: 'POST',
    path: '/marketing/api/social/posts/{id}/restore',
    scope: 'posts:write',
    summary: 'Undo the deletion of a scheduled post, until its time',
    description:
      'The same text or media within 24 h at the same account answers `duplicate`; send `again: true` to go on.',
    params: id,
    body: z.object({ again: z.boolean().optional() }),
    response: answer({ post: Post }),
  },
})

/** What the owner decides of a post that is unknown or too late. */
export const socialDecisions = endpoints({
  decide: {
    method: 'POST',
    path: '/marketing/api/social/posts/{id}/decide',
    summary: 'Say what happens with a post that is unknown, failed or late',
    params: id,
    body: z.object({ decision: z.enum(['publish', 'posted', 'cancel']) }),
    response: answer({ post: Post }),
  },
})
