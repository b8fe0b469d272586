import { describe, expect, it } from 'vitest'
import { cellsOf, cellsOfTemplate, cellsOfVersion, lastLimitText, writtenText } from './analytics-text.ts'

const period = {
  from: '2026-10-01',
  to: '2026-10-31',
  before_from: '2026-08-31',
  before_to: '2026-09-30',
  timezone: 'Asia/Kolkata',
}

describe('whom a line of Analytics writes to again', () => {
  it('of a version of an A/B test, only people whom the filters of the page let through', () => {
    const filters = { tag: 'regulars', country: 'IN', phone_number_id: '106540352242922' }
    expect(cellsOfVersion(period, filters, { campaign_id: 7, variant: 2 })).toEqual({
      ...filters,
      campaign_id: 7,
      variant: 2,
    })
  })

  it('of a template, only people whose message had the category of the line', () => {
    const line = { template: 'weekend_offer', category: 'UTILITY' as const }
    const of = cellsOf(period, { country: 'IN' })
    const days = { from: '2026-10-01', to: '2026-10-31' }
    expect(cellsOfTemplate(of, line)).toEqual({ campaign_id: null, days, country: 'IN', ...line })
  })

  it('says of which days the messages are: of a period that is over, its last one too', () => {
    expect(writtenText(period, {})).toBe('Of messages from 1 Oct 2026 to 31 Oct 2026')
    expect(writtenText({ ...period, to: '2099-12-31' }, {})).toBe('Of messages since 1 Oct 2026')
    expect(writtenText(period, { campaign_id: 7 })).toBeNull()
  })
})

it('does not call the limit of a period that is over the limit of now', () => {
  expect(lastLimitText(period, '250')).toBe('Limit on 31 Oct 2026: 250')
  expect(lastLimitText({ ...period, to: '2099-12-31' }, '250')).toBe('Limit now: 250')
})
