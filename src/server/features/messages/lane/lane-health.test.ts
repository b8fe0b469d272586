import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { openShop } from '../messages.fixture.ts'
import { createHealth } from './lane-health.ts'

let server: TestServer
/** Each has a backoff of its own. */
let numbers = 1
let lane: { businessId: number }
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  const { businessId } = await openShop(server)
  lane = { businessId }
})
afterAll(() => server.close())

const watch = (phoneNumberId = String(numbers++)) => {
  const waits: number[] = []
  const health = createHealth(
    server.app,
    { ...lane, phoneNumberId },
    {
      slow: () => undefined,
      paused: (ms) => waits.push(ms),
      isPaused: () => false,
      progressed: () => undefined,
    },
  )
  const refuse = (providerFaults: number, newFaults: number) =>
    health.settled([], { pause: undefined, stopped: false, providerFaults, newFaults })
  return { waits, health, refuse }
}

it('takes a breath when the provider refuses one after another', () => {
  const { waits, health, refuse } = watch()
  refuse(7, 7)
  expect([waits, health.probing()]).toEqual([[], undefined])
  refuse(1, 1)
  expect([waits, health.probing()]).toEqual([[2000], 2])
})

it('waits longer and longer, also where the lane ended while it waited, until a message is taken', () => {
  const pause = { scope: 'number', ms: 120_000, code: 'paced', reason: 'Slow down.' } as const
  const none = { stopped: false, providerFaults: 0, newFaults: 0 }
  const accepted = { kind: 'accepted', accepted: {} } as never
  for (const streak of [0, 1, 2]) {
    const { health } = watch('one')
    expect(health.streak()).toBe(streak)
    health.settled([], { ...none, pause })
  }
  watch('one').health.settled([accepted], { ...none, pause: undefined })
  expect(watch('one').health.streak()).toBe(0)
})

it('does not hold up everybody for a few whose second tries are refused too', () => {
  const { waits, health, refuse } = watch()
  refuse(40, 0)
  refuse(40, 0)
  expect([waits, health.probing()]).toEqual([[], undefined])
})

it('counts second tries while the provider fails, so that no message uses up its tries', () => {
  const { waits, refuse } = watch()
  refuse(8, 8)
  refuse(8, 0)
  expect(waits).toEqual([2000, 4000])
})
