import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { type ConversionInput, conversions } from '#contract/analytics/conversions.ts'
import { privacy } from '#contract/privacy.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addClick, addSent, addVisit } from '../analytics.fixture.ts'
import { attributeOld, attributeRecent } from './attribute.ts'
import { attributeAll } from './settings.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp()
})

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const phone = '+919800000001'
const record = (body: Partial<ConversionInput>) =>
  server.call(conversions.record, {
    token: person.token,
    body: { key: 'order-1', event: 'purchase', phone, ...body } as ConversionInput,
  })
const report = async () => (await server.call(analytics.get, { token: person.token, query: {} })).body
const click = (message: number, at: string) => addClick(server, person, message, at)
const visit = (adId: string, at: string, address = phone) => addVisit(server, person, { adId, at, address })

it('counts for the last touch before it, whichever it was', async () => {
  const [first, second] = await addSent(server, person, [
    { phone, status: 'read', at: hoursAgo(60), campaignId: 7 },
    { phone, status: 'read', at: hoursAgo(30), campaignId: 8 },
  ])
  await click(first!, hoursAgo(50))
  await click(second!, hoursAgo(20))
  await visit('ad-1', hoursAgo(40))
  const touchAt = async (key: string, at: string) => {
    const { conversion } = (await record({ key, at, value: 100, currency: 'INR' })).body
    return [conversion.touch, conversion.campaign_id, conversion.ad_id]
  }
  expect(await touchAt('a', hoursAgo(55))).toEqual([null, null, null])
  expect(await touchAt('b', hoursAgo(45))).toEqual(['campaign', 7, null])
  expect(await touchAt('c', hoursAgo(35))).toEqual(['ad', null, 'ad-1'])
  expect(await touchAt('d', hoursAgo(10))).toEqual(['campaign', 8, null])
  const { conversions: found, converted, ads } = await report()
  expect(found).toMatchObject({ count: 4, money: [{ currency: 'INR', amount: 40_000 }] })
  expect(found.by.map(({ touch, count }) => [touch, count]).sort()).toEqual(
    [
      ['ad', 1],
      ['campaign', 1],
      ['campaign', 1],
      [null, 1],
    ].sort(),
  )
  expect(converted).toBe(2)
  expect(ads).toMatchObject([
    {
      ad_id: 'ad-1',
      headline: 'Headline of ad-1',
      conversations: 1,
      conversions: 1,
      money: [{ amount: 10_000 }],
    },
  ])
})

it('counts within the window that is set, by click and by read beside each other', async () => {
  const [first, second] = await addSent(server, person, [
    { phone, status: 'read', at: hoursAgo(11 * 24), campaignId: 7 },
    { phone, status: 'read', at: hoursAgo(9 * 24), campaignId: 8 },
  ])
  await visit('ad-1', hoursAgo(13 * 24))
  await record({ value: 100, currency: 'INR' })
  const save = (window_days: number) =>
    server.call(conversions.saveSettings, { token: person.token, body: { window_days } })
  const again = async () => {
    await attributeAll(server.app, person.businessId, new AbortController().signal)
    const { body } = await server.call(conversions.list, { token: person.token, query: {} })
    const [found] = body.conversions
    const { by, count, by_read } = (await report()).conversions
    return {
      click: [found!.touch, found!.campaign_id, found!.ad_id],
      read: [found!.by_read.touch, found!.by_read.campaign_id, found!.by_read.ad_id],
      counts: [count, by_read.count],
      by: by.map((one) => [one.touch, one.id, one.count, one.by_read.count, one.by_read.money[0]?.amount]),
    }
  }
  const none = [null, null, null]
  const noTouch = [null, null, 1, 1, 10_000]
  expect(await again()).toEqual({ click: none, read: none, counts: [1, 1], by: [noTouch] })
  await save(14)
  expect(await again()).toEqual({
    click: ['ad', null, 'ad-1'],
    read: ['campaign', 8, null],
    counts: [1, 1],
    by: [
      ['ad', 'ad-1', 1, 0, undefined],
      ['campaign', '8', 0, 1, 10_000],
    ],
  })
  // A click is a touch in both; the later one of the other campaign counts.
  await click(first!, hoursAgo(8 * 24))
  const clicked = ['campaign', 7, null]
  expect(await again()).toMatchObject({ click: clicked, read: clicked })
  await click(second!, hoursAgo(7.5 * 24))
  const latest = ['campaign', 8, null]
  expect(await again()).toMatchObject({ click: latest, read: latest })
  await save(7)
  expect(await again()).toMatchObject({ click: none, read: none })
  expect((await save(0)).status).toBe(400)
  expect((await save(91)).status).toBe(400)
})

