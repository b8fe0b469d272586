import { describe, expect, it } from 'vitest'
import type { ColumnRole } from '#contract/lead-imports.ts'
import { countryOf } from './country-of.ts'
import { rowReader } from './row-reader.ts'

const reader = (columns: readonly ColumnRole[], consent: 'opted_in' | 'none' = 'none') => {
  const read = rowReader({ columns, names: columns.map(String), country: 'IN', tag: null, consent })
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
    expect(read('49', '+91 98230 11208')).toMatchObject({ phone: '+919823011208' })
    expect(read('Narnia', '98230 11208')).toHaveProperty('rejected')
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
