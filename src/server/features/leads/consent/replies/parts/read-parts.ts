import { foldWords } from '../text/reply-text.ts'
import { arabic } from './arabic.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { hindi } from './hindi.ts'
import { hinglish } from './hinglish.ts'
import {
  type Index,
  indexParts,
  isNumber,
  knowsWord,
  type PartName,
  type Spans,
  spansOf,
} from './index-parts.ts'
import { indonesian } from './indonesian.ts'
import { italian } from './italian.ts'
import { aboutMessages, behind, type Pattern, patterns, type Step } from './patterns.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const languages = [english, spanish, portuguese, french, german, hindi, hinglish, arabic, indonesian, italian]
const common = languages.flatMap(({ msgs }) =>
  msgs.filter((word) => foldWords(word).length >= 6 && !word.includes(' ')),
)
const { thing, time, ask } = english
const englishIndex = indexParts(english, { msgs: common })
const indexes = [
  englishIndex,
  ...languages
    .filter((language) => language !== english)
    .map((language) => indexParts(language, { msgs: common, thing, time, ask })),
]

/** Of each word, the languages that may know it, as bits. */
const knownIn = new Map<string, number>()
const mostKnown = 10_000
const byBits = new Map<number, readonly Index[]>()

/** The languages that may know any of these words: in the others no part is found. */
function languagesOf(words: readonly string[]): readonly Index[] {
  let bits = 0
  for (const word of words) bits |= bitsOf(word)
  const before = byBits.get(bits)
  if (before) return before
  const found = indexes.filter((_, nr) => bits & (1 << nr))
  byBits.set(bits, found)
  return found
}

function bitsOf(word: string): number {
  const before = knownIn.get(word)
  if (before !== undefined) return before
  const bits = indexes.reduce((all, index, nr) => (knowsWord(word, index) ? all | (1 << nr) : all), 0)
  if (bits === 0 && isNumber.test(word)) return bits
  if (knownIn.size >= mostKnown) knownIn.clear()
  knownIn.set(word, bits)
  return bits
}

/** More is not read: what somebody wants is said early. */
const mostWords = 120

/** `blame`: a reproach that they never stop, which asks for nothing. */
export type BuiltMeaning = 'stop' | 'doubtful' | 'keep' | 'blame'

/** Reads what parts of a sentence say together. */
export function readParts(words: readonly string[]): BuiltMeaning | undefined {
  const read = words.slice(0, mostWords)
  // "Keep sending" is said in English by people of every language.
  if (wishesForMore(spansOf(read, englishIndex)).length > 0) return readLanguage(read, englishIndex)
  const speaking = languagesOf(read)
  const meanings = speaking.map((index) => readLanguage(read, index))
  // "Wrong num delete it": the "not" of one language is a word of another.
  if (meanings.includes('keep') && meanings.includes('stop')) {
    const known = speaking.map((index) => knownWords(read, index))
    const most = (meaning: BuiltMeaning): number =>
      Math.max(...known.filter((_, at) => meanings[at] === meaning))
    return most('stop') > most('keep') ? 'stop' : 'keep'
  }
  return (['keep', 'stop', 'blame', 'doubtful'] as const).find((meaning) => meanings.includes(meaning))
}

function readLanguage(words: readonly string[], index: Index): BuiltMeaning | undefined {
  const spans = new Map(spansOf(words, index))
  if (spans.size === 0) return undefined
  const kept = wishesForMore(spans)
  const isThreat = spans.has('goes') && (spans.has('threat') || spans.has('complain'))
  if (kept.length > 0 && !isThreat) {
    if (kept.some(({ from }) => isBlamed(words, from, index))) return 'blame'
    return asksToStopBeside(spans, kept, words, index) ? 'doubtful' : 'keep'
  }
  const negated = dropNegatedStops(spans, words, index)
  let found: 'doubtful' | undefined
  if (![...spans.keys()].some((part) => firstSteps.has(part))) return negated
  for (const pattern of patternsOf(index)) {
    const match = findMatch(spans, pattern, words.length, index.anyOrder)
    if (!match) {
      if (isVetoedByGoods(spans, pattern, words.length, index)) found = 'doubtful'
      continue
    }
    if (pattern.means || isAsked(spans, match)) found = 'doubtful'
    else return 'stop'
  }
  return negated ?? found
}

/** "No need to keep sending" and "I don't want to go on receiving" are none. */
function wishesForMore(spans: Spans): readonly Span[] {
  const refusals = spans.get('idiom') ?? []
  const unwanted = (spans.get('want') ?? []).filter(({ from }) =>
    (spans.get('no') ?? []).some((no) => no.to < from && no.to >= from - 2),
  )
  return (spans.get('keep') ?? []).filter(
    ({ from }) =>
      !refusals.some((refusal) => refusal.from <= from && refusal.to >= from) &&
      !unwanted.some(({ to }) => to < from && to >= from - 3),
  )
}

