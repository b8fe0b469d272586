import { describe, expect, it } from 'vitest'
import type { Check, Outcomes } from '#contract/campaigns/parts.ts'
import { latestText, limitOf, sendingProblemOf } from './campaign-text.ts'

const outcomes = (parts: Partial<Outcomes> = {}): Outcomes => ({
  planned: Object.values(parts).reduce((sum, count) => sum + count, 0),
  queued: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  cancelled: 0,
  ...parts,
})
const campaign = { name: 'Diwali', date: '2026-11-20T15:42:00Z', timezone: 'Asia/Kolkata' }

/** The sentence as text. */
const latestOf = (summary: Parameters<typeof latestText>[0]) =>
  [latestText(summary, (text) => text)].flat(3).join('')

describe('the latest campaign', () => {
  it('names the start only while nothing is sent', () => {
    const halfway = outcomes({ read: 18, failed: 2, queued: 3 })
    expect(latestOf({ ...campaign, status: 'Paused', outcomes: halfway })).toBe(
      'The latest, Diwali, is paused with 20 of 23 people done.',
    )
    expect(latestOf({ ...campaign, status: 'Paused', outcomes: outcomes() })).toBe(
      'The latest, Diwali, is paused. Its start was set for Fri 20 Nov 2026, 21:12 (Asia/Kolkata).',
    )
  })

  it('does not count cancelled people as done', () => {
    const called = outcomes({ read: 20, cancelled: 3 })
    expect(latestOf({ ...campaign, status: 'Cancelled', outcomes: called })).toBe(
      'The latest, Diwali, was cancelled with 20 of 23 people done.',
    )
  })
})

const check = (changes: Partial<Check>): Check => ({
  name: 'number',
  state: 'ok',
  sentence: 'Good',
  ...changes,
})

describe('what blocks a draft', () => {
  it('is a number that cannot send, and a variable that nothing fills', () => {
    expect(sendingProblemOf([check({ state: 'stop', sentence: 'Add a payment method.' })])).toBe(
      'Add a payment method.',
    )
    expect(
      sendingProblemOf([check({ name: 'template', state: 'turn', sentence: 'Say what fills {{2}}.' })]),
    ).toBe('Say what fills {{2}}.')
  })

  it('is neither a mere warning nor the audience, which has its own sentence', () => {
    expect(
      sendingProblemOf([
        check({ state: 'turn', sentence: 'Quality of the number is falling' }),
        check({ name: 'audience', state: 'stop', sentence: 'None of these 28 people can receive it' }),
      ]),
    ).toBeUndefined()
  })

  it('names the limit of the day where it is too small', () => {
    expect(
      limitOf([check({ name: 'limit', state: 'turn', sentence: 'Only 238 of today’s 250 are left' })]),
    ).toBe('Only 238 of today’s 250 are left.')
    expect(limitOf([check({ name: 'limit', sentence: '23 of 250 under the 24 h limit' })])).toBeUndefined()
  })
})
