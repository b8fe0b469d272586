import { isObject, type Json, numberOf, textOf } from '../graph/graph-json.ts'
import type { ReportedWebhookError } from './webhook-event-types.ts'

/** The entry's id and time of a change. */
export type Place = { wabaId: string; entryAt: number | undefined }

/** The sending number a change is about. Absent values stay `undefined`. */
export function numberFrom(value: Json): {
  phoneNumberId: string | undefined
  displayPhoneNumber: string | undefined
} {
  const metadata = isObject(value.metadata) ? value.metadata : undefined
  return {
    phoneNumberId: wordOf(metadata?.phone_number_id),
    displayPhoneNumber: wordOf(metadata?.display_phone_number) ?? wordOf(value.display_phone_number),
  }
}

/** Text that says something; Meta sends '' and null for nothing. */
export function wordOf(value: unknown): string | undefined {
  return textOf(value) || undefined
}

/** The end of the year 9999, which everything that stores times can hold. */
const LAST_SECOND = 253_402_300_799

/** Unix seconds as number or text, in milliseconds; undefined for what is no time. */
export function secondsToMs(value: unknown): number | undefined {
  const seconds = numberOf(value)
  return seconds === undefined || seconds < 0 || seconds > LAST_SECOND ? undefined : seconds * 1000
}

/** The objects in a list; nothing for what is no list. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Errors as webhooks word them: `details` lies one level deeper, `title` mostly repeats `message`. */
export function readErrors(value: unknown): ReportedWebhookError[] {
  return objectsIn(value).map((error) => ({
    code: numberOf(error.code),
    title: wordOf(error.title),
    message: wordOf(error.message),
    details: isObject(error.error_data) ? wordOf(error.error_data.details) : undefined,
  }))
}
