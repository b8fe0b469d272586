import { foldWords } from '../text/reply-text.ts'
import { isOneSlipApart } from '../text/typing-slips.ts'
import { type ReplyParts, shared } from './reply-parts.ts'

const partNames = [
  ...[
    'stop',
    'no',
    'send',
    'bother',
    'msgs',
    'more',
    'me',
    'remove',
    'held',
    'want',
    'receive',
    'fed',
    'much',
  ],
  ...['threat', 'complain', 'you', 'wrong', 'number', 'agree', 'withdraw', 'thing', 'time', 'ask', 'keep'],
  ...[
    'noPast',
    'own',
    'idiom',
    'skip',
    'deed',
    'act',
    'halt',
    'halting',
    'insult',
    'decline',
    'came',
    'request',
    'goes',
    'said',
    'how',
  ],
] as const
export type PartName = Exclude<keyof ReplyParts, 'code' | 'endings' | 'anyOrder' | 'negationBehind'> | 'law'
export type Spans = ReadonlyMap<PartName, readonly { from: number; to: number }[]>
type Found = Map<PartName, { from: number; to: number }[]>

/** The words behind the first one of a phrase; the last may go on. */
type Phrase = { part: PartName; rest: readonly string[]; isOpen: boolean }
export type Index = {
  whole: Map<string, Phrase[]>
  begins: Map<string, Phrase[]>
  /** The first two letters of those: most words have others. */
  beginLetters: Set<string>
  /** By first letter: words long enough that one wrong letter makes no other word. */
  slips: Map<string, { word: string; part: PartName }[]>
  /** By their consonants, as "wrng" and "nmbr" are typed. */
  consonants: Map<string, PartName[]>
  /** What words that stand in no list were found to be; most sentences repeat those of others. */
  unlisted: Map<string, readonly PartName[]>
  /** Of the sentences that were read last: each is asked for several times. */
  spans: Map<string, Spans>
  anyOrder: boolean
  negationBehind: boolean
}

const slipParts: readonly PartName[] = ['stop', 'bother', 'msgs', 'remove']
/** What a phone's spelling may stand for. */
const respelledParts: readonly PartName[] = [...slipParts, 'send', 'remove', 'threat', 'complain']
const consonantParts: readonly PartName[] = [...slipParts, 'remove', 'wrong', 'number']
const longWord = 6
const longestBeginning = 14
const shortestBeginning = 2

/** What a language has from others: words of messages, and what English words in a mixed sentence are about. */
export type Borrowed = Partial<Record<PartName, readonly string[]>>

export function indexParts(language: ReplyParts, borrowed: Borrowed): Index {
  const index: Index = {
    whole: new Map(),
    begins: new Map(),
    beginLetters: new Set(),
    slips: new Map(),
    consonants: new Map(),
    unlisted: new Map(),
    spans: new Map(),
    anyOrder: language.anyOrder ?? false,
    negationBehind: language.negationBehind ?? language.anyOrder ?? false,
  }
  const more: Borrowed = {
    ...borrowed,
    stop: shared.stop.split(','),
    msgs: [...shared.msgs.split(','), ...(borrowed.msgs ?? [])],
    law: shared.law.split(','),
  }
  for (const part of [...(partNames as readonly PartName[]), 'law'] as const) {
    const own = part === 'law' ? [] : (language[part] ?? [])
    for (const phrase of [...own, ...(more[part] ?? [])]) addPhrase(index, part, phrase.trim(), language)
  }
  return index
}

function addPhrase(index: Index, part: PartName, phrase: string, { endings = {}, code }: ReplyParts): void {
  const [stem = '', ending] = (phrase.split(' ', 1)[0] ?? '').split('+')
  if (ending) {
    const list = endings[ending]
    if (!list) throw new Error(`no ending ${ending} of ${code}`)
    const rest = phrase.slice(stem.length + ending.length + 1)
    for (const one of list) addWords(index, part, `${stem}${one}${rest}`)
  } else {
    addWords(index, part, phrase)
  }
}

function addWords(index: Index, part: PartName, phrase: string): void {
  const isOpen = phrase.endsWith('*')
  const [first = '', ...rest] = foldWords(phrase).split(' ')
  if (first === '') return
  const to = isOpen && rest.length === 0 ? index.begins : index.whole
  const list = to.get(first) ?? []
  list.push({ part, rest, isOpen })
  to.set(first, list)
  if (to === index.begins) index.beginLetters.add(first.slice(0, shortestBeginning))
  if (rest.length === 0 && first.length >= 5 && consonantParts.includes(part)) {
    const bare = first.replace(/[aeiou]/g, '')
    if (bare.length >= 3) index.consonants.set(bare, [...(index.consonants.get(bare) ?? []), part])
  }
  if (rest.length > 0 || first.length < longWord || !slipParts.includes(part)) return
  const letter = first.charAt(0)
  const slips = index.slips.get(letter) ?? []
  slips.push({ word: first, part })
  index.slips.set(letter, slips)
}

/** Where the parts of a language stand in a sentence. */
export function spansOf(words: readonly string[], index: Index): Spans {
  if (latest.words !== words) latest = { words, sentence: words.join(' ') }
  const { sentence } = latest
  const before = index.spans.get(sentence)
  if (before) return before
  const spans = findSpans(words, index)
  if (index.spans.size >= mostSentences) index.spans.clear()
  index.spans.set(sentence, spans)
  return spans
}
const mostSentences = 64
/** The words of one sentence are asked for in each language. */
let latest: { words: readonly string[]; sentence: string } = { words: [], sentence: '' }

