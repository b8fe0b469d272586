import { activeWords, agreements, noWords, refusals, unaskedWords, yesWords } from './consent-phrases.ts'
import { readDate } from './dates.ts'
import { italian } from './italian-phrases.ts'

/** What a cell says: `at` is when, as ISO. `isUnread`: there is something that cannot be understood. */
export type Said = { consent: 'opted_in' | 'opted_out' | 'none'; at: string | null; isUnread: boolean }

/** What the column is about: that people agreed, whether they accept messages, or that they want none. */
export type ConsentColumn = 'consent' | 'acceptance' | 'opt_out'

const refused = new Set([...refusals, ...italian.refusals].map(plain))
const agreed = new Set([...agreements, ...italian.agreements].map(plain))
const yes = new Set(yesWords.map(plain))
const no = new Set(noWords.map(plain))
const unasked = new Set([...unaskedWords, ...italian.unasked].map(plain))
const active = new Set(activeWords.map(plain))
const nothing: Said = { consent: 'none', at: null, isUnread: false }

/**
 * Whether a cell only says that somebody is still on the list: "Active" beside "Unsubscribed". It is no consent, and no
 * cell that cannot be read either: the file's owner speaks for the row.
 */
export function leavesToOwner(cell: string): boolean {
  return active.has(plain(cell))
}

/**
 * What a cell says about consent; undefined for a cell that says nothing. A refusal is one in either column, and an
 * agreement in a column of refusals is none: somebody who mapped a column of statuses there opts nobody out by it.
 */
export function readConsent(
  cell: string,
  column: ConsentColumn,
  country: string,
  zone?: string,
): Said | undefined {
  const words = plain(cell)
  if (words === '') return /[✓✔☑]/u.test(cell) ? about(column, null) : undefined
  const known = kindOf(words)
  if (known !== undefined) return said(known, column, null)
  if (active.has(words)) return undefined
  const at = readDate(cell, country, zone)
  if (at === null) return said(kindOf(beginning(cell)) ?? refusalIn(cell), column, null)
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

/**
 * `Withdrawn 2025`, `revoked by phone`, `Unsubscribed / Opted Out`, `revoked consent`: a refusal stays one whenever and
 * however it was said, and beside whatever else.
 */
function refusalIn(cell: string): Kind | undefined {
  const parts = cell.split(/[/|;,&+]/).map(plain)
  return parts.some((words) => [words, how.exec(words)?.[1], ofConsent.exec(words)?.[1]].some(isRefusal))
    ? 'refusal'
    : undefined
}

function isRefusal(words: string | undefined): boolean {
  return words !== undefined && refused.has(words)
}

const ofConsent =
  /^(?:consent |permission )?(.+?)(?: (?:consent|permission|consentimiento|consentimento|consentement|einwilligung|izin))?$/u

const how =
  /^(.+?) (?:(?:19|20)\d\d$|(?:by|via|per|through|over|in|on|during|since|durch|von|am|im|uber|seit|por|en|el|em|pelo|pela|par|le|depuis|melalui|oleh|pada|lewat|से|द्वारा|عبر|في) )/u

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

/**
 * Whether the cells of a column are statuses of consent: most of them and one that nothing else would be, or few
 * different ones and among them a refusal that is of messages alone, beside whatever words for those who stayed.
 */
export function looksLikeConsent(cells: readonly string[]): boolean {
  const kinds = cells.map((cell) => kindOf(plain(cell)) ?? refusalIn(cell))
  const explained = kinds.filter((kind) => kind !== undefined && kind !== 'yes').length
  if (explained >= cells.length * 0.8 && cells.some((cell) => telling.test(plain(cell)))) return true
  const isRefused = cells.some((cell, at) => kinds[at] === 'refusal' && telling.test(plain(cell)))
  return isRefused && new Set(cells.map(plain)).size <= mostStatuses
}

/** Different words of a column of statuses. */
const mostStatuses = 12

/** Whether most cells say something that a column of consent says, or any of them a refusal. */
export function speaksOfConsent(cells: readonly string[]): boolean {
  const kinds = cells.map((cell) => kindOf(plain(cell)) ?? refusalIn(cell))
  const known = kinds.filter((kind) => kind !== undefined).length
  return kinds.includes('refusal') || (known > 0 && known >= cells.length / 2)
}

const telling =
  /subscri|opt(ed)? ?(in|out)|abgemeldet|ausgetragen|desabonn|suscrit|descadastr|desinscri|inscrit|(dis)?iscritt|dado de baja|dada de baja|langganan|do not (contact|message|text|call)|الاشتراك|مشترك|सदस्य|अनसब्सक्राइब|отписа|退订|订阅|配信停止|수신거부/u
