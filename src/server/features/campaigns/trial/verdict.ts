import type { Trial, TrialMeasure } from '#contract/campaigns/trials.ts'
import type { VariantFigures } from '../model/variant-figures.ts'

export type Verdict = Pick<Trial, 'verdict' | 'leader' | 'chance'>

/** With fewer people, or fewer who did it, the comparison of two shares says nothing. */
const fewestPeople = 30
const fewestHits = 5
/** A difference that comes by chance in fewer than 5 of 100 cases. */
const chanceLimit = 0.05

/**
 * What the figures of versions say. The leader is compared with the one behind it by the two-proportion z-test; with more
 * than two versions the chance counts once for each pair that could have been in front (Bonferroni).
 */
export function verdictOf(variants: readonly VariantFigures[], measure: TrialMeasure): Verdict {
  const ranked = variants
    .filter(({ sent }) => sent > 0)
    .map((one) => ({ variant: one.variant, hits: Math.min(one[measure], one.sent), all: one.sent }))
    .sort((a, b) => b.hits / b.all - a.hits / a.all || a.variant - b.variant)
  const [first, second] = ranked
  if (!first || first.hits === 0) return { verdict: 'none', leader: null, chance: null }
  if (!second) return { verdict: 'few', leader: null, chance: null }
  if (first.hits / first.all === second.hits / second.all)
    return { verdict: 'tie', leader: null, chance: null }
  const leader = first.variant
  const total = first.hits + second.hits
  const expected = Math.min(first.all, second.all) * Math.min(total, first.all + second.all - total)
  const isFew =
    Math.min(first.all, second.all) < fewestPeople || expected / (first.all + second.all) < fewestHits
  if (isFew) return { verdict: 'few', leader, chance: null }
  const pairs = (variants.length * (variants.length - 1)) / 2
  const chance = Math.min(1, chanceOf(first, second) * pairs)
  return { verdict: chance < chanceLimit ? 'clear' : 'unclear', leader, chance }
}

type Share = { hits: number; all: number }

/** How often two shares differ so much although they are the same (two-sided). */
export function chanceOf(a: Share, b: Share): number {
  const shared = (a.hits + b.hits) / (a.all + b.all)
  const spread = Math.sqrt(shared * (1 - shared) * (1 / a.all + 1 / b.all))
  if (spread === 0) return 1
  return 2 * upperTail(Math.abs(a.hits / a.all - b.hits / b.all) / spread)
}

/** The share of a normal distribution above `z` (Abramowitz and Stegun 26.2.17; off by less than 0.0000001). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
