import { expect, it } from 'vitest'
import { firstName } from './first-name.ts'

it.each([
  ['Asha Rao', 'Asha'],
  ['Dr. Asha Rao', 'Asha'],
  ['Mrs.Asha', 'Asha'],
  ['Asha\u00a0Rao', 'Asha'],
  ['Drew Miller', 'Drew'],
  ['Dr.', 'Dr.'],
  ['', ''],
])('the first name of %j is %j', (name, first) => {
  expect(firstName(name)).toBe(first)
})
