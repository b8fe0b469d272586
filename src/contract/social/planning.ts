import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id, Instant, listOf, NextCursor, PageQuery, TimeZone } from '../values.ts'
import { Platform, PostFormat } from './networks.ts'
import { PostContent, PostMedia, PostOptions, Revision } from './post-content.ts'

const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('social.localTime') })
const Weekday = z.number().int().min(1).max(7)
const id = z.object({ id: Id })

/** A time of the week at which the next post of the queue goes out, by the business's clock; 1 is Monday. */
export const QueueSlot = z.object({
  id: z.number(),
  /** Null: for every account. */
  account_id: z.number().nullable(),
  weekday: Weekday,
  local_time: LocalTime,
})
export type QueueSlot = z.infer<typeof QueueSlot>

export const mostSlots = 200
const Slots = z
  .array(z.object({ account_id: Id.nullable(), weekday: Weekday, local_time: LocalTime }))
  .max(mostSlots)

/** The next times of the queue that no post of the account has taken. */
export const NextFree = z.object({ account_id: z.number(), times: z.array(z.string()) })

/** A time that is proposed, and where it comes from. */
export const FreeSlot = z.object({
  at: z.string(),
  /**
   * `queue`: a time of the queue; `own_history`: the accounts' own posts at this hour got more engagement than others;
   * `usual`: nothing is known of the accounts, and this hour is a common one.
   */
  source: z.enum(['queue', 'own_history', 'usual']),
  /** With `own_history`: how many posts it was learnt from. */
  posts: z.number().int().nullable(),
})
export type FreeSlot = z.infer<typeof FreeSlot>

export const socialQueue = endpoints({
  slots: {
    method: 'GET',
    path: '/marketing/api/social/slots',
    summary: 'The queue: its times of the week, and the next that are free for each account',
    response: answer({
      slots: z.array(QueueSlot),
      next_free: z.array(NextFree),
      /** The business's, by which the times are. */
      timezone: z.string(),
    }),
  },
  saveSlots: {
    method: 'PUT',
    path: '/marketing/api/social/slots',
    summary: 'Replace the times of the queue, or add and remove some',
    description: '`slots` replaces them all. `add_slots` and `remove_slots` leave the others as they are.',
    body: z.object({
      slots: Slots.optional(),
      add_slots: Slots.optional(),
      remove_slots: Slots.optional(),
    }),
    response: answer({ slots: z.array(QueueSlot) }),
  },
  freeSlots: {
    method: 'GET',
    path: '/marketing/api/social/free_slots',
    summary: 'Good times for a post at these accounts that are still free',
    query: z.object({
      account_id: listOf(Id),
      count: z.coerce.number().int().min(1).max(20).default(3),
      /** Not before this time; now if absent. */
      from: Instant.optional(),
    }),
    response: answer({ slots: z.array(FreeSlot), timezone: z.string() }),
  },
})

/** The saved state of the composer. Its fields are the screen's own. */
export const SocialDraft = z.object({
  id: z.number(),
  form: z.record(z.string(), z.unknown()),
  revision: z.number().int(),
  updated_at: z.string(),
})
export type SocialDraft = z.infer<typeof SocialDraft>

/** The largest composer that is kept, in characters of its JSON. */
const formMax = 200_000
const DraftForm = z
  .record(z.string().max(60), z.unknown())
  .refine((form) => JSON.stringify(form).length <= formMax, { error: () => t('social.draftMax') })

export const socialDrafts = endpoints({
  drafts: {
    method: 'GET',
    path: '/marketing/api/social/drafts',
    summary: 'Drafts of posts, the newest first; at most 100',
    response: answer({ drafts: z.array(SocialDraft) }),
  },
  openDraft: {
    method: 'GET',
    path: '/marketing/api/social/drafts/{id}',
    summary: 'One draft',
    params: id,
    response: answer({ draft: SocialDraft }),
  },
  saveDraft: {
    method: 'POST',
    path: '/marketing/api/social/drafts',
    summary: 'Keep a draft; with an id and revision, over the one that was read',
    description: 'Answers `conflict` when it was changed since, and `not_found` when it was deleted.',
    maxBytes: 300_000,
    body: z.object({
      id: Id.optional(),
      revision: Revision.optional(),
      form: DraftForm,
    }),
    response: answer({ draft: SocialDraft }),
  },
  deleteDraft: {
    method: 'DELETE',
    path: '/marketing/api/social/drafts/{id}',
    summary: 'Delete a draft',
    params: id,
    response: answer({}),
  },
})

/**
 * A post that goes out again and again, by the clock of a place. A time that the clock skips goes out when it has moved
 * on (02:30 becomes 03:30); of a time that comes twice, the first counts.
 */
export const Recurrence = z.object({
  weekdays: z.array(Weekday).min(1).max(7),
  local_time: LocalTime,
  timezone: TimeZone,
  /** The last day, by that clock; null: until it is stopped. */
  until: z.iso.date().nullable(),
})
export type Recurrence = z.infer<typeof Recurrence>

/** Posts of a series are made this many days ahead. */
export const seriesAheadDays = 35

/** A series of posts with what each of them says. */
export const Series = Recurrence.extend({
  id: z.number(),
  /** `ended`: its last day is over. */
  state: z.enum(['active', 'stopped', 'ended']),
  next_at: z.string().nullable(),
  /** Posts of it that wait for their time. */
  posts_waiting: z.number().int(),
  targets: z.array(
    z.object({
      account_id: z.number(),
      platform: Platform,
      page_name: z.string(),
      format: PostFormat,
      caption: z.string(),
      first_comment: z.string().nullable(),
      options: PostOptions,
    }),
  ),
  link: z.string().nullable(),
  media: z.array(PostMedia.required().extend({ url: z.string(), type: z.enum(['image', 'video']) })),
  created_at: z.string(),
  revision: z.number().int(),
}).meta({ id: 'SocialSeries' })
export type Series = z.infer<typeof Series>

