import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { FigureEntry } from '#web/components/figures/figures.tsx'
import type { Outcome } from '#web/components/figures/outcome-bar.tsx'

type Part = Exclude<keyof Outcomes, 'planned'>

/** In the order of the bar: from the furthest on, then what was lost. */
export const outcomeOrder: readonly { key: Part; name: string }[] = [
  { key: 'read', name: 'Read' },
  { key: 'delivered', name: 'Delivered' },
  { key: 'sent', name: 'Sent' },
  { key: 'sending', name: 'Sending' },
  { key: 'queued', name: 'Queued' },
  { key: 'failed', name: 'Failed' },
  { key: 'unknown', name: 'Unknown' },
  { key: 'skipped', name: 'Skipped' },
  { key: 'cancelled', name: 'Cancelled' },
]

/** What the outcome bar draws. */
export function barOf(outcomes: Outcomes): Outcome[] {
  return outcomeOrder.map(({ key, name }) => ({ tone: key, name, count: outcomes[key] }))
}

/** The books of a campaign: the total and its nine parts, each leading to the messages behind it. */
export function figuresOf(
  outcomes: Outcomes,
  campaignId: number,
): { total: FigureEntry; parts: FigureEntry[] } {
  return {
    total: { name: 'Planned', count: outcomes.planned },
    parts: outcomeOrder.map(({ key, name }) => ({
      name,
      tone: key,
      count: outcomes[key],
      to: logsOf(campaignId, { status: key }),
    })),
  }
}

/** The books in short, for a panel: what is under way counts as sent, what was lost but not failed as other. */
export function shortFiguresOf(outcomes: Outcomes, campaignId: number): FigureEntry[] {
  const { read, delivered, sent, sending, queued, failed, unknown, skipped, cancelled } = outcomes
  const to = (status: string) => logsOf(campaignId, { status })
  return [
    { name: 'Read', tone: 'read', count: read, to: to('read') },
    { name: 'Delivered', tone: 'delivered', count: delivered, to: to('delivered') },
    { name: 'Sent', tone: 'sent', count: sent + sending, to: to('sent') },
    { name: 'Queued', tone: 'queued', count: queued, to: to('queued') },
    { name: 'Failed', tone: 'failed', count: failed, to: to('failed') },
    { name: 'Other', tone: 'skipped', count: unknown + skipped + cancelled, to: logsOf(campaignId, {}) },
  ]
}

/** Messages that WhatsApp took, those that arrived, and those that were read: each rate is a part of the one before. */
export function reachOf({ sent, delivered, read }: Outcomes): {
  sent: number
  delivered: number
  read: number
} {
  return { sent: sent + delivered + read, delivered: delivered + read, read }
}

/** People who are done: nothing more happens for them by itself but delivery and reading. */
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
