import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { foldWords } from '../text/reply-text.ts'
import type { Weights } from './data.schema.ts'
import { featuresOf } from './reply-features.ts'

export type KnownReply = { text: string; isOptOut: boolean }

const folder = join(import.meta.dirname, '../lists')
const rounds = 30
const step = 0.3
const shrinking = 1e-4
/** Smaller ones change no reading and make the file long. */
const smallest = 0.6

/** The lists of replies that the weights come from. */
export function replyLists(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .sort()
}

/** The replies of some of the lists, and their hash. */
export function knownReplies(isRead: (list: string) => boolean = () => true): {
  lists: string
  replies: KnownReply[]
} {
  const hash = createHash('sha256')
  const replies = replyLists()
    .filter(isRead)
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      hash.update(text)
      return text
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'))
        .filter(([, label]) => label === 'out' || label === 'not')
        .map(([, label, reply = '']) => ({ text: reply, isOptOut: label === 'out' }))
    })
  return { lists: hash.digest('hex'), replies }
}

/** Logistic regression with AdaGrad steps, in an order that is the same each time. */
export function learnWeights({
  lists,
  replies,
}: {
  lists: string
  replies: readonly KnownReply[]
}): z.output<typeof Weights> {
  const known = replies.map(({ text, isOptOut }) => ({
    features: featuresOf(text),
    target: Number(isOptOut),
  }))
  const weights = new Map<string, number>()
  const slopes = new Map<string, number>()
  let base = 0
  for (let round = 0; round < rounds; round++) {
    for (const { features, target } of shuffled(known, round + 1)) {
      const scale = 1 / Math.sqrt(Math.max(1, features.length))
      const sum = features.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0)
      const error = 1 / (1 + Math.exp(-(base + sum * scale))) - target
      base -= 0.05 * error
      for (const feature of features) {
        const now = weights.get(feature) ?? 0
        const slope = error * scale + shrinking * now
        const seen = (slopes.get(feature) ?? 0.01) + slope * slope
        slopes.set(feature, seen)
        weights.set(feature, now - (step * slope) / Math.sqrt(seen))
      }
    }
  }
  const kept = [...weights]
    .filter(([, weight]) => Math.abs(weight) >= smallest)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, weight]) => [feature, rounded(weight)])
  const words = new Set(
    replies.filter(({ isOptOut }) => isOptOut).flatMap(({ text }) => foldWords(text).split(' ')),
  )
  return {
    lists,
    base: rounded(base),
    words: [...words].filter(Boolean).sort().join(' '),
    weights: Object.fromEntries(kept),
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
