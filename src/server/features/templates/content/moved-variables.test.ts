import { expect, it } from 'vitest'
import { movedVariables } from './moved-variables.ts'

const body = (text: string, ...samples: string[]) => [
  { type: 'BODY', text, ...(samples.length > 0 && { example: { body_text: [samples] } }) },
]
const button = (...buttons: [string, string][]) => [
  { type: 'BUTTONS', buttons: buttons.map(([text, url]) => ({ type: 'URL', text, url })) },
]

it.each([
  ['Hello {{1}}, your table in {{2}} is ready.', 'Your table in {{1}} is ready, dear {{2}}.', ['1', '2']],
  ['Name: {{1}}\nCity: {{2}}', 'City: {{1}}\nName: {{2}}', ['1', '2']],
  ['Old price {{1}}, new price {{2}}.', 'New price {{1}}, old price {{2}}.', ['1', '2']],
  ['Hello {{1}}! Welcome.', 'Your code is {{1}}! Welcome.', ['1']],
  // What stays as it was asks nothing.
  ['Hello {{1}}, your table in {{2}} is ready.', 'Hello {{1}}, your table in {{2}} is ready.', []],
  ['Helo {{1}}, your tabel in {{2}} is ready.', 'Hello {{1}}, your table in {{2}} is ready.', []],
  ['Hello {{1}}, the old offer ends soon.', 'Hello {{1}}, the new sale starts on Monday.', []],
  ['Hello {{1}}. We open on Sunday.', 'Hello {{1}}. Our hall is closed.', []],
  ['Helo {{1}}! Welcome.', 'Hello {{1}}! Welcome.', []],
  // A further one beside it.
  ['Hello {{1}}, see you soon.', 'Hello {{1}}, see you in {{2}} soon.', []],
  ['Hello {{name}} of {{city}}.', 'Hello {{city}} of {{name}}.', []],
])('%s → %s', (before, after, moved) => {
  expect(movedVariables(body(before), body(after))).toEqual(moved)
})

it('sees samples that change places', () => {
  const text = '{{1}} and {{2}} wait.'
  expect(movedVariables(body(text, 'Asha', 'Pune'), body(text, 'Pune', 'Asha'))).toEqual(['1', '2'])
  expect(movedVariables(body(text, 'Asha', 'Pune'), body(text, 'Ravi', 'Pune'))).toEqual([])
})

it('compares the label and the address of buttons', () => {
  const [track, offer] = [
    ['Track', 'https://shop.example/track/{{1}}'] as [string, string],
    ['See offer', 'https://shop.example/offer/{{1}}'] as [string, string],
  ]
  expect(movedVariables(button(track, offer), button(offer, track))).toEqual(['button.0', 'button.1'])
  expect(movedVariables(button(track), button(offer))).toEqual(['button.0'])
  expect(movedVariables(button(track), button(['Track it now', track[1]]))).toEqual([])
})

it('compares cards', () => {
  const cards = (...texts: string[]) => [
    { type: 'CAROUSEL', cards: texts.map((text) => ({ components: body(text) })) },
  ]
  const [one, other] = ['The lamp for {{1}} is here.', 'Tea of {{1}} grows high.']
  expect(movedVariables(cards(one, other), cards(other, one))).toEqual(['card.0.1', 'card.1.1'])
  expect(movedVariables(cards(one, other), cards(one, other))).toEqual([])
})
