import { describe, expect, it } from 'vitest'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import { cutLabel, Label } from '#contract/conversations/filter.ts'
import { addressOf, filterOf, isSameFilter } from './filter-address.ts'

describe('the address of a filter', () => {
  it('is read back as it was written', () => {
    const filters: ConversationFilter[] = [
      {},
      { view: 'closed', labels: ['Order', 'a&b=c'], unread: true, closing: true },
      { assigned_to: 7, phone_number_id: '106540352242922', campaign_id: 12, unanswered: true },
      { view: 'all', search: 'kaju & katli' },
      { view: 'open', search: 'kaju' },
    ]
    for (const filter of filters) {
      expect(filterOf(new URLSearchParams(String(addressOf(filter))))).toEqual(filter)
    }
  })

  it('leaves out what nobody wrote', () => {
    const address = new URLSearchParams('view=nope&member=-1&campaign=x&number=a&label=%0A&unread=yes')
    expect(filterOf(address)).toEqual({})
  })

  it('tells filters apart, whatever the order of their labels', () => {
    expect(isSameFilter({ labels: ['a', 'b'] }, { labels: ['b', 'a'], view: 'open' })).toBe(true)
    expect(isSameFilter({ labels: ['a'] }, { labels: ['a'], unread: true })).toBe(false)
  })
})

it('cuts a long label where no half of an emoji is left, which the server would refuse', () => {
  const label = cutLabel(`${'x'.repeat(39)}🪔`)
  expect(label).toBe('x'.repeat(39))
  expect(Label.safeParse(label).success).toBe(true)
  expect(cutLabel(`${'x'.repeat(38)}🪔y`)).toBe(`${'x'.repeat(38)}🪔`)
})
