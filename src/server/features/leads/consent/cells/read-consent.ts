import { agreements, noWords, refusals, unaskedWords, yesWords } from './consent-phrases.ts'
import { readDate } from './dates.ts'

/** What a cell says: `at` is when, as ISO. `isUnread`: there is something that cannot be understood. */
export type Said = { consent: 'opted_in' | 'opted_out' | 'none'; at: string | null; isUnread: boolean }

/** What the column is about: that people agreed, whether they accept messages, or that they want none. */
export type ConsentColumn = 'consent' | 'acceptance' | 'opt_out'

const refused = new Set(refusals.map(plain))
const agreed = new Set(agreements.map(plain))
const yes = new Set(yesWords.map(plain))
const no = new Set(noWords.map(plain))
const unasked = new Set(unaskedWords.map(plain))
const nothing: Said = { consent: 'none', at: null, isUnread: false }

/**
 * What a cell says about consent; undefined for a cell that says nothing. A refusal is one in either column, and an
 * agreement in a column of refusals is none: somebody who mapped a column of statuses there opts nobody out by it.
 */
export function readConsent(cell: string, column: ConsentColumn, country: string): Said | undefined {
  const words = plain(cell)
  if (words === '') return /[✓✔☑]/u.test(cell) ? about(column, null) : undefined
  const known = kindOf(words)
  if (known !== undefined) return said(known, column, null)
  const at = readDate(cell, country)
  if (at === null) return said(kindOf(beginning(cell)), column, null)
  const kind = kindOf(plain(withoutDate(cell)))
  return kind === undefined ? about(column, at) : said(kind, column, at)
}

type Kind = 'refusal' | 'agreement' | 'yes' | 'no' | 'unasked'

function kindOf(words: string): Kind | undefined {
  if (refused.has(words)) return 'refusal'
  if (agreed.has(words)) return 'agreement'
  if (yes.has(words)) return 'yes'
  if (no.has(words)) return 'no'
  return unasked.has(words) ? 'unasked' : undefined
}

function said(kind: Kind | undefined, column: ConsentColumn, at: string | null): Said | undefined {
  switch (kind) {
    case 'refusal':
      return { consent: 'opted_out', at, isUnread: false }
    case 'agreement':
      return column === 'opt_out' ? undefined : { consent: 'opted_in', at, isUnread: false }
    case 'yes':
      return about(column, at)
    case 'no':
      if (column === 'acceptance') return { consent: 'opted_out', at, isUnread: false }
      return column === 'consent' ? nothing : undefined
    case 'unasked':
      return column === 'opt_out' ? undefined : nothing
    default:
      return { consent: 'none', at: null, isUnread: true }
  }
}

function about(column: ConsentColumn, at: string | null): Said {
  return { consent: column === 'opt_out' ? 'opted_out' : 'opted_in', at, isUnread: false }
}

/** `Unsubscribed: too many`, `ok, by phone`: the word before the first punctuation; not of `Y/N`, where nobody chose. */
function beginning(cell: string): string {
  return plain(/^\s*[^,;:(–—]+(?=[,;:(–—])/u.exec(cell)?.[0] ?? '')
}

function withoutDate(cell: string): string {
  return cell.replace(
    /[\d:./+-]+|\b(?:on|since|am|seit|le|el|em|pada|at|utc|gmt|[ap]\.?m\.?)\b|\bT\b/giu,
    ' ',
  )
}

/** Words without case, accents and signs. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0655\u0640\u093c]/g, '')
    .replace(/ة/g, 'ه')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether the cells of a column are statuses of consent: most of them, and one that nothing else would be. */
export function looksLikeConsent(cells: readonly string[]): boolean {
  const kinds = cells.map((cell) => kindOf(plain(cell)))
  const explained = kinds.filter((kind) => kind !== undefined && kind !== 'yes').length
  return explained >= cells.length * 0.8 && cells.some((cell) => telling.test(cell))
}

const telling =
  /subscri|opt(ed)?[ -]?(in|out)|abgemeldet|desabonn|désabonn|suscrit|descadastr|inscrit|langganan|مشترك|सदस्य/iu
