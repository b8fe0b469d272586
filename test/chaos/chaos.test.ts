import { expect, it } from 'vitest'
import { runChaos } from './chaos.ts'
import { clonedOnCluster } from './cloned.ts'
import { trialPeople } from './trial-chaos.ts'

/** The long form is `npm run chaos`. */
it('a campaign sends each message once despite killed workers, a database restart and provider faults', async () => {
  const report = await runChaos({
    messages: 1_000,
    workers: 3,
    kills: 3,
    killEveryMs: [1_500, 4_000],
    restartDatabase: true,
    database: clonedOnCluster(),
    withinMs: 300_000,
  })
  expect(report.acceptedTwice).toEqual([])
  expect(report.withoutOneEnd).toEqual([])
  expect(report.differences).toEqual([])
  expect(report.planned).toBe(1_000 + 2 * trialPeople)
  // Killed between the part and the rest, an A/B test wrote each person one version.
  expect(report.versions).toEqual({ 1: trialPeople / 4, 2: trialPeople / 4, rest: trialPeople / 2 })
  expect(report.wrongText).toEqual([])
  for (const { limit, highest } of report.rates) expect(highest).toBeLessThanOrEqual(limit)
  // The test proves nothing without a disturbance or without a delivered message.
  expect(report).toMatchObject({ kills: 5, databaseRestarts: 1 })
  expect(report.byStatus.read).toBeGreaterThan(500)
}, 400_000)
