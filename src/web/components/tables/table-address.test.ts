import { expect, test } from 'vitest'
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
