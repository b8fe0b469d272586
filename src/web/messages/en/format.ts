export const format = {
  date: '{weekday} {day, number} {month} {year}',
  duration: {
    seconds: '{count, number} s',
    minutes: '{seconds, plural, =0 {{minutes, number} min} other {{minutes, number} min # s}}',
    hours: '{minutes, plural, =0 {{hours, number} h} other {{hours, number} h # min}}',
    days: '{days, plural, one {# day} other {# days}}{hours, plural, =0 {} other { # h}}',
  },
  ago: {
    now: 'just now',
    seconds: '{count, number} s ago',
    minutes: '{count, number} min ago',
  },
  ahead: {
    now: 'now',
    seconds: 'in {count, number} s',
    minutes: 'in {count, plural, one {# minute} other {# minutes}}',
    hours: 'in {count, plural, one {# hour} other {# hours}}',
    days: 'in {count, plural, one {# day} other {# days}}',
  },
  underPercent: 'under {percent}',
  perSecond: '{rate} a second',
  perMinute: '{rate} a minute',
  about: 'about {amount}',
  bytes: '{amount} bytes',
  kilobytes: '{amount} kB',
  megabytes: '{amount} MB',
  gigabytes: '{amount} GB',
} as const
