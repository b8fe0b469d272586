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
    days: '{days, plural, one {# dia} other {# dias}}{hours, plural, =0 {} other { # h}}',
  },
  ago: {
    now: 'agora mesmo',
    seconds: 'há {count, number} s',
    minutes: 'há {count, number} min',
  },
  ahead: {
    now: 'agora',
    seconds: 'em {count, number} s',
    minutes: 'em {count, plural, one {# minuto} other {# minutos}}',
    hours: 'em {count, plural, one {# hora} other {# horas}}',
    days: 'em {count, plural, one {# dia} other {# dias}}',
  },
  underPercent: 'menos de {percent}',
  perSecond: '{rate} por segundo',
  perMinute: '{rate} por minuto',
  about: 'cerca de {amount}',
  bytes: '{amount} bytes',
  kilobytes: '{amount} kB',
  megabytes: '{amount} MB',
  gigabytes: '{amount} GB',
}
