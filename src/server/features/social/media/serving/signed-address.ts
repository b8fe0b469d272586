import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/app.ts'

/** What an address gives the right to: a medium as it was uploaded, or its variant with this hash. */
export type Addressed = { businessId: number; mediaId: number; hash?: Buffer }

const dayMs = 86_400_000
/** Addresses of a day are the same, so that browsers keep what they have; each is valid for 7 to 8 days. */
const validDays = 8
const hashBytes = 16
const original = 'original'
const short = (value: number): string => value.toString(36)

/** The part of an address that is the right to the file. */
export function sign(app: App, { businessId, mediaId, hash }: Addressed): string {
  const lastDay = Math.floor(app.now().getTime() / dayMs) + validDays
  const shortHash = hash?.toString('base64url', 0, hashBytes) ?? original
  const text = [short(businessId), short(mediaId), shortHash, short(lastDay)].join('.')
  return `${text}.${signatureOf(app, text)}`
}

/** Without a hash, the file as it was uploaded. */
type Read = { businessId: number; mediaId: number; shortHash: Buffer | undefined; isOver: boolean }

/** What a signed part names; undefined where we did not sign it. */
export function readSigned(app: App, signed: string): Read | undefined {
  const [business, media, hash, lastDay, signature, more] = signed.split('.')
  if (!business || !media || !hash || !lastDay || !signature || more !== undefined) return undefined
  const right = Buffer.from(signatureOf(app, [business, media, hash, lastDay].join('.')))
  const given = Buffer.from(signature)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return {
    businessId: Number.parseInt(business, 36),
    mediaId: Number.parseInt(media, 36),
    shortHash: hash === original ? undefined : Buffer.from(hash, 'base64url'),
    isOver: app.now().getTime() >= Number.parseInt(lastDay, 36) * dayMs,
  }
}

const signatureOf = (app: App, text: string): string =>
  createHmac('sha256', keyOf(app)).update(text).digest('base64url')

/** A month of the calendar signs hundreds of addresses. */
const keys = new WeakMap<App['secrets'], Buffer>()

function keyOf({ secrets }: App): Buffer {
  const known = keys.get(secrets)
  if (known) return known
  const key = secrets.keyFor('addresses of media')
  keys.set(secrets, key)
  return key
}

export const isHash = (hash: Buffer, short: Buffer): boolean => hash.subarray(0, hashBytes).equals(short)
