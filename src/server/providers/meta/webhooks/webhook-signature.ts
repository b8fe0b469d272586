import { isAscii, isUtf8 } from 'node:buffer'
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Which form of the body the signature was made over; `escaped` is worth a line in the log. */
type SignatureForm = 'raw' | 'escaped'

const HEX_DIGITS = /^sha256=([0-9a-f]{64})$/i

/**
 * Checks `X-Hub-Signature-256`: HMAC-SHA256 over the raw bytes with the app's secret. Meta signs the form
 * with `\u00e4` escapes; if a proxy decoded the body, the escaped form is tried second.
 */
export function verifyWebhookSignature(
  body: Uint8Array,
  header: string | undefined,
  appSecret: string,
): SignatureForm | undefined {
  const digits = header === undefined ? undefined : HEX_DIGITS.exec(header.trim())?.[1]
  if (digits === undefined || appSecret === '') return undefined
  const given = Buffer.from(digits, 'hex')
  if (timingSafeEqual(hmac(body, appSecret), given)) return 'raw'
  // ASCII has no other form, and what was decoded from escapes is UTF-8.
  if (isAscii(body) || !isUtf8(body)) return undefined
  const escaped = escapeNonAscii(body)
  return escaped && timingSafeEqual(hmac(escaped, appSecret), given) ? 'escaped' : undefined
}

/** The header Meta would send for this body. */
export function signWebhook(body: Uint8Array, appSecret: string): string {
  return `sha256=${hmac(body, appSecret).toString('hex')}`
}

/**
 * Compares the verify token of the subscription call without telling by the time taken how much of it was right.
 */
export function sameSecret(given: string, expected: string): boolean {
  const key = 'compare'
  return timingSafeEqual(hmac(Buffer.from(given), key), hmac(Buffer.from(expected), key)) && expected !== ''
}

/** Of the few secrets of our own apps: to sign with a text takes seven times as long as with its KeyObject. */
const keys = new Map<string, KeyObject>()

function hmac(body: Uint8Array, secret: string): Buffer {
  const key = keys.get(secret) ?? createSecretKey(Buffer.from(secret))
  keys.set(secret, key)
  return createHmac('sha256', key).update(body).digest()
}

/** Meta sends no larger body, and what it signs is what it sends: a longer escaped form is not Meta's. */
export const largestWebhookBytes = 3 * 1024 * 1024

const backslash = 0x5c
const letterU = 0x75
const hexDigits = Buffer.from('0123456789abcdef')

/**
 * The escaped form of a UTF-8 text, by UTF-16 unit; undefined beyond Meta's longest body. Byte by byte:
 * replacing each character of a 3 MiB body took 1.2 s of the event loop, without a valid signature.
 */
function escapeNonAscii(body: Uint8Array): Buffer | undefined {
  const escaped = Buffer.allocUnsafe(Math.min(body.length * 3, largestWebhookBytes) + 12)
  let end = 0
  const write = (unit: number): void => {
    escaped[end] = backslash
    escaped[end + 1] = letterU
    escaped[end + 2] = hexDigits[unit >> 12]!
    escaped[end + 3] = hexDigits[(unit >> 8) & 15]!
    escaped[end + 4] = hexDigits[(unit >> 4) & 15]!
    escaped[end + 5] = hexDigits[unit & 15]!
    end += 6
  }
  for (let at = 0; at < body.length; ) {
    if (end > largestWebhookBytes) return undefined
    const first = body[at]!
    if (first < 0x80) {
      escaped[end++] = first
      at += 1
    } else if (first < 0xe0) {
      write(((first & 0x1f) << 6) | (body[at + 1]! & 0x3f))
      at += 2
    } else if (first < 0xf0) {
      write(((first & 0x0f) << 12) | ((body[at + 1]! & 0x3f) << 6) | (body[at + 2]! & 0x3f))
      at += 3
    } else {
      const point =
        ((first & 0x07) << 18) |
        ((body[at + 1]! & 0x3f) << 12) |
        ((body[at + 2]! & 0x3f) << 6) |
        (body[at + 3]! & 0x3f)
      write(0xd800 + ((point - 0x10000) >> 10))
      write(0xdc00 + ((point - 0x10000) & 0x3ff))
      at += 4
    }
  }
  return end > largestWebhookBytes ? undefined : escaped.subarray(0, end)
}
