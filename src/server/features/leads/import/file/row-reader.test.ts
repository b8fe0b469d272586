import { describe, expect, it } from 'vitest'
import type { ColumnRole } from '#contract/leads/imports.ts'
import { countryOf } from '../../phone/country-of.ts'
import { joinTags, splitTags } from '../../records/tag-cell.ts'
import { rowReader } from './row-reader.ts'

const reader = (
  columns: readonly ColumnRole[],
  consent: 'opted_in' | 'none' = 'none',
  names = columns.map(String),
) => {
  const read = rowReader({ columns, names, country: 'IN', tag: null, consent })
  return (...cells: string[]) => {
    const reading = read(cells)
    return 'lead' in reading ? reading.lead : reading
  }
}

describe('a column that names the country of each number', () => {
  it.each([
    ['+1', 'US'],
    ['0044', 'GB'],
    ['91', 'IN'],
    ['91.0', 'IN'],
    ['mx', 'MX'],
    ['India', 'IN'],
    ['भारत', 'IN'],
    ['Deutschland', 'DE'],
    ['UAE', 'AE'],
    ['IND', 'IN'],
    ['Alemania', 'DE'],
    ['Côte d’Ivoire', 'CI'],
    ['日本', 'JP'],
    ['السعودية', 'SA'],
    ['الإمارات', 'AE'],
    ['РФ', 'RU'],
    ['Großbritannien', 'GB'],
    ['Oesterreich', 'AT'],
    ['अमेरिका', 'US'],
    ['Estados Unidos da América', 'US'],
    ['The Netherlands', 'NL'],
    ['Trinidad and Tobago', 'TT'],
    ['Saint Lucia', 'LC'],
    ['Saint-Marin', 'SM'],
    ['IN (+91)', 'IN'],
    ['', undefined],
    ['Narnia', null],
    ['999', null],
  ])('%j is %s', (cell, country) => {
    expect(countryOf(cell)).toBe(country)
  })

  it('is heeded row by row; a country that is not known is not guessed', () => {
    const read = reader(['country_code', 'phone'])
    expect(read('+1', '415 555 2671')).toMatchObject({ phone: '+14155552671' })
    expect(read('GB', '07911 123456')).toMatchObject({ phone: '+447911123456' })
    expect(read('', '98230 11208')).toMatchObject({ phone: '+919823011208' })
    expect(read('IND', '98230 11208')).toMatchObject({ phone: '+919823011208' })
    expect(read('Niemcy', '0171/5736723')).toMatchObject({ phone: '+491715736723' })
    expect(read('49', '+91 98230 11208')).toEqual({
      rejected: { problem: 'other_country', readings: ['+919823011208'] },
    })
    expect(read('Narnia', '98230 11208')).toEqual({ rejected: { problem: 'no_country' } })
  })
})

describe('a column of people who want no messages', () => {
  it('is heeded whatever is stated for the file, and never read as consent', () => {
    const read = reader(['phone', 'opt_out'], 'opted_in')
    expect(read('9823011208', '')).toMatchObject({ consent: 'opted_in' })
    expect(read('9823011208', 'no')).toMatchObject({ consent: 'opted_in' })
    expect(read('9823011208', 'Yes')).toMatchObject({ consent: 'opted_out', consent_at: null })
    expect(read('9823011208', '2026-01-05')).toMatchObject({
      consent: 'opted_out',
      consent_at: '2026-01-05T00:00:00.000Z',
    })
  })

  it('outweighs a column of consent', () => {
    const read = reader(['phone', 'consent', 'opt_out'], 'opted_in')
    expect(read('9823011208', 'yes', 'yes')).toMatchObject({ consent: 'opted_out' })
    expect(read('9823011208', 'yes', '')).toMatchObject({ consent: 'opted_in' })
    expect(read('9823011208', '', '')).toMatchObject({ consent: 'none' })
  })
})

