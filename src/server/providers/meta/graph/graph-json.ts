import { parse as parseLossless } from 'lossless-json'

/** A bare number of 16 digits or more: beyond 2^53 JSON.parse would change its last digits. */
const longNumber = /[:[,]\s*-?\d{16,}/

/**
 * Parses JSON from Meta. Whole numbers too large for a JavaScript number come out as text with every digit
 * (template ids in webhooks are such numbers); everything else as JSON.parse does it. Throws SyntaxError.
 */
export function parseGraphJson(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text)
  try {
    return parseLossless(text, undefined, {
      parseNumber: numberOrDigits,
      onDuplicateKey: ({ newValue }) => newValue,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError('JSON nested too deeply', { cause: error })
    throw error
  }
}

function numberOrDigits(digits: string): number | string {
  const value = Number(digits)
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? digits : value
}

/** A plain object, to look into what Meta sent without trusting it. */
export type Json = { [key: string]: unknown }

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text at a place, ids given as numbers included; undefined where there is none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

/** The finite number at a place, written as a number or as text; undefined where there is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}
