import { z } from 'zod'
import { answer, endpoints } from './endpoint.ts'
import { t } from './messages/t.ts'
import { ProviderId, TimeZone } from './values.ts'

/** A time of day; `24:00` ends a day. */
const Time = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: () => t('officeHours.time') })
  .meta({ examples: ['09:00'] })

const Span = z
  .object({ from: Time, to: Time })
  .refine(({ from, to }) => from < to, { error: () => t('officeHours.order'), path: ['to'] })

/** The open times of one day, in order and apart; none: closed. */
const Day = z
  .array(Span)
  .max(6)
  .refine((spans) => spans.every(({ from }, nr) => nr === 0 || spans[nr - 1]!.to <= from), {
    error: () => t('officeHours.overlap'),
  })

const Holiday = z.object({
  date: z.iso.date({ error: () => t('officeHours.date') }).meta({ examples: ['2026-12-25'] }),
  name: z.string().trim().max(60).default(''),
  /** Open in spite of the holiday, at these times; none: closed all day. */
  spans: Day.default([]),
})

export const OfficeHours = z.object({
  timezone: TimeZone,
  /** Monday to Sunday. */
  week: z.array(Day).length(7),
  holidays: z
    .array(Holiday)
    .max(200)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
      error: () => t('officeHours.dateTwice'),
    }),
})
export type OfficeHours = z.infer<typeof OfficeHours>

const number = z.object({ phone_number_id: ProviderId })

export const officeHours = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/office-hours/{phone_number_id}',
    summary: 'The office hours of a number',
    params: number,
    response: answer({
      /** Null: none are set. */
      hours: OfficeHours.nullable(),
      /** Null: no hours are set. */
      open_now: z.boolean().nullable(),
    }),
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/office-hours/{phone_number_id}',
    audit: 'office_hours_saved',
    summary: 'Set the office hours of a number',
    params: number,
    body: OfficeHours,
    response: answer({ hours: OfficeHours, open_now: z.boolean() }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/office-hours/{phone_number_id}',
    audit: 'office_hours_removed',
    summary: 'Remove the office hours of a number',
    params: number,
    response: answer({}),
  },
})
