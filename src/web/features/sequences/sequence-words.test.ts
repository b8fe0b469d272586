import { expect, it } from 'vitest'
import { isStepWaiting, shownState } from './sequence-words.ts'

const waits = { sentence: 'Connect a WhatsApp number.', since: '2026-12-01T09:00:00Z' }
const running = { state: 'running', waits: null } as const
const paused = { state: 'paused', waits: null } as const

it('a sequence whose messages wait is not shown as running', () => {
  expect([running, { ...running, waits }, paused].map(shownState)).toEqual(['running', 'waiting', 'paused'])
})

it('a step that is due and does not come waits', () => {
  const now = Date.parse('2026-12-01T10:00:00Z')
  const [due, later] = [{ due_at: '2026-12-01T09:59:00Z' }, { due_at: '2026-12-02T09:59:00Z' }]
  const cases = [running, { ...running, waits }, paused].map((one) => isStepWaiting(one, due, now))
  expect(cases).toEqual([false, true, true])
  expect(isStepWaiting(paused, later, now)).toBe(false)
  expect(isStepWaiting(paused, { due_at: null }, now)).toBe(false)
})
