import { hasHint, hasSecondThought, withoutAsides } from './elsewhere.ts'
import { list } from './languages/reply-language.ts'
import {
  type BuiltMeaning,
  goodsFollow,
  mayRefuse,
  namesMessages,
  readParts,
  removesNumberBefore,
} from './parts/read-parts.ts'
import { replyLanguages } from './reply-languages.ts'
import { anyOf, compileLanguage, onlyThese } from './reply-rules.ts'
import { laughter } from './second-thoughts.ts'
import { clausesOf, foldWords, isStopSign, wordsOf } from './text/reply-text.ts'
import { isMistypedStop, isNearStop } from './text/typing-slips.ts'
import { gateOf } from './text/word-gate.ts'
import { ownScales, type Scales } from './weights/weigh-reply.ts'

/**
 * What a reply means for a person's consent: `stop` ends messages, `subscribe` asks for them, `doubtful` may be an
 * opt-out and `start` may be an opt-in: of both only the person can tell which.
 */
export type ReplyMeaning = 'stop' | 'subscribe' | 'doubtful' | 'start'

const compiled = replyLanguages.map(compileLanguage)
const rulesFor = gateOf(
  replyLanguages.map(({ rules, sets, unspaced }) => ({ rules: unspaced ? [] : rules, sets })),
)
const exceptionsFor = gateOf(
  replyLanguages.map(({ unless, sets, unspaced }) => ({ rules: unspaced ? [] : unless, sets })),
)
/** All rules of languages without spaces have such letters. */
const beyondAscii = /[^\0-\x7f]/
const spaced = replyLanguages.filter(({ unspaced }) => !unspaced)
const unspaced = replyLanguages.filter((language) => language.unspaced)
const all = (of: (language: (typeof replyLanguages)[number]) => readonly string[], from = replyLanguages) =>
  from.flatMap(of)

const politeWords = all(({ polite }) => polite, spaced)
const polite = anyOf(politeWords)
const alone = onlyThese(
  all((language) => language.alone),
  politeWords,
)
const splitStops = new Set(
  all(({ alone }) => alone, spaced)
    .map((word) => foldWords(word))
    .filter((word) => /^\p{L}{4,}$/u.test(word)),
)
const doubtful = onlyThese(
  all(({ doubtful }) => doubtful.filter((word) => !word.endsWith('*'))),
  politeWords,
)
const edges = all(({ doubtful }) => doubtful.filter((word) => word.endsWith('*'))).map((word) =>
  foldWords(word),
)
const subscribes = onlyThese(
  all(({ subscribe }) => subscribe),
  politeWords,
)
const starts = onlyThese(
  all(({ start }) => start),
  politeWords,
)

/** Who says "not" asks for nothing, whatever the other words are; a polite word of one language is a "no" in another. */
const negation =
  / (?:no|not|dont|never|nao|nunca|jamais|jamas|pas|plus|nicht|kein|keine|nie|non|mat|mt|nahi|nhi|नहीं|नही|मत|لا|مش|مو|لن|tidak|jangan|gak|ga|nggak|ogah)(?= )/u

/** Words that ask for messages are a slip away from some that end them: "anmelden". */
const askingWords = new Set(
  all(({ subscribe, start }) => [...subscribe, ...start]).flatMap((phrase) => foldWords(phrase).split(' ')),
)

function onlyWord(words: string): string | undefined {
  const [only, ...more] = words.replace(polite, '').trim().split(' ')
  return more.length === 0 ? only : undefined
}

function isMistyped(words: string): boolean {
  const only = onlyWord(words)
  return only !== undefined && isMistypedStop(only, askingWords)
}

const lettersOnly = /^\p{Script=Latin}+$/u
const singleStops = all(({ alone }) => alone, spaced)
  .map((word) => foldWords(word))
  .filter((word) => lettersOnly.test(word))

function isNearlyMistyped(words: string): boolean {
  const only = onlyWord(words)
  return only !== undefined && isNearStop(only, singleStops, askingWords)
}

