import type { Translated } from '#contract/messages/shape.ts'
import type { format as english } from '../en/format.ts'

export const format: Translated<typeof english> = {
  date: '{weekday} {day, number} {month} {year}',
  day: '{day, number} {month} {year}',
  dayOfYear: '{day, number} {month}',
  duration: {
    seconds: '{count, number} s',
    minutes: '{seconds, plural, =0 {{minutes, number} min} other {{minutes, number} min # s}}',
    hours: '{minutes, plural, =0 {{hours, number} h} other {{hours, number} h # min}}',
    days: '{days, plural, one {# día} other {# días}}{hours, plural, =0 {} other { # h}}',
  },
  ago: {
    now: 'ahora mismo',
    seconds: 'hace {count, number} s',
    minutes: 'hace {count, number} min',
  },
  ahead: {
    now: 'ahora',
    seconds: 'en {count, number} s',
    minutes: 'en {count, plural, one {# minuto} other {# minutos}}',
    hours: 'en {count, plural, one {# hora} other {# horas}}',
    days: 'en {count, plural, one {# día} other {# días}}',
  },
  underPercent: 'menos de {percent}',
  perSecond: '{rate} por segundo',
  perMinute: '{rate} por minuto',
  about: 'aprox. {amount}',
  bytes: '{amount} bytes',
  kilobytes: '{amount} kB',
  megabytes: '{amount} MB',
  gigabytes: '{amount} GB',
}