it('filters by message in each way by itself, and takes a refund off where its purchase counts', async () => {
  const [, clicked] = await addSent(server, person, [
    { phone, status: 'read', at: hoursAgo(20), campaignId: 7 },
    { phone, status: 'read', at: hoursAgo(30), campaignId: 8 },
  ])
  await click(clicked!, hoursAgo(25))
  await record({ at: hoursAgo(10), value: 100, currency: 'INR' })
  await record({ key: 'back', at: hoursAgo(9), value: -30, currency: 'INR', refund_of: 'order-1' })
  const of = async (campaign_id: number) => {
    const { body } = await server.call(analytics.get, { token: person.token, query: { campaign_id } })
    const { count, money, by_read } = body.conversions
    return [count, money[0]?.amount, by_read.count, by_read.money[0]?.amount]
  }
  expect([await of(7), await of(8)]).toEqual([
    [0, undefined, 1, 7000],
    [1, 7000, 0, undefined],
  ])
})

it('looks for both touches of what was recorded before both were kept', async () => {
  await addSent(server, person, [{ phone, status: 'read', at: hoursAgo(200), campaignId: 7 }])
  await record({ at: hoursAgo(190), value: 100, currency: 'INR' })
  await record({ key: 'gone', at: hoursAgo(189), value: -1, currency: 'INR', refund_of: 'order-1' })
  await sql`update conversions set read_touch = null, read_message_id = null, read_campaign_id = null,
    both_touches = false where business_id = ${person.businessId}`.execute(server.app.db)
  const readTouches = async () =>
    (await server.call(conversions.list, { token: person.token, query: {} })).body.conversions.map(
      ({ by_read }) => by_read.campaign_id,
    )
  await sql`update conversions set touch = 'campaign', campaign_id = 9 where business_id = ${person.businessId}`.execute(
    server.app.db,
  )
  // Until then what was kept stands for both.
  const before = [['9', 1, 1]]
  const origins = async () =>
    (await report()).conversions.by.map((one) => [one.id, one.count, one.by_read.count])
  expect(await origins()).toEqual(before)
  await attributeRecent(server.app)
  expect(await readTouches()).toEqual([null, null])
  await attributeOld(server.app, AbortSignal.timeout(20_000))
  expect(await readTouches()).toEqual([7, 7])
  expect(await origins()).toEqual([
    [null, 1, 0],
    ['7', 0, 1],
  ])
})

it('is recorded once for each key', async () => {
  const at = hoursAgo(1)
  const told = { at, value: '499.90', currency: 'INR' }
  const first = await record(told)
  expect(first.status).toBe(200)
  expect((await record(told)).body.conversion).toEqual(first.body.conversion)
  expect((await record({ ...told, value: 499.9 })).status).toBe(200)
  const other = await record({ ...told, value: '500' })
  expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  expect((await record({ ...told, phone: '+919800000002' })).status).toBe(409)
  const at_once = await Promise.all(Array.from({ length: 8 }, () => record({ ...told, key: 'order-2' })))
  expect(at_once.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await report()).conversions).toMatchObject({ count: 2, money: [{ amount: 99_980 }] })
  // Without a time, the second call is at another moment and the same all the same.
  expect((await record({ key: 'order-3' })).status).toBe(200)
  expect((await record({ key: 'order-3' })).status).toBe(200)
})

