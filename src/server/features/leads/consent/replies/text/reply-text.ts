import { Spellings } from './data.schema.ts'
import spellingsData from './spellings.json' with { type: 'json' }

/** A reply as words: lower case, without accents, punctuation and emoji, with one space before and after each. */
export function wordsOf(text: string): string {
  const words = foldWords(text).replace(/(?<=^| )(?:\p{L} ){2,}\p{L}(?= |$)/gu, (letters) =>
    letters.replaceAll(' ', ''),
  )
  return words === '' ? ' ' : ` ${words} `
}

/** Of what was folded last: a reply is asked for its words ten times. */
const folded = new Map<string, string>()
const mostFolded = 64

/** Folds words as they are written in the rules and in replies, so that both compare. */
export function foldWords(text: string): string {
  const before = folded.get(text)
  if (before !== undefined) return before
  const words = fold(text)
  if (folded.size >= mostFolded) folded.clear()
  folded.set(text, words)
  return words
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(marks, '')
    .replace(/[ıßđєکیىۍہھۃةە]/g, (letter) => letters[letter] ?? letter)
    .replace(/(\p{L})['’`´](t|s|m|d|re|ve|ll)(?!\p{L})/gu, '$1$2')
    .replace(maskedWord, (word) => unmasked[word[0] ?? ''] ?? word)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/\bnon stop\b/g, 'nonstop')
    .trim()
    .replace(/\S+/g, (word) => spellings.get(word) ?? word)
}

/** Swearing that leaves letters out: "f*** off", "sh*t". Asterisks around a word make it bold. */
const maskedWord = /(?<![\p{L}*])(?:f[*#@]{2,}k?|f[*#@]ck|s[*#@]{2}t|sh[*#@]t|p[*#@]{1,2}s)(?![\p{L}*])/gu
const unmasked: Record<string, string> = { f: 'fuck', s: 'shit', p: 'piss' }

const spellings = new Map(
  Object.values(Spellings.parse(spellingsData)).flatMap((words) => Object.entries(words)),
)

/** Accents of Latin and Cyrillic, Arabic vowels, the dot and the moon of Indian scripts, joiners. */
const marks =
  /[\u0300-\u036f\u064b-\u065f\u0670\u0640\u093c\u0901\u0902\u09bc\u0a3c\u00ad]|[\u200b-\u200f]|\ufe0f/g

const letters: Record<string, string> = {
  ...{ ı: 'i', ß: 'ss', đ: 'd', є: 'е', ک: 'ك', ی: 'ي', ى: 'ي', ۍ: 'ي' },
  ...{ ہ: 'ه', ھ: 'ه', ۃ: 'ه', ة: 'ه', ە: 'ه' },
}

/** Marks, line ends, and "but". */
const clauseEnd =
  /[.,;:!?¡¿\n。，！？、،؛؟।…–—]+|(?<=\s)(?:but|pero|porem|porém|aber|lekin|magar|मगर|लेकिन|tapi|tetapi|لكن|ولكن)(?=\s)/iu

/** German: "hören Sie auf, mir zu schreiben" is one. */
const zuClause = /,(?=(?:\s+\p{L}+){0,4}\s+zu\s+\p{L}+)/giu

/** The parts of a reply between punctuation marks and line ends, and before a "but". */
export function clausesOf(text: string): string[] {
  return text
    .replace(zuClause, ' ')
    .split(clauseEnd)
    .filter((part) => /\p{L}/u.test(part))
}

const stopSigns = /[🛑⛔🚫]/u

/** Whether it is nothing but stop signs. */
export function isStopSign(text: string): boolean {
  return stopSigns.test(text) && !/[\p{L}\p{N}]/u.test(text)
}