/** Words that mean nothing else, so that one sentence of them outweighs what is said beside it. */
const clear = onlyThese(
  [
    ...[
      'stop',
      'stopp',
      'stop it',
      'unsubscribe',
      'unsub',
      'optout',
      'opt out',
      'remove me',
      'baja',
      'parar',
      'paren',
      'pare',
      'parem',
    ],
    ...[
      'sair',
      'remova',
      'removam',
      'descadastrar',
      'desinscrever',
      'desuscribir',
      'desinscription',
      'abbestellen',
      'austragen',
      'unreg',
      'arret',
      'arretez',
      'desabonner',
      'abmelden',
      'berhenti',
      'توقف',
      'стоп',
      'durdur',
      'बंद करो',
      'बंद करें',
      'band karo',
      'স্টপ',
    ],
  ],
  politeWords,
)

/** A text of this size may be anything: a match in it is a reason to ask. */
const longestWords = 60
const longestLetters = 2000
const mostClauses = 20
/** A stop word at either end of so few words is a reason to ask. */
const shortWords = 5
const fewWords = 12

/** As long as a word whose letters a phone has set apart: "sto p". */
const longestSplit = 14

/** What also ends an order: with a "please" or "I want to" beside it the person is asked. */
const cancels = list`
  cancel, cancel karo, cancelar, cancelar todo, cancelar tudo, cancela, cancela todo, cancela tudo, cancele, cancelem,
  cancelen, annuler, annulla, annuleren, annuleer, batal, batalkan, iptal, iptal et, iptal edin, iptal ediniz, anuluj, отмена, отменить, скасувати, ghairi, huy, huy bo, रद्द,
  रद्द करें, रद्द करो, कैंसल, कैंसिल, منسوخ, منسوخ کریں, الغاء, الغ, الغي, বাতিল, বাতিল করুন`
const wishedCancel = onlyThese(cancels, politeWords)
const bareCancel = onlyThese(cancels, [])

/** Of a doubled last letter one is a slip: "salirr". */
function isAlone(words: string): boolean {
  if (alone.test(words) || alone.test(words.replace(/(\p{L})\1(?= )/gu, '$1'))) return true
  return words.length <= longestSplit && splitStops.has(words.replaceAll(' ', ''))
}

/** Said twice it has no object: "Stop stop I never shop there". */
const repeatedStop = /^ (stop|stopp|basta|paren|parem|arretez|berhenti)(?: \1)+ /

/** "Stop?" */
function isAskedWord(said: string): boolean {
  return /^\s*\p{L}+\s*[?？؟]+\s*$/u.test(said)
}

/** Without our own words that somebody repeats: "Reply STOP to opt out". */
function withoutQuotes(text: string): string {
  const rest = text.replace(/["“”«»„](?:[^"“”«»„\s]+\s+){2,}[^"“”«»„\s]+["“”«»“]/gu, ' , ')
  return /\p{L}{2}/u.test(rest) ? rest : text
}

/**
 * By the weight of the words. A doubt is an opt-out from `sureFrom`, none below `noneBelow`; a rule's find is asked
 * below `askBelow`. What no rule knows is asked from `askFrom` (`askUnnamed` in words of no refusal,
 * `askPair` in two words: "text me", "block B").
 */
const limits = {
  sureFrom: 2.7,
  askUnnamed: 0.5,
  askFrom: -0.5,
  askPair: 2,
  noneBelow: -2.2,
  askBelow: 1.2,
  askAside: 1,
  sureClause: 2,
}

/** Reads what somebody wrote. @returns undefined where it says nothing about messages. */
export function readReply(said: string, scales: Scales = ownScales): ReplyMeaning | undefined {
  if (isStopSign(said)) return 'stop'
  const quoted = withoutQuotes(said.slice(0, longestLetters))
  const text = withoutAsides(quoted)
  const { meaning, isSure } = readByRules(said, text)
  if (meaning === 'stop' && (isSorryForNumber(quoted) || mayBeTakenBack(quoted))) return 'doubtful'
  if (isSure || splitWords(text).length < fewestWords) return meaning
  const weight = scales.weigh(text)
  if (meaning === 'stop') {
    if (weight < limits.askBelow && !hasSureClause(text, scales)) return 'doubtful'
    return mayBeAboutOthers(text, scales) ? 'doubtful' : 'stop'
  }
  if (meaning === undefined) {
    if (text !== quoted) return scales.weigh(quoted) > limits.askAside ? 'doubtful' : undefined
    const isNamed = clausesOf(text).slice(0, mostClauses).map(splitWords).some(mayRefuse)
    const isPair = splitWords(text).length === 2
    if (weight <= (isPair ? limits.askPair : isNamed ? limits.askFrom : limits.askUnnamed)) return undefined
    return 'doubtful'
  }
  if (weight > limits.sureFrom && !splitWords(text).some(scales.isForeign)) return 'stop'
  return Math.max(weight, scales.weigh(quoted)) < limits.noneBelow ? undefined : 'doubtful'
}

