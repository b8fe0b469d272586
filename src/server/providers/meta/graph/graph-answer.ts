import { type MetaError, reportedError, transportError } from '../errors/meta-error.ts'
import { scrub } from './exchange.ts'
import { type HttpAnswer, isClientError } from './graph-http.ts'
import { isObject, type Json, numberOf, parseGraphJson, textOf } from './graph-json.ts'
import { headerText, readRetryAfter, readUsage } from './graph-usage.ts'

/** As much of a page that is not Graph's as helps to recognise it in a log. */
const EXCERPT_CHARACTERS = 200

/**
 * The error in an answer that is not a success. With an error object in Meta's form the call was refused;
 * a 4xx without one was refused by something in between; anything else leaves open what happened.
 */
export function errorFromAnswer(answer: HttpAnswer, secrets: readonly string[]): MetaError {
  const body = jsonOf(scrub(answer.text, secrets))
  if (isObject(body?.error)) return fromErrorObject(body.error, answer)
  // The resumable upload reports its failures in a form of its own.
  if (isObject(body?.debug_info) && isClientError(answer.status)) {
    const said = textOf(body.debug_info.message)
    return reportedError({
      delivery: 'refused',
      httpStatus: answer.status,
      type: textOf(body.debug_info.type),
      details: said,
      message: `HTTP ${answer.status}: ${said ?? 'upload refused'}`,
      ...whenAgain(answer),
    })
  }
  const message = `HTTP ${answer.status} without an error object: ${excerpt(answer.text, secrets)}`
  const parts = { message, httpStatus: answer.status, ...whenAgain(answer) }
  if (answer.status === 429) return reportedError({ ...parts, delivery: 'refused' })
  if (isClientError(answer.status)) return transportError('intercepted', { ...parts, delivery: 'refused' })
  return transportError('unreadable', { ...parts, delivery: 'unknown' })
}

/** For an answer of 2xx that is not what was asked for. */
export function unreadableAnswer(answer: HttpAnswer, why: string, secrets: readonly string[]): MetaError {
  return transportError('unreadable', {
    delivery: 'unknown',
    httpStatus: answer.status,
    message: `unreadable answer (HTTP ${answer.status}): ${why}; it begins: ${excerpt(answer.text, secrets)}`,
  })
}

function fromErrorObject(error: Json, answer: HttpAnswer): MetaError {
  const code = numberOf(error.code)
  const subcode = numberOf(error.error_subcode)
  const said = textOf(error.message)
  const data = isObject(error.error_data) ? error.error_data : jsonOf(textOf(error.error_data) ?? '')
  const details = textOf(data?.details)
  return reportedError({
    delivery: 'refused',
    code,
    subcode,
    httpStatus: answer.status,
    type: textOf(error.type),
    title: said?.replace(/^\(#\d+\)\s*/, ''),
    details,
    userTitle: textOf(error.error_user_title),
    userMessage: textOf(error.error_user_msg),
    fbtraceId: textOf(error.fbtrace_id) ?? headerText(answer.headers, 'x-fb-trace-id'),
    transient: error.is_transient === true,
    message: `HTTP ${answer.status}, code ${code ?? 'none'}${subcode === undefined ? '' : `/${subcode}`}: ${
      [said, details].filter((text) => text !== undefined).join(' – ') || 'no words'
    }`,
    ...whenAgain(answer),
  })
}

/** A longer wait is a mistake of something in between; what waits asks again after a day. */
const LONGEST_WAIT_MS = 86_400_000

/** Either header may name a wait; the longer one applies. */
function whenAgain({ headers }: HttpAnswer): { retryAfterMs?: number } {
  const waits = [readRetryAfter(headers, Date.now()), readUsage(headers).regainAfterMs]
  const longest = Math.max(0, ...waits.filter((wait) => wait !== undefined))
  return longest > 0 ? { retryAfterMs: Math.min(longest, LONGEST_WAIT_MS) } : {}
}

function jsonOf(text: string): Json | undefined {
  try {
    const value = parseGraphJson(text)
    return isObject(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function excerpt(text: string, secrets: readonly string[]): string {
  const clean = scrub(text, secrets).replace(/\s+/g, ' ').trim()
  return clean === '' ? '(empty)' : JSON.stringify(clean.slice(0, EXCERPT_CHARACTERS))
}
