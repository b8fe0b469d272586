import { expect, test } from 'vitest'
import { fits } from './file-kinds.ts'

test('a file fits by its extension in any casing, or by its type', () => {
  expect(fits({ name: 'CLIENTES.CSV', type: '' }, '.csv')).toBe(true)
  expect(fits({ name: 'leads.csv.xlsx', type: 'text/csv' }, '.csv')).toBe(false)
  expect(fits({ name: 'a.png', type: 'image/png' }, '.pdf, image/*')).toBe(true)
  expect(fits({ name: 'a.svg', type: 'text/html' }, 'image/*')).toBe(false)
})
