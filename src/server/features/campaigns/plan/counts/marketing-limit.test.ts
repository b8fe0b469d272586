import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { segments } from '#contract/growth/segments.ts'
import { messages } from '#contract/messages.ts'
import type { MarketingCap } from '#contract/values.ts'
import { startCampaign } from '#server/features/campaigns/campaigns.ts'
import { lockMarketing } from '#server/features/messages/messages.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../../campaigns.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const limit = (marketing_cap: MarketingCap | null) =>
  server.call(messages.saveSettings, { token: shop.token, body: { marketing_cap } })
const estimate = async (tag: string) => {
  const { body } = await server.call(segments.estimate, {
    token: shop.token,
    body: { rules: { match: 'all', rules: [{ about: 'tag', is: 'any', tags: [tag] }] } },
  })
  return body.estimate
}
const check = async (tag: string, template = 'weekend_offer') => {
  const body = { template_id: shop.template[template]!, audience: { tags: [tag] } }
  return (await server.call(campaigns.check, { token: shop.token, body })).body.checks
}
/** A campaign that is due; nothing is sent here, so that its messages stay queued. */
const due = async (tag: string): Promise<number> => {
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, audience: { tags: [tag] } },
  })
  const { id } = body.campaign
  await server.app.db
    .updateTable('campaigns')
    .set({ undo_until: null, scheduled_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  return id
}
const start = (id: number) => startCampaign(server.app, shop.businessId, id)
const outcomes = async (ids: number[]) => {
  const rows = await server.app.db
    .selectFrom('messages')
    .select(['recipient_phone', 'status', 'reason'])
    .where('business_id', '=', shop.businessId)
    .where('campaign_id', 'in', ids)
    .execute()
  return rows.map(({ status, reason }) => reason ?? status).sort()
}
const reached = { reason: 'had_enough', label: 'Marketing limit reached' }

it('is kept with its bounds', async () => {
  expect((await limit({ messages: 2, days: 7 })).body.settings.marketing_cap).toEqual({
    messages: 2,
    days: 7,
  })
  expect((await limit({ messages: 0, days: 7 })).status).toBe(400)
  expect((await limit({ messages: 1, days: 91 })).status).toBe(400)
  expect((await limit(null)).body.settings.marketing_cap).toBe(null)
})

it('leaves out who has had as many marketing messages, of whatever kind, and nobody else', async () => {
  await addLeads(server, shop.businessId, [
    { phone: '+919811100001', tags: ['twice'] },
    { phone: '+919811100002', tags: ['twice', 'before'] },
  ])
  await limit({ messages: 1, days: 7 })
  expect(await check('twice')).toMatchObject({ will_receive: 2, left_out: [] })
  // A single message counts as a campaign's does.
  const single = await server.call(messages.send, {
    token: shop.token,
    body: {
      template_name: 'weekend_offer',
      language: 'en_US',
      parameters: ['Asha'],
      to: '+919811100002',
    } as never,
  })
  expect(single.status).toBe(200)
  expect(await check('twice')).toMatchObject({ will_receive: 1, left_out: [{ ...reached, count: 1 }] })
  expect(await estimate('twice')).toMatchObject({
    selected: 2,
    will_receive: 1,
    left_out: [{ ...reached, count: 1 }],
    cost: { unpriced: 0 },
  })
  expect((await estimate('twice')).cost.amount).toBeGreaterThan(0)
  // What is not marketing goes to them.
  expect(await check('twice', 'order_shipped')).toMatchObject({ will_receive: 2, left_out: [] })
  const id = await due('twice')
  await start(id)
  expect(await outcomes([id])).toEqual(['had_enough', 'queued'])
  // Each has one now; of two, one is left.
  await limit({ messages: 2, days: 7 })
  expect(await check('twice')).toMatchObject({ will_receive: 2 })
  await limit(null)
})

it('counts days, and not what failed', async () => {
  await addLeads(server, shop.businessId, [
    { phone: '+919811100011', tags: ['days'] },
    { phone: '+919811100012', tags: ['days'] },
  ])
  const id = await due('days')
  await start(id)
  await limit({ messages: 1, days: 7 })
  expect(await check('days')).toMatchObject({ will_receive: 0, left_out: [{ ...reached, count: 2 }] })
  const { db } = server.app
  const of = (phone: string) =>
    db.updateTable('messages').where('business_id', '=', shop.businessId).where('recipient_phone', '=', phone)
  await of('+919811100011').set({ status: 'failed', due_at: null }).execute()
  expect(await check('days')).toMatchObject({ will_receive: 1 })
  await of('+919811100012')
    .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
    .execute()
  expect(await check('days')).toMatchObject({ will_receive: 2, left_out: [] })
  await limit(null)
})

it('holds for two campaigns that start at once', async () => {
  await addLeads(
    server,
    shop.businessId,
    Array.from({ length: 30 }, (_, nr) => ({ phone: `+9198222000${10 + nr}`, tags: ['race'] })),
  )
  await limit({ messages: 1, days: 7 })
  const ids = [await due('race'), await due('race')]
  // Both have come to the lock before either of them reads who has had enough.
  const starts = await server.app.transaction(async (tx) => {
    await lockMarketing(tx, shop.businessId)
    const starts = ids.map(start)
    await eventually('both to wait', async () => (await lockWaits(server.app)) === 2)
    return starts
  })
  await Promise.all(starts)
  const found = await outcomes(ids)
  expect(found.filter((one) => one === 'queued')).toHaveLength(30)
  expect(found.filter((one) => one === 'had_enough')).toHaveLength(30)
  await limit(null)
})

it('counts who may get marketing as a campaign does', async () => {
  await addLeads(server, shop.businessId, [
    { phone: '+919811100021', tags: ['who'] },
    { phone: '+919811100022', tags: ['who'], consent: 'none' },
    { phone: '+919811100023', tags: ['who'], consent: 'opted_out' },
    { phone: '+14155550147', tags: ['who'] },
  ])
  const { selected, will_receive, left_out } = await check('who')
  expect(await estimate('who')).toMatchObject({ selected, will_receive, left_out })
  expect(left_out.map(({ reason }) => reason)).toEqual(['opted_out', 'us_marketing', 'no_consent'])
})
