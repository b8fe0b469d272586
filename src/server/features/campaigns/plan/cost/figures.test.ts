import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { campaigns } from '#contract/campaigns.ts'
import { templates } from '#contract/templates.ts'
import { countAll } from '#server/features/analytics/analytics.fixture.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../../campaigns.fixture.ts'
import { startCampaign } from '../../campaigns.ts'
import { variantFigures } from '../../model/variant-figures.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const check = async (body: object) =>
  (await server.call(campaigns.check, { token: shop.token, body: body as never })).body.checks
const listed = async (id: number) => {
  const { body } = await server.call(campaigns.list, { token: shop.token })
  return body.campaigns.find((one) => one.id === id)!
}

/** A campaign under way: planned, with nobody to send it. */
async function runningCampaign(
  phones: string[],
  more: object = {},
): Promise<{ id: number; leads: number[] }> {
  const leads = await addLeads(
    server,
    shop.businessId,
    phones.map((phone) => ({ phone })),
  )
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads, ...more } as never,
  })
  await startCampaign(server.app, shop.businessId, body.campaign.id)
  return { id: body.campaign.id, leads }
}

it('the cost is estimated from the shipped price list by country, until the owner enters prices', async () => {
  await addLeads(server, shop.businessId, [
    { phone: '+919876000001', tags: ['cost'] },
    { phone: '+919876000002', tags: ['cost'] },
    { phone: '+4915200000001', tags: ['cost'] },
  ])
  const draft = { template_id: shop.template.weekend_offer!, audience: { tags: ['cost'] } }
  const checks = await check(draft)
  // Two to India at 0.0118 and one to Germany at 0.1365.
  expect(checks.cost).toEqual({ amount: 0.1601, currency: 'USD', price_list: '2026-01-01', unpriced: 0 })
  expect(checks.checks.find(({ name }) => name === 'cost')?.state).toBe('ok')
  expect(checks.forecast).toMatchObject({
    free: 0,
    lines: [
      { country: 'IN', count: 2, amount: 0.0236 },
      { country: 'DE', count: 1, amount: 0.1365 },
    ],
  })
  const { body } = await server.call(campaigns.schedule, { token: shop.token, body: draft })
  await startCampaign(server.app, shop.businessId, body.campaign.id)
  const campaign = await server.call(campaigns.get, { token: shop.token, params: { id: body.campaign.id } })
  expect(campaign.body.campaign.forecast).toEqual(checks.cost)
  await server.call(templates.saveRates, {
    token: shop.token,
    body: { currency: 'INR', MARKETING: 0.9, TRANSACTIONAL: null, OTP: null },
  })
  expect((await check(draft)).cost).toEqual({ amount: 2.7, currency: 'INR', price_list: null, unpriced: 0 })
})

it('a campaign says what people did: replies, opt-outs and button presses, each person once, as elsewhere', async () => {
  const { id, leads } = await runningCampaign(['+919876100001', '+919876100002', '+919876100003'])
  const reply = (lead: number, kind: string, meaning: string | null = null) => ({
    business_id: shop.businessId,
    lead_id: leads[lead]!,
    address: `+91987610000${lead + 1}`,
    kind,
    meaning,
    campaign_id: id,
    at: new Date(),
  })
  await server.app.db
    .insertInto('lead_replies')
    .values([
      reply(0, 'text'),
      reply(0, 'text'),
      reply(1, 'button'),
      reply(1, 'button', 'stop'),
      reply(2, 'text', 'stop'),
    ])
    .execute()
  await sql`insert into consent_changes (business_id, lead_id, consent, source, message_id)
    select business_id, lead_id, 'opted_out', 'reply', id from messages
    where campaign_id = ${id} and lead_id = any(${leads.slice(1)}::bigint[])`.execute(server.app.db)
  expect((await listed(id)).responses).toEqual({ replies: 3, opt_outs: 2, button_presses: 1 })
  await sql`insert into campaign_trials (business_id, campaign_id, kind, percent, measure, after_minutes, decide,
        stage)
    values (${shop.businessId}, ${id}, 'test', 20, 'converted', 60, 'clear', 'measuring')`.execute(
    server.app.db,
  )
  // The versions of a test and Analytics have the same numbers, of who bought twice too.
  const { rows } = await sql<{ id: number }>`
    update messages set status = 'read', due_at = null, claimed_at = now() - interval '2 days',
      accepted_at = now() - interval '2 days', variant = 1
    where campaign_id = ${id} returning id`.execute(server.app.db)
  const last = Math.max(...rows.map((row) => Number(row.id)))
  await sql`insert into conversions (business_id, key, event, at, address, source, created_at, touch, touched_at,
      message_id, campaign_id, message_at, amount, currency)
    select business_id, 'order ' || nr, 'purchase', now(), recipient_phone, 'api', now(), 'campaign', now(), id,
      campaign_id, accepted_at, 900, 'INR'
    from messages, generate_series(1, 2) nr where business_id = ${shop.businessId} and id = ${last}`.execute(
    server.app.db,
  )
  const found = { replied: 3, opted_out: 2, converted: 1 }
  expect(await variantFigures(server.app, shop.businessId, id, last)).toMatchObject([found])
  await countAll(server)
  const { body } = await server.call(analytics.get, { token: shop.token, query: { campaign_id: id } })
  expect({ ...body.total, converted: body.converted }).toMatchObject(found)
  // Neither counts who bought nothing in the end.
  const converted = async () => [
    (await variantFigures(server.app, shop.businessId, id, last))[0]?.converted,
    (await server.call(analytics.get, { token: shop.token, query: { campaign_id: id } })).body.tests[0]
      ?.versions[0]?.converted,
  ]
  const paidBack = (order: string) =>
    sql`insert into conversions (business_id, key, event, amount, currency,
      refund_of, at, address, source, created_at)
    select business_id, 'back ' || key, 'purchase', -amount, currency, key, now(), address, 'api', now()
    from conversions where business_id = ${shop.businessId} and key = ${order}`.execute(server.app.db)
  await paidBack('order 1')
  expect(await converted()).toEqual([1, 1])
  await paidBack('order 2')
  expect(await converted()).toEqual([0, 0])
})

