import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversations } from '#contract/conversations.ts'
import { segments } from '#contract/growth/segments.ts'
import { sequences } from '#contract/growth/sequences.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import {
  addPeople,
  contentWith,
  later,
  openShop,
  runningSequence,
  type Shop,
  send,
  wait,
} from './sequences.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

/** Who is or was in a sequence, once for each time, by id. */
const leadsOf = async (id: number) =>
  (await server.call(sequences.people, { token: shop.token, params: { id } })).body.people
    .map(({ lead_id }) => lead_id)
    .sort((one, other) => one! - other!)
/** Takes steps at a moment of the future. */
const stepAt = (time: string) => stepSequences(later(server.app, Date.parse(time) - Date.now()))
const change = (id: number, values: { phone?: string; attributes?: object; tags?: string[] }) =>
  server.app.db
    .updateTable('leads')
    .set({
      ...(values.phone && { phone: values.phone }),
      ...(values.tags && { tags: values.tags }),
      ...(values.attributes && { attributes: JSON.stringify(values.attributes) }),
    })
    .where('id', '=', id)
    .execute()

/** A conversation with a lead; the chatbot handed it over, or never had it. */
async function conversation(lead: number, handedOver: boolean): Promise<number> {
  const now = new Date()
  const { id } = await server.app.db
    .insertInto('conversations')
    .values({
      business_id: shop.businessId,
      phone_number_id: sandboxSeed.phone.id,
      address: `+91970009${lead}`,
      lead_id: lead,
      created_at: now,
      last_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (handedOver)
    await sql`
      insert into conversation_events (business_id, conversation_id, kind, at)
      values (${shop.businessId}, ${id}, 'bot_handed_over', now())`.execute(server.app.db)
  return id
}
const turn = async (id: number, state: 'open' | 'closed') => {
  const answer = await server.call(conversations.update, {
    token: shop.token,
    params: { id },
    body: { state },
  })
  expect(answer.status).toBe(200)
}

it('begins when the team closes what the chatbot handed over, once for each hand-over', async () => {
  const content = contentWith([send(shop)], { trigger: { on: 'handover' } })
  const id = await runningSequence(server, shop, content)
  const [handed, own] = await addPeople(server, shop, 2)
  const [ofHanded, ofOwn] = [await conversation(handed!, true), await conversation(own!, false)]
  await turn(ofOwn, 'closed')
  await turn(ofHanded, 'closed')
  expect(await leadsOf(id)).toEqual([handed])
  await turn(ofHanded, 'open')
  await turn(ofHanded, 'closed')
  expect(await leadsOf(id)).toHaveLength(1)
})

it('begins by a click of a person on a tracked link, or on one of them, and by no click of a program', async () => {
  const start = (link: string | null) =>
    runningSequence(server, shop, contentWith([send(shop)], { trigger: { on: 'click', link } }))
  const [any, sale, other] = [
    await start(null),
    await start('https://shop.example/sale'),
    await start('https://shop.example/other'),
  ]
  const [clicked, looked, behindMeta] = await addPeople(server, shop, 3)
  const links = JSON.stringify({
    links: [{ target: 'https://shop.example/news' }, { target: 'https://shop.example/sale' }],
  })
  const content = await sql<{ id: number }>`
    insert into message_contents (business_id, template_name, language, category, components, fixed)
    values (${shop.businessId}, 'offer', 'en', 'MARKETING', '[]', ${links}::jsonb) returning id`.execute(
    server.app.db,
  )
  const click = async (lead: number, kind: string, link: number, fromProvider = false, ago = 0) => {
    const { rows } = await sql<{ id: number }>`
      insert into messages (business_id, lead_id, content_id, phone_number_id, recipient_phone, status, delivered_at)
      select ${shop.businessId}, ${lead}, ${content.rows[0]!.id},
        (select min(phone_number_id) from phone_numbers where business_id = ${shop.businessId}), '+919700000777', 'read',
        now() - make_interval(secs => ${ago})
      returning id`.execute(server.app.db)
    await sql`
      insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
      values (${shop.businessId}, ${rows[0]!.id}, ${link}, ${kind}, ${fromProvider}, now())`.execute(
      server.app.db,
    )
  }
  await click(looked!, 'preview', 1)
  await click(looked!, 'person', 1, true)
  await click(clicked!, 'person', 0)
  expect([await leadsOf(any), await leadsOf(sale)]).toEqual([[clicked], []])
  await click(clicked!, 'person', 1)
  expect([await leadsOf(any), await leadsOf(sale), await leadsOf(other)]).toEqual([[clicked], [clicked], []])
  // WhatsApp's network looks at a link within 2 seconds of the delivery: later it is a person.
  await click(behindMeta!, 'person', 1, true, 3)
  expect(await leadsOf(sale)).toEqual([clicked, behindMeta])
})

it('begins by a purchase after the start, and neither by a refund nor by one of years ago', async () => {
  const start = (event: string | null) =>
    runningSequence(
      server,
      shop,
      contentWith([wait(1), send(shop)], { trigger: { on: 'conversion', event } }),
    )
  const [any, bookings] = [await start(null), await start('Booking')]
  const [buyer, booker, refunded, old] = await addPeople(server, shop, 4)
  let key = 0
  const convert = (
    lead: number,
    event: string,
    more: { amount?: number; refund_of?: string; at?: Date } = {},
  ) =>
    server.app.db
      .insertInto('conversions')
      .values({
        business_id: shop.businessId,
        key: `order ${++key}`,
        event,
        amount: more.amount ?? 900,
        currency: 'INR',
        refund_of: more.refund_of ?? null,
        at: more.at ?? new Date(),
        address: `+91970008${lead}`,
        lead_id: lead,
        source: 'api',
        created_at: new Date(),
      })
      .execute()
  await convert(buyer!, 'purchase')
  await convert(booker!, 'booking')
  await convert(refunded!, 'purchase', { amount: -900, refund_of: 'order 1' })
  await convert(old!, 'purchase', { at: new Date('2024-01-05T10:00:00Z') })
  expect([await leadsOf(any), await leadsOf(bookings)]).toEqual([[buyer, booker], [booker]])
  // What began it is not the purchase that ends it.
  await stepSequences(later(server.app, 60_000))
  const { sequence } = (await server.call(sequences.get, { token: shop.token, params: { id: any } })).body
  expect(sequence.totals).toMatchObject({ started: 2, waiting: 2, goal: 0 })
})

it('begins for who joins a segment, not for who was in it or comes by an edit of its rules', async () => {
  const rulesOf = (...tags: string[]) => ({
    match: 'all' as const,
    rules: [{ about: 'tag' as const, is: 'any' as const, tags }],
  })
  const { token } = shop
  const { segment } = (
    await server.call(segments.create, { token, body: { name: 'VIPs', rules: rulesOf('VIP') } })
  ).body
  const [before, joins, edited] = await addPeople(server, shop, 3, { tags: ['VIP'] })
  await change(joins!, { tags: [] })
  await change(edited!, { tags: ['Gold'] })
  const trigger = { on: 'segment' as const, segment: segment.id }
  const id = await runningSequence(server, shop, contentWith([wait(1), send(shop)], { trigger }))
  await stepSequences(server.app)
  await change(joins!, { tags: ['VIP'] })
  const minute = 60_000
  await Promise.all([1, 2, 3].map(() => stepSequences(later(server.app, minute))))
  expect(await leadsOf(id)).toEqual([joins])
  const saved = await server.call(segments.save, {
    token,
    params: { id: segment.id },
    body: { name: 'VIPs', rules: rulesOf('VIP', 'Gold') },
  })
  expect([saved.status, saved.body.segment.sequences]).toEqual([200, 1])
  await stepSequences(later(server.app, 2 * minute))
  await change(before!, { tags: [] })
  await stepSequences(later(server.app, 3 * minute))
  await change(before!, { tags: ['Gold'] })
  await stepSequences(later(server.app, 4 * minute))
  expect(await leadsOf(id)).toEqual([before, joins])
  const removed = await server.call(segments.remove, { token, params: { id: segment.id } })
  expect([removed.status, removed.body.message]).toEqual([
    422,
    'The sequence “Welcome” uses this segment. Choose something else there first.',
  ])
  const stranger = await server.signUp('Ravi')
  const body = { name: 'Theirs', content: contentWith([send(shop)], { trigger }) }
  const foreign = await server.call(sequences.create, { token: stranger.token, body })
  expect([foreign.status, foreign.body.message]).toEqual([404, 'This segment was not found.'])
})

it('begins on a day of a person’s own, by their clock, once a year', async () => {
  const [india, york, leap, soon] = await addPeople(server, shop, 4)
  await change(india!, { attributes: { Birthday: '1990-02-28' } })
  await change(york!, { phone: '+12125550147', attributes: { Birthday: '1990-02-28' } })
  await change(leap!, { attributes: { Birthday: '2000-02-29' } })
  await change(soon!, { attributes: { Birthday: 'in May', Visit: '2091-03-03' } })
  const start = (field: string, days: number, yearly: boolean) =>
    runningSequence(
      server,
      shop,
      contentWith([send(shop)], {
        again: yearly,
        trigger: { on: 'date', field, days, yearly, at: '09:00' },
      }),
    )
  const [birthdays, visits] = [await start('Birthday', 0, true), await start('Visit', -3, false)]
  await stepAt('2091-02-28T03:29:00Z')
  expect([await leadsOf(birthdays), await leadsOf(visits)]).toEqual([[], []])
  await stepAt('2091-02-28T03:31:00Z')
  expect([await leadsOf(birthdays), await leadsOf(visits)]).toEqual([[india, leap], [soon]])
  await stepAt('2091-02-28T14:01:00Z')
  await stepAt('2091-03-01T06:00:00Z')
  expect([await leadsOf(birthdays), await leadsOf(visits)]).toEqual([[india, york, leap], [soon]])
  await stepAt('2092-02-28T20:00:00Z')
  expect(await leadsOf(birthdays)).toEqual([india, india, york, york, leap])
  await stepAt('2092-02-29T20:00:00Z')
  expect(await leadsOf(birthdays)).toEqual([india, india, york, york, leap, leap])
})

it('waits and keeps quiet by the clock of each person where it says so', async () => {
  const [india, york] = await addPeople(server, shop, 2)
  await change(york!, { phone: '+12125550148' })
  const start = async (content: Parameters<typeof contentWith>) => {
    const id = await runningSequence(server, shop, contentWith(...content))
    const body = { audience: { lead_ids: [india!, york!] } }
    expect((await server.call(sequences.add, { token: shop.token, params: { id }, body })).body.added).toBe(2)
    return id
  }
  const waiting = await start([[wait(0, { at: '10:00' }), send(shop)], { clock: 'person' }])
  const quiet = { from: '20:00', to: '08:00' }
  const quietly = await start([[send(shop)], { clock: 'person', quiet }])
  const countries = [
    { country: 'US', from: '20:00', to: '10:00' },
    { country: 'IN', from: '09:00', to: '11:00' },
  ]
  const byCountry = await start([[send(shop)], { clock: 'person', quiet: { ...quiet, countries } }])
  // 10:30 in India, 01:00 in New York.
  await stepAt('2029-06-01T05:00:00Z')
  const dueOf = async (id: number) =>
    (
      await sql<{ lead_id: number; due_at: Date | null }>`
        select lead_id, due_at from sequence_people where sequence_id = ${id} order by lead_id`.execute(
        server.app.db,
      )
    ).rows.map(({ due_at }) => due_at?.toISOString() ?? null)
  expect(await dueOf(waiting)).toEqual(['2029-06-02T04:30:00.000Z', '2029-06-01T14:00:00.000Z'])
  expect(await dueOf(quietly)).toEqual([null, '2029-06-01T12:00:00.000Z'])
  expect(await dueOf(byCountry)).toEqual(['2029-06-01T05:30:00.000Z', '2029-06-01T14:00:00.000Z'])
  const body = {
    name: 'By our clock',
    content: contentWith([send(shop)], { quiet: { ...quiet, countries } }),
  }
  expect((await server.call(sequences.create, { token: shop.token, body })).status).toBe(400)
})

describe('a step that hands over', () => {
  const add = (id: number, lead_ids: number[]) =>
    server.call(sequences.add, { token: shop.token, params: { id }, body: { audience: { lead_ids } } })
  const stepNow = () => stepSequences(server.app)
  const totalsOf = async (id: number) =>
    (await server.call(sequences.get, { token: shop.token, params: { id } })).body.sequence.totals
  const chats = async (leadIds: number[]) =>
    (
      await sql<{ lead_id: number; state: string; assigned_to: number | null; events: string[] }>`
        select c.lead_id, c.state, c.assigned_to,
          (select array_agg(e.kind || coalesce(' ' || e.text, '') order by e.id) from conversation_events e
            where e.business_id = c.business_id and e.conversation_id = c.id) as events
        from conversations c where c.lead_id = any(${leadIds}::bigint[]) order by c.lead_id`.execute(
        server.app.db,
      )
    ).rows

  it('gives each chat to the team once, with the note, and is the last', async () => {
    const note = 'Ask about the fitting'
    const hand = { kind: 'hand_over' as const, user_id: shop.userId, note }
    const id = await runningSequence(server, shop, contentWith([send(shop), hand]))
    const leadIds = await addPeople(server, shop, 2)
    await add(id, leadIds)
    await Promise.all([stepNow(), stepNow(), stepNow()])
    const events = ['bot_handed_over', `note ${note}`, 'assigned']
    expect(await chats(leadIds)).toEqual(
      leadIds.map((lead_id) => ({ lead_id, state: 'open', assigned_to: shop.userId, events })),
    )
    expect(await totalsOf(id)).toMatchObject({ started: 2, finished: 2 })
    // A closed chat that a person has is opened again.
    await sql`update conversations set state = 'closed' where lead_id = ${leadIds[0]!}`.execute(server.app.db)
    const again = await runningSequence(
      server,
      shop,
      contentWith([send(shop), { ...hand, user_id: null, note: '' }]),
    )
    await add(again, [leadIds[0]!])
    await stepNow()
    expect(await chats([leadIds[0]!])).toMatchObject([
      { state: 'open', assigned_to: shop.userId, events: [...events, 'bot_handed_over'] },
    ])
  })

  it('refuses a colleague of another business, and steps behind it', async () => {
    const stranger = await server.signUp()
    const make = (steps: Parameters<typeof contentWith>[0]) =>
      server.call(sequences.create, { token: shop.token, body: { name: 'Bad', content: contentWith(steps) } })
    const hand = { kind: 'hand_over' as const, user_id: null, note: '' }
    expect((await make([send(shop), { ...hand, user_id: stranger.userId }])).status).toBe(400)
    expect((await make([hand, send(shop)])).status).toBe(400)
  })
})
