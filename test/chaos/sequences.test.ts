import { expect, it } from 'vitest'
import { cloned } from './cloned.ts'
import { runSequenceChaos } from './sequence-chaos.ts'

/** The long form, 10,000 people, is part of `npm run chaos`. */
it('a sequence of 6 messages reaches each person once with each on their path, while workers are killed', async () => {
  const people = 100
  const steps = 6
  // 70 get all of them; of three tens, one goes past two, and the others end after two.
  const messages = 70 * 6 + 10 * 4 + 20 * 2
  const report = await runSequenceChaos({
    database: cloned,
    people,
    steps,
    workers: 2,
    kills: 3,
    killEveryMs: [700, 2_500],
    withinMs: 200_000,
  })
  expect(report.wrongRows).toEqual([])
  expect(report.acceptedTwice).toEqual([])
  expect(report.differences).toEqual([])
  // The test proves nothing without a kill, or where nothing was taken.
  expect(report.wrongSums).toEqual([])
  expect(report).toMatchObject({ kills: 3, finished: 80, goal: 10, left: 10, messages })
  expect(report.taken).toBeGreaterThan(messages * 0.9)
}, 300_000)
