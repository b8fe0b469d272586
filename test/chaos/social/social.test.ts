import { expect, it } from 'vitest'
import { cloned } from '../cloned.ts'
import { runSocialChaos } from './chaos.ts'

/** The long form is `npm run chaos`. */
it('posts appear once at four networks despite killed processes and lost answers', async () => {
  const report = await runSocialChaos({
    database: cloned,
    posts: 40,
    businesses: 2,
    dueWithinMs: 4_000,
    workers: 2,
    kills: 3,
    killEveryMs: [800, 1_800],
    cutAfter: 0.1,
    withinMs: 150_000,
    importRows: 30,
  })
  expect(report.publishedTwice).toEqual([])
  expect(report.lost).toEqual([])
  expect(report.differences).toEqual([])
  expect(report.planning).toMatchObject({ rows: 60, rowsWithoutPost: [], rowsTwice: [] })
  expect(report).toMatchObject({ planned: 40, kills: 3 })
  // The test proves nothing without a disturbance or without a published post.
  expect(report.cuts).toBeGreaterThan(0)
  expect(report.byState.posted).toBeGreaterThan(25)
}, 240_000)
