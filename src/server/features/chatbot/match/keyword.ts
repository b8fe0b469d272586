import type { KeywordLanguage, RuleMatch } from '#contract/chatbot/chatbot.ts'
import { foldWords } from '#server/features/leads/leads.ts'

type Keyword = Extract<RuleMatch, { kind: 'keyword' }>

/** Endings that make another form of the same word, the longest first. */
const endings: Record<KeywordLanguage, readonly string[]> = {
  any: ['s'],
  en: ['ing', 'es', 'ed', 's', 'e'],
  es: ['ando', 'iendo', 'es', 's', 'a', 'o', 'e'],
  pt: ['ando', 'endo', 'oes', 'ao', 'es', 's', 'a', 'o', 'e'],
  fr: ['ent', 'er', 'es', 'ez', 's', 'x', 'e'],
  de: ['en', 'em', 'er', 'es', 'e', 'n', 's'],
  hi: ['ियों', 'ियां', 'ओं', 'ों', 'ें', 'ो', 'े', 'ी', 'ा', 'on', 'en', 'e', 'i', 'a'],
}

/** Shorter words have no endings. */
const shortestStem = 3

/** A word without its ending, and the ending before that one: "gatos" and "gato" are one. */
function stemOf(word: string, language: KeywordLanguage): string {
  let stem = word
  for (let times = 0; times < 2; times++) {
    const ending = endings[language].find(
      (one) => stem.endsWith(one) && stem.length - one.length >= shortestStem,
    )
    if (!ending) break
    stem = stem.slice(0, -ending.length)
  }
  return stem
}

/** Scripts that write words without spaces: there a part is a word. */
export const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

const known = new Map<string, string[]>()

/** A text as the stems of its words: without case, accents, marks and endings. */
function stemsOf(text: string, language: KeywordLanguage): string[] {
  return foldWords(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => stemOf(word, language))
}

function stemsOfKeyword(word: string, language: KeywordLanguage): string[] {
  const key = `${language} ${word}`
  const before = known.get(key)
  if (before) return before
  const stems = stemsOf(word, language)
  if (known.size > 10_000) known.clear()
  known.set(key, stems)
  return stems
}

/** The word of a rule that a text has, or undefined. Whole words are compared: "hi" is not in "shipping". */
export function keywordIn(text: string, { mode, words, language }: Keyword): string | undefined {
  const said = stemsOf(text, language)
  return words.find((word) => {
    const wanted = stemsOfKeyword(word, language)
    // Emoji and signs have no letters to fold.
    if (wanted.length === 0) return isOf(mode, text.trim(), word.trim())
    if (unspaced.test(word)) return isOf(mode, said.join(' '), wanted.join(' '))
    if (mode === 'is') return said.length === wanted.length && startsAt(said, wanted, 0)
    if (mode === 'starts_with') return startsAt(said, wanted, 0)
    return said.some((_, at) => startsAt(said, wanted, at))
  })
}

const startsAt = (said: readonly string[], wanted: readonly string[], at: number): boolean =>
  wanted.every((word, index) => said[at + index] === word)

function isOf(mode: Keyword['mode'], text: string, word: string): boolean {
  if (word === '') return false
  if (mode === 'is') return text === word
  return mode === 'starts_with' ? text.startsWith(word) : text.includes(word)
}
