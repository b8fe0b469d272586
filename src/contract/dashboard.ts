import { z } from 'zod'
import { Pace, Waiting } from './campaigns/parts.ts'
import { CampaignSummary } from './campaigns.ts'
import { answer, endpoints } from './endpoint.ts'

const Count = z.number().int().min(0)

/** The last days of a figure, oldest first, today last. */
const Days = z.array(Count)

/** Something that waits for the owner. */
export const YourTurn = z.object({
  id: z.string(),
  kind: z.enum(['connection', 'signup', 'campaign', 'conversation', 'unknown', 'template', 'import', 'step']),
  /** What it is about: a campaign, a template, an account, a file. */
  name: z.string(),
  sentence: z.string(),
  action: z.string(),
  /** A path of the web app. */
  to: z.string(),
})

export const dashboard = endpoints({
  stats: {
    method: 'GET',
    path: '/marketing/api/dashboard_stats',
    summary: 'The figures of the dashboard',
    response: answer({
      /** The three cards: leads collected, messages sent, active campaigns. */
      stats: z.object({ leads: Count, messages: Count, campaigns: Count }),
      leads: z.object({ this_week: Count, with_consent: Count, days: Days }),
      /** `days`: messages that the provider took. */
      messages: z.object({ days: Days }),
      campaigns: z.object({ running: Count, scheduled: Count, paused: Count, total: Count }),
      /** Since midnight in the business's zone. */
      today: z.object({
        sent: Count,
        delivered: Count,
        read: Count,
        failed: Count,
        unknown: Count,
        /** People who can still be written to within 24 h; null: no limit, or no number connected. */
        left_under_limit: Count.nullable(),
        limit: Count.nullable(),
      }),
      running: z.array(CampaignSummary.extend({ pace: Pace, waiting: Waiting.nullable() })),
      /** What waits for the owner, the most urgent first. */
      your_turn: z.array(YourTurn),
      timezone: z.string(),
    }),
  },
  firstRun: {
    method: 'GET',
    path: '/marketing/api/dashboard/first-run',
    summary: 'The first steps of a business, and which of them are done',
    response: answer({
      /** False once all are done, or the list was put away. */
      shown: z.boolean(),
      /** In the order in which they are best done. */
      steps: z.array(
        z.object({
          code: z.enum(['account', 'message', 'customers', 'campaign', 'number']),
          done_at: z.string().nullable(),
          /** How long after it was sent the test phone read the first message. */
          read_seconds: z.number().nullable(),
        }),
      ),
    }),
  },
  dismissFirstRun: {
    method: 'POST',
    path: '/marketing/api/dashboard/first-run/dismiss',
    summary: 'Put the list of first steps away for good',
    response: answer({}),
  },
  live: {
    method: 'GET',
    path: '/marketing/api/dashboard/live',
    summary: 'Server-sent events: `moved` whenever a campaign or its messages moved',
    raw: true,
    response: answer({}),
  },
})