const SeriesInput = Recurrence.extend({ content: PostContent })

export const socialRecurrences = endpoints({
  listSeries: {
    method: 'GET',
    path: '/marketing/api/social/recurrences',
    summary: 'Recurring posts, those that go on first, then the newest; at most 200',
    response: answer({ series: z.array(Series) }),
  },
  getSeries: {
    method: 'GET',
    path: '/marketing/api/social/recurrences/{id}',
    summary: 'One recurring post',
    params: id,
    response: answer({ series: Series }),
  },
  createSeries: {
    method: 'POST',
    path: '/marketing/api/social/recurrences',
    summary: 'Start a recurring post; its posts of the next 35 days are scheduled at once',
    description: 'Answers `duplicate` when the same goes to an account within a day of its first post.',
    body: SeriesInput.extend({
      request_id: z.uuid().optional(),
      /** The same text or media is meant. */
      again: z.boolean().optional(),
      /** The draft that it was; gone once the recurring post is there. */
      draft_id: Id.optional(),
    }),
    response: answer({ series: Series }),
  },
  changeSeries: {
    method: 'PUT',
    path: '/marketing/api/social/recurrences/{id}',
    summary: 'Change a recurring post, all of it or from one of its posts on',
    description:
      'Posts that wait and were not edited on their own are made again. With `from_post` the recurring post ends before the day of that post, and what follows is a recurring post of its own: the answer has that one, and the other in `before`. One post alone is changed by the call that changes a scheduled post.',
    params: id,
    body: SeriesInput.extend({
      revision: Revision,
      /** One of its posts: this one and those that follow are changed. Absent: all. */
      from_post: Id.optional(),
    }),
    response: answer({
      series: Series,
      /** What goes on as it was until the day before; null where all of it was changed. */
      before: Series.nullable(),
    }),
  },
  stopSeries: {
    method: 'POST',
    path: '/marketing/api/social/recurrences/{id}/stop',
    summary: 'Stop a recurring post, and delete those of it that wait',
    params: id,
    response: answer({ series: Series, removed: z.number().int() }),
  },
})

/** A file with posts. */
export const PostImport = z.object({
  id: z.number(),
  file_name: z.string(),
  /** `checked`: read and judged, nothing is scheduled. */
  state: z.enum(['checked', 'running', 'done', 'cancelled']),
  total: z.number().int(),
  /** Rows that can be scheduled and are not yet, and those that cannot. */
  ready: z.number().int(),
  wrong: z.number().int(),
  /** Of those that were confirmed. */
  done: z.number().int(),
  failed: z.number().int(),
  created_at: z.string(),
})
export type PostImport = z.infer<typeof PostImport>

export const PostImportRow = z.object({
  /** Its number in the file; the row of names is 1. */
  row: z.number().int(),
  state: z.enum(['ready', 'wrong', 'done', 'failed']),
  scheduled_time: z.string().nullable(),
  /** As the file has it. */
  accounts: z.string(),
  caption: z.string(),
  media_address: z.string(),
  link: z.string(),
  first_comment: z.string(),
  problems: z.array(z.object({ field: z.string(), sentence: z.string() })),
  post_ids: z.array(z.number()),
})
export type PostImportRow = z.infer<typeof PostImportRow>

export const socialImports = endpoints({
  previewImport: {
    method: 'POST',
    path: '/marketing/api/social/imports',
    summary: 'Read a CSV file of posts and say what is wrong with each row; nothing is scheduled',
    description:
      'Columns: date, time, zone, accounts (names, handles or ids, separated by a semicolon), caption, media address, link, first comment. At most 1,000 rows.',
    multipart: true,
    body: z.object({ file: z.string() }),
    response: answer({ import: PostImport }),
  },
  listImports: {
    method: 'GET',
    path: '/marketing/api/social/imports',
    summary: 'The latest imports of posts, the newest first; at most 20',
    response: answer({ imports: z.array(PostImport) }),
  },
  importTemplate: {
    method: 'GET',
    path: '/marketing/api/social/imports/template',
    summary: 'An empty file with the names of the columns',
    raw: true,
    response: z.string(),
  },
  getImport: {
    method: 'GET',
    path: '/marketing/api/social/imports/{id}',
    summary: 'An import of posts and how far it is',
    params: id,
    response: answer({ import: PostImport }),
  },
  importRows: {
    method: 'GET',
    path: '/marketing/api/social/imports/{id}/rows',
    summary: 'The rows of an import in the order of the file',
    params: id,
    query: PageQuery.omit({ search: true }).extend({
      /** `problem`: those that cannot be scheduled, and those that could not be. */
      state: z.enum(['ready', 'wrong', 'done', 'failed', 'problem']).optional(),
    }),
    response: answer({ rows: z.array(PostImportRow), next_cursor: NextCursor }),
  },
  confirmImport: {
    method: 'POST',
    path: '/marketing/api/social/imports/{id}/confirm',
    summary: 'Schedule the rows that can be; once',
    params: id,
    response: answer({ import: PostImport }),
  },
  cancelImport: {
    method: 'POST',
    path: '/marketing/api/social/imports/{id}/cancel',
    summary: 'Schedule no further rows; posts that are scheduled stay',
    params: id,
    response: answer({ import: PostImport }),
  },
})
