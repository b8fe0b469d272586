import type { VariantFigures } from '../model/variant-figures.ts'
import type { StoredTrial } from '../trial/trials.ts'
import { verdictOf } from '../trial/verdict.ts'

/** Why the owner decides: it was wanted so, the bounds were missed, no version is clearly ahead, one was stopped. */
export type Asked = 'owner' | 'bounds' | 'unclear' | 'stopped'

/** What follows from the figures when the time for looking is over. */
export function goOnOrAsk(
  trial: Pick<StoredTrial, 'kind' | 'decide' | 'measure' | 'min_rate' | 'max_failed' | 'variants'>,
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
  { measure, min_rate, max_failed }: Pick<StoredTrial, 'measure' | 'min_rate' | 'max_failed'>,
  pilot: VariantFigures | undefined,
): boolean {
  if (!pilot || pilot.sent === 0) return false
  const reached = (pilot[measure] / pilot.sent) * 100
  const failed = (pilot.failed / (pilot.sent + pilot.failed)) * 100
  return (min_rate === null || reached >= min_rate) && (max_failed === null || failed <= max_failed)
}
