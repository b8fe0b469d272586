import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversions } from '#contract/analytics/conversions.ts'
import { segments } from '#contract/growth/segments.ts'
import { type SequenceContent, sequences } from '#contract/growth/sequences.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import {
  addPeople,
  contentWith,
  dayMs,
  later,
  messagesLeave,
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
      { kind: 'check', test: 'clicked', tag: null, yes: 'goal', no: 'next' },
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

it('the last message is taken back of who replied or bought while it waited', async () => {
  const id = await runningSequence(
    server,
    shop,
    contentWith([send(shop), send(shop), { kind: 'tag', tag: 'Told' }]),
  )
  const [replied, bought, silent, sent] = await addPeople(server, shop, 4)
  await add(id, [replied!, bought!, silent!, sent!])
  await step()
  expect((await get(id)).totals).toMatchObject({ finished: 4 })
  await sql`update messages set status = 'sent', due_at = null, accepted_at = now()
    where sequence_id = ${id} and (lead_id = ${sent!} or sequence_step = 0)`.execute(server.app.db)
  await sql`update leads set last_inbound_at = now() + interval '1 second'
    where id in (${replied!}, ${sent!})`.execute(server.app.db)
  await sql`insert into conversions (business_id, key, event, at, address, source, created_at)
    select business_id, 'while it waits', 'purchase', now() + interval '1 second', phone, 'api', now()
    from leads where id = ${bought!}`.execute(server.app.db)
  await step(60_000)
  const { rows } = await sql<{ lead_id: number; status: string }>`
    select lead_id, status from messages where sequence_id = ${id} and sequence_step = 1 order by lead_id`.execute(
    server.app.db,
  )
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'queued', 'sent'])
  const { totals, figures } = await get(id)
  expect(totals).toMatchObject({ finished: 2, goal: 1, stopped: [{ reason: 'replied', count: 1 }] })
  expect(figures[1]).toMatchObject({ entered: 4, goal: 1, stopped: [{ reason: 'replied', count: 1 }] })
})

it('a check asks who bought, who replied and who is in a segment', async () => {
  const { token } = shop
  const rules = {
    match: 'all' as const,
    rules: [{ about: 'tag' as const, is: 'any' as const, tags: ['vip'] }],
  }
  const made = await server.call(segments.create, { token, body: { name: 'Regulars', rules } })
  const { id: segment } = made.body.segment
  const leads = await addPeople(server, shop, 4)
  const [buyer, writer, vip, none] = leads as [number, number, number, number]
  type Test = Extract<SequenceContent['steps'][number], { kind: 'check' }>['test']
  const sequenceOf = (test: Test, of?: number) =>
    contentWith(
      [
        send(shop),
        wait(1),
        { kind: 'check', test, tag: null, ...(of !== undefined && { segment: of }), yes: 'goal', no: 'next' },
        send(shop),
      ],
      {
        stops: { reply: false, conversion: false, tag: null, goal_tag: null },
      },
    )
  const ids: Record<string, number> = {}
  for (const test of ['converted', 'replied'] as const) {
    ids[test] = await runningSequence(server, shop, sequenceOf(test))
    ids[`not_${test}`] = await runningSequence(server, shop, sequenceOf(`not_${test}`))
  }
  ids.in_segment = await runningSequence(server, shop, sequenceOf('in_segment', segment))
  ids.not_in_segment = await runningSequence(server, shop, sequenceOf('not_in_segment', segment))
  for (const id of Object.values(ids)) await add(id, leads)
  await step()
  await sql`update sequence_people set entered_at = now() - interval '1 hour'
    where sequence_id = any(${Object.values(ids)}::bigint[])`.execute(server.app.db)
  const buy = (lead_id: number, key: string, at?: string) =>
    server.call(conversions.record, { token, body: { key, event: 'purchase', lead_id, ...(at && { at }) } })
  expect((await buy(buyer, 'since')).status).toBe(200)
  expect((await buy(none, 'before', new Date(Date.now() - 2 * dayMs).toISOString())).status).toBe(200)
  for (const [id, day] of [
    [writer, 0],
    [none, -1],
  ])
    await sql`update leads set last_inbound_at = ${new Date(Date.now() + day! * dayMs)} where id = ${id}`.execute(
      server.app.db,
    )
  await sql`update leads set tags = array['vip'] where id = ${vip}`.execute(server.app.db)
  for (const id of Object.values(ids)) await messagesLeave(server, id)
  await step(1.1 * dayMs)
  const left = async (name: string) =>
    (await people(ids[name]!)).filter(({ state }) => state === 'goal').map(({ lead_id }) => lead_id)
  const others = (one: number) => leads.filter((id) => id !== one).sort()
  expect(await left('converted')).toEqual([buyer])
  expect((await left('not_converted')).sort()).toEqual(others(buyer))
  expect(await left('replied')).toEqual([writer])
  expect((await left('not_replied')).sort()).toEqual(others(writer))
  expect(await left('in_segment')).toEqual([vip])
  expect((await left('not_in_segment')).sort()).toEqual(others(vip))

  const removed = await server.call(segments.remove, { token, params: { id: segment } })
  expect([removed.status, removed.body]).toMatchObject([
    422,
    { error: 'The sequence “Welcome” uses this segment. Choose something else there first.' },
  ])
  const stranger = await server.signUp()
  const theirs = await server.call(segments.create, {
    token: stranger.token,
    body: { name: 'Theirs', rules },
  })
  const create = (content: SequenceContent) =>
    server.call(sequences.create, { token, body: { name: 'Welcome', content } })
  expect((await create(sequenceOf('in_segment', theirs.body.segment.id))).status).toBe(404)
  expect((await create(sequenceOf('in_segment'))).status).toBe(400)
})

it('a person whose purchase was told with the other spelling of their number has reached the goal', async () => {
  const id = await runningSequence(server, shop, contentWith([send(shop), wait(5), send(shop)]))
  const [person] = await addPeople(server, shop, 1)
  await sql`update leads set phone = '+551187654399' where id = ${person}`.execute(server.app.db)
  await add(id, [person!])
  await step()
  await sql`update sequence_people set entered_at = now() - interval '1 hour' where sequence_id = ${id}`.execute(
    server.app.db,
  )
  await server.call(conversions.record, {
    token: shop.token,
    body: { key: 'spelling', event: 'purchase', phone: '+5511987654399' },
  })
  await step(60_000)
  expect((await people(id)).map(({ state }) => state)).toEqual(['goal'])
})