function mayBeTakenBack(text: string): boolean {
  if (hasSecondThought(text, (words) => negation.test(words))) return true
  return laughter.test(text) && !clausesOf(text).slice(0, mostClauses).map(splitWords).some(namesMessages)
}

/**
 * Whether the sentences that end messages do not name them, and each has a word that no opt-out of our lists has: it
 * may be what is refused. "Stop sending Raju".
 */
function mayBeAboutOthers(text: string, scales: Scales): boolean {
  const refusals = clausesOf(text)
    .slice(0, mostClauses)
    .filter((clause) => readByRules(clause, clause).meaning === 'stop')
    .map(splitWords)
  return (
    refusals.length > 0 && refusals.every((words) => !namesMessages(words) && words.some(scales.isForeign))
  )
}

/** One says too little: a greeting or a name. The rules know the opt-outs of one word. */
const fewestWords = 2

/** Who is sorry for a wrong number may have dialled it, where nothing else refuses. */
function isSorryForNumber(text: string): boolean {
  if (!apology.test(wordsOf(text))) return false
  const others = clausesOf(text).filter((clause) => !wrongNumber.test(wordsOf(clause)))
  if (others.length === clausesOf(text).length) return false
  const rest = others.join(', ')
  return readByRules(rest, rest).meaning !== 'stop'
}

const apology =
  / (?:sorry|desculp\S*|perdon\S*|perdao|disculp\S*|pardon|desolee?|entschuldig\S*|maaf|maf|माफ|اسف|عفوا)(?= )/u
const wrongNumber =
  / (?:wrong num\S*|falsche nummer|falsch verbunden|verwahlt|(?:numero|numer) (?:errado|equivocado)|engano|(?:mauvais|faux) numero|salah (?:sambung|nomor)|galat (?:number|no)|गलत नंबर|(?:ال)?رقم غلط)(?= )/u

/** "I love your shop but don't send me promotions". */
function hasSureClause(text: string, scales: Scales): boolean {
  return clausesOf(text)
    .slice(0, mostClauses)
    .some((clause) => scales.weigh(clause) > limits.sureClause)
}

/** `isSure`: nothing but the words of one meaning, or a wish for more messages. */
type Reading = { meaning: ReplyMeaning | undefined; isSure: boolean }
const surely = (meaning: ReplyMeaning | undefined): Reading => ({ meaning, isSure: true })
const likely = (meaning: ReplyMeaning | undefined): Reading => ({ meaning, isSure: false })

function readByRules(said: string, text: string): Reading {
  const whole = wordsOf(text)
  if (whole === ' ') return surely(undefined)
  const short = shortened(whole)
  if (short !== undefined) {
    if (!negation.test(short)) {
      if (subscribes.test(short)) return surely('subscribe')
      if (starts.test(short)) return surely('start')
    }
    if (wishedCancel.test(short) && !bareCancel.test(short)) return surely('doubtful')
    if (isAlone(short) || isUnspacedAlone(short) || isMistyped(short))
      return surely(isAskedWord(said) ? 'doubtful' : 'stop')
  }
  if (repeatedStop.test(whole)) return surely('stop')
  const words = whole.trim().split(' ')
  const built = readBuilt(text)
  if (built !== 'keep' && matchesRule(whole, words.length))
    return likely(words.length > longestWords ? 'doubtful' : 'stop')
  if (words.length <= longestWords && clausesOf(text).some((clause) => isClear(clause))) return likely('stop')
  if (built === 'keep') return surely(undefined)
  if (built === 'blame') return surely('doubtful')
  if (built === 'stop' && words.length <= longestWords) return likely('stop')
  if (short !== undefined && (doubtful.test(short) || isNearlyMistyped(short))) return surely('doubtful')
  if (words.length <= longestWords && hasHint(text)) return surely('doubtful')
  if (built !== undefined) return likely('doubtful')
  if (words.length <= longestWords && clausesOf(text).some(isDoubtful)) return likely('doubtful')
  if (words.length <= shortWords && hasEdge(whole.replace(polite, ''))) return surely('doubtful')
  return likely(undefined)
}

