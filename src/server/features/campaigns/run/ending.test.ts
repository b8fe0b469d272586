import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { finishIfDrained } from './control.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 1000
const phones = (count: number) => Array.from({ length: count }, () => ({ phone: `+9196${next++}7777` }))
const start = async (count: number): Promise<number> => {
  const leads = await addLeads(server, shop.businessId, phones(count))
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads },
  })
  return body.campaign.id
}
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const campaign = await get(id)
    return holds(campaign) && campaign
  })

it('a campaign whose last message is settled is done while another keeps its number busy', async () => {
  await sql`update phone_numbers set throughput_per_second = 20`.execute(server.app.db)
  const long = await start(1200)
  await when('the long one runs', long, ({ outcomes }) => outcomes.sent + outcomes.read > 0)
  const short = await start(5)
  const done = await when('the end of the short one', short, ({ status }) => status === 'Completed')
  expect(done.outcomes).toMatchObject({ planned: 5, queued: 0, failed: 0 })
  expect((await get(long)).status).toBe('Running')
  await server.call(campaigns.cancel, { token: shop.token, params: { id: long } })
})

it('it took until its last message was settled, whenever the end is noticed', async () => {
  const id = await start(2)
  await when('the end', id, ({ status }) => status === 'Completed')
  const settled = new Date('2026-01-02T10:00:16.000Z')
  await sql`update messages set accepted_at = ${settled} where campaign_id = ${id}`.execute(server.app.db)
  await sql`update campaigns set status = 'Running', finished_at = null where id = ${id}`.execute(
    server.app.db,
  )
  await finishIfDrained(server.app, shop.businessId, id)
  expect(await get(id)).toMatchObject({ status: 'Completed', finished_at: settled.toISOString() })
})

it('people written to today do not count as new under the 24 h limit', async () => {
  await sql`update phone_numbers set throughput_per_second = null, messaging_limit = 250`.execute(
    server.app.db,
  )
  await sql`delete from messages`.execute(server.app.db)
  const [known, other] = await addLeads(server, shop.businessId, phones(2))
  const { body: sent } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads: [known!] },
  })
  await when('the first', sent.campaign.id, ({ outcomes }) => outcomes.read === 1)
  await sql`update phone_numbers set messaging_limit = 2 where phone_number_id = ${sandboxSeed.phone.id}`.execute(
    server.app.db,
  )
  const { body } = await server.call(campaigns.check, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, audience: { lead_ids: [known!, other!] } },
  })
  const limit = body.checks.checks.find(({ name }) => name === 'limit')
  expect(limit).toEqual({
    name: 'limit',
    state: 'ok',
    sentence: '1 of 2 under the 24 h limit, 1 used; 1 person written to today does not count again',
  })
  expect(body.checks.checks.find(({ name }) => name === 'duration')?.state).toBe('ok')
})
