import { foldWords } from './reply-text.ts'

/** A word that a rule needs: as it is, or as the beginning or the ending of one. */
type Needed = { word: string; kind: 'whole' | 'begins' | 'ends' }
/** Each of these steps needs one of its words. */
type Need = { nr: number; steps: readonly (readonly Needed[])[] }

/** Of several expressions, the numbers of those that may match the words of a text. */
export type Gate = (words: string) => ReadonlySet<number>

export type GatedRules = {
  rules: readonly string[]
  sets?: Readonly<Record<string, readonly string[]>> | undefined
}

const nothing: ReadonlySet<number> = new Set()

/**
 * Most expressions need words that a text does not have: to look those up takes a tenth of the time to run them all.
 * Never leaves one out that would match.
 */
export function gateOf(expressions: readonly GatedRules[]): Gate {
  const whole = new Map<string, Need[]>()
  const begins = new Map<string, Need[]>()
  const ends = new Map<string, Need[]>()
  const always = new Set<number>()
  const indexes = { whole, begins, ends }
  for (const [nr, { rules, sets = {} }] of expressions.entries()) {
    for (const rule of rules) {
      const steps = neededBy(rule, sets)
      const rarest = [...steps].sort((a, b) => a.length - b.length)[0]
      if (!rarest) always.add(nr)
      for (const { word, kind } of rarest ?? []) {
        const needs = indexes[kind].get(word) ?? []
        needs.push({ nr, steps: steps.filter((step) => step !== rarest) })
        indexes[kind].set(word, needs)
      }
    }
  }
  // Of a word, only those parts are made that are as long as a part with the same letter at its end.
  const firsts = lengthsBy((word) => word.charAt(0), [...begins.keys(), ...inSteps('begins', indexes)])
  const lasts = lengthsBy((word) => word.slice(-1), [...ends.keys(), ...inSteps('ends', indexes)])
  return (text) => {
    const words = new Set(text.split(' '))
    const beginnings = new Set<string>()
    const endings = new Set<string>()
    for (const word of words) {
      for (const length of firsts.get(word.charAt(0)) ?? noLengths)
        if (length <= word.length) beginnings.add(word.slice(0, length))
      for (const length of lasts.get(word.slice(-1)) ?? noLengths)
        if (length <= word.length) endings.add(word.slice(-length))
    }
    const parts = { whole: words, begins: beginnings, ends: endings }
    const isThere = ({ word, kind }: Needed): boolean => parts[kind].has(word)
    const open = new Set(always)
    const look = (needs: readonly Need[] | undefined): void => {
      for (const { nr, steps } of needs ?? nobody) {
        if (!open.has(nr) && steps.every((step) => step.some(isThere))) open.add(nr)
      }
    }
    for (const word of words) look(whole.get(word))
    for (const word of beginnings) look(begins.get(word))
    for (const word of endings) look(ends.get(word))
    return open.size === 0 ? nothing : open
  }
}

const noLengths: ReadonlySet<number> = new Set()

function lengthsBy(
  letter: (word: string) => string,
  words: readonly string[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const groups = [...Map.groupBy(words, letter)]
  return new Map(groups.map(([key, own]) => [key, new Set(own.map(({ length }) => length))]))
}

/** The words of a kind that rules need beside their rarest. */
function inSteps(
  kind: Needed['kind'],
  indexes: Record<Needed['kind'], ReadonlyMap<string, readonly Need[]>>,
): string[] {
  const needs = Object.values(indexes).flatMap((index) => [...index.values()].flat())
  const needed = needs.flatMap(({ steps }) => steps.flat())
  return needed.flatMap((one) => (one.kind === kind ? [one.word] : []))
}

const nobody: readonly Need[] = []

/** The steps of a rule; a group in parentheses is one. */
export function stepsOf(rule: string): string[] {
  return rule.match(/(?:!\d)?\([^()]*\)\??|\S+/g) ?? []
}

function neededBy(rule: string, sets: NonNullable<GatedRules['sets']>): Needed[][] {
  return stepsOf(rule).flatMap((step) => {
    const words = wordsOfStep(step, sets)
    return words ? [words] : []
  })
}

/** @returns undefined where a step needs no word. */
function wordsOfStep(step: string, sets: NonNullable<GatedRules['sets']>): Needed[] | undefined {
  if (/^[\^$~!]/.test(step) || step.endsWith(')?')) return undefined
  if (!/^[({]/.test(step)) {
    const word = neededWord(step)
    return word && [word]
  }
  const choices = step.startsWith('{') ? (sets[step.slice(1, -1)] ?? []) : step.slice(1, -1).split('|')
  const words = choices.map((choice) => neededBy(choice, sets)[0])
  return words.includes(undefined) ? undefined : words.flatMap((some) => some ?? [])
}

/** Of a word that folds into several, the first. */
function neededWord(step: string): Needed | undefined {
  const [word = '', ...more] = foldWords(step).split(' ')
  const isOpen = step.endsWith('*') && more.length === 0
  if (word === '' || (isOpen && step.startsWith('*'))) return undefined
  return { word, kind: isOpen ? 'begins' : step.startsWith('*') ? 'ends' : 'whole' }
}
