import { expect, it } from 'vitest'
import { dateFormat } from '#contract/text/formats.ts'
import { readAnswer } from './answers.ts'
import { newSession } from './session.ts'
import { valuesOf } from './values.ts'

const question = { id: 'q', kind: 'question', answer: 'number', min: null, max: null } as never
const numberIn = (text: string) => readAnswer(question, [], { text, answerId: null })

it.each([
  ['2,5', '2.5'],
  ['2,50', '2.5'],
  ['19,90', '19.9'],
  ['0,75', '0.75'],
  ['0,750', '0.75'],
  ['1,500', '1500'],
  ['1,50,000.75', '150000.75'],
  ['1.500,50', '1500.5'],
  ['1.500.000', '1500000'],
  ['-3', '-3'],
  ['१२', '12'],
  ['1,2,3', undefined],
  ['about 5', undefined],
])('reads %s as the number %s', (text, value) => {
  expect(numberIn(text)).toBe(value)
})

it('fills in the day by the clock of the business', () => {
  const now = new Date('2026-03-03T02:00:00Z')
  const zone = 'America/Mexico_City'
  expect(dateFormat('en-GB', { timeZone: zone }).format(now)).toBe('02/03/2026')
  expect(valuesOf({ session: newSession(), context: { now, zone } as never })('today')).toBe('2026-03-02')
})
