import {
  type TrialBound,
  type TrialLimit,
  type TrialMeasure,
  trialBounds,
} from '#contract/campaigns/trials.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'
import type { VariantFigures } from '../model/variant-figures.ts'
import type { StoredTrial } from './trials.ts'

/** The bounds of a pilot beside what its people did, in their order. One of which nobody counts is missed. */
export function limitsOf(
  trial: Pick<StoredTrial, 'decide' | 'measure' | TrialBound>,
  pilot: VariantFigures | undefined,
): TrialLimit[] {
  if (trial.decide !== 'bounds') return []
  const sent = pilot?.sent ?? 0
  const tried = sent + (pilot?.failed ?? 0)
  const counts: Record<TrialBound, [count: number, of: number]> = {
    min_rate: [pilot?.[trial.measure] ?? 0, sent],
    max_failed: [pilot?.failed ?? 0, tried],
    max_blocked: [pilot?.blocked ?? 0, tried],
    max_opted_out: [pilot?.opted_out ?? 0, sent],
  }
  return trialBounds.flatMap((bound) => {
    const limit = trial[bound]
    if (limit === null) return []
    const [count, of] = counts[bound]
    const exact = of > 0 ? (count / of) * 100 : null
    const missed = exact === null || (bound === 'min_rate' ? exact < limit : exact > limit)
    return [{ bound, limit, count, of, percent: exact === null ? null : shownPercent(exact, limit), missed }]
  })
}

const mostDigits = 3

/** 1.04 % of at most 1 % is not shown as 1 %. */
function shownPercent(exact: number, limit: number): number {
  for (let digits = 1; digits < mostDigits; digits += 1) {
    const rounded = Number(exact.toFixed(digits))
    if (rounded !== limit || exact === limit) return rounded
  }
  return Number(exact.toFixed(mostDigits))
}

const named = { max_failed: 'failed', max_blocked: 'blocked', max_opted_out: 'optedOut' } as const

/** Which bounds a pilot missed and by how much, and what its owner does about it. */
export function missedText({
  measure,
  missed,
}: {
  measure: TrialMeasure
  missed: readonly TrialLimit[]
}): StoredText {
  const measured = missed.flatMap(({ bound, limit, count, of, percent }) => {
    if (percent === null) return []
    const name = bound === 'min_rate' ? measure : named[bound]
    return [textOf(`campaigns.trial.missed.${name}`, { percent, limit, count, of })]
  })
  const why = measured.length > 0 ? measured : [textOf('campaigns.trial.missed.nobody')]
  return [textOf('campaigns.trial.asks.bounds'), ...why, textOf('campaigns.trial.missed.next')]
}
