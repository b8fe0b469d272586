import type { trialBounds } from '#contract/campaigns/trials.ts'
import type { VariantFigures } from '../model/variant-figures.ts'
import type { StoredTrial } from '../trial/trials.ts'
import { verdictOf } from '../trial/verdict.ts'

/** Why the owner decides: it was wanted so, the bounds were missed, no version is clearly ahead, one was stopped. */
export type Asked = 'owner' | 'bounds' | 'unclear' | 'stopped'

/** What follows from the figures when the time for looking is over. */
export function goOnOrAsk(
  trial: Pick<StoredTrial, 'kind' | 'decide' | 'measure' | 'variants' | (typeof trialBounds)[number]>,
  figures: readonly VariantFigures[],
): { winner: number } | { ask: Asked } {
  if (trial.decide === 'owner') return { ask: 'owner' }
  if (trial.variants.some(({ stopped_at }) => stopped_at)) return { ask: 'stopped' }
  if (trial.kind === 'pilot') return isWithin(trial, figures[0]) ? { winner: 1 } : { ask: 'bounds' }
  const { verdict, leader } = verdictOf(figures, trial.measure)
  if (leader === null || (trial.decide === 'clear' && verdict !== 'clear')) return { ask: 'unclear' }
  return { winner: leader }
}

function isWithin(
  bounds: Pick<StoredTrial, 'measure' | (typeof trialBounds)[number]>,
  pilot: VariantFigures | undefined,
): boolean {
  if (!pilot || pilot.sent === 0) return false
  const tried = pilot.sent + pilot.failed
  const isAtMost = (bound: number | null, count: number, of: number): boolean =>
    bound === null || (count / of) * 100 <= bound
  const { measure, min_rate } = bounds
  return (
    (min_rate === null || (pilot[measure] / pilot.sent) * 100 >= min_rate) &&
    isAtMost(bounds.max_failed, pilot.failed, tried) &&
    isAtMost(bounds.max_blocked, pilot.blocked, tried) &&
    isAtMost(bounds.max_opted_out, pilot.opted_out, pilot.sent)
  )
}
