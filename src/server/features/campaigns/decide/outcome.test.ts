import { expect, it } from 'vitest'
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
  [{ min_rate: 60 }, true],
  [{ min_rate: 62 }, false],
  [{ max_failed: 2 }, true],
  [{ max_failed: 1 }, false],
  [{ max_blocked: 0.4 }, true],
  [{ max_blocked: 0.3 }, false],
  [{ max_opted_out: 1.1 }, true],
  [{ max_opted_out: 1 }, false],
  [{ min_rate: 60, max_failed: 2, max_blocked: 0.4, max_opted_out: 1 }, false],
])('a pilot within %j goes on by itself: %s', (bounds, goesOn) => {
  const outcome = goOnOrAsk({ ...pilot, ...none, ...bounds }, [figures])
  expect(outcome).toEqual(goesOn ? { winner: 1 } : { ask: 'bounds' })
})

it('a pilot of which nothing left asks', () => {
  const outcome = goOnOrAsk({ ...pilot, ...none, max_opted_out: 50 }, [{ ...figures, sent: 0 }])
  expect(outcome).toEqual({ ask: 'bounds' })
})
