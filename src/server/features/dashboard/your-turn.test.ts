import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
import { addLeads, openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { markReconnect } from '#server/features/onboarding/onboarding.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer()
  shop = await openShop(server)
})
afterAll(() => server.close())

const turns = async () =>
  (await server.call(dashboard.stats, { token: shop.token })).body.your_turn.map(
    ({ kind, action, sentence }) => ({ kind, action, sentence }),
  )

it('leads from a connected number to customers, and from them to the first message', async () => {
  expect(await turns()).toMatchObject([{ kind: 'step', action: 'Add your customers' }])
  await addLeads(server, shop.businessId, [{ phone: '+919811100001' }])
  expect(await turns()).toMatchObject([{ kind: 'step', action: 'Write your message' }])
})

it('says at once that a scheduled campaign cannot start with its template, and what else waits', async () => {
  const leads = await addLeads(server, shop.businessId, [{ phone: '+919811100002' }])
  const scheduled = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: shop.template.weekend_offer!,
      leads,
      scheduled_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      timezone: 'Asia/Kolkata',
    } as never,
  })
  expect(scheduled.status).toBe(200)
  expect(await turns()).toEqual([])
  await server.app.db
    .updateTable('provider_templates')
    .set({ status: 'DISABLED' })
    .where('business_id', '=', shop.businessId)
    .where('name', '=', 'weekend_offer')
    .execute()
  expect(await turns()).toMatchObject([
    { kind: 'campaign', sentence: expect.stringContaining('cannot be sent now') },
    { kind: 'template', sentence: expect.stringContaining('switched it off') },
  ])
  const { body } = await server.call(campaigns.list, { token: shop.token, query: {} })
  expect(body.campaigns[0]).toMatchObject({
    status: 'Scheduled',
    status_reason: expect.stringContaining('Choose another template'),
  })
  const [account] = await server.app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', shop.businessId)
    .execute()
  await markReconnect(server.app, shop.businessId, account!.waba_id, 'The access token has expired.')
  // What stops all sending comes first.
  expect((await turns())[0]).toMatchObject({ kind: 'connection', action: 'Paste a new token' })
})
