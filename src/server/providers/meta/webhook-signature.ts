import { createHmac, timingSafeEqual } from 'node:crypto'

/** Which form of the body the signature was made over; `escaped` is worth a line in the log. */
export type SignatureForm = 'raw' | 'escaped'

const HEX_DIGITS = /^sha256=([0-9a-f]{64})$/i

/**
 * Checks `X-Hub-Signature-256`: HMAC-SHA256 over the body with the app's secret. Give the bytes as they came,
 * before anything parsed them. Undefined: not from Meta.
 *
 * Meta's manual says that it signs the form in which every character beyond ASCII is written `\u00e4`, lower
 * case. On the wire the body has that form already; should something in between have decoded it, the escaped
 * form is tried second.
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
  if (!hasNonAscii(body)) return undefined
  return timingSafeEqual(hmac(Buffer.from(escapeNonAscii(body)), appSecret), given) ? 'escaped' : undefined
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

function hmac(body: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(body).digest()
}

const LAST_ASCII_BYTE = 0x7f

function hasNonAscii(body: Uint8Array): boolean {
  return body.some((byte) => byte > LAST_ASCII_BYTE)
}

/** By UTF-16 unit, as JSON escapes are: a character outside the basic plane becomes two. */
function escapeNonAscii(body: Uint8Array): string {
  return Buffer.from(body)
    .toString('utf8')
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
