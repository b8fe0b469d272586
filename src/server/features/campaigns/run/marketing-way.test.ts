import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } })
  shop = await openShop(server)
})
afterAll(() => server.close())

const get = async (id: number) =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const until = (id: number, status: string) =>
  eventually(`the campaign is ${status}`, async () => {
    const campaign = await get(id)
    return campaign.status === status && campaign
  })
const choose = (token: string, endpoint: 'messages' | 'marketing_messages') =>
  server.call(onboarding.setMarketingEndpoint, { token, body: { waba_id: sandboxSeed.waba.id, endpoint } })

it('an account that refuses marketing the ordinary way is switched by a press, and the campaign goes on', async () => {
  server.sandbox.accountEvent({ event: 'MARKETING_ELSEWHERE' })
  const leads = await addLeads(server, shop.businessId, [
    { phone: '+919811117771' },
    { phone: '+919811117772' },
  ])
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads },
  })
  const { id } = body.campaign
  const stopped = await until(id, 'Failed')
  expect(stopped).toMatchObject({ status_code: '131063', waba_id: sandboxSeed.waba.id })
  expect(stopped.status_reason).toMatch(/^Your WhatsApp account takes advertising only in a way of its own/)
  expect(stopped.actions).toContain('resume')
  // What was under way when the first refusal came is refused, too, and comes back; none is tried a second time.
  await eventually('both wait', async () => (await get(id)).outcomes.queued === 2)
  const tries = await server.app.db
    .selectFrom('messages')
    .select('attempts')
    .where('campaign_id', '=', id)
    .execute()
  expect(tries).toEqual([{ attempts: 1 }, { attempts: 1 }])

  const stranger = await server.signUp()
  expect((await choose(stranger.token, 'marketing_messages')).status).toBe(404)
  expect((await choose(shop.token, 'marketing_messages')).status).toBe(200)
  const { body: seen } = await server.call(onboarding.connection, { token: shop.token })
  expect(seen.connection.accounts[0]?.marketing_endpoint).toBe('marketing_messages')
  await server.call(campaigns.resume, { token: shop.token, params: { id } })
  expect((await until(id, 'Completed')).outcomes).toMatchObject({ planned: 2, failed: 0 })
})

it('a single send that such an account refuses names the account to switch, and goes after that', async () => {
  await choose(shop.token, 'messages')
  const refused = await server.call(messages.send, {
    token: shop.token,
    body: { to: '+919811117774', template_name: 'weekend_offer', language: 'en_US', parameters: ['Asha'] },
  })
  expect(refused.status).toBe(502)
  const id = refused.body.message_id!
  const life = async (token = shop.token) => await server.call(messages.life, { token, params: { id } })
  expect((await life()).body.log).toMatchObject({
    error_code: 131063,
    switch_waba: sandboxSeed.waba.id,
    can_resend: true,
  })
  const stranger = await server.signUp()
  expect((await life(stranger.token)).status).toBe(404)
  await choose(shop.token, 'marketing_messages')
  expect((await life()).body.log.switch_waba).toBeNull()
  await server.call(messages.resend, { token: shop.token, params: { id } })
  await eventually('the delivery', async () => (await life()).body.log.status === 'read')
})

it('other templates of such an account go the ordinary way', async () => {
  const { status, body } = await server.call(messages.send, {
    token: shop.token,
    body: {
      to: '+919811117773',
      template_name: 'order_shipped',
      language: 'en_US',
      parameters: ['Asha', 'A-17', 'A-17'],
    } as never,
  })
  expect([status, body.message]).toEqual([200, expect.stringMatching(/sent/i)])
})
