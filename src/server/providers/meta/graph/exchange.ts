import type { Delivery } from '../errors/meta-error.ts'

/** One call and its answer, fit for a log: tokens, codes, secrets and PINs are taken out, bodies are bounded. */
export type Exchange = {
  /** Milliseconds since 1970, when the call was handed in. */
  startedAt: number
  durationMs: number
  method: string
  /** With version and query. */
  path: string
  requestBody?: string
  /** Absent when no answer came. */
  status?: number
  responseBody?: string
  /** `x-fb-trace-id` and `x-fb-request-id`: what Meta's support asks for. */
  traceId?: string
  requestId?: string
  /** The serving version of Meta's code, `x-fb-rev`. */
  revision?: string
  /** Highest of the usage figures the answer carried, in per cent of what is allowed. */
  usagePercent?: number
  /** Present when no answer came, or none that could be read. */
  failure?: { delivery: Delivery; reason: string }
}

/** As much of a body as a log needs. */
const MAX_LOGGED_CHARACTERS = 8_192
const REDACTED = '[redacted]'

const secretNames = [
  'access_token',
  'appsecret_proof',
  'client_secret',
  'fb_exchange_token',
  'input_token',
  'verify_token',
  'certificate',
  'new_certificate',
].join('|')

const secretFields = new RegExp(String.raw`("(?:${secretNames})"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'g')
const secretParameters = new RegExp(`((?:^|[?&])(?:${secretNames}|code|pin)=)[^&]*`, 'g')
/** `pin` and `code` as words of a request of ours; in answers `code` is an error's number. */
const secretRequestFields = /("(?:pin|code)"\s*:\s*)"[\d-]{4,9}"/g

/** Takes the secrets out of a path or a form body. */
export function redactParameters(text: string): string {
  return text.replace(secretParameters, `$1${REDACTED}`)
}

/** Takes the secrets out of a JSON body of ours and bounds it. */
export function redactRequestBody(text: string): string {
  return bound(text.replace(secretFields, `$1"${REDACTED}"`).replace(secretRequestFields, `$1"${REDACTED}"`))
}

/**
 * Removes the secrets from an answer and bounds its length. `known` are texts that are removed at any place.
 */
export function redactAnswer(text: string, known: readonly string[]): string {
  return bound(scrub(text.replace(secretFields, `$1"${REDACTED}"`), known))
}

/** Replaces known secrets: Meta quotes a malformed token in its error message. */
export function scrub(text: string, known: readonly string[]): string {
  let clean = text
  for (const secret of known) if (secret.length >= 6) clean = clean.replaceAll(secret, REDACTED)
  return clean
}

function bound(text: string): string {
  if (text.length <= MAX_LOGGED_CHARACTERS) return text
  return `${text.slice(0, MAX_LOGGED_CHARACTERS)}… (${text.length} characters)`
}

/** A message's body holds no secret of ours: only bounded. This is on the hot path. */
export function boundBody(text: string): string {
  return bound(text)
}
