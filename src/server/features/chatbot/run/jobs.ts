import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/** Where somebody stood when the job was made. Whoever moved on meanwhile is left alone. */
export const At = z.object({
  business_id: z.number(),
  conversation_id: z.number(),
  run: z.number(),
  step: z.string(),
  visit: z.number(),
  /** Of a call that another conversation may have begun before the two became one: the key it was made with. */
  call_key: z.string().optional(),
})
export type At = z.infer<typeof At>

/** A person waits: what a killed process had is taken up soon. */
const again = { heartbeatSeconds: 10, retryLimit: 5, retryDelay: 2, retryBackoff: true }
/** A wait or an answer's time is over. */
export const wakeJob = defineJob('chatbot.wake', At, { queue: again, concurrency: 4 })
/** Calls of an owner's address only wait: many at once, and one business's slow address delays no other's people. */
const outside = { queue: again, concurrency: 16, perBusiness: 4 }
export const callAddressJob = defineJob('chatbot.call', At, outside)
export const uploadFileJob = defineJob('chatbot.file', At, { queue: again, concurrency: 2 })
export const answerAi = defineJob('chatbot.ai', At, outside)
