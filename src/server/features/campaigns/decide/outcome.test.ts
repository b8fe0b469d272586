import { expect, it } from 'vitest'
import { readText } from '#server/stored-text/read-text.ts'
import { missedText } from '../trial/bounds.ts'
import { goOnOrAsk } from './outcome.ts'

const figures = {
  variant: 1,
  people: 1000,
  queued: 0,
  waiting: 0,
  sent: 980,
  delivered: 970,
  read: 600,
  failed: 20,
  blocked: 4,
  opted_out: 10,
  clicked: 100,
  replied: 30,
  converted: 5,
}
const [kind, decide, measure] = ['pilot', 'bounds', 'read'] as const
const pilot = { kind, decide, measure, variants: [] }
const none = { min_rate: null, max_failed: null, max_blocked: null, max_opted_out: null }

it.each([
  [{ min_rate: 60 }, []],
  [{ min_rate: 62 }, ['61.2% read it (600 of 980): you want at least 62%.']],
  [{ max_failed: 2 }, []],
  [{ max_failed: 1 }, ['2% failed (20 of 1,000): your limit is 1%.']],
  [{ max_blocked: 0.4 }, []],
  [{ max_blocked: 0.3 }, ['0.4% blocked you (4 of 1,000): your limit is 0.3%.']],
  [{ max_opted_out: 1.1 }, []],
  // 1.0204 %: with one digit it would be the limit itself.
  [{ max_opted_out: 1 }, ['1.02% opted out (10 of 980): your limit is 1%.']],
  [
    { min_rate: 70, max_failed: 2, max_blocked: 0.1, max_opted_out: 5 },
    [
      '61.2% read it (600 of 980): you want at least 70%.',
      '0.4% blocked you (4 of 1,000): your limit is 0.1%.',
    ],
  ],
])('a pilot within %j goes on by itself, or says what was missed: %j', (bounds, missed) => {
  const outcome = goOnOrAsk({ ...pilot, ...none, ...bounds }, [figures])
  if (missed.length === 0) return expect(outcome).toEqual({ winner: 1 })
  expect(textOfAsked(outcome)).toBe(
    ['The pilot missed your limits.', ...missed, 'Look at the results, then decide about the rest.'].join(
      ' ',
    ),
  )
})

it.each([
  [{ max_opted_out: 50 }, 'Not one message of the pilot was sent.'],
  [{ max_failed: 50 }, '100% failed (20 of 20): your limit is 50%.'],
])('a pilot of which nothing left asks, with %j', (bounds, why) => {
  const outcome = goOnOrAsk({ ...pilot, ...none, ...bounds }, [{ ...figures, sent: 0 }])
  expect(textOfAsked(outcome)).toContain(why)
})

const textOfAsked = (outcome: ReturnType<typeof goOnOrAsk>): string =>
  'ask' in outcome && outcome.ask === 'bounds' ? readText(missedText(outcome)) : ''
