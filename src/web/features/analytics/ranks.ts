import type { Analytics } from '#contract/analytics/analytics.ts'
import { wilson } from '#contract/analytics/wilson.ts'

type Template = Pick<Analytics['templates'][number], 'cost' | 'replied' | 'delivered'>

/**
 * What a reply to a template cost, and the range in which it lies, judging by how sure its share of replies is: 1 reply
 * to 1 message tells less than 65 to 1,000. Null where nothing is known of the cost, or there was no reply.
 */
export function costPerReply({
  cost,
  replied,
  delivered,
}: Template): { each: number; low: number; high: number } | null {
  const share = wilson(replied, delivered)
  if (!cost || replied === 0 || !share) return null
  return {
    each: cost.amount / replied,
    low: cost.amount / (delivered * share.high),
    high: cost.amount / (delivered * share.low),
  }
}

/** The cheapest first by the sure end of its range; those of which nothing is known last. */
export const byCostPerReply = (a: Template, b: Template): number => sureCost(a) - sureCost(b)

const sureCost = (template: Template): number => costPerReply(template)?.high ?? Number.MAX_VALUE

type Read = Pick<Analytics['hours'][number], 'read' | 'delivered'>

/** Hours by the sure end of their read rate, the best first: 30 of 30 does not beat 1,900 of 2,000. */
export const bySureRead = (a: Read, b: Read): number => sureRate(b) - sureRate(a) || b.delivered - a.delivered

const sureRate = ({ read, delivered }: Read): number => wilson(read, delivered)?.low ?? 0
