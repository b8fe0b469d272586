import { describe, expect, it } from 'vitest'
import { ParameterMapping } from '#contract/campaigns.ts'
import { fillingOf, takesCustomMessage, unfilled } from './variables.ts'

const body = (...names: string[]) => names.map((name) => ({ key: name, name, where: 'body' as const }))
const sources = (names: string[], mapping: object = {}, custom: string | null = null) =>
  fillingOf(body(...names), ParameterMapping.parse(mapping), custom).map(({ source }) => source)

describe('what fills a variable', () => {
  it('is the lead’s name for the first, unless mapped', () => {
    expect(sources(['1', '2'])).toEqual([{ field: 'name' }, null])
    expect(sources(['1', '2'], { 1: '10%', 2: { field: 'email', fallback: 'none' } })).toEqual([
      { text: '10%' },
      { field: 'email', fallback: 'none' },
    ])
  })

  it('is what its name says', () => {
    expect(sources(['code', 'name', 'email'], { code: 'X' })).toEqual([
      { text: 'X' },
      { field: 'name' },
      { field: 'email' },
    ])
  })

  it('is the custom message where the template has a place for one', () => {
    expect(sources(['name', 'custom_message'], {}, 'Free delivery')).toEqual([
      { field: 'name' },
      { field: 'custom_message' },
    ])
    expect(unfilled(fillingOf(body('custom_message'), {}, null))).toEqual(['custom_message'])
    const mapped = ParameterMapping.parse({ 2: { field: 'custom_message', fallback: 'Nothing new' } })
    expect(fillingOf(body('1', '2'), mapped, null)[1]?.source).toEqual({ text: 'Nothing new' })
    expect(takesCustomMessage(body('1', '2'), mapped)).toBe(true)
    expect(takesCustomMessage(body('1', '2'), {})).toBe(false)
  })

  it('cannot be taken from the prototype of things', () => {
    expect(sources(['1', 'constructor'])).toEqual([{ field: 'name' }, null])
  })

  it('tells header and body apart where both have a {{1}}', () => {
    const variables = [
      { key: 'header.1', name: '1', where: 'header' },
      { key: '1', name: '1', where: 'body' },
      { key: 'button.2', name: '2', where: 'button', index: 2 },
    ] as const
    const filling = fillingOf(
      variables,
      ParameterMapping.parse({ 'header.1': 'Diwali', 'button.2': 'x' }),
      null,
    )
    expect(filling.map(({ source }) => source)).toEqual([
      { text: 'Diwali' },
      { field: 'name' },
      { text: 'x' },
    ])
    expect(unfilled(fillingOf(variables, {}, null))).toEqual(['header.1', 'button.2'])
  })

  it('names each variable that nothing fills once', () => {
    expect(unfilled(fillingOf(body('1', '2', '3', '2'), {}, null))).toEqual(['2', '3'])
  })
})
