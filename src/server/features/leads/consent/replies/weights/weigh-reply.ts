import { Weights } from './data.schema.ts'
import { featuresOf } from './reply-features.ts'
import data from './weights.json' with { type: 'json' }

const { base, weights } = Weights.parse(data)
const known = new Map(Object.entries(weights))

/**
 * How much a reply is like the opt-outs of our lists: above 0 more like them than like the other replies. It only ever
 * decides whether to ask.
 */
export function weighReply(text: string): number {
  const features = featuresOf(text)
  const sum = features.reduce((total, feature) => total + (known.get(feature) ?? 0), 0)
  return features.length === 0 ? base : base + sum / Math.sqrt(features.length)
}
