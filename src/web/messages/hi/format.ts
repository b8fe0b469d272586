import type { Translated } from '#contract/messages/shape.ts'
import type { format as english } from '../en/format.ts'

export const format: Translated<typeof english> = {
  date: '{weekday} {day, number} {month} {year}',
  day: '{day, number} {month} {year}',
  dayOfYear: '{day, number} {month}',
  duration: {
    seconds: '{count, number} से॰',
    minutes: '{seconds, plural, =0 {{minutes, number} मि॰} other {{minutes, number} मि॰ # से॰}}',
    hours: '{minutes, plural, =0 {{hours, number} घं॰} other {{hours, number} घं॰ # मि॰}}',
    days: '{days, plural, one {# दिन} other {# दिन}}{hours, plural, =0 {} other { # घं॰}}',
  },
  ago: {
    now: 'अभी-अभी',
    seconds: '{count, number} से॰ पहले',
    minutes: '{count, number} मि॰ पहले',
  },
  ahead: {
    now: 'अभी',
    seconds: '{count, number} से॰ में',
    minutes: '{count, plural, one {# मिनट} other {# मिनट}} में',
    hours: '{count, plural, one {# घंटे} other {# घंटों}} में',
    days: '{count, plural, one {# दिन} other {# दिनों}} में',
  },
  underPercent: '{percent} से कम',
  perSecond: '{rate} प्रति सेकंड',
  perMinute: '{rate} प्रति मिनट',
  about: 'लगभग {amount}',
  bytes: '{amount} बाइट',
  kilobytes: '{amount} kB',
  megabytes: '{amount} MB',
  gigabytes: '{amount} GB',
}
