import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Instant } from '../values.ts'

/** For how many days the deletion of a business can be taken back. */
export const graceDays = 7

export const BusinessDeletion = z.object({
  /** Null: the operator of the install. */
  by: z.string().nullable(),
  asked_at: Instant,
  /** From then on everything is deleted, and nothing can be taken back. */
  due_at: Instant,
})
export type BusinessDeletion = z.infer<typeof BusinessDeletion>

const path = '/marketing/api/account/deletion'

export const closing = endpoints({
  state: {
    method: 'GET',
    path,
    summary: 'Whether the business is to be deleted',
    response: answer({
      deletion: BusinessDeletion.nullable(),
      /** What is to be typed for a deletion: the name of the business. */
      name: z.string(),
    }),
  },
  ask: {
    method: 'POST',
    path,
    audit: 'business_deletion_asked',
    summary: `Delete the whole business in ${graceDays} days: its campaigns stop at once`,
    body: z.object({ current_password: z.string().max(200), business_name: z.string().trim().max(200) }),
    response: answer({ deletion: BusinessDeletion }),
  },
  cancel: {
    method: 'DELETE',
    path,
    audit: 'business_deletion_taken_back',
    summary: 'Keep the business after all. Its campaigns stay paused until they are resumed',
    response: answer({}),
  },
})