describe('a column of consent', () => {
  const read = reader(['phone', 'consent'])
  it.each(['yes', 'Y', 'TRUE', '1', '1.0', 'Opted in', 'ok, by phone', '2026-01-05'])('%j is one', (cell) => {
    expect(read('9823011208', cell)).toMatchObject({ consent: 'opted_in' })
  })
  it.each(['no', '0', '10', '1.39.22.4', '1.05', 'Y/N', 'yes / no', 'not opted in', 'Non-subscribed'])(
    '%j is none',
    (cell) => {
      expect(read('9823011208', cell)).toMatchObject({ consent: 'none' })
    },
  )
})

describe('several numbers of one person', () => {
  it('a mobile is written to rather than a landline', () => {
    const read = reader(['phone', 'phone'])
    expect(read('020 2612 3456', '98230 11208')).toMatchObject({
      phone: '+919823011208',
      attributes: { 'Other phones': '+912026123456' },
    })
    expect(read('020 2612 3456 / 98230 11208', '')).toMatchObject({ phone: '+919823011208' })
    expect(read('98230 11208', '98230 11209')).toMatchObject({ phone: '+919823011208' })
    expect(read('020 2612 3456', '')).toMatchObject({ phone: '+912026123456' })
  })

  it('the number that is said to be on WhatsApp goes before all others', () => {
    const read = reader(['phone', 'phone'], 'none', ['Mobile', 'WhatsApp No'])
    expect(read('98230 11208', '98230 11209')).toMatchObject({ phone: '+919823011209' })
    expect(read('98230 11208', '020 2612 3456')).toMatchObject({ phone: '+912026123456' })
    expect(read('98230 11208', '')).toMatchObject({ phone: '+919823011208' })
  })
})

describe('a number of an address', () => {
  it('is taken only where the person has none', () => {
    const read = reader(['phone', 'phone'], 'none', ['Default Address Phone', 'Phone'])
    expect(read('98230 11208', '98230 11209')).toMatchObject({
      phone: '+919823011209',
      attributes: { 'Other phones': '+919823011208' },
    })
    expect(read('98230 11208', '')).toMatchObject({ phone: '+919823011208' })
  })
})

describe('a number of somebody else', () => {
  it.each([
    ['Salesman phone', 'Phone'],
    ['Doctor mobile', 'Patient mobile'],
    ['Mobile', 'Student mobile'],
    ['Telefone do vendedor', 'Telefone do cliente'],
    ['Teléfono de emergencia', 'Celular'],
    ['Telefone do responsável', 'Celular'],
    ['अभिभावक मोबाइल', 'छात्र मोबाइल'],
    ['Mata pita mobile', 'Vidyarthi mobile'],
    ['No HP orang tua', 'No HP siswa'],
    ['Emergency WhatsApp', 'Mobile'],
  ])('%s comes after %s', (other, own) => {
    const read = reader(['phone', 'phone'], 'none', [other, own])
    expect(read('98230 11208', '98230 11209')).toMatchObject({
      phone: '+919823011209',
      attributes: { 'Other phones': '+919823011208' },
    })
  })
})

describe('a cell of tags', () => {
  it.each([
    ['* myContacts ::: Friends', ['myContacts', 'Friends']],
    ['"Customer","Pune, West"', ['Customer', 'Pune, West']],
    ['VIP; "said ""yes"" once" | b', ['VIP', 'said "yes" once', 'b']],
    ['6" pipes, b', ['6" pipes', 'b']],
    ['"open, b', ['"open', 'b']],
    [' , ;', []],
  ])('%j', (cell, tags) => {
    expect(splitTags(cell)).toEqual(tags)
  })

  it('reads back what an export writes', () => {
    const tags = ['Pune, West', '* star', '"quoted"', 'a|b;c', 'x ::: y', '5" pipe', 'plain', '🌸 وردة']
    expect(splitTags(joinTags(tags))).toEqual(tags)
  })

  it.each([
    ['"', 200_000],
    ['"a,', 60_000],
    ['":', 100_000],
  ])('is read in time that grows with its length: %j', (text, times) => {
    expect(splitTags(text.repeat(times)).length).toBeGreaterThan(0)
  })
})
