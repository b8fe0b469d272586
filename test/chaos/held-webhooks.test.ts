import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  newPhone,
  openShop,
  outcomesOf,
  planCampaign,
  type Shop,
} from '#server/features/messages/messages.fixture.ts'
import { saveSendingSettings } from '#server/features/messages/model/sending-settings.ts'
import { reportsMissingSince } from '#server/features/messages/outcome/reports.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'

/**
 * Four minutes without a webhook, while the provider answers some requests with an error though it took the message:
 * the same in seconds. Waits are a sixtieth of the usual ones, and reports come after four of them, in any order.
 */
const reconcileSeconds = 2
const heldMs = [4 * reconcileSeconds * 1000, 6 * reconcileSeconds * 1000] as const
const people = 400

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  shop = await openShop(server)
  await saveSendingSettings(server.app, shop.businessId, { settlingSeconds: 60, reconcileSeconds })
})
afterAll(() => server.close())

const taken = () => [...server.sandbox.world.ledger.rows()].map(({ to }) => to)

it('sends no message twice while webhooks are held back, and reports that they are missing', async () => {
  server.sandbox.settings({ delays: { sent: heldMs, delivered: heldMs, read: heldMs } })
  server.sandbox.faults({ refuseAfter: { 131000: 0.05, 131016: 0.05 }, refuse: { 131016: 0.02 } })
  const phones = Array.from({ length: people }, () => newPhone())
  const campaign = await planCampaign(server, shop, phones)
  const doubtful = await eventually('messages in doubt', async () => {
    const { unknown, queued, sending } = await outcomesOf(server, shop, campaign)
    return queued + sending === 0 && unknown
  })
  // One in ten or so; with fewer the test would show nothing.
  expect(doubtful).toBeGreaterThan(15)
  await eventually('the notice', () => reportsMissingSince(server.app, shop.businessId, shop.phoneNumberId))
  expect(new Set(taken()).size).toBe(taken().length)
  server.sandbox.faults({ refuseAfter: {}, refuse: {} })
  // Reports come in, also of those in doubt; who was refused for good is written to then.
  await eventually(
    'the end',
    async () => {
      const { queued, sending, sent, unknown } = await outcomesOf(server, shop, campaign)
      return queued + sending + sent + unknown === 0
    },
    // It takes 40 to 55 s of its own: doubts end by reports of the minutes around them.
    240_000,
  )
  await server.sandbox.settled()
  expect(new Set(taken()).size).toBe(taken().length)
  expect(taken()).toHaveLength(people)
  expect(await outcomesOf(server, shop, campaign)).toMatchObject({ planned: people, failed: 0 })
}, 360_000)
