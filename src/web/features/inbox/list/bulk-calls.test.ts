import { expect, it } from 'vitest'
import { bulkCalls } from './bulk-calls.ts'

const change = { state: 'closed' as const }
const many = Array.from({ length: 1_200 }, (_, nr) => nr + 1)

it('changes those that are chosen by name, however many', () => {
  const calls = bulkCalls(change, { ids: new Set(many), all: false }, {})
  expect(calls.map(({ ids }) => ids?.length)).toEqual([500, 500, 200])
  expect(calls.flatMap(({ ids }) => ids)).toEqual(many)
  expect(calls.every((call) => call.state === 'closed' && call.filter === undefined)).toBe(true)
})

it('changes all that a filter finds by the filter', () => {
  const filter = { view: 'mine' as const }
  expect(bulkCalls(change, { ids: new Set(many), all: true }, filter)).toEqual([{ ...change, filter }])
})
