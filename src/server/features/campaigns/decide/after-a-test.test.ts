import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { campaigns } from '#contract/campaigns.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { startCampaign } from '../run/start.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 100
/** An A/B test of an offer against a notice whose part has left: its owner is asked. */
async function askedTest(): Promise<{ id: number }> {
  const people = Array.from({ length: 10 }, () => ({ phone: `+9197003${next++}77`, name: 'Asha' }))
  const leads = await addLeads(server, shop.businessId, people)
  const filled = { '1': { field: 'name' }, '2': { text: 'A-1042' }, 'button.0': { text: 'A-1042' } }
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: shop.template.weekend_offer!,
      leads,
      trial: {
        kind: 'test',
        percent: 50,
        decide: 'owner',
        variants: [{ template_id: shop.template.order_shipped!, parameters: filled }],
      } as never,
    },
  })
  const { id } = body.campaign
  await startCampaign(server.app, shop.businessId, id)
  await sql`
    update messages set status = 'delivered', claimed_at = now(), accepted_at = now(), delivered_at = now()
    where campaign_id = ${id} and variant is not null`.execute(server.app.db)
  await sql`
    update dispatches set state = 'held', hold_code = 'part_sent', part_sent_at = now()
    where campaign_id = ${id}`.execute(server.app.db)
  await sql`update campaign_trials set stage = 'asking' where campaign_id = ${id}`.execute(server.app.db)
  return { id }
}
const choose = async (params: { id: number }, variant: number) =>
  expect((await server.call(campaigns.decide, { token: shop.token, params, body: { variant } })).status).toBe(
    200,
  )

it('a copy of a campaign whose rest got version B tries A against B again', async () => {
  const params = await askedTest()
  const draft = async () => (await server.call(campaigns.draft, { token: shop.token, params })).body.draft
  const before = await draft()
  expect(before.template_id).toBe(shop.template.weekend_offer)
  await choose(params, 2)
  const { template_id, parameters, custom_message, trial } = await draft()
  expect({ template_id, parameters, custom_message, trial }).toEqual({
    template_id: before.template_id,
    parameters: before.parameters,
    custom_message: before.custom_message,
    trial: before.trial,
  })
})

it('clicks on a version with links are shown, whichever version the rest got', async () => {
  const params = await askedTest()
  const clicks = async () =>
    (await server.call(campaigns.get, { token: shop.token, params })).body.campaign.clicks
  expect(await clicks()).toBeNull()
  await sql`
    update message_contents set fixed = fixed || '{"links": [{"target": "https://shop.example/a"}]}'
    where id in (select content_id from campaigns where id = ${params.id}
      union select content_id from campaign_variants where campaign_id = ${params.id} and variant = 1)`.execute(
    server.app.db,
  )
  await sql`
    insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    select business_id, id, 0, 'person', false, now() from messages
    where campaign_id = ${params.id} and variant = 1`.execute(server.app.db)
  const before = await clicks()
  expect(before?.people).toBe(3)
  await choose(params, 2)
  expect(await clicks()).toEqual(before)
})

it('the plan of its cost stays in the category that it was made for', async () => {
  const params = await askedTest()
  const planned = async () => {
    const { body } = await server.call(analytics.campaignCost, { token: shop.token, params })
    return body.cost.lines.map(({ category, planned, forecast }) => [category, planned, forecast])
  }
  const before = await planned()
  expect(before).toEqual([['MARKETING', 10, 0.118]])
  await choose(params, 2)
  expect(await planned()).toEqual(before)
})
