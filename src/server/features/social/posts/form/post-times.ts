import { Temporal } from 'temporal-polyfill'
import { t as shared } from '#contract/messages/t.ts'
import { Instant, TimeZone } from '#contract/values.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Problem, refuseProblems } from './problems.ts'

/** A clock that is a little wrong, or a person who was slow to press the button, does not make a time "past". */
const graceSeconds = 120
export const longestAheadDays = 366

const localPattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/

/** Whether a time can be posted at. */
export function problemOfTime(now: Date, at: Date, field = 'scheduled_time'): Problem | undefined {
  if (at.getTime() < now.getTime() - graceSeconds * 1000) return { field, code: 'past' }
  if (at.getTime() > now.getTime() + longestAheadDays * 86_400_000)
    return { field, code: 'tooFar', params: { limit: longestAheadDays } }
  return undefined
}

/**
 * A time by the clock of a place. One that comes twice, when clocks go back, is the first; one that the clock skips is
 * none.
 */
export function localTime(text: string, timezone: string): Date | 'skipped' | 'invalid' {
  try {
    const plain = Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' })
    const zoned = plain.toZonedDateTime(timezone, { disambiguation: 'compatible' })
    if (!zoned.toPlainDateTime().equals(plain)) return 'skipped'
    return new Date(zoned.epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return 'invalid'
    throw error
  }
}

/**
 * The time that a form asks for: with an offset, or by the clock of `timezone` where one is given.
 * @throws AppError for what is no time, skipped, past or too far.
 */
export function readPostTime(now: Date, text: string, timezone: string | undefined): Date {
  const at = timeIn(text, timezone)
  const problem = problemOfTime(now, at)
  if (problem) refuseProblems([problem])
  return at
}

function timeIn(text: string, timezone: string | undefined): Date {
  const field = 'scheduled_time'
  if (Instant.safeParse(text).success) return new Date(text)
  if (timezone === undefined || !localPattern.test(text)) {
    const sentence = shared('fields.instant')
    throw new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
  }
  const at = localTime(text, readZone(timezone))
  if (at === 'skipped')
    refuseProblems([{ field, code: 'skippedTime', params: { time: text.replace('T', ' ') } }])
  if (!(at instanceof Date)) {
    const sentence = shared('fields.instant')
    throw new AppError('invalid_input', sentence, { fields: { [field]: sentence } })
  }
  return at
}

/** @throws AppError for a name that is no zone. */
export function readZone(timezone: string): string {
  const read = TimeZone.safeParse(timezone)
  if (read.success) return read.data
  const sentence = shared('fields.timeZone')
  throw new AppError('invalid_input', sentence, { fields: { timezone: sentence } })
}

/** @throws AppError with the sentence of a time that cannot be posted at. */
export const refuseTime = (problem: Problem): void => refuseProblems([problem])
