import { describe, expect, it } from 'vitest'
import { GraphError } from '../graph/graph-errors.ts'
import { newTemplate } from '../world/seed.ts'
import type { TemplateComponent } from '../world/template-store.ts'
import { matchTemplate } from './template-match.ts'

/** The code that a message is refused with; null where it is taken. */
function refusalOf(components: TemplateComponent[], given: object[], named = false): number | null {
  const template = newTemplate('1', 'a', 'en_US', 'MARKETING', components)
  try {
    matchTemplate({ ...template, parameterFormat: named ? 'NAMED' : 'POSITIONAL' }, given, 23)
    return null
  } catch (error) {
    if (error instanceof GraphError) return error.code
    throw error
  }
}

const text = (value: string, parameter_name?: string) => ({
  type: 'text',
  text: value,
  ...(parameter_name && { parameter_name }),
})
const image = { type: 'image', image: { id: '1' } }
const plain: TemplateComponent = { type: 'BODY', text: 'Hello' }
const offer: TemplateComponent = {
  type: 'LIMITED_TIME_OFFER',
  limited_time_offer: { text: 'Ends soon', has_expiration: true },
}
const ends = (expiration_time_ms: unknown) => ({
  type: 'limited_time_offer',
  parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms } }],
})
const cards: TemplateComponent = {
  type: 'CAROUSEL',
  cards: [{ components: [{ type: 'BODY', text: 'One' }] }, { components: [{ type: 'BODY', text: 'Two' }] }],
}
const card = (card_index: unknown) => ({ card_index, components: [] })

describe('a message is refused that', () => {
  const greeting: TemplateComponent = { type: 'BODY', text: 'Hello {{name}} of {{town}}, good day' }
  it.each<[string, TemplateComponent[], object[], number, boolean?]>([
    [
      'names one variable twice and another not at all',
      [greeting],
      [{ type: 'body', parameters: [text('Asha', 'name'), text('Bina', 'name')] }],
      132012,
      true,
    ],
    [
      'has two pictures for one header',
      [{ type: 'HEADER', format: 'IMAGE' }, plain],
      [{ type: 'header', parameters: [image, image] }],
      132000,
    ],
    [
      'has two texts for one button',
      [plain, { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Go', url: 'https://shop.example/{{1}}' }] }],
      [{ type: 'button', sub_type: 'url', index: '0', parameters: [text('a'), text('b')] }],
      132000,
    ],
    [
      'has a component twice',
      [{ type: 'BODY', text: 'Hello {{1}}, good day' }],
      [
        { type: 'body', parameters: [text('Asha')] },
        { type: 'body', parameters: [text('Bina')] },
      ],
      100,
    ],
    ['has the end of an offer that there is not', [plain], [ends(1_900_000_000_000)], 132000],
    ['has no end of the offer', [plain, offer], [], 131008],
    ['has an end of the offer that is no time', [plain, offer], [ends('soon')], 131009],
    ['counts its cards from one', [plain, cards], [{ type: 'carousel', cards: [card(1), card(2)] }], 131009],
    ['has a card twice', [plain, cards], [{ type: 'carousel', cards: [card(0), card(0)] }], 131009],
  ])('%s', (_what, components, given, code, named) => {
    expect(refusalOf(components, given, named)).toBe(code)
  })
})

describe('a message is taken that', () => {
  it.each<[string, TemplateComponent[], object[]]>([
    ['says when the offer ends', [plain, offer], [ends(1_900_000_000_000)]],
    ['has its cards in another order', [plain, cards], [{ type: 'carousel', cards: [card(1), card(0)] }]],
  ])('%s', (_what, components, given) => {
    expect(refusalOf(components, given)).toBeNull()
  })
})
