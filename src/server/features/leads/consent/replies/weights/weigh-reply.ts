import type { z } from 'zod'
import { Weights } from './data.schema.ts'
import { featuresOf } from './reply-features.ts'
import data from './weights.json' with { type: 'json' }

/** What a reply is weighed with. */
export type Scales = {
  /**
   * How much a reply is like the opt-outs of our lists: above 0 more like them than like the other replies. It only ever
   * decides whether to ask.
   */
  weigh: (text: string) => number
  /** Whether no opt-out of our lists has a word. */
  isForeign: (word: string) => boolean
}

export function scalesOf({ base, words, weights }: z.output<typeof Weights>): Scales {
  const known = new Map(Object.entries(weights))
  const ofOptOuts = new Set(words.split(' '))
  return {
    weigh: (text) => {
      const features = featuresOf(text)
      const sum = features.reduce((total, feature) => total + (known.get(feature) ?? 0), 0)
      return features.length === 0 ? base : base + sum / Math.sqrt(features.length)
    },
    isForeign: (word) => !ofOptOuts.has(word) && !/\d/.test(word),
  }
}

export const ownScales = scalesOf(Weights.parse(data))
