import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { FigureEntry } from '#web/components/figures/figures.tsx'
import type { Outcome } from '#web/components/figures/outcome-bar.tsx'
import { t } from '#web/messages/t.ts'

type Part = Exclude<keyof Outcomes, 'planned'>

/** In the order of the bar: the furthest along first, then those that were not sent. */
const outcomeOrder: readonly Part[] = [
  'read',
  'delivered',
  'sent',
  'sending',
  'queued',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
]

const nameOf = (part: Part | 'planned' | 'other') => t(`campaigns.outcomes.${part}`)

/** What the outcome bar draws. */
export function barOf(outcomes: Omit<Outcomes, 'planned'>): Outcome[] {
  return outcomeOrder.map((key) => ({ tone: key, name: nameOf(key), count: outcomes[key] }))
}

/** The figures of a campaign: the total and its nine parts, each with a link to its messages. */
export function figuresOf(
  outcomes: Outcomes,
  campaignId: number,
): { total: FigureEntry; parts: FigureEntry[] } {
  return {
    total: { name: nameOf('planned'), count: outcomes.planned },
    parts: outcomeOrder.map((key) => ({
      name: nameOf(key),
      tone: key,
      count: outcomes[key],
      to: logsOf(campaignId, { status: key }),
    })),
  }
}

/** The figures in short, for a panel: messages being sent count as sent; unknown, skipped and cancelled as other. */
export function shortFiguresOf(outcomes: Outcomes, campaignId: number): FigureEntry[] {
  const { read, delivered, sent, sending, queued, failed, unknown, skipped, cancelled } = outcomes
  const to = (status: string) => logsOf(campaignId, { status })
  return [
    { name: nameOf('read'), tone: 'read', count: read, to: to('read') },
    { name: nameOf('delivered'), tone: 'delivered', count: delivered, to: to('delivered') },
    { name: nameOf('sent'), tone: 'sent', count: sent + sending, to: to('sent') },
    { name: nameOf('queued'), tone: 'queued', count: queued, to: to('queued') },
    { name: nameOf('failed'), tone: 'failed', count: failed, to: to('failed') },
    {
      name: nameOf('other'),
      tone: 'skipped',
      count: unknown + skipped + cancelled,
      to: logsOf(campaignId, {}),
    },
  ]
}

/** Messages that WhatsApp accepted, delivered ones, read ones: each is a part of the one before. */
export function reachOf({ sent, delivered, read }: Outcomes): {
  sent: number
  delivered: number
  read: number
} {
  return { sent: sent + delivered + read, delivered: delivered + read, read }
}

/** People who are done: only delivery and reading can still follow. */
export function doneOf({ planned, queued, sending, skipped }: Outcomes): { done: number; of: number } {
  const of = planned - skipped
  return { done: of - queued - sending, of }
}

/** The address of a campaign's messages in the logs. */
export function logsOf(
  campaignId: number,
  filters: { status?: string; codes?: readonly (number | null)[] },
): string {
  const query = new URLSearchParams({ campaign: String(campaignId) })
  if (filters.status) query.set('status', filters.status)
  if (filters.codes?.length) query.set('code', filters.codes.map((code) => code ?? 'none').join(','))
  return `/message-logs?${query}`
}
