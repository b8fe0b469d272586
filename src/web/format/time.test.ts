import { describe, expect, test } from 'vitest'
import type { AnyLanguage } from '#contract/messages/language.ts'
import { inLanguage } from '#server/messages/language.ts'
import { es } from '../messages/es/index.ts'
import { hi } from '../messages/hi/index.ts'
import { ptBR } from '../messages/pt-br/index.ts'
import { t } from '../messages/t.ts'
import {
  formatAgo,
  formatAhead,
  formatDateTime,
  formatDuration,
  formatMoment,
  formatShort,
  formatTime,
  instantOf,
  wallClock,
  zoneChoices,
} from './time.ts'

const instant = '2026-11-24T03:30:05.918Z'

describe('printing a time', () => {
  test('a time that stands alone carries its zone', () => {
    expect(formatMoment(instant, 'Asia/Kolkata')).toBe('Tue 24 Nov 2026, 09:00 (Asia/Kolkata)')
    expect(formatMoment(instant, 'America/Mexico_City')).toBe('Mon 23 Nov 2026, 21:30 (America/Mexico_City)')
  })
  test('midnight is 00:00, not 24:00', () => {
    expect(formatDateTime('2026-11-23T18:30:00Z', 'Asia/Kolkata')).toBe('Tue 24 Nov 2026, 00:00')
  })
  test('a day of one digit has no zero before it', () => {
    expect(formatDateTime('2026-11-01T03:30:00Z', 'Asia/Kolkata')).toBe('Sun 1 Nov 2026, 09:00')
  })
  test('seconds and milliseconds are printed where they are asked for', () => {
    expect(formatTime(instant, 'Asia/Kolkata', 'seconds')).toBe('09:00:05')
    expect(formatTime(instant, 'Asia/Kolkata', 'milliseconds')).toBe('09:00:05.918')
  })
  test('a line of a list says less the older it is, by the days of the zone', () => {
    const short = (at: string, zone = 'Asia/Kolkata') =>
      formatShort(at, zone, new Date('2026-11-24T03:30:00Z'))
    expect(short('2026-11-23T18:30:00Z')).toBe('00:00')
    expect(short('2026-11-23T18:30:00Z', 'America/Mexico_City')).toBe('12:30')
    expect(short('2026-11-23T18:29:00Z')).toBe('Mon 23:59')
    expect(short('2026-11-18T03:30:00Z')).toBe('Wed 09:00')
    expect(short('2026-11-17T03:30:00Z')).toBe('17 Nov')
    expect(short('2025-12-31T12:00:00Z')).toBe('31 Dec 2025')
    expect(short('2026-11-25T12:00:00Z')).toBe('25 Nov')
    expect(short('soon')).toBe('–')
  })
  test('what is no time is a dash', () => {
    expect(formatMoment('soon', 'UTC')).toBe('–')
  })
})

test('a length of time is told in its two largest units', () => {
  expect([6, 59.6, 359, 3_600, 7_500, 90_000, 172_800].map(formatDuration)).toEqual([
    '6 s',
    '1 min',
    '5 min 59 s',
    '1 h',
    '2 h 5 min',
    '1 day 1 h',
    '2 days',
  ])
})

test('the recent past is relative, the rest is a time', () => {
  const now = new Date('2026-11-24T03:30:08Z')
  expect(formatAgo(instant, 'Asia/Kolkata', now)).toBe('2 s ago')
  expect(formatAgo('2026-11-24T03:16:00Z', 'Asia/Kolkata', now)).toBe('14 min ago')
  expect(formatAgo('2026-11-24T02:00:00Z', 'Asia/Kolkata', now)).toBe('Tue 24 Nov 2026, 07:30 (Asia/Kolkata)')
})

test('the future is told in one unit', () => {
  const now = new Date('2026-11-20T03:30:00Z')
  expect(formatAhead('2026-11-24T03:30:00Z', now)).toBe('in 4 days')
  expect(formatAhead('2026-11-20T04:30:00Z', now)).toBe('in 1 hour')
  expect(formatAhead('2026-11-20T03:00:00Z', now)).toBe('now')
  // “Nothing leaves before 07:22, now.” is what nobody understands.
  for (const ms of [1, 400, 499, 500, 999])
    expect(formatAhead(new Date(now.getTime() + ms), now)).toBe('in 1 s')
})

describe('reading a date and a time in a zone', () => {
  test('the offset of the zone at that time is used', () => {
    expect(instantOf('2026-11-24', '09:00', 'Asia/Kolkata')).toBe('2026-11-24T09:00:00+05:30')
    expect(instantOf('2026-07-01', '09:00', 'America/New_York')).toBe('2026-07-01T09:00:00-04:00')
    expect(instantOf('2026-12-01', '09:00', 'America/New_York')).toBe('2026-12-01T09:00:00-05:00')
  })
  test('an hour that the clock shows twice is the first, one that it skips keeps the offset before', () => {
    expect(instantOf('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T01:30:00-04:00')
    expect(instantOf('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T02:30:00-05:00')
  })
  test('what the clock shows is read back to the same instant', () => {
    for (const zone of ['Asia/Kolkata', 'Pacific/Chatham', 'America/Sao_Paulo', 'UTC']) {
      const clock = wallClock('2026-10-04T13:45:00Z', zone)!
      expect(new Date(instantOf(clock.date, clock.time, zone)!).toISOString()).toBe(
        '2026-10-04T13:45:00.000Z',
      )
    }
  })
})

test('zones are offered by their names of today, the present one always', () => {
  expect(zoneChoices()).toContain('Asia/Kolkata')
  expect(zoneChoices()).not.toContain('Asia/Calcutta')
  expect(zoneChoices('Etc/GMT+5')).toContain('Etc/GMT+5')
})

test('a time and its distance are in the language of the reader', () => {
  const printed = (language: AnyLanguage) =>
    inLanguage(language, () => [
      formatMoment(instant, 'Asia/Kolkata'),
      formatDuration(90_000),
      formatAhead('2026-11-24T03:30:00Z', new Date('2026-11-20T03:30:00Z')),
    ])
  t.add('es', es)
  t.add('hi', hi)
  t.add('pt-BR', ptBR)
  expect(printed('es')).toEqual(['mar 24 nov 2026, 09:00 (Asia/Kolkata)', '1 día 1 h', 'en 4 días'])
  expect(printed('pt-BR')).toEqual(['ter. 24 nov. 2026, 09:00 (Asia/Kolkata)', '1 dia 1 h', 'em 4 dias'])
  expect(printed('hi')).toEqual(['मंगल 24 नव॰ 2026, 09:00 (Asia/Kolkata)', '1 दिन 1 घं॰', '4 दिनों में'])
})