/** "My phone is full of your pictures, stop these messages": goods are named, but messages too. */
function isVetoedByGoods(spans: Spans, pattern: Pattern, length: number, index: Index): boolean {
  if (pattern.means || !hasAll(spans, pattern.steps)) return false
  if (!pattern.steps.some((step) => aboutMessages.has(step))) return false
  const unless = pattern.unless?.filter((part) => part !== 'thing')
  return findMatch(spans, { ...pattern, ...(unless && { unless }) }, length, index.anyOrder) !== undefined
}

/** Whether one is part of another, or at most so many words away. */
function isWithin(one: Span, { from, to }: Span, far: number): boolean {
  return one.from <= to + far && one.to >= from - far
}

const withBehind: readonly Pattern[] = [...patterns, ...behind]
const firstSteps: ReadonlySet<Step | undefined> = new Set(withBehind.map(({ steps }) => steps[0]))

function patternsOf({ negationBehind }: Index): readonly Pattern[] {
  return negationBehind ? withBehind : patterns
}

/** "Stop the promos, I don't mind the rest": both in one sentence. */
function asksToStopBeside(
  spans: Spans,
  kept: readonly Span[],
  words: readonly string[],
  index: Index,
): boolean {
  const others: Parts = new Map(
    [...spans].map(([part, all]) => [
      part,
      all.filter((one) => !kept.some((keep) => isWithin(one, keep, part === 'no' ? 3 : 0))),
    ]),
  )
  if (dropNegatedStops(others, words, index) === 'keep') return false
  return patternsOf(index).some(
    (pattern) => !pattern.means && findMatch(others, pattern, words.length, index.anyOrder) !== undefined,
  )
}

/** Whose "never stops" is a reproach and no wish for more. */
const people = wordSet(
  'you u yall guys people ustedes uds voces vcs vc vous ihr aap ap tum log आप तुम लोग kalian kamu انتم',
)
/** Where the verb stands last, what stands before it may be its object. */
const things = wordSet('messages texts these spam it mensajes mensagens nachrichten pesan رسايل الرساىل')

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(foldWords))
}

function isBlamed(words: readonly string[], at: number, { anyOrder }: Index): boolean {
  return words
    .slice(Math.max(0, at - 2), at)
    .some((word) => people.has(word) || (!anyOrder && things.has(word)))
}

/** French and German end a sentence with them: what follows is another. */
const lastWords = new Set(['pas', 'plus', 'jamais', 'rien', 'nicht', 'nichts', 'mehr'])

/** "No, stop": the word before is an answer, and "no" of no language negates an English "stop". */
const answers = new Set(['no', 'na', 'nee', 'nein', 'non'])

/**
 * "Don't stop" is about going on, and "you never stop" a reproach; the "not" belongs to nothing else.
 * @returns what it means where somebody says so
 */
function dropNegatedStops(
  spans: Parts,
  words: readonly string[],
  index: Index,
): 'keep' | 'blame' | undefined {
  let found: 'keep' | 'blame' | undefined
  for (const no of spans.get('no') ?? []) {
    if (lastWords.has(words[no.to] ?? '')) continue
    // "Stop" is a "not" of Indonesian: said twice it does not negate itself.
    if (spans.get('halt')?.some(({ from }) => from === no.from)) continue
    for (const part of ['stop', 'remove', 'halt'] as const) {
      const negated = (spans.get(part) ?? []).filter(({ from }) => from === no.to + 1)
      if (negated.length === 0) continue
      if (answers.has(words[no.to] ?? '') && words[no.to + 1] === 'stop') continue
      found = isBlamed(words, no.from, index) ? 'blame' : 'keep'
      spans.set(
        part,
        (spans.get(part) ?? []).filter((span) => !negated.includes(span)),
      )
      spans.set(
        'no',
        (spans.get('no') ?? []).filter((span) => span.from < no.from || span.from > no.to + 3),
      )
    }
  }
  return found
}

type Span = { from: number; to: number }
type Parts = Map<PartName, readonly Span[]>

function findMatch(spans: Spans, pattern: Pattern, length: number, anyOrder: boolean): Span | undefined {
  const { steps, gap, unless = [], beside, most = length, latest = length } = pattern
  if (length > most) return undefined
  if (!hasAll(spans, steps)) return undefined
  if (beside && !beside.some((part) => spans.has(part))) return undefined
  const places = steps.map((step) => placesOf(spans, step, length))
  const free = (anyOrder && pattern.isFixed !== true) || pattern.anyOrder === true
  // "I don't want your loan, stop texting": what comes before the order is not its object.
  const isOrder = !free && steps[0] === 'stop' && steps.some((step) => aboutMessages.has(step))
  const go = (at: number, from: number, to: number, last: Span | undefined): Span | undefined => {
    const options = places[at]
    if (!options)
      return from > latest || isAbout(spans, unless, isOrder ? from + 3 : from, to) ? undefined : { from, to }
    for (const one of options) {
      if (last) {
        const ahead = one.from - last.to - 1
        const back = from - one.to - 1
        const fits = (ahead >= 0 && ahead <= gap) || (free && back >= 0 && back <= gap)
        if (!fits) continue
      }
      const found = go(at + 1, last ? Math.min(from, one.from) : one.from, Math.max(to, one.to), one)
      if (found) return found
    }
    return undefined
  }
  return go(0, 0, 0, undefined)
}

