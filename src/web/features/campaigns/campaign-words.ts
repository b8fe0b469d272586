import type { Check } from '#contract/campaigns/parts.ts'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { doneOf } from '#web/components/figures/outcome-parts.ts'
import { counted, formatNumber } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'

/** What became of a campaign, as the rest of a sentence that begins with its name; without the full stop. */
export function newsOf({
  status,
  date,
  timezone,
  outcomes,
}: Pick<CampaignSummary, 'status' | 'date' | 'timezone' | 'outcomes'>): string {
  const when = formatMoment(date, timezone)
  if (status === 'Scheduled') return `starts ${when}`
  if (status === 'Running') return `started ${when}`
  if (status === 'Completed') return `went out ${when}`
  const state = { Paused: 'is paused', Failed: 'failed', Cancelled: 'was cancelled' }[status]
  if (!outcomes.planned) return `${state}; it was to start ${when}`
  const { done, of } = doneOf(outcomes)
  // Who was called off counts as done in the books: nothing more happens. Nobody would say so of a person.
  return `${state} with ${formatNumber(done - outcomes.cancelled)} of ${counted(of, 'person', 'people')} done`
}

/** What keeps the draft from being scheduled, beside its audience: a sentence of the pre-flight. */
export function sendingProblemOf(checks: readonly Check[]): string | undefined {
  const found = checks.find(
    ({ name, state }) =>
      (state === 'stop' && name !== 'audience') || (state === 'turn' && name === 'template'),
  )
  return found && sentence(found)
}

/** That today's limit does not reach for everybody, and for how long the rest waits. */
export function limitOf(checks: readonly Check[]): string | undefined {
  const found = checks.find(({ name, state }) => name === 'limit' && state === 'turn')
  return found && sentence(found)
}

const sentence = (check: Check): string => `${check.sentence.replace(/\.$/, '')}.`
