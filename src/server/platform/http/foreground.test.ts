import { expect, it } from 'vitest'
import { foregroundShare, noteAnswered } from './foreground.ts'

/** Ahead of every other request of this process. */
const start = performance.now() + 1_000_000

it('the share of requests is their time within the last second', () => {
  expect(foregroundShare(start)).toBe(0)
  noteAnswered(start - 40, start)
  noteAnswered(start + 240, start + 300)
  expect(foregroundShare(start + 400)).toBeCloseTo(0.1)
  expect(foregroundShare(start + 5000)).toBe(0)
})

it('a request that lasts long mostly waits, and counts little', () => {
  noteAnswered(start, start + 60_000)
  expect(foregroundShare(start + 60_050)).toBeCloseTo(0.25)
})