/** Asked of every pattern in every language: most of them end here. */
function hasAll(spans: Spans, steps: readonly Step[]): boolean {
  for (const step of steps) if (step !== 'end' && !spans.get(step)?.length) return false
  return true
}

function placesOf(spans: Spans, step: Step, length: number): readonly Span[] {
  if (step === 'end') return [{ from: length, to: length }]
  return spans.get(step) ?? []
}

/** Whether something near is what the words are about. */
function isAbout(spans: Spans, parts: readonly PartName[], from: number, to: number): boolean {
  return parts.some((part) =>
    (spans.get(part) ?? []).some((span) => span.to >= from - 3 && span.from <= to + 4),
  )
}

function isAsked(spans: Spans, { from }: Span): boolean {
  return (spans.get('ask') ?? []).some((span) => span.to >= from - 4 && span.from <= from)
}

/** How many words are parts of a language. */
function knownWords(words: readonly string[], index: Index): number {
  const spans = [...spansOf(words, index).values()].flat()
  return words.filter((_, at) => spans.some(({ from, to }) => at >= from && at <= to)).length
}

const refusing: ReadonlySet<PartName> = new Set<PartName>([
  ...([
    'stop',
    'no',
    'bother',
    'msgs',
    'remove',
    'held',
    'fed',
    'much',
    'threat',
    'complain',
    'wrong',
  ] as const),
  ...(['withdraw', 'idiom', 'halt', 'decline', 'law', 'noPast', 'said', 'agree', 'insult'] as const),
])

/** Parts by which somebody refuses, and not only names what may be refused. */
const refusals: ReadonlySet<string> = new Set<PartName>([
  ...(['stop', 'no', 'noPast', 'remove', 'fed', 'threat', 'wrong', 'withdraw', 'idiom', 'halt'] as const),
  ...(['decline', 'insult', 'much', 'complain', 'law', 'bother'] as const),
])

export function refuses(part: string): boolean {
  return refusals.has(part)
}

/** Whether any word of a clause is of a kind that refusals have. */
export function mayRefuse(words: readonly string[]): boolean {
  return clauseParts(words).some(({ part }) => refusing.has(part))
}

/** The parts of a clause in the language that knows most of its words. */
export function clauseParts(
  words: readonly string[],
): readonly { part: PartName; from: number; to: number }[] {
  let best: { part: PartName; from: number; to: number }[] = []
  let most = 0
  for (const index of languagesOf(words)) {
    const spans = spansOf(words, index)
    const known = new Set<number>()
    for (const all of spans.values()) {
      for (const { from, to } of all)
        for (let at = from; at <= Math.min(to, words.length - 1); at++) known.add(at)
    }
    if (known.size <= most) continue
    most = known.size
    best = [...spans].flatMap(([part, all]) => all.map((span) => ({ part, ...span })))
  }
  return best
}

/** An order of few words: "delete it right now". */
const orderWords = 5

/** "Who gave you my number? Delete it": the order names what a sentence before it is about. */
export function removesNumberBefore(clauses: readonly (readonly string[])[]): boolean {
  return languagesOf(clauses.flat()).some((index) => {
    let isNamed = false
    for (const words of clauses) {
      const spans = spansOf(words, index)
      const isNegated = spans.has('no') || spans.has('noPast') || spans.has('keep')
      if (isNamed && words.length <= orderWords && spans.has('remove') && !spans.has('thing') && !isNegated)
        return true
      isNamed ||= (spans.has('held') || spans.has('agree')) && !spans.has('thing')
    }
    return false
  })
}

/** "Stop sending the wrong size": what follows a rule's words is what they are about, unless they name messages. */
export function goodsFollow(rest: string, matched: string): boolean {
  const words = rest.trim().split(' ').slice(0, 4)
  if (words[0] === '') return false
  const named = matched.trim().split(' ')
  return languagesOf(words).some((index) => {
    if (talksOfMessages(spansOf(named, index))) return false
    const spans = spansOf(words, index)
    return spans.has('thing') && !talksOfMessages(spans)
  })
}

/** Whether a sentence names messages, what is done by them, or what is held of the person. */
export function namesMessages(words: readonly string[]): boolean {
  return languagesOf(words).some((index) => {
    const spans = spansOf(words, index)
    return talksOfMessages(spans) || spans.has('bother') || spans.has('law') || spans.has('idiom')
  })
}

function talksOfMessages(spans: Spans): boolean {
  return spans.has('msgs') || spans.has('held') || spans.has('agree')
}
