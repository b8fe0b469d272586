import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { userId } from '#sandbox/world/user-ids.ts'
import { createContent, planMessages } from '#server/features/messages/messages.ts'
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

const left = { reason: 'us_marketing', label: 'US number' }
const sandboxHas = (digits: string) => server.sandbox.ledger().rows.filter(({ to }) => to === digits)
const get = async (id: number) =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const send = (body: object) =>
  server.call(messages.send, {
    token: shop.token,
    body: { template_name: 'weekend_offer', language: 'en_US', parameters: ['Asha'], ...body } as never,
  })

it('marketing to US numbers is counted apart, left out with the reason, and not sent', async () => {
  const hiddenUs = await server.app.db
    .insertInto('leads')
    .values({
      business_id: shop.businessId,
      name: 'Hidden',
      bsuid: userId('14155550144', sandboxSeed.business.id),
      consent: 'opted_in',
      tags: ['us'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addLeads(server, shop.businessId, [
    { phone: '+14155550147', tags: ['us'] },
    { phone: '+14165550147', tags: ['us'] },
    { phone: '+18765550147', tags: ['us'] },
    { phone: '+919800077774', tags: ['us'] },
    { phone: '+12125550147', tags: ['us'], consent: 'none' },
    { phone: '+12125550148', tags: ['us'], consent: 'opted_out' },
  ])
  const draft = { template_id: shop.template.weekend_offer!, audience: { tags: ['us'] } }
  const { body } = await server.call(campaigns.check, { token: shop.token, body: draft })
  const optedOut = { reason: 'opted_out', label: 'Opted out', count: 1 }
  const leftOut = [optedOut, { ...left, count: 3 }]
  expect(body.checks).toMatchObject({ selected: 7, will_receive: 3, left_out: leftOut })
  expect(body.checks.checks.find(({ name }) => name === 'audience')).toEqual({
    name: 'audience',
    state: 'turn',
    sentence: '3 people can receive it. Marketing isn’t delivered to US numbers: 3 people left out',
  })
  const scheduled = await server.call(campaigns.schedule, { token: shop.token, body: draft })
  const { id } = scheduled.body.campaign
  const done = await eventually('the end', async () => {
    const campaign = await get(id)
    return campaign.status === 'Completed' && campaign
  })
  expect(done.left_out).toHaveLength(2)
  expect(done.left_out).toEqual(expect.arrayContaining(leftOut))
  expect(sandboxHas('14155550147')).toHaveLength(0)
  expect(sandboxHas('14165550147')).toHaveLength(1)
  const rows = await server.app.db
    .selectFrom('messages')
    .select(['lead_id', 'status'])
    .where('campaign_id', '=', id)
    .where('reason', '=', 'us_marketing')
    .execute()
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual({ lead_id: hiddenUs.id, status: 'skipped' })
})

it('other templates go to US numbers', async () => {
  const ids = await addLeads(server, shop.businessId, [{ phone: '+14155550155' }])
  const { body } = await server.call(campaigns.check, {
    token: shop.token,
    body: { template_id: shop.template.order_shipped!, audience: { lead_ids: ids } },
  })
  expect(body.checks).toMatchObject({ will_receive: 1, left_out: [] })
})

it('a campaign for US numbers alone is refused with the reason', async () => {
  const ids = await addLeads(server, shop.businessId, [{ phone: '+14155550166' }])
  const { status, body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads: ids },
  })
  expect([status, body.message]).toEqual([
    422,
    'Nobody can receive this campaign: US number 1. Choose other people.',
  ])
})

it('one marketing message to a US number is refused at its field', async () => {
  const sentence = 'Marketing isn’t delivered to US numbers.'
  const byPhone = await send({ to: '+14155550177' })
  expect([byPhone.status, byPhone.body.message, byPhone.body.fields]).toEqual([
    422,
    sentence,
    { to: sentence },
  ])
  const byId = await send({ recipient: userId('14155550177', sandboxSeed.business.id) })
  expect([byId.status, byId.body.fields]).toEqual([422, { recipient: sentence }])
  expect(sandboxHas('14155550177')).toHaveLength(0)
})

it('what was planned before is left out when its turn comes', async () => {
  const found = server.sandbox.world.templates.named(sandboxSeed.waba.id, 'weekend_offer')[0]!
  const content = (category: string) =>
    createContent(server.app, shop.businessId, {
      template_id: null,
      provider_template_id: found.id,
      template_name: 'weekend_offer',
      language: found.language,
      category,
      parameter_format: 'POSITIONAL',
      components: found.components,
      variables: [{ name: '1', where: 'body' }],
    })
  const contentId = await content('MARKETING')
  await server.app.transaction((tx) =>
    planMessages(tx, {
      businessId: shop.businessId,
      campaignId: 9001,
      contentId,
      phoneNumberId: sandboxSeed.phone.id,
      recipients: sql`(select null::bigint as lead_id, p as recipient_phone, array['Asha']::text[] as variables,
        'queued' as status, null::text as reason from unnest(array['+14155550188', '+919800077788']) as p)`,
    }),
  )
  const rows = await eventually('both settled', async () => {
    const all = await server.app.db
      .selectFrom('messages')
      .select(['recipient_phone', 'reason', 'status'])
      .where('campaign_id', '=', 9001)
      .orderBy('recipient_phone')
      .execute()
    return all.every(({ status }) => status === 'skipped' || status === 'read') && all
  })
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'us_marketing'],
    ['read', null],
  ])
})
