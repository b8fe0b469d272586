import type { IncomingHttpHeaders } from 'node:http'
import { GraphError } from './graph-errors.ts'

/** When Graph's versions end (developers.facebook.com/docs/graph-api/changelog/versions); null: not announced. */
const ends: Record<number, number | null> = {
  17: Date.UTC(2025, 8, 12),
  18: Date.UTC(2026, 0, 26),
  19: Date.UTC(2026, 4, 21),
  20: Date.UTC(2026, 8, 24),
  21: Date.UTC(2027, 0, 21),
  22: Date.UTC(2027, 4, 20),
  23: Date.UTC(2027, 9, 8),
  24: Date.UTC(2028, 1, 18),
  25: Date.UTC(2028, 6, 29),
  26: null,
}
const known = Object.keys(ends).map(Number)
const newest = Math.max(...known)
/** What answers calls without a version: the version that the app was made with. */
const unversioned = 24

export type Version = { version: number; label: string }

const labelled = (version: number): Version => ({ version, label: `v${version}.0` })

/**
 * The version that answers a call: the requested one until its end date, then the oldest supported one.
 * @param asked the first part of the path.
 */
export function servedVersion(asked: string, now: number): (Version & { named: boolean }) | undefined {
  const match = /^v(\d{1,3})\.(\d)$/.exec(asked)
  const oldest = known.find((version) => (ends[version] ?? Number.POSITIVE_INFINITY) > now) ?? newest
  if (!match) return { ...labelled(Math.max(unversioned, oldest)), named: false }
  const version = Number(match[1])
  if (version > newest) return undefined
  return { ...labelled(Math.max(version, oldest)), named: true }
}

/** What Graph says of a version that does not exist. */
export const unknownVersion = (path: string): GraphError =>
  new GraphError(2500, { message: `Unknown path components: /${path}`, http: 400 })

/** From v24 on the limit is the portfolio's and has its name; before, it is a tier of the number. */
const limitMovedIn = 24

/** A row with the field names of a version of Graph. */
export function inVersion(row: Record<string, unknown>, version: number): Record<string, unknown> {
  const { whatsapp_business_manager_messaging_limit: limit, messaging_limit_tier: tier, ...rest } = row
  if (version >= limitMovedIn) return { ...rest, whatsapp_business_manager_messaging_limit: limit }
  return tier === undefined ? rest : { ...rest, messaging_limit_tier: tier }
}

const removedAt = Date.UTC(2026, 9, 27)
const removedParameters = ['pretty', 'debug', 'date_format', 'ids']

/** Since 27 October 2026 every version refuses these parameters, and conditional requests. */
export function refuseRemoved(
  params: Record<string, unknown>,
  headers: IncomingHttpHeaders,
  now: number,
): void {
  if (now < removedAt) return
  const parameter = removedParameters.find((name) => name in params)
  if (parameter)
    throw new GraphError(100, { message: `(#100) The parameter ${parameter} is no longer supported.` })
  if (headers['if-none-match'] !== undefined)
    throw new GraphError(100, { message: '(#100) The header If-None-Match is no longer supported.' })
}
