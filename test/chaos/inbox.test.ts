import { expect, it } from 'vitest'
import { cloned } from './cloned.ts'
import { runInboxChaos } from './inbox-chaos.ts'

/** The long form, 200 customers and 10 steps, is part of `npm run chaos`. */
it('customers who chat with a bot get each step once while workers are killed, their orders are made once, and the inbox shows all they wrote', async () => {
  const customers = 12
  const steps = 2
  const report = await runInboxChaos({
    database: cloned,
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
  expect(report.wrongCalls).toEqual([])
  expect(report.kills).toBe(2)
  // An unknown question leaves its customer to people; two kills touch few.
  expect(report.handedOver).toBeLessThanOrEqual(customers / 2)
  const ended = customers - report.handedOver
  // The word that starts the bot, an answer to each question, and thanks where the template and the last word arrived.
  expect(report.written).toBeGreaterThanOrEqual(ended * (steps + 1) + report.handedOver)
  expect(report.calls).toBeGreaterThanOrEqual(ended)
  // Each question, the template and the last word.
  expect(report.answered + report.unknown).toBeGreaterThanOrEqual(ended * (steps + 2))
}, 200_000)
