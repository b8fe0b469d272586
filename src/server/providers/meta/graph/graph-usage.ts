import { isObject, numberOf, parseGraphJson } from './graph-json.ts'

/** Header names come in lower case; a header sent twice is an array. */
export type Headers = Record<string, string | string[] | undefined>

/** One header as text. */
export function headerText(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * The share of the account's calls that is used, in percent, and the wait (`x-app-usage`, `x-business-use-
 * case-usage`: developers.facebook.com/docs/graph-api/overview/rate-limiting).
 */
export type Usage = { percent?: number; regainAfterMs?: number }

const MINUTE_MS = 60_000
const usageFigures = ['call_count', 'total_cputime', 'total_time'] as const

/** Reads both usage headers; an unreadable one counts as absent, for it only ever slows us down. */
export function readUsage(headers: Headers): Usage {
  const records = [
    ...usageRecords(headerText(headers, 'x-app-usage')),
    ...usageRecords(headerText(headers, 'x-business-use-case-usage')),
  ]
  const percents = records.flatMap((record) => usageFigures.map((name) => numberOf(record[name]) ?? 0))
  const regainMinutes = records.map((record) => numberOf(record.estimated_time_to_regain_access) ?? 0)
  const usage: Usage = {}
  if (percents.length > 0) usage.percent = Math.max(...percents)
  const longest = Math.max(0, ...regainMinutes)
  if (longest > 0) usage.regainAfterMs = longest * MINUTE_MS
  return usage
}

/** `{call_count…}` for the app, `{"<business id>":[{…},…]}` for business use cases. */
function usageRecords(header: string | undefined): Record<string, unknown>[] {
  if (header === undefined) return []
  let value: unknown
  try {
    value = parseGraphJson(header)
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
  if (!isObject(value)) return []
  const lists = Object.values(value).filter(Array.isArray)
  return lists.length > 0 ? lists.flat().filter(isObject) : [value]
}

/** `Retry-After` in milliseconds: seconds or a date. */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const header = headerText(headers, 'retry-after')
  if (header === undefined) return undefined
  const seconds = numberOf(header)
  if (seconds !== undefined) return seconds >= 0 ? seconds * 1000 : undefined
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
