import { expect, it } from 'vitest'
import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { Trial, Variant } from '#contract/campaigns/trials.ts'
import { isRestCancelled, sendingText, verdictText } from './trial-text.ts'

const version = (variant: number, more: Partial<Variant> = {}): Variant => ({
  variant,
  template_id: variant,
  template: '',
  later_minutes: 0,
  people: 60,
  waiting: 0,
  sent: 60,
  delivered: 60,
  read: 0,
  failed: 0,
  blocked: 0,
  opted_out: 0,
  clicked: 0,
  replied: 0,
  converted: 0,
  rate: 0,
  low: null,
  high: null,
  stopped: null,
  ...more,
})
const test = (more: Partial<Trial>): Trial => ({
  kind: 'test',
  people: null,
  percent: 50,
  measure: 'read',
  after_minutes: 240,
  decide: 'clear',
  min_rate: null,
  max_failed: null,
  max_blocked: null,
  max_opted_out: null,
  limits: [],
  stage: 'sending',
  rest: 120,
  decide_at: null,
  rest_at: null,
  decided_at: null,
  decided_by: null,
  winner: null,
  variants: [version(1), version(2)],
  verdict: 'none',
  leader: null,
  chance: null,
  ...more,
})

it('does not say that nobody read the only version that has left', () => {
  const variants = [version(1, { read: 40, rate: 40 / 60 }), version(2, { sent: 0, waiting: 60 })]
  expect(verdictText(test({ variants, verdict: 'few' }))).toBe(
    'Nothing to compare yet: only version A has been sent.',
  )
  expect(verdictText(test({}))).toBe('Nothing to compare yet: not one person read it.')
})

it('says before the rest is sent that a test of times sends it at the time that won', () => {
  const variants = [version(1), version(2, { later_minutes: 480 })]
  expect(sendingText(test({ variants }), 2)).toEqual({
    consequence: '120 people get the message at the time of day at which version B was sent.',
    confirm: 'Send at that time',
  })
  const now = { consequence: '120 people get the message now.', confirm: 'Send now' }
  expect(sendingText(test({}), 2)).toEqual(now)
  expect(sendingText(test({ kind: 'pilot', variants: [version(1)] }), null)).toEqual(now)
})

it('knows that a version did not go to a rest that was cancelled before', () => {
  const outcomes: Outcomes = {
    planned: 250,
    queued: 0,
    sending: 0,
    sent: 0,
    delivered: 120,
    read: 0,
    failed: 0,
    unknown: 0,
    skipped: 10,
    cancelled: 120,
  }
  const { variants } = test({})
  expect(isRestCancelled({ status: 'Cancelled', outcomes }, variants)).toBe(true)
  const some = { ...outcomes, delivered: 150, cancelled: 90 }
  expect(isRestCancelled({ status: 'Cancelled', outcomes: some }, variants)).toBe(false)
  expect(isRestCancelled({ status: 'Running', outcomes }, variants)).toBe(false)
})
