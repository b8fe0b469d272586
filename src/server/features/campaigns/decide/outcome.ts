import type { TrialBound, TrialLimit, TrialMeasure } from '#contract/campaigns/trials.ts'
import type { VariantFigures } from '../model/variant-figures.ts'
import { limitsOf } from '../trial/bounds.ts'
import type { StoredTrial } from '../trial/trials.ts'
import { verdictOf } from '../trial/verdict.ts'

/**
 * Why the owner decides: it was wanted so, these bounds were missed (or nothing of the part left), no version is clearly
 * ahead, one was stopped.
 */
export type Asked =
  | { ask: 'owner' | 'unclear' | 'stopped' }
  | { ask: 'bounds'; measure: TrialMeasure; missed: TrialLimit[] }

/** What follows from the figures when the time for looking is over. */
export function goOnOrAsk(
  trial: Pick<StoredTrial, 'kind' | 'decide' | 'measure' | 'variants' | TrialBound>,
  figures: readonly VariantFigures[],
): { winner: number } | Asked {
  if (trial.decide === 'owner') return { ask: 'owner' }
  if (trial.variants.some(({ stopped_at }) => stopped_at)) return { ask: 'stopped' }
  if (trial.kind === 'pilot') {
    const [pilot] = figures
    const missed = limitsOf(trial, pilot).filter((limit) => limit.missed)
    return pilot && pilot.sent > 0 && missed.length === 0
      ? { winner: 1 }
      : { ask: 'bounds', measure: trial.measure, missed }
  }
  const { verdict, leader } = verdictOf(figures, trial.measure)
  if (leader === null || (trial.decide === 'clear' && verdict !== 'clear')) return { ask: 'unclear' }
  return { winner: leader }
}