/** Whether a word may be a part of a language, by itself or with those behind it. */
export function knowsWord(word: string, index: Index): boolean {
  return (
    index.whole.has(word) || phrasesAt([word], 0, index).length > 0 || unlistedParts(word, index).length > 0
  )
}

function findSpans(words: readonly string[], index: Index): Spans {
  const spans: Found = new Map()
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const found = phrasesAt(words, at, index)
    if (found.length === 0) {
      for (const part of unlistedParts(word, index)) addSpan(spans, part, at, at)
      continue
    }
    const skips = found.some(({ part, rest }) => part === 'skip' && rest.length === 0)
    const parts = skips ? found.filter(({ rest }) => rest.length > 0) : found
    for (const { part, rest } of parts) addSpan(spans, part, at, at + rest.length)
  }
  if (spans.size > 0) dropNouns(spans)
  return spans
}

/** A word without its vowels, as a phone spells it, or with one slip of a letter. */
function unlistedParts(word: string, index: Index): readonly PartName[] {
  // No number is a slip or a spelling of a word; kept, order numbers would push all words out.
  if (isNumber.test(word)) return noParts
  const before = index.unlisted.get(word)
  if (before) return before
  const slips = word.length < longWord - 1 ? [] : (index.slips.get(word.charAt(0)) ?? [])
  const parts = [
    ...(index.consonants.get(word) ?? []),
    ...respelled(word, index),
    ...slips.filter((slip) => isOneSlipApart(word, slip.word)).map(({ part }) => part),
  ]
  if (index.unlisted.size >= mostUnlisted) index.unlisted.clear()
  index.unlisted.set(word, parts)
  return parts
}

/** Of each language. */
const mostUnlisted = 1000
export const isNumber = /^\d+$/
const noParts: readonly PartName[] = []

/** As phones spell: "blowin", "msgd", "txtng"; as Arabic writes "and", "with" and "the" together with the word. */
function respelled(word: string, index: Index): PartName[] {
  const { isLatin, others } = formsOf(word)
  return others
    .flatMap((form) => phrasesAt([form], 0, index))
    .filter(
      ({ part, rest }) => rest.length === 0 && (respelledParts.includes(part) || (part === 'no' && !isLatin)),
    )
    .map(({ part }) => part)
}

type Forms = { isLatin: boolean; others: readonly string[] }
/** Every language asks for those of the same word. */
const knownForms = new Map<string, Forms>()
const mostForms = 1000

function formsOf(word: string): Forms {
  const before = knownForms.get(word)
  if (before) return before
  const isLatin = /^[a-z]/.test(word)
  const forms = isLatin
    ? [
        `${word}g`,
        word.replace(/(?:ng|in|n|ing)$/, ''),
        word.replace(/(.)\1+/g, '$1'),
        // "promonya": "the promotion" of Indonesian
        word.replace(/(?:nya|lah)$/, ''),
        word.replace(/0/g, 'o').replace(/[1!]/g, 'i').replace(/3/g, 'e').replace(/5/g, 's'),
      ]
    : [word.replace(/^[وفبسل]/, ''), word.replace(/^[وفبل]?ال/, ''), word.replace(/^لل/, '')]
  const found = { isLatin, others: forms.filter((form) => form !== word && form.length > 2) }
  if (knownForms.size >= mostForms) knownForms.clear()
  knownForms.set(word, found)
  return found
}

/** "The message" is no verb, and "if a message comes" is none that came. */
function dropNouns(spans: Found): void {
  const lists = (spans.get('msgs') ?? []).filter(({ from, to }) => to > from)
  const goods = spans.get('thing')
  // "Price list": goods by themselves, and messages together.
  if (goods && lists.length > 0)
    spans.set(
      'thing',
      goods.filter((one) => !lists.some(({ from, to }) => one.from >= from && one.to <= to)),
    )
  const conditions = (spans.get('goes') ?? []).filter(({ from, to }) => to > from)
  const came = spans.get('came')
  if (came)
    spans.set(
      'came',
      came.filter((one) => !conditions.some(({ from, to }) => one.from >= from && one.to <= to)),
    )
  const nouns = (spans.get('skip') ?? []).filter(({ from, to }) => to > from)
  const verbs = spans.get('bother')
  if (nouns.length > 0 && verbs)
    spans.set(
      'bother',
      verbs.filter(({ from }) => !nouns.some((noun) => noun.to === from)),
    )
}

const none: readonly Phrase[] = []

/** Most words begin no phrase of a language: nothing is made for those. */
function phrasesAt(words: readonly string[], at: number, index: Index): readonly Phrase[] {
  const word = words[at] ?? ''
  const listed = index.whole.get(word)
  const mayBegin = index.beginLetters.has(word.slice(0, shortestBeginning))
  if (!listed && !mayBegin) return none
  const found = (listed ?? none).filter(({ rest, isOpen }) =>
    rest.every((one, i) => {
      const there = words[at + 1 + i]
      return there === one || (isOpen && i === rest.length - 1 && there?.startsWith(one) === true)
    }),
  )
  if (!mayBegin) return found
  for (let length = shortestBeginning; length <= Math.min(word.length, longestBeginning); length++)
    found.push(...(index.begins.get(word.slice(0, length)) ?? []))
  return found
}

function addSpan(spans: Found, part: PartName, from: number, to: number): void {
  const list = spans.get(part)
  if (list) list.push({ from, to })
  else spans.set(part, [{ from, to }])
}
