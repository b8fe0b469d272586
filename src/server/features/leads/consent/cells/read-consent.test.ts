import { describe, expect, it } from 'vitest'
import type { ColumnRole } from '#contract/leads/imports.ts'
import { suggestRoles } from '../../import/file/column-roles.ts'
import { rowReader } from '../../import/file/row-reader.ts'
import { readDate } from './dates.ts'
import { readConsent } from './read-consent.ts'

const reader = (columns: ColumnRole[], consent: 'opted_in' | 'none', names: string[] = columns) => {
  const read = rowReader({ columns, names, country: 'IN', tag: null, consent })
  return (...cells: string[]) => {
    const reading = read(cells)
    if (!('lead' in reading)) throw new Error('no lead')
    return reading.lead.consent
  }
}

describe('a refusal in the file', () => {
  it.each([
    ...['Unsubscribed', 'Opted Out', 'cleaned', 'bounced', 'withdrawn', 'revoked', 'declined', 'Blacklisted'],
    ...[
      'Do Not Call',
      'सदस्यता समाप्त',
      'Dado de baja',
      'Descadastrado',
      'Berhenti berlangganan',
      'إلغاء الاشتراك',
    ],
    ...['Unsubscribed / Opted Out', 'revoked consent', 'ألغى الاشتراك', 'тест; отписан', 'Descadastrou'],
    ...['Withdrawn 2025', 'revoked by phone', 'unsubscribed via link in e-mail', 'no longer subscribed'],
    ...['Dado de baja por teléfono', 'Abgemeldet am Telefon', 'отписан', '退订', 'uitgeschreven'],
    ...['Désabonné', 'Abgemeldet', 'Widerrufen', 'Unsubscribed 05/01/2026', 'OPT-OUT (by phone)'],
  ])('%j outweighs what the owner states, in either column', (cell) => {
    expect(reader(['phone', 'consent'], 'opted_in')('9823011208', cell)).toBe('opted_out')
    expect(reader(['phone', 'opt_out'], 'opted_in')('9823011208', cell)).toBe('opted_out')
  })

  it('opts out nobody who is subscribed when the column of statuses is mapped to it', () => {
    const read = reader(['phone', 'opt_out'], 'opted_in')
    for (const cell of ['Subscribed', 'opted in', 'Abonné', 'no', 'false', '']) {
      expect([cell, read('9823011208', cell)]).toEqual([cell, 'opted_in'])
    }
  })

  it.each([
    ['Accepts SMS Marketing', 'no'],
    ['Accepts WhatsApp messages', 'FALSE'],
    ['व्हाट्सएप संदेश स्वीकार', 'नहीं'],
    ['Acepta marketing por SMS', 'No'],
    ['Aceita mensagens de WhatsApp', 'não'],
    ['Setuju menerima pesan WhatsApp', 'tidak'],
    ['يقبل الرسائل التسويقية', 'لا'],
    ['Accepte le marketing par SMS', 'non'],
    ['SMS-Marketing akzeptiert', 'nein'],
    ['Acepta publicidad', 'no'],
    ['Werbung erlaubt', 'nein'],
    ['Accetta pubblicità', 'no'],
    ['Aceita propaganda', 'não'],
    ['Accepte la publicité', 'non'],
  ])('is a no to %j: %j', (name, cell) => {
    const columns = [
      { name: 'Phone', filled: 2, cells: ['+919823011208', '+919823011209'] },
      { name, filled: 2, cells: [cell, cell] },
    ]
    expect(suggestRoles(columns, { header: true, country: 'IN' })).toEqual(['phone', 'consent'])
    const read = reader(['phone', 'consent'], 'opted_in', ['Phone', name])
    expect(read('9823011208', cell)).toBe('opted_out')
    expect(read('9823011208', 'yes')).toBe('opted_in')
    expect(read('9823011208', 'never subscribed')).toBe('none')
    expect(read('9823011208', 'pending')).toBe('none')
  })

  it('is not a no to e-mails, nor one to a question about an opt-in', () => {
    const names = ['Phone', 'Accepts Email Marketing', 'WhatsApp opt-in']
    expect(reader(['phone', 'attribute', 'consent'], 'opted_in', names)('9823011208', 'no', 'yes')).toBe(
      'opted_in',
    )
    expect(reader(['phone', 'attribute', 'consent'], 'opted_in', names)('9823011208', 'yes', 'no')).toBe(
      'none',
    )
  })

  it('counts in each of several columns', () => {
    const read = reader(['phone', 'opt_out', 'opt_out'], 'opted_in')
    expect(read('9823011208', 'no', 'yes')).toBe('opted_out')
    expect(read('9823011208', '', '')).toBe('opted_in')
  })

  it('of e-mails does not concern messages where a column speaks of them', () => {
    const names = ['Phone', 'Marketing consent', 'SMS marketing consent']
    const read = reader(['phone', 'consent', 'consent'], 'none', names)
    expect(read('9823011208', 'no', 'yes')).toBe('opted_in')
    expect(read('9823011208', 'yes', 'no')).toBe('none')
  })
})

describe('somebody who is still on the list', () => {
  const names = ['Phone', 'Status']
  it.each(['Active', 'Ativo', 'Activa', 'aktiv', 'Aktif', 'सक्रिय', 'نشط', 'активен'])(
    '%s is no consent: the statement of the import decides',
    (cell) => {
      expect(reader(['phone', 'consent'], 'none', names)('9823011208', cell)).toBe('none')
      expect(reader(['phone', 'consent'], 'opted_in', names)('9823011208', cell)).toBe('opted_in')
      expect(reader(['phone', 'opt_out'], 'opted_in', names)('9823011208', cell)).toBe('opted_in')
    },
  )

  it('is refused by another column, and agrees by one', () => {
    const read = reader(['phone', 'consent', 'consent'], 'none', ['Phone', 'Status', 'Consent'])
    expect(read('9823011208', 'Active', 'Unsubscribed')).toBe('opted_out')
    expect(read('9823011208', 'Active', 'subscribed')).toBe('opted_in')
    expect(read('9823011208', 'Active', 'no')).toBe('none')
  })
})