/** What the sentences say by their parts, where no whole phrase is known. */
function readBuilt(text: string): BuiltMeaning | undefined {
  const clauses = clausesOf(text).slice(0, mostClauses).map(splitWords)
  const meanings = clauses.map(readParts)
  if (removesNumberBefore(clauses)) meanings.push('stop')
  return (['stop', 'keep', 'blame', 'doubtful'] as const).find((meaning) => meanings.includes(meaning))
}

function splitWords(text: string): string[] {
  return wordsOf(text).trim().split(' ')
}

/**
 * The words with repeats left out, where they are few: whether a word is polite or part of a phrase is tried both ways,
 * which doubles the work with each word.
 */
function shortened(whole: string): string | undefined {
  const words = whole.replace(/( \S+)\1+(?= )/gu, '$1')
  return words.split(' ').length - 2 > fewWords ? undefined : words
}

function isClear(clause: string): boolean {
  const words = shortened(wordsOf(clause))
  return words !== undefined && clear.test(words)
}

/** A single weak word beside other sentences says too little. */
function isDoubtful(clause: string): boolean {
  const words = shortened(wordsOf(clause))
  return words !== undefined && ((words.trim().includes(' ') && doubtful.test(words)) || alone.test(words))
}

function matchesRule(whole: string, count: number): boolean {
  const open = rulesFor(whole)
  return compiled.some(({ rules, unless, unspaced }, nr) => {
    // Scripts without spaces have few words for many letters.
    if (unspaced ? count > longestWords || !beyondAscii.test(whole) : !open.has(nr)) return false
    const text = unspaced ? whole.replaceAll(' ', '') : whole
    const match = rules.exec(unless ? text.replace(unless, ' | ') : text)
    return (
      match !== null && (unspaced || !goodsFollow(match.input.slice(match.index + match[0].length), match[0]))
    )
  })
}

const unspacedWords = (words: readonly string[]): string =>
  words
    .map((word) => foldWords(word).replaceAll(' ', ''))
    .sort((a, b) => b.length - a.length)
    .join('|')
const unspacedPolite = unspacedWords(unspaced.flatMap(({ polite }) => polite))
const unspacedAlone = new RegExp(
  `^(?:${unspacedPolite})*(?:(?:${unspacedWords(unspaced.flatMap(({ alone }) => alone))})(?:${unspacedPolite})*)+$`,
  'u',
)

function isUnspacedAlone(words: string): boolean {
  return unspacedAlone.test(words.replaceAll(' ', ''))
}

function hasEdge(whole: string): boolean {
  const open = exceptionsFor(whole)
  const left = compiled.reduce(
    (text, { unless, unspaced }, nr) =>
      unless && (unspaced || open.has(nr)) ? text.replace(unless, ' | ') : text,
    whole,
  )
  const words = left.trim().split(' ')
  return [words.at(0), words.at(-1)].some((word) => word !== undefined && edges.includes(word))
}

const ofLanguage = spaced.map(({ code, doubtful, start, subscribe, alone }) => ({
  code,
  words: onlyThese([...doubtful, ...start, ...subscribe, ...alone], politeWords),
}))

/** The language whose words a doubtful reply has, for the question back. */
export function languageOfReply(text: string): string {
  const short = shortened(wordsOf(text.slice(0, longestLetters)))
  const found = short && ofLanguage.find(({ words }) => words.test(short))
  return found ? found.code : scriptLanguage(text)
}

function scriptLanguage(text: string): string {
  if (/\p{Script=Devanagari}/u.test(text)) return 'hi'
  return /\p{Script=Arabic}/u.test(text) ? 'ar' : 'en'
}
