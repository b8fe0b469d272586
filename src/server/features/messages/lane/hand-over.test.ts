import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '#test/server.ts'
import { newPhone, openIdleLane, planCampaign, type Shop } from '../messages.fixture.ts'
import { runLane } from './lane.ts'

let server: TestServer
let shop: Shop
let lane: { businessId: number; phoneNumberId: string }
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
})
afterAll(() => server.close())

it('keeps the number’s limit where one owner follows another in order', async () => {
  await planCampaign(server, shop, Array.from({ length: 400 }, newPhone))
  for (let owner = 1; owner <= 3; owner++) {
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('the process ends')), 1_300)
    await expect(runLane(server.app, lane, stop.signal)).rejects.toThrow('the process ends')
  }
  const { highest, limit } = server.sandbox.rates(lane.phoneNumberId)
  expect(highest).toBeGreaterThan(limit / 2)
  expect(highest).toBeLessThanOrEqual(limit)
})
