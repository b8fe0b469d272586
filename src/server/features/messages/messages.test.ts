import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { newPhone, openShop, planCampaign, type Shop, untilOutcomes } from './messages.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'warn' })
  server.sandbox.settings({ delays: { sent: [5, 20], delivered: [20, 40], read: [40, 80] } })
  shop = await openShop(server)
})
afterAll(() => server.close())

describe('a campaign', () => {
  it('reaches everybody once, and the books follow', async () => {
    const phones = Array.from({ length: 60 }, () => newPhone())
    const campaign = await planCampaign(server, shop, phones)
    await untilOutcomes(server, shop, campaign, { planned: 60, read: 60 })
    const accepted = [...server.sandbox.world.ledger.rows()].map(({ to }) => to)
    expect(accepted.sort()).toEqual(phones.map((phone) => phone.slice(1)).sort())
  })
})
