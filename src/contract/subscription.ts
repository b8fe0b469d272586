import { z } from 'zod'
import { Outcomes } from './campaigns/parts.ts'
import { answer, endpoints } from './endpoint.ts'

const Count = z.number().int().min(0)
/** How much a month of it; null: no limit. */
const Limit = Count.nullable()

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  limits: z.object({ messages: Limit, leads: Limit, campaigns: Limit, posts: Limit }),
})
export type Plan = z.infer<typeof Plan>

export const subscription = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/subscription',
    summary: "This month's usage against the plan",
    response: answer({
      /** The month that is counted, in the business's zone: its first instant. */
      month_from: z.string(),
      timezone: z.string(),
      as_of: z.string(),
      usage: z.object({
        /** Messages planned this month, by status: the parts equal the total. */
        messages: Outcomes,
        /** Leads in the list now. */
        leads: Count,
        /** Campaigns that were created this month. */
        campaigns: Count,
        /** Social posts that were created this month, one for each account. */
        posts: Count,
      }),
      plan: Plan,
      /** All plans of this install; a self-hosted one has one. */
      plans: z.array(Plan),
    }),
  },
})