it('takes back what was paid, at most all of it, from where it came', async () => {
  const [message] = await addSent(server, person, [
    { phone, status: 'read', at: hoursAgo(30), campaignId: 7 },
  ])
  await click(message!, hoursAgo(20))
  await record({ value: 100, currency: 'INR', at: hoursAgo(10) })
  const at = hoursAgo(1)
  const refund = (key: string, value: number, more: Partial<ConversionInput> = {}) =>
    record({ key, value, currency: 'INR', refund_of: 'order-1', at, ...more })
  const done = await refund('refund-1', -60)
  expect(done.body.conversion).toMatchObject({ amount: -6000, touch: 'campaign', campaign_id: 7 })
  expect((await refund('refund-2', -41)).status).toBe(422)
  expect((await refund('refund-3', -10, { currency: 'USD' })).status).toBe(422)
  expect((await refund('refund-4', -10, { refund_of: 'none' })).status).toBe(422)
  expect((await refund('refund-5', 10)).status).toBe(400)
  expect((await record({ key: 'refund-6', value: -5, currency: 'INR' })).status).toBe(400)
  expect((await refund('refund-1', -60)).status).toBe(200)
  expect((await refund('refund-7', -40)).status).toBe(200)
  expect((await report()).conversions).toMatchObject({ count: 0, money: [{ amount: 0 }] })
})

it('keeps currencies apart', async () => {
  await record({ key: 'a', value: 10, currency: 'INR' })
  await record({ key: 'b', value: 10, currency: 'JPY' })
  await record({ key: 'c', value: '1.234', currency: 'KWD' })
  expect((await report()).conversions.money.map(({ currency, amount }) => [currency, amount])).toEqual([
    ['KWD', 1234],
    ['INR', 1000],
    ['JPY', 10],
  ])
})

it.each([
  [{ phone: 'not a phone' }, 'phone'],
  [{ phone: undefined }, 'phone'],
  [{ lead_id: 1 }, 'phone'],
  [{ value: 10 }, 'currency'],
  [{ value: 10, currency: 'RUPEES' }, 'currency'],
  [{ value: '10.999', currency: 'INR' }, 'value'],
  [{ value: '1e9', currency: 'INR' }, 'value'],
  [{ at: '2026-11-31T00:00:00Z' }, 'at'],
  [{ at: new Date(Date.now() + 86_400_000).toISOString() }, 'at'],
  [{ at: new Date(Date.now() - 400 * 86_400_000).toISOString() }, 'at'],
  [{ key: '' }, 'key'],
  [{ key: 'a\0b' }, 'key'],
  [{ event: ' ' }, 'event'],
])('refuses %j and names the field', async (part, field) => {
  const answer = await record(part as Partial<ConversionInput>)
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toHaveProperty(field)
})

