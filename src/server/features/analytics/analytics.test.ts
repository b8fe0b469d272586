import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AnalyticsQuery, analytics } from '#contract/analytics/analytics.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addSent, countAll } from './analytics.fixture.ts'
import { checkBlock, checkSome } from './rollups/check.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp()
})

const read = async (query: object = {}, token = person.token) => {
  const answer = await server.call(analytics.get, { token, query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const november = { from: '2026-11-01', to: '2026-11-30' }

it('counts a message in each step that it reached, beside the period before', async () => {
  await addSent(server, person, [
    { phone: '+919800000001', status: 'read', at: '2026-11-10T04:00:00Z', campaignId: 7 },
    { phone: '+919800000002', status: 'delivered', at: '2026-11-10T04:00:00Z', campaignId: 7 },
    { phone: '+919800000003', status: 'sent', at: '2026-11-11T04:00:00Z' },
    { phone: '+919800000004', status: 'unknown', at: '2026-11-11T04:00:00Z' },
    { phone: '+919800000005', status: 'failed', at: '2026-11-11T04:00:00Z', error: 131026 },
    { phone: '+919800000006', status: 'skipped', at: '2026-11-11T04:00:00Z' },
    { phone: '+919800000007', status: 'read', at: '2026-10-20T04:00:00Z' },
  ])
  await countAll(server)
  const { total, before, failures, steps, period } = await read(november)
  expect(total).toEqual({
    sent: 3,
    delivered: 2,
    read: 1,
    clicked: 0,
    replied: 0,
    opted_out: 0,
    failed: 1,
    blocked: 0,
    unknown: 1,
  })
  expect(before).toMatchObject({ sent: 1, read: 1 })
  expect(period).toMatchObject({
    before_from: '2026-10-02',
    before_to: '2026-10-31',
    timezone: 'Asia/Kolkata',
  })
  expect(steps).toHaveLength(30)
  expect(steps[9]).toMatchObject({ at: '2026-11-10', sent: 2, read: 1 })
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatchObject({ code: 131026, count: 1, before: 0, passes: false })
  expect(failures[0]!.explanation).toMatch(/WhatsApp/)
  expect(failures[0]!.days[10]).toBe(1)
})

it('counts clicks and replies of people, each message once', async () => {
  const at = '2026-11-10T04:00:00Z'
  const [first, second] = await addSent(server, person, [
    { phone: '+919800000001', status: 'read', at, campaignId: 7 },
    { phone: '+919800000002', status: 'read', at, campaignId: 7 },
  ])
  await countAll(server)
  expect((await read(november)).total.clicked).toBe(0)
  const click = (message: number, kind: string) =>
    sql`
    insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    values (${person.businessId}, ${message}, 0, ${kind}, false, '2026-11-10T05:00:00Z')`.execute(
      server.app.db,
    )
  await click(first!, 'person')
  await click(first!, 'person')
  await click(second!, 'bot')
  const reply = (address: string, meaning: string | null) =>
    server.app.db
      .insertInto('lead_replies')
      .values({ business_id: person.businessId, address, kind: 'text', meaning, campaign_id: 7, at })
      .execute()
  await reply('+919800000001', null)
  await reply('+919800000001', null)
  await reply('+919800000002', 'stop')
  await server.app.db
    .insertInto('consent_changes')
    .values({
      business_id: person.businessId,
      phone: '+919800000002',
      consent: 'opted_out',
      source: 'reply',
      message_id: second!,
    })
    .execute()
  await countAll(server)
  expect((await read(november)).total).toMatchObject({ read: 2, clicked: 1, replied: 2, opted_out: 1 })
})

it('knows days by the business’s clock and hours by the recipient’s', async () => {
  await addSent(server, person, [
    // 10 November, 23:59 and 11 November, 00:30 in Kolkata; the second is at 14:00 in New York.
    { phone: '+919800000001', status: 'read', at: '2026-11-10T18:29:00Z' },
    { phone: '+12125550100', status: 'delivered', at: '2026-11-10T19:00:00Z' },
  ])
  await countAll(server)
  const { steps, hours } = await read({ from: '2026-11-10', to: '2026-11-11' })
  expect(steps.filter(({ sent }) => sent > 0).map(({ at }) => at)).toEqual(['2026-11-10T23', '2026-11-11T00'])
  expect(steps).toHaveLength(48)
  expect(hours).toEqual([
    { weekday: 2, hour: 14, delivered: 1, read: 0 },
    { weekday: 2, hour: 23, delivered: 1, read: 1 },
  ])
  // Another zone of the business: its days are counted again by themselves.
  await server.app.db
    .updateTable('businesses')
    .set({ timezone: 'UTC' })
    .where('id', '=', person.businessId)
    .execute()
  await countAll(server)
  const utc = await read({ from: '2026-11-10', to: '2026-11-11' })
  expect(utc.steps.filter(({ sent }) => sent > 0).map(({ at }) => at)).toEqual([
    '2026-11-10T18',
    '2026-11-10T19',
  ])
})

it('filters by campaign, template, category, country and number', async () => {
  const at = '2026-11-10T04:00:00Z'
  await addSent(server, person, [
    { phone: '+919800000001', status: 'read', at, campaignId: 7 },
    { phone: '+4915112345678', status: 'sent', at, campaignId: 8 },
    { phone: '+919800000003', status: 'sent', at, template: 'order_shipped', category: 'UTILITY' },
  ])
  await countAll(server)
  const sent = async (query: object) => (await read({ ...november, ...query })).total.sent
  expect(await sent({})).toBe(3)
  expect(await sent({ campaign_id: 7 })).toBe(1)
  expect(await sent({ template: 'order_shipped' })).toBe(1)
  expect(await sent({ category: 'MARKETING' })).toBe(2)
  expect(await sent({ country: 'DE' })).toBe(1)
  expect(await sent({ country: 'DE', category: 'UTILITY' })).toBe(0)
  expect(await sent({ phone_number_id: '106540352242922' })).toBe(3)
  const { choices, templates } = await read({ ...november, country: 'DE' })
  expect(choices.countries).toEqual(['DE', 'IN'])
  expect(choices.categories).toEqual(['MARKETING', 'UTILITY'])
  expect(templates).toMatchObject([{ template: 'weekend_offer', category: 'MARKETING', sent: 1 }])
})

it('tells blocks from other failures, and filters by the tags that people have', async () => {
  const at = '2026-11-10T04:00:00Z'
  const ids = await addSent(server, person, [
    { phone: '+919800000001', status: 'read', at },
    { phone: '+919800000002', status: 'failed', at, error: 130403 },
    { phone: '+919800000003', status: 'failed', at, error: 131026 },
    { phone: '+919800000004', status: 'failed', at, error: 131050 },
  ])
  const lead = async (tags: string[], unreachableDays: number | null = null) =>
    (
      await sql<{ id: number }>`
        insert into leads (business_id, name, bsuid, tags, consent, unreachable_at)
        values (${person.businessId}, 'A', 'IN.' || gen_random_uuid(), ${tags}::text[], 'opted_in',
          now() - make_interval(days => ${unreachableDays}::int)) returning id`.execute(server.app.db)
    ).rows[0]!.id
  const [both, one] = [await lead(['VIP', 'Pune']), await lead(['Pune'])]
  await lead([], 10)
  await lead([], 91)
  await sql`update messages set lead_id = case when id = ${ids[0]!} then ${both}::bigint else ${one}::bigint end
    where id in (${ids[0]!}, ${ids[1]!})`.execute(server.app.db)
  await countAll(server)
  const all = await read(november)
  expect(all.total).toMatchObject({ sent: 1, failed: 3, blocked: 2 })
  expect(all.list).toEqual({ leads: 4, writable: 2, undeliverable: 2, undeliverable_long: 1 })
  const of = async (tag: string) => (await read({ ...november, tag })).total
  expect(await of('Pune')).toMatchObject({ sent: 1, failed: 1, blocked: 1 })
  expect(await of('VIP')).toMatchObject({ sent: 1, read: 1, failed: 0 })
  expect(await of('Unknown')).toMatchObject({ sent: 0, failed: 0 })
  // A tag given later counts once the block is looked at again: that is no drift.
  await sql`update leads set tags = tags || 'VIP'::text where id = ${one}`.execute(server.app.db)
  const block = { business_id: person.businessId, kind: 'messages' as const, block: ids[0]! >> 13 }
  expect(await checkBlock(server.app, block)).toBe(false)
  expect(await of('VIP')).toMatchObject({ sent: 1, failed: 1, blocked: 1 })
})

it('shows the figures of no other business', async () => {
  await addSent(server, person, [{ phone: '+919800000001', status: 'read', at: '2026-11-10T04:00:00Z' }])
  await countAll(server)
  const stranger = await server.signUp()
  const { total, choices, as_of } = await read(november, stranger.token)
  expect(total.sent).toBe(0)
  expect([choices.templates, choices.countries, choices.numbers]).toEqual([[], [], []])
  expect(as_of).toBeNull()
})

it('counts leads by where they came from, opt-ins and opt-outs', async () => {
  const lead = (source: string, at: string) =>
    server.app.db
      .insertInto('leads')
      .values({
        business_id: person.businessId,
        name: 'A',
        phone: null,
        bsuid: `IN.${Math.random()}`,
        source,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id } = await lead('form', '2026-11-10T04:00:00Z')
  await lead('form', '2026-11-12T04:00:00Z')
  await lead('csv', '2026-10-12T04:00:00Z')
  await sql`insert into consent_changes (business_id, lead_id, consent, source, at) values
    (${person.businessId}, ${id}, 'opted_in', 'form', '2026-11-10T04:00:00Z'),
    (${person.businessId}, ${id}, 'opted_out', 'reply', '2026-11-13T04:00:00Z')`.execute(server.app.db)
  await countAll(server)
  const { leads, consent } = await read(november)
  expect(leads).toEqual([
    { source: 'form', count: 2, before: 0 },
    { source: 'csv', count: 0, before: 1 },
  ])
  expect(consent).toMatchObject({ opted_in: 1, opted_out: 1, opted_in_before: 0 })
  expect(consent.days.filter((day) => day.leads + day.opted_in + day.opted_out > 0)).toEqual([
    { day: '2026-11-10', leads: 1, opted_in: 1, opted_out: 0 },
    { day: '2026-11-12', leads: 1, opted_in: 0, opted_out: 0 },
    { day: '2026-11-13', leads: 0, opted_in: 0, opted_out: 1 },
  ])
  await server.app.db.deleteFrom('leads').where('id', '=', id).execute()
  await countAll(server)
  expect((await read(november)).leads[0]).toEqual({ source: 'form', count: 1, before: 0 })
})

it('reports figures that differ from the rows, and puts them right', async () => {
  const [id] = await addSent(server, person, [
    { phone: '+919800000001', status: 'read', at: '2026-11-10T04:00:00Z' },
  ])
  await countAll(server)
  const block = { business_id: person.businessId, kind: 'messages' as const, block: id! >> 13 }
  expect(await checkBlock(server.app, block)).toBe(false)
  expect((await read(november)).drift).toBeNull()
  await server.app.db
    .updateTable('analytics_messages')
    .set({ sent: 5 })
    .where('business_id', '=', person.businessId)
    .execute()
  await sql`update analytics_blocks set checked_at = '2000-01-01' where business_id = ${person.businessId}`.execute(
    server.app.db,
  )
  const silent = {
    ...server.app,
    log: { ...server.app.log, error: () => undefined } as typeof server.app.log,
  }
  expect(await checkSome(silent, { signal: new AbortController().signal })).toBe(1)
  const { drift, total } = await read(november)
  expect(drift?.blocks).toBe(1)
  expect(total.sent).toBe(1)
  expect(await checkBlock(server.app, block)).toBe(false)
  // The tallies of the dashboard, too.
  await sql`update message_tallies set count = 9 where business_id = ${person.businessId}`.execute(
    server.app.db,
  )
  expect(await checkBlock(silent, block)).toBe(true)
  expect(await checkBlock(server.app, block)).toBe(false)
})

it.each([
  [{ from: '2026-13-01', to: '2026-12-01' }, 'from'],
  [{ from: '2026-11-31', to: '2026-12-01' }, 'from'],
  [{ from: '2026-11-01' }, 'to'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
  [{ from: '2020-01-01', to: '2026-11-01' }, 'to'],
  [{ from: '0001-01-01', to: '0001-01-02' }, 'from'],
  [{ country: 'india' }, 'country'],
  [{ category: 'marketing' }, 'category'],
  [{ campaign_id: '7; drop table messages' }, 'campaign_id'],
  [{ phone_number_id: '+91' }, 'phone_number_id'],
  [{ template: 'a\0b' }, 'template'],
])('refuses %j and names the field', async (query, field) => {
  const answer = await server.call(analytics.get, { token: person.token, query: query as never })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toHaveProperty(field)
})

it('gives each card as a file', async () => {
  await addSent(server, person, [
    { phone: '+919800000001', status: 'failed', at: '2026-11-10T04:00:00Z', error: 131026 },
    { phone: '+919800000002', status: 'read', at: '2026-11-10T04:00:00Z' },
  ])
  await countAll(server)
  const file = async (card?: string) => {
    const answer = await server.http.inject({
      method: 'GET',
      url: `${analytics.exportCsv.path}?from=2026-11-10&to=2026-11-12${card ? `&card=${card}` : ''}`,
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.statusCode).toBe(200)
    return answer.body.trim().split(/\r?\n/)
  }
  const funnel = await file('funnel')
  expect(funnel).toHaveLength(3)
  expect(funnel[0]).toMatch(/,Conversions$/)
  expect(funnel[1]).toMatch(/^2026-11-10,2026-11-12,1,1,1,0,0,0,1,0,0,0$/)
  expect((await file('time'))[1]).toMatch(/^2026-11-10,1,1,1,0,0,0,1,0,0$/)
  expect(await file('hours')).toHaveLength(2)
  expect((await file('templates'))[1]).toMatch(/^weekend_offer,MARKETING,1,/)
  expect((await file('failures'))[1]).toMatch(/^131026,/)
  expect(await file('leads')).toHaveLength(1)
  expect(await file('consent')).toHaveLength(4)
  const page = await file()
  expect(page[0]).toBe('Figures of the page,2026-11-10,2026-11-12,Asia/Kolkata')
  const below = (title: string) => page.slice(page.indexOf(title) + 1)
  expect(page.filter((line) => line === '""')).toHaveLength(13)
  expect(below('From sent to converted').slice(0, 3)).toEqual(funnel)
  expect(below('Opt-ins and opt-outs').slice(0, 4)).toEqual(await file('consent'))
  expect(below('Failures')[1]).toMatch(/^131026,/)
})

it('shows time in days or hours as the reader chooses', async () => {
  await addSent(server, person, [
    { phone: '+919800000001', status: 'read', at: '2026-11-10T04:00:00Z' },
    { phone: '+919800000002', status: 'sent', at: '2026-11-10T05:10:00Z' },
    { phone: '+919800000003', status: 'sent', at: '2026-11-16T05:10:00Z' },
  ])
  await countAll(server)
  const steps = async (query: AnalyticsQuery) => {
    const { steps: all } = await read(query)
    return [all.length, ...all.filter(({ sent }) => sent > 0).map(({ at, sent }) => `${at} ${sent}`)]
  }
  const week = { from: '2026-11-10', to: '2026-11-16' }
  const days = [7, '2026-11-10 2', '2026-11-16 1']
  expect(await steps(week)).toEqual(days)
  expect(await steps({ ...week, step: 'day' })).toEqual(days)
  expect(await steps({ ...week, step: 'hour' })).toEqual([
    168,
    '2026-11-10T09 1',
    '2026-11-10T10 1',
    '2026-11-16T10 1',
  ])
  const day = { from: '2026-11-10', to: '2026-11-10' }
  expect((await steps(day))[0]).toBe(24)
  expect(await steps({ ...day, step: 'day' })).toEqual([1, '2026-11-10 2'])
  // More hours than can be told apart are days.
  expect((await steps({ from: '2026-10-01', to: '2026-10-31', step: 'hour' }))[0]).toBe(744)
  expect((await steps({ from: '2026-10-01', to: '2026-11-01', step: 'hour' }))[0]).toBe(32)
  // The other cards stay as they are.
  expect((await read({ ...week, step: 'hour' })).total).toEqual((await read(week)).total)
})

it('prices what is charged by category and country, with the prices of its day', async () => {
  const at = '2026-11-10T04:00:00Z'
  await addSent(server, person, [
    { phone: '+919800000001', status: 'read', at },
    { phone: '+4915112345678', status: 'delivered', at },
    { phone: '+919800000003', status: 'read', at, template: 'order_shipped', category: 'UTILITY' },
    { phone: '+919800000004', status: 'read', at },
  ])
  await sql`
    update messages set price_type = case when recipient_phone = '+919800000004' then 'free_customer_service' else 'regular' end
    where business_id = ${person.businessId}`.execute(server.app.db)
  await countAll(server)
  const { cost } = await read(november)
  expect(cost).toEqual([
    {
      chats: false,
      category: 'MARKETING',
      forecast: 0.1601,
      charged: 2,
      free: 1,
      untold: 0,
      unpriced: 0,
      amount: 0.1483,
      before: 0,
      currency: 'USD',
    },
    {
      chats: false,
      category: 'UTILITY',
      forecast: 0.0014,
      charged: 1,
      free: 0,
      untold: 0,
      unpriced: 0,
      amount: 0.0014,
      before: 0,
      currency: 'USD',
    },
  ])
  expect((await read({ ...november, country: 'DE' })).cost).toMatchObject([{ charged: 1, amount: 0.1365 }])
  const { cost_by_country, templates } = await read(november)
  expect(cost_by_country).toEqual([
    { country: 'DE', charged: 1, free: 0, amount: 0.1365, before: 0, currency: 'USD' },
    { country: 'IN', charged: 2, free: 1, amount: 0.0132, before: 0, currency: 'USD' },
  ])
  expect(templates.map(({ template, cost }) => [template, cost])).toEqual([
    ['weekend_offer', { amount: 0.1483, currency: 'USD' }],
    ['order_shipped', { amount: 0.0014, currency: 'USD' }],
  ])
})
