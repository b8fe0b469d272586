import { expect, test } from 'vitest'
import { fits } from '../forms/drop-zone.tsx'
import { readSort, writeSort } from './table-address.ts'

test('a sort is read from the address as it was written', () => {
  for (const sort of [
    { key: 'name', descending: false },
    { key: 'created_at', descending: true },
  ]) {
    expect(readSort(writeSort(sort))).toEqual(sort)
  }
  expect(readSort('name; drop table')).toBeNull()
  expect(readSort(null)).toBeNull()
})

test('a file fits by its extension in any casing, or by its type', () => {
  expect(fits({ name: 'CLIENTES.CSV', type: '' }, '.csv')).toBe(true)
  expect(fits({ name: 'leads.csv.xlsx', type: 'text/csv' }, '.csv')).toBe(false)
  expect(fits({ name: 'a.png', type: 'image/png' }, '.pdf, image/*')).toBe(true)
  expect(fits({ name: 'a.svg', type: 'text/html' }, 'image/*')).toBe(false)
})