it('a running campaign of which nothing leaves says why, also without a word of its number', async () => {
  const { id } = await runningCampaign(['+919876200001'])
  expect((await listed(id)).waiting).toBeNull()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  await server.app.db
    .updateTable('campaigns')
    .set({ started_at: ago(60) })
    .where('id', '=', id)
    .execute()
  const stalled = (await listed(id)).waiting
  expect(stalled?.code).toBe('not_sending')
  expect(stalled?.since).not.toBeNull()
  const { phone_number_id } = (await server.call(campaigns.get, { token: shop.token, params: { id } })).body
    .campaign
  await server.app.db
    .insertInto('lanes')
    .values({ business_id: shop.businessId, phone_number_id, progressed_at: ago(2) })
    .onConflict((lane) =>
      lane.columns(['business_id', 'phone_number_id']).doUpdateSet({ progressed_at: ago(2) }),
    )
    .execute()
  expect((await listed(id)).waiting?.code).toBe('others_first')
  const due = new Date(Date.now() + 3_600_000)
  await server.app.db.updateTable('messages').set({ due_at: due }).where('campaign_id', '=', id).execute()
  await server.app.db
    .updateTable('dispatches')
    .set((row) => ({ cursor_id: row.ref('last_id') }))
    .where('campaign_id', '=', id)
    .execute()
  expect((await listed(id)).waiting).toMatchObject({ code: 'retry_later', until: due.toISOString() })
})

it('the lines of the pre-flight agree: with each other about the limit, and with the date', async () => {
  await addLeads(
    server,
    shop.businessId,
    Array.from({ length: 30 }, (_, index) => ({ phone: `+9198763000${10 + index}`, tags: ['many'] })),
  )
  await server.app.db
    .updateTable('phone_numbers')
    .set({ messaging_limit: 10 })
    .where('business_id', '=', shop.businessId)
    .execute()
  const draft = { template_id: shop.template.weekend_offer!, audience: { tags: ['many'] } }
  const line = (checks: Awaited<ReturnType<typeof check>>, name: string) =>
    checks.checks.find((one) => one.name === name)
  const now = await check(draft)
  expect(line(now, 'limit')?.sentence).toMatch(/^Only 10 of today’s 10 are left: the other 20 wait/)
  expect(line(now, 'duration')?.sentence).toBe('Done about 2 days after the start, because of the 24 h limit')
  const later = await check({ ...draft, scheduled_at: new Date(Date.now() + 5 * 86_400_000).toISOString() })
  expect(line(later, 'limit')?.sentence).toMatch(/^10 people a day on this number/)
  const past = await check({ ...draft, scheduled_at: new Date(Date.now() - 86_400_000).toISOString() })
  expect(line(past, 'time')).toMatchObject({
    state: 'stop',
    sentence: 'This time is in the past. Choose a later one, or send now.',
  })
})

it('a column of the list fills the variable of its name by itself', async () => {
  const [lead] = await addLeads(server, shop.businessId, [
    { phone: '+919876400001', attributes: { 'Order number': 'A-77', City: 'Pune' } },
  ])
  const template = await server.app.db
    .selectFrom('templates')
    .select('provider_template_id')
    .where('id', '=', shop.template.weekend_offer!)
    .executeTakeFirstOrThrow()
  const text = 'Hello {{name}}, your order {{order_number}} from {{city}} is ready now.'
  await server.app.db
    .updateTable('provider_templates')
    .set({ parameter_format: 'NAMED', components: JSON.stringify([{ type: 'BODY', text }]) })
    .where('id', '=', template.provider_template_id!)
    .where('business_id', '=', shop.businessId)
    .execute()
  const draft = { template_id: shop.template.weekend_offer!, leads: [lead!] }
  const checks = await check(draft)
  expect(checks.variables.map(({ key, suggested }) => [key, suggested])).toEqual([
    ['name', { field: 'name' }],
    ['order_number', { attribute: 'Order number' }],
    ['city', { attribute: 'City' }],
  ])
  const preview = await server.call(campaigns.preview, { token: shop.token, body: draft })
  expect(preview.body.previews[0]?.variables.map(({ value }) => value).slice(1)).toEqual(['A-77', 'Pune'])
})
