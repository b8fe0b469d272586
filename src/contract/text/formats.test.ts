import { expect, it } from 'vitest'
import { dateFormat, listFormat } from './formats.ts'

it('makes a format once for each language and set of options', () => {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const
  expect(dateFormat('en', { ...options })).toBe(dateFormat('en', { ...options }))
  expect(dateFormat('es', options)).not.toBe(dateFormat('en', options))
  expect(dateFormat('en', { ...options, timeZone: 'Asia/Kolkata' })).not.toBe(dateFormat('en', options))
  expect(listFormat('en', { type: 'disjunction' }).format(['a', 'b'])).toBe('a or b')
})

it('keeps no more than a bounded number', () => {
  const first = dateFormat('en', { hour: 'numeric' })
  for (let digits = 1; digits <= 600; digits++)
    listFormat(`en-x-${String(digits).padStart(4, '0')}`, { type: 'unit' })
  const [before] = [listFormat('en', { type: 'unit' })]
  for (let nr = 601; nr <= 1200; nr++) listFormat(`en-x-${String(nr).padStart(4, '0')}`, { type: 'unit' })
  expect(listFormat('en', { type: 'unit' })).not.toBe(before)
  // Another kind of format is not thrown away with it.
  expect(dateFormat('en', { hour: 'numeric' })).toBe(first)
})