describe('a cell that cannot be read', () => {
  it.each(['maybe', '10', '1.39.22.4', '31/02/2026', '2099-01-01'])(
    '%j is no consent, and counted',
    (cell) => {
      expect(readConsent(cell, 'consent', 'IN')).toEqual({ consent: 'none', at: null, isUnread: true })
      expect(reader(['phone', 'opt_out'], 'opted_in')('9823011208', cell)).toBe('none')
    },
  )
})

describe('a date of consent', () => {
  const day = '2026-01-05T00:00:00.000Z'
  it.each([
    ...[
      '2026-01-05',
      '5/1/2026',
      '05.01.2026',
      '5.1.26',
      '05-Jan-26',
      '5 Jan 2026',
      'Jan 5, 2026',
      '2026/1/5',
      '20260105',
      '46027',
    ],
    ...[
      '5 de enero de 2026',
      '5 de janeiro de 2026',
      '5 janvier 2026',
      '5. Januar 2026',
      '5 Januari 2026',
      '5 يناير 2026',
      '५ जनवरी 2026',
    ],
  ])('%j is read', (cell) => {
    expect(readDate(cell, 'IN')).toBe(day)
    expect(readConsent(cell, 'consent', 'IN')).toEqual({ consent: 'opted_in', at: day, isUnread: false })
  })

  const locales = [
    ...['en-US', 'en-GB', 'en-IN', 'es-ES', 'pt-BR', 'fr-FR', 'de-DE', 'de-AT', 'it-IT', 'id-ID'],
    ...['hi-IN', 'hi-IN-u-nu-deva', 'ar-EG', 'ar-AE', 'ar-SY', 'ar-MA'],
  ]
  it.each(locales)('is read in each form of %s', (locale) => {
    const country = locale.slice(3, 5)
    const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 25)))
    const unread = days.flatMap((date) =>
      (['short', 'medium', 'long', 'full'] as const)
        .map((dateStyle) => new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(date))
        .filter((cell) => readDate(cell, country) !== date.toISOString()),
    )
    expect(unread).toEqual([])
  })

  it('has a time, a zone and the order of its country', () => {
    expect(readDate('٥/١/٢٠٢٦، ٣:٣٠ م', 'EG')).toBe('2026-01-05T15:30:00.000Z')
    expect(readDate('Mon Jan 05 2026 10:30:00 GMT+0530 (IST)', 'IN')).toBe('2026-01-05T05:00:00.000Z')
    expect(readDate('2026-01-05 10:30:00+05:30', 'IN')).toBe('2026-01-05T05:00:00.000Z')
    expect(readDate('January 5th, 2026 3:30 PM', 'IN')).toBe('2026-01-05T15:30:00.000Z')
    expect(readDate('1/5/2026', 'US')).toBe(day)
    expect(readDate('13/1/2026', 'US')).toBe('2026-01-13T00:00:00.000Z')
  })

  it.each([
    ['05/01/2026', 'America/Sao_Paulo', '2026-01-05T03:00:00.000Z'],
    ['46027.5', 'America/Mexico_City', '2026-01-05T18:00:00.000Z'],
    ['20260105', 'Asia/Kolkata', '2026-01-04T18:30:00.000Z'],
    ['2026-01-05 10:30', 'Asia/Kolkata', '2026-01-05T05:00:00.000Z'],
    ['2026-03-29 01:30', 'Europe/Madrid', '2026-03-29T00:30:00.000Z'],
    ['2026-03-29 03:30', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
    ['2026-01-05 10:30Z', 'Asia/Kolkata', '2026-01-05T10:30:00.000Z'],
    ['2026-01-05 10:30:00-03:00', 'Asia/Kolkata', '2026-01-05T13:30:00.000Z'],
    ['1767571200', 'Asia/Kolkata', '2026-01-05T00:00:00.000Z'],
  ])('%j without a zone of its own is one of the clock in %s', (cell, zone, moment) => {
    expect(readDate(cell, 'BR', zone)).toBe(moment)
  })
})

it.each([
  ['Status', ['Subscribed', 'Unsubscribed', 'cleaned'], 'consent'],
  ['Status', ['Active', 'New', 'Lost'], 'attribute'],
  ['WHATSAPP_BLACKLISTED', ['0', '1'], 'opt_out'],
  ['EMAIL_BLACKLISTED', ['0', '1'], 'attribute'],
  ['Do Not Call', ['yes', ''], 'opt_out'],
  ['Accepts SMS Marketing', ['yes', 'no'], 'consent'],
  ['Accepts Email Marketing', ['yes', 'no'], 'attribute'],
  ['Abgemeldet am', ['05.01.2026'], 'opt_out'],
  ['Liste noire', ['oui'], 'opt_out'],
  ['Descadastrado', ['sim'], 'opt_out'],
  ['Berhenti berlangganan', ['ya'], 'opt_out'],
  ['No molestar', ['si'], 'opt_out'],
] as const)('a column %j with %j becomes %s', (name, cells, role) => {
  const columns = [
    { name: 'Phone', filled: 2, cells: ['+919823011208', '+919823011209'] },
    { name, filled: cells.length, cells },
  ]
  expect(suggestRoles(columns, { header: true, country: 'IN' })).toEqual(['phone', role])
})
