import type { ReactNode } from 'react'
import type { Check } from '#contract/campaigns/parts.ts'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { doneOf } from '#web/components/figures/outcome-parts.ts'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

type Latest = Pick<CampaignSummary, 'name' | 'status' | 'date' | 'timezone' | 'outcomes'>

/** The latest campaign in one sentence. `b` is what stands for bold text. */
export function latestText(
  { name, status, date, timezone, outcomes }: Latest,
  b: (text: ReactNode) => ReactNode,
): ReactNode {
  const when = formatMoment(date, timezone)
  if (status === 'Scheduled' || status === 'Running' || status === 'Completed') {
    return t.rich(`campaigns.latest.${status}`, { b, name, when })
  }
  if (!outcomes.planned) return t.rich('campaigns.latest.notStarted', { b, name, status, when })
  const { done, of } = doneOf(outcomes)
  // Cancelled people need no more work, but got nothing: they do not count as done here.
  return t.rich('campaigns.latest.stopped', { b, name, status, done: done - outcomes.cancelled, of })
}

/** What blocks scheduling, apart from the audience: a sentence of the checks. */
export function sendingProblemOf(checks: readonly Check[]): string | undefined {
  const found = checks.find(
    ({ name, state }) =>
      (state === 'stop' && name !== 'audience') || (state === 'turn' && name === 'template'),
  )
  return found && sentence(found)
}

/** Set where today's limit is too small for everybody: how long the others wait. */
export function limitOf(checks: readonly Check[]): string | undefined {
  const found = checks.find(({ name, state }) => name === 'limit' && state === 'turn')
  return found && sentence(found)
}

/** With a full stop: templates' own problems come without one. */
const sentence = (check: Check): string =>
  /[.।!?]$/.test(check.sentence) ? check.sentence : `${check.sentence}.`
