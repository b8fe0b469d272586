import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversions } from '#contract/analytics/conversions.ts'
import { sequences } from '#contract/growth/sequences.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import {
  addPeople,
  contentWith,
  dayMs,
  later,
  openShop,
  runningSequence,
  type Shop,
  send,
  wait,
} from './sequences.fixture.ts'

// Steps are taken only when a test says so, and nothing leaves.
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const get = async (id: number) =>
  (await server.call(sequences.get, { token: shop.token, params: { id } })).body.sequence
const add = (id: number, lead_ids: number[]) =>
  server.call(sequences.add, { token: shop.token, params: { id }, body: { audience: { lead_ids } } })
const people = async (id: number) =>
  (await server.call(sequences.people, { token: shop.token, params: { id } })).body.people
const step = (ms = 0) => stepSequences(later(server.app, ms))

it('a check of clicks sees those that count elsewhere, and not the look at a link while it is delivered', async () => {
  const id = await runningSequence(
    server,
    shop,
    contentWith([
      send(shop),
      wait(1),
      { kind: 'check', test: 'clicked', tag: null, is_goal: true },
      send(shop),
    ]),
  )
  const people = await addPeople(server, shop, 3)
  await add(id, people)
  await step()
  const [looked, clicked] = people
  await sql`update messages set status = 'delivered', due_at = null, accepted_at = now(), delivered_at = now()
    where business_id = ${shop.businessId} and sequence_id = ${id}`.execute(server.app.db)
  // Both from WhatsApp's network, with the name of a browser.
  await sql`insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    select business_id, id, 0, 'person', true, case lead_id when ${looked} then delivered_at + interval '1 second'
      else delivered_at + interval '1 hour' end
    from messages where business_id = ${shop.businessId} and sequence_id = ${id}
      and lead_id in (${looked}, ${clicked})`.execute(server.app.db)
  await step(1.1 * dayMs)
  expect((await get(id)).totals).toMatchObject({ started: 3, goal: 1, finished: 2 })
})

it('a person whose purchase was wholly paid back has not reached the goal', async () => {
  const id = await runningSequence(server, shop, contentWith([send(shop), wait(5), send(shop)]))
  const [kept, part, whole] = await addPeople(server, shop, 3)
  await add(id, [kept!, part!, whole!])
  await step()
  // Nobody's clock here is ahead of what a person did after they began.
  await sql`update sequence_people set entered_at = now() - interval '1 hour'
    where sequence_id = ${id}`.execute(server.app.db)
  const pay = async (lead_id: number, key: string, value: number, refund_of?: string) => {
    const body = { key, event: 'purchase', lead_id, value, currency: 'INR' }
    const answer = await server.call(conversions.record, {
      token: shop.token,
      body: refund_of === undefined ? body : { ...body, refund_of },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await pay(kept!, 'kept', 100)
  await pay(part!, 'part', 100)
  await pay(part!, 'part back', -99, 'part')
  await pay(whole!, 'whole', 100)
  await pay(whole!, 'whole back', -100, 'whole')
  await step(60_000)
  expect(
    (await people(id))
      .map(({ lead_id, state }) => [lead_id, state])
      .sort(([a], [b]) => Number(a) - Number(b)),
  ).toEqual([
    [kept, 'goal'],
    [part, 'goal'],
    [whole, 'active'],
  ])
})

it('a person leaves at the one event that is the goal, and at no other', async () => {
  const stops = { reply: true, conversion: true, conversion_event: 'purchase', tag: null, goal_tag: null }
  const id = await runningSequence(server, shop, contentWith([send(shop), wait(5), send(shop)], { stops }))
  const [booked, bought] = await addPeople(server, shop, 2)
  await add(id, [booked!, bought!])
  await step()
  await sql`insert into conversions (business_id, key, event, at, address, source, created_at)
    select business_id, 'goal ' || id, case id when ${bought!} then 'Purchase' else 'booking' end,
      now() + interval '1 second', phone, 'api', now()
    from leads where id in (${booked!}, ${bought!})`.execute(server.app.db)
  await step(60_000)
  expect((await people(id)).map(({ lead_id, state }) => [lead_id, state])).toEqual([
    [bought, 'goal'],
    [booked, 'active'],
  ])
})
