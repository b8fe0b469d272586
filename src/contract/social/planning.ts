import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'
import { Id, TimeZone } from '../values.ts'

const LocalTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('social.localTime') })
const Weekday = z.number().int().min(1).max(7)

/** A time of the week at which the next post of the queue goes out; 1 is Monday. */
export const QueueSlot = z.object({
  id: z.number(),
  account_id: z.number().nullable(),
  weekday: Weekday,
  local_time: LocalTime,
})
export type QueueSlot = z.infer<typeof QueueSlot>

/** A post that goes out again and again, by the clock of a place. */
export const Recurrence = z.object({
  weekdays: z.array(Weekday).min(1),
  local_time: LocalTime,
  timezone: TimeZone,
  until: z.iso.date().nullable(),
})
export type Recurrence = z.infer<typeof Recurrence>

/** The saved state of the composer. Its fields are the screen's own. */
export const SocialDraft = z.object({
  id: z.number(),
  form: z.record(z.string(), z.unknown()),
  revision: z.number().int(),
  updated_at: z.string(),
})
export type SocialDraft = z.infer<typeof SocialDraft>

/** Listed in `contract/index.ts` once it is mounted. */
export const socialPlanning = endpoints({
  slots: {
    method: 'GET',
    path: '/marketing/api/social/slots',
    summary: 'The queue: its times of the week, and the next that are free',
    response: answer({ slots: z.array(QueueSlot), next_free: z.array(z.string()) }),
  },
  saveSlots: {
    method: 'PUT',
    path: '/marketing/api/social/slots',
    summary: 'Replace the times of the queue',
    body: z.object({
      slots: z
        .array(z.object({ account_id: Id.nullable(), weekday: Weekday, local_time: LocalTime }))
        .max(200),
    }),
    response: answer({ slots: z.array(QueueSlot) }),
  },
  drafts: {
    method: 'GET',
    path: '/marketing/api/social/drafts',
    summary: 'Drafts of posts, the newest first',
    response: answer({ drafts: z.array(SocialDraft) }),
  },
  saveDraft: {
    method: 'POST',
    path: '/marketing/api/social/drafts',
    summary: 'Keep a draft; with an id and revision, over the one that was read',
    maxBytes: 300_000,
    body: z.object({
      id: Id.optional(),
      revision: z.number().int().optional(),
      form: z.record(z.string(), z.unknown()),
    }),
    response: answer({ draft: SocialDraft }),
  },
  deleteDraft: {
    method: 'DELETE',
    path: '/marketing/api/social/drafts/{id}',
    summary: 'Delete a draft',
    params: z.object({ id: Id }),
    response: answer({}),
  },
})
