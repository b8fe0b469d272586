import { expect, it } from 'vitest'
import { runInboxChaos } from './inbox-chaos.ts'

/** The long form, 200 customers and 10 steps, is part of `npm run chaos`. */
it('customers who chat with a bot get each step once while workers are killed, and the inbox shows all they wrote', async () => {
  const customers = 12
  const steps = 2
  const report = await runInboxChaos({
    customers,
    steps,
    workers: 2,
    kills: 2,
    killEveryMs: [800, 2_000],
    withinMs: 150_000,
  })
  expect(report.wrongChats).toEqual([])
  expect(report.wrongTimelines).toEqual([])
  expect(report.wrongSteps).toEqual([])
  expect(report).toMatchObject({
    kills: 2,
    // The word that starts the bot, an answer to each question, and thanks at the end.
    written: customers * (steps + 2),
    answered: customers * (steps + 1),
  })
}, 200_000)
