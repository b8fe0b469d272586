import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { createHealth } from './lane-health.ts'
import { openShop } from './messages.fixture.ts'

let server: TestServer
let lane: { businessId: number; phoneNumberId: string }
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  const { businessId, phoneNumberId } = await openShop(server)
  lane = { businessId, phoneNumberId }
})
afterAll(() => server.close())

const watch = () => {
  const waits: number[] = []
  const health = createHealth(server.app, lane, {
    slow: () => undefined,
    paused: (ms) => waits.push(ms),
    isPaused: () => false,
    progressed: () => undefined,
  })
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

it('does not hold up everybody for a few whose second tries are refused too', () => {
  const { waits, health, refuse } = watch()
  refuse(40, 0)
  refuse(40, 0)
  expect([waits, health.probing()]).toEqual([[], undefined])
})

it('counts second tries while the provider is in trouble, so that they are not spent', () => {
  const { waits, refuse } = watch()
  refuse(8, 8)
  refuse(8, 0)
  expect(waits).toEqual([2000, 4000])
})
