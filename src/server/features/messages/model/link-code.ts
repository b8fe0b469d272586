import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/app.ts'

/** What a tracked link stands for: one link of one message, as its content names it. */
export type LinkCode = { businessId: number; contentId: number; messageId: number; link: number }

export type LinkCodes = {
  write: (code: LinkCode) => string
  /** Undefined for what this install has not written. */
  read: (text: string) => LinkCode | undefined
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^[1-9A-Za-z][0-9A-Za-z]{14,59}$/
/** 64 bits: guessing 2,000 times a second finds one in 100 million years. */
const macBytes = 8
/** Most links of one content. */
export const mostLinks = 100

/** Codes need no row: they hold the ids, and a keyed hash that only this install can make, whatever its key is today. */
export function linkCodes({ secrets }: Pick<App, 'secrets'>): LinkCodes {
  // A KeyObject: to sign with the key's bytes takes seven times as long.
  let key: KeyObject | undefined
  const hash = (bytes: Buffer): Buffer => {
    key ??= createSecretKey(secrets.lastingKeyFor('tracked links'))
    return createHmac('sha256', key).update(bytes).digest().subarray(0, macBytes)
  }
  return {
    write({ businessId, contentId, messageId, link }) {
      const bytes = Buffer.from([businessId, contentId, messageId, link].flatMap(numberBytes))
      return toBase62(Buffer.concat([bytes, hash(bytes)]))
    },
    read(text) {
      const all = form.test(text) ? fromBase62(text) : undefined
      if (!all || all.length <= macBytes) return undefined
      const bytes = all.subarray(0, -macBytes)
      if (!timingSafeEqual(hash(bytes), all.subarray(-macBytes))) return undefined
      const [businessId, contentId, messageId, link] = readNumbers(bytes)
      if (businessId === undefined || contentId === undefined) return undefined
      if (messageId === undefined || link === undefined) return undefined
      return { businessId, contentId, messageId, link }
    },
  }
}

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function numberBytes(number: number): number[] {
  const bytes: number[] = []
  let left = number
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return [...bytes, left]
}

function readNumbers(bytes: Buffer): number[] {
  const numbers: number[] = []
  let value = 0
  let factor = 1
  for (const byte of bytes) {
    value += (byte & 127) * factor
    factor *= 128
    if (byte >= 128) continue
    numbers.push(value)
    value = 0
    factor = 1
  }
  return numbers
}

/** A leading 1 keeps leading zero bytes, and gives each code one spelling. */
function toBase62(bytes: Buffer): string {
  let text = ''
  for (let left = BigInt(`0x01${bytes.toString('hex')}`); left > 0n; left /= 62n)
    text = alphabet.charAt(Number(left % 62n)) + text
  return text
}

/** So many letters fit into a number, which is quicker than a big one. */
const piece = 8
const pieceOf = 62n ** BigInt(piece)

function fromBase62(text: string): Buffer | undefined {
  let value = 0n
  for (let at = 0; at < text.length; at += piece) {
    const end = Math.min(at + piece, text.length)
    let number = 0
    for (let letter = at; letter < end; letter++) number = number * 62 + alphabet.indexOf(text.charAt(letter))
    value = value * (end - at === piece ? pieceOf : 62n ** BigInt(end - at)) + BigInt(number)
  }
  const hex = value.toString(16)
  return hex.length % 2 === 1 && hex.startsWith('1') ? Buffer.from(hex.slice(1), 'hex') : undefined
}