it('names a person by lead, of this business alone', async () => {
  const { id } = await server.app.db
    .insertInto('leads')
    .values({ business_id: person.businessId, name: 'Asha', phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = await record({ phone: undefined, lead_id: id })
  expect(own.body.conversion).toMatchObject({ address: phone, lead_id: id })
  expect((await record({ key: 'by phone' })).body.conversion.lead_id).toBe(id)
  person = await server.signUp()
  expect((await record({ phone: undefined, lead_id: id })).status).toBe(404)
  expect((await report()).conversions.count).toBe(0)
})

it('reads a file, tells each row that it does not take, and adds none twice', async () => {
  const csv = [
    'Key;Event;Phone;Value;Currency;Time;Refund_of',
    `o1;purchase;98000 00001;499.90;inr;${hoursAgo(5)};`,
    `o2;purchase;+919800000002;10;INR;${hoursAgo(5)};`,
    `o3;purchase;nobody;10;INR;${hoursAgo(5)};`,
    `o1;purchase;+919800000003;10;INR;${hoursAgo(5)};`,
    `o4;purchase;+919800000004;;;;`,
    `r1;refund;+919800000001;-100;INR;${hoursAgo(1)};o1`,
    `r2;refund;+919800000001;-1000;INR;${hoursAgo(1)};o1`,
  ].join('\r\n')
  const load = () => server.call(conversions.importCsv, { token: person.token, body: { csv } })
  const { body } = await load()
  expect(body).toMatchObject({ added: 4, known: 0, refused_count: 3 })
  expect(body.refused.map(({ row }) => row)).toEqual([4, 5, 8])
  expect((await load()).body).toMatchObject({ added: 0, known: 4, refused_count: 3 })
  expect((await report()).conversions).toMatchObject({
    count: 3,
    money: [{ currency: 'INR', amount: 40_990 }],
  })
  const none = await server.call(conversions.importCsv, { token: person.token, body: { csv: 'a,b\n1,2\n' } })
  expect(none.status).toBe(422)
  const broken = await server.call(conversions.importCsv, {
    token: person.token,
    body: { csv: 'key,"event\n1' },
  })
  expect(broken.status).toBe(422)
})

it('does not take thousands of a file with semicolons for decimals', async () => {
  const line = (key: string, value: string, currency = 'BRL') =>
    `${key};compra;+919800000001;${value};${currency};${hoursAgo(3)}`
  const values = [line('o1', '1.200'), line('o2', '1200.50'), line('o3', '1.200', 'KWD')]
  const csv = ['key;event;phone;value;currency;time', ...values].join('\r\n')
  const { body } = await server.call(conversions.importCsv, { token: person.token, body: { csv } })
  expect(body).toMatchObject({ added: 2, refused_count: 1 })
  expect(body.refused[0]).toEqual({
    row: 2,
    reason: 'Write the value without a separator of thousands, as in 1200 or 1200.50.',
  })
})

it('takes a tag that means "bought" as a purchase, once for each person', async () => {
  const save = (bought_tag?: string | null) =>
    server.call(conversions.saveSettings, {
      token: person.token,
      body: { window_days: 7, ...(bought_tag !== undefined && { bought_tag }) },
    })
  const add = async (tags: string[], number = phone) =>
    (
      await server.app.db
        .insertInto('leads')
        .values({
          business_id: person.businessId,
          name: 'Asha',
          phone: number,
          tags,
          source: 'manual',
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const tag = (id: number, tags: string[]) =>
    server.app.db
      .updateTable('leads')
      .set({ tags })
      .where('business_id', '=', person.businessId)
      .where('id', '=', id)
      .execute()
  await add(['Customer'], '+919800000008')
  expect((await save('Customer')).body).toMatchObject({ bought_tag: 'Customer' })
  // Who had it before is no new sale; a call that names no tag leaves it.
  expect((await save()).body).toMatchObject({ bought_tag: 'Customer' })
  const id = await add(['Wholesale'])
  await add(['Customer'], '+919800000009')
  await tag(id, ['Wholesale', 'Customer'])
  await tag(id, ['Wholesale'])
  await tag(id, ['Customer'])
  const list = async () =>
    (await server.call(conversions.list, { token: person.token, query: {} })).body.conversions
  expect((await list()).map(({ address, event, amount }) => [address, event, amount]).sort()).toEqual([
    [phone, 'purchase', null],
    ['+919800000009', 'purchase', null],
  ])
  const [message] = await addSent(server, person, [
    { phone, status: 'read', at: hoursAgo(30), campaignId: 7 },
  ])
  await click(message!, hoursAgo(20))
  await attributeRecent(server.app)
  expect((await list()).find(({ address }) => address === phone)).toMatchObject({
    touch: 'campaign',
    campaign_id: 7,
    lead_id: id,
  })
  await save(null)
  await add(['Customer'], '+919800000007')
  expect(await list()).toHaveLength(2)
})

it('is the same conversion of a lead whose number has changed since', async () => {
  const lead = await server.app.db
    .insertInto('leads')
    .values({ business_id: person.businessId, name: 'Zoya', phone: '+919812399771' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const body = { key: 'order-zoya', event: 'purchase', lead_id: lead.id, value: 10, currency: 'INR' }
  const again = async () => (await server.call(conversions.record, { token: person.token, body })).status
  expect(await again()).toBe(200)
  await sql`update leads set phone = '+919812399772' where id = ${lead.id}`.execute(server.app.db)
  expect(await again()).toBe(200)
  const other = { ...body, lead_id: lead.id + 1 }
  expect((await server.call(conversions.record, { token: person.token, body: other })).status).toBe(404)
})

it('forgets an erased person', async () => {
  const { id } = await server.app.db
    .insertInto('leads')
    .values({ business_id: person.businessId, name: 'Asha', phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  await visit('ad-1', hoursAgo(5))
  await record({})
  const answer = await server.call(privacy.erase, {
    token: person.token,
    params: { id },
    body: { confirm: true },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { conversions: found, ads } = await report()
  expect([found.count, ads]).toEqual([0, []])
})
