import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { type SequenceContent, sequences } from '#contract/growth/sequences.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
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

const get = async (id: number, version?: number) =>
  (await server.call(sequences.get, { token: shop.token, params: { id }, query: version ? { version } : {} }))
    .body.sequence
const add = (id: number, lead_ids: number[]) =>
  server.call(sequences.add, { token: shop.token, params: { id }, body: { audience: { lead_ids } } })
const save = async (id: number, content: SequenceContent, version: number) =>
  await server.call(sequences.save, {
    token: shop.token,
    params: { id },
    body: { name: 'Welcome', content, version },
  })
const run = (id: number, running: boolean) =>
  server.call(sequences.run, { token: shop.token, params: { id }, body: { running } })
const people = async (id: number) =>
  (await server.call(sequences.people, { token: shop.token, params: { id } })).body.people
const step = (ms = 0) => stepSequences(later(server.app, ms))
const rowsOf = async (id: number) =>
  await server.app.db
    .selectFrom('messages')
    .select(['lead_id', 'sequence_step', 'status', 'reason', 'due_at', 'variables'])
    .where('sequence_id', '=', id)
    .orderBy('id')
    .execute()

describe('who enters', () => {
  it('by a tag: who gets it afterwards, once, whatever tags follow', async () => {
    const before = await addPeople(server, shop, 1, { tags: ['Diwali'] })
    const content = contentWith([send(shop), wait(1), send(shop)], {
      trigger: { on: 'tag', tag: 'Diwali' },
    })
    const id = await runningSequence(server, shop, content)
    const [one] = await addPeople(server, shop, 1)
    const [two] = await addPeople(server, shop, 1, { tags: ['Diwali'] })
    const [three] = await addPeople(server, shop, 1)
    const tag = (lead: number, body: object) =>
      server.call(leads.update, { token: shop.token, params: { id: lead }, body })
    expect((await tag(one!, { tags: ['Diwali'] })).status).toBe(200)
    await tag(one!, { tags: [] })
    await tag(one!, { tags: ['Diwali'] })
    await tag(three!, { add_tags: ['Diwali'] })
    await tag(three!, { add_tags: ['Diwali', 'Other'] })
    expect((await people(id)).map(({ lead_id }) => lead_id).sort()).toEqual([one, two, three].sort())
    expect(before).toHaveLength(1)
  })

  it('by a form, a new lead, or by hand; a paused sequence takes nobody', async () => {
    const form = await server.call(optins.create, {
      token: shop.token,
      body: {
        name: 'Counter',
        content: {
          ask_name: false,
          texts: [{ language: 'en', heading: 'News', text: '', consent: 'I agree', button: 'Join' }],
        },
      },
    })
    const byForm = await runningSequence(
      server,
      shop,
      contentWith([send(shop)], { trigger: { on: 'form', form_id: form.body.form.id } }),
    )
    const byLead = await runningSequence(server, shop, contentWith([send(shop)], { trigger: { on: 'lead' } }))
    const [lead] = await addPeople(server, shop, 1)
    await sql`
      insert into optin_proofs (business_id, form_id, version, language, way, outcome, address, wording_sha256, answers,
        page_id, at, lead_id)
      values (${shop.businessId}, ${form.body.form.id}, 1, 'en', 'link', 'opted_in', '+919700000001', '\\x00', '{}',
        'page', now(), ${lead!})`.execute(server.app.db)
    expect((await people(byForm)).map(({ lead_id }) => lead_id)).toEqual([lead])
    expect((await people(byLead)).map(({ lead_id }) => lead_id)).toEqual([lead])
    await run(byLead, false)
    await addPeople(server, shop, 1)
    expect(await people(byLead)).toHaveLength(1)
    expect((await add(byLead, [lead!])).status).toBe(409)
  })

  it('once, or again after leaving where it says so', async () => {
    const [lead] = await addPeople(server, shop, 1)
    const once = await runningSequence(server, shop, contentWith([send(shop)]))
    const again = await runningSequence(server, shop, contentWith([send(shop)], { again: true }))
    for (const id of [once, again]) {
      expect((await add(id, [lead!, lead!])).body.added).toBe(1)
      expect((await add(id, [lead!])).body.added).toBe(0)
    }
    await step()
    expect((await add(once, [lead!])).body.added).toBe(0)
    expect((await add(again, [lead!])).body.added).toBe(1)
  })
})

describe('a person goes on', () => {
  it('each step once and at its time, through to the end', async () => {
    const id = await runningSequence(server, shop, contentWith([send(shop), wait(3), send(shop)]))
    const [lead] = await addPeople(server, shop, 1, { name: 'Ngozi' })
    await add(id, [lead!])
    await Promise.all([step(), step(), step()])
    expect(await rowsOf(id)).toMatchObject([{ lead_id: lead, sequence_step: 0, variables: ['Ngozi'] }])
    await messagesLeave(server, id)
    await step(2.9 * dayMs)
    expect(await rowsOf(id)).toHaveLength(1)
    await step(3.1 * dayMs)
    await step(9 * dayMs)
    expect((await rowsOf(id)).map(({ sequence_step }) => sequence_step)).toEqual([0, 2])
    const { totals, figures } = await get(id)
    expect(totals).toEqual({ started: 1, waiting: 0, finished: 1, goal: 0, stopped: [] })
    expect(figures.map(({ entered }) => entered)).toEqual([1, 1, 1])
    expect(figures[2]).toMatchObject({ messages: { queued: 1 } })
  })

  it('never in the quiet hours, also where it is in the outbox already', async () => {
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' })
    const clock = (hours: number) => local.format(Date.now() + hours * 3_600_000)
    const loud = contentWith([send(shop)], { quiet: { from: clock(2), to: clock(4) } })
    const id = await runningSequence(server, shop, loud)
    const [one, two] = await addPeople(server, shop, 2)
    await add(id, [one!])
    await step()
    expect(await rowsOf(id)).toHaveLength(1)
    await add(id, [two!])
    await step(3 * 3_600_000)
    expect(await rowsOf(id)).toHaveLength(1)
    const [waiting] = await rowsOf(id)
    expect(waiting!.due_at!.getTime()).toBeGreaterThan(Date.now() + 3 * 3_600_000)
    await step(5 * 3_600_000)
    expect(await rowsOf(id)).toHaveLength(2)
  })

  it('not beyond the marketing that a person gets in some days, of other sequences too', async () => {
    const [lead] = await addPeople(server, shop, 1)
    const other = await runningSequence(server, shop, contentWith([send(shop)]))
    const id = await runningSequence(
      server,
      shop,
      contentWith([send(shop)], { cap: { messages: 1, days: 7 } }),
    )
    await add(other, [lead!])
    await step()
    await add(id, [lead!])
    await step()
    expect(await rowsOf(id)).toHaveLength(0)
    await step(6 * dayMs)
    expect(await rowsOf(id)).toHaveLength(0)
    await step(7.1 * dayMs)
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('gets a tag by a step, and leaves at a check with the goal reached', async () => {
    const id = await runningSequence(
      server,
      shop,
      contentWith([
        { kind: 'tag', tag: 'Welcomed' },
        { kind: 'check', test: 'tag', tag: 'Bought', yes: 'goal', no: 'next' },
        send(shop),
      ]),
    )
    const buyers = await addPeople(server, shop, 2, { tags: ['Bought'] })
    const others = await addPeople(server, shop, 3)
    await add(id, [...buyers, ...others])
    await step()
    const { totals, figures } = await get(id)
    expect(totals).toMatchObject({ started: 5, goal: 2, finished: 3 })
    expect(figures[1]).toMatchObject({ entered: 5, goal: 2 })
    const { rows } = await sql<{ tagged: number }>`select count(*)::int as tagged from leads
      where tags @> array['Welcomed'] and id = any(${[...buyers, ...others]}::bigint[])`.execute(
      server.app.db,
    )
    expect(rows[0]!.tagged).toBe(5)
  })
})

describe('a person leaves', () => {
  it('on a reply, an opt-out, a tag, the goal or a deleted lead, and the counts add up', async () => {
    const id = await runningSequence(
      server,
      shop,
      contentWith([send(shop), wait(5), send(shop)], {
        stops: { reply: true, conversion: true, tag: 'Pause', goal_tag: 'Bought' },
      }),
    )
    const [replied, out, tagged, bought, deleted, stays, converted] = await addPeople(server, shop, 7)
    const [silent] = await addPeople(server, shop, 1, { consent: 'none' })
    await add(id, [replied!, out!, tagged!, bought!, deleted!, stays!, silent!, converted!])
    await step()
    await sql`update leads set last_inbound_at = now() + interval '1 second' where id = ${replied!}`.execute(
      server.app.db,
    )
    await sql`
      insert into conversions (business_id, key, event, at, address, source, created_at, amount, currency, refund_of, touch,
        sequence_id)
      select business_id, v.key, 'purchase', now() + v.after, phone, 'api', now(), v.amount, 'INR', v.refund_of,
        case when v.after < '1 hour' then 'sequence' end, case when v.after between '0' and '1 hour' then ${id}::bigint end
      from leads,
        (values ('before', interval '-1 hour', 70000, null), ('order 1', '1 second', 95000, null),
          ('back', '2 seconds', -5000, 'order 1'), ('later', '9 days', 30000, null)) v (key, after, amount, refund_of)
      where id = ${converted!}`.execute(server.app.db)
    await sql`update leads set consent = 'opted_out' where id = ${out!}`.execute(server.app.db)
    for (const [lead, tag] of [
      [tagged!, 'Pause'],
      [bought!, 'Bought'],
    ] as const)
      await server.call(leads.update, { token: shop.token, params: { id: lead }, body: { tags: [tag] } })
    await server.call(leads.remove, { token: shop.token, params: { id: deleted! } })
    await step(60_000)
    const { totals, worth } = await get(id)
    expect(worth).toEqual([{ currency: 'INR', amount: 90_000 }])
    expect(totals).toEqual({
      started: 8,
      waiting: 1,
      finished: 0,
      goal: 2,
      stopped: [
        { reason: 'replied', count: 1 },
        { reason: 'opted_out', count: 1 },
        { reason: 'no_consent', count: 1 },
        { reason: 'tag', count: 1 },
        { reason: 'deleted', count: 1 },
      ],
    })
    // What had not left is taken back.
    const rows = await rowsOf(id)
    expect(rows.filter(({ status }) => status === 'cancelled')).toHaveLength(6)
    await messagesLeave(server, id)
    await step(6 * dayMs)
    expect((await rowsOf(id)).filter(({ sequence_step }) => sequence_step === 2)).toMatchObject([
      { lead_id: stays, status: 'queued' },
    ])
  })

  it('at the end, and their charged messages have a cost', async () => {
    const id = await runningSequence(server, shop, contentWith([send(shop)]))
    const added = await addPeople(server, shop, 3)
    await add(id, added)
    await step()
    const charge = (lead: number, type: string) =>
      sql`update messages set status = 'read', due_at = null, accepted_at = now(), price_category = 'marketing',
        price_type = ${type} where sequence_id = ${id} and lead_id = ${lead}`.execute(server.app.db)
    expect((await get(id)).cost).toEqual([])
    await charge(added[0]!, 'regular')
    const [one] = (await get(id)).cost
    expect(one).toMatchObject({ currency: 'USD', unpriced: 0 })
    expect(one!.amount).toBeGreaterThan(0)
    await charge(added[1]!, 'regular')
    await charge(added[2]!, 'free_entry_point')
    const [two, ...others] = (await get(id)).cost
    expect(others).toEqual([])
    expect(two!.amount).toBeCloseTo(2 * one!.amount!, 3)
  })

  it('by hand, and an erased person is forgotten while the figures stay', async () => {
    const id = await runningSequence(server, shop, contentWith([send(shop), wait(5), send(shop)]))
    const [one, two] = await addPeople(server, shop, 2)
    await add(id, [one!, two!])
    await step()
    const person = (await people(id)).find(({ lead_id }) => lead_id === one)!
    const stopped = await server.call(sequences.stop, {
      token: shop.token,
      params: { id, person_id: person.id },
    })
    expect(stopped.body.person).toMatchObject({ state: 'stopped', reason: 'by_hand' })
    await server.call(privacy.erase, { token: shop.token, params: { id: two! }, body: { confirm: true } })
    await step(6 * dayMs)
    expect((await get(id)).totals).toMatchObject({ started: 2, waiting: 0 })
    expect((await people(id)).map(({ name, phone }) => [name, phone])).toContainEqual(['', null])
    const rows = await rowsOf(id)
    expect(rows.map(({ status }) => status).sort()).toEqual(['cancelled', 'skipped'])
  })
})

describe('a sequence that is changed', () => {
  it('keeps people in their version, and refuses an edit of an older one', async () => {
    const id = await runningSequence(server, shop, contentWith([send(shop), wait(1), send(shop)]))
    const [old, late] = await addPeople(server, shop, 2)
    await add(id, [old!])
    await step()
    const edited = contentWith([send(shop)])
    expect((await save(id, edited, 1)).body.sequence.version).toBe(2)
    expect((await save(id, contentWith([send(shop), send(shop)]), 1)).status).toBe(409)
    expect((await save(id, edited, 2)).body.sequence.version).toBe(2)
    await add(id, [late!])
    await messagesLeave(server, id)
    await step(2 * dayMs)
    expect((await rowsOf(id)).map(({ lead_id, sequence_step }) => [lead_id, sequence_step])).toEqual([
      [old, 0],
      [old, 2],
      [late, 0],
    ])
    expect((await get(id, 1)).figures).toHaveLength(3)
    expect((await get(id)).versions.map(({ version, started }) => [version, started])).toEqual([
      [2, 1],
      [1, 1],
    ])
  })

  it('sends nothing while it is paused, and goes on where it was', async () => {
    const id = await runningSequence(server, shop, contentWith([send(shop), send(shop)]))
    const leadIds = await addPeople(server, shop, 3)
    await add(id, leadIds)
    await step()
    await run(id, false)
    const { rows } = await sql<{ held: number }>`select count(*)::int as held from messages
      where sequence_id = ${id} and due_at = 'infinity'`.execute(server.app.db)
    expect(rows[0]!.held).toBe(6)
    await run(id, true)
    const due = await sql<{ due: number }>`select count(*)::int as due from messages
      where sequence_id = ${id} and due_at <= now()`.execute(server.app.db)
    expect(due.rows[0]!.due).toBe(6)
  })

  it('waits, with the reason, while a template may not be sent, and loses nobody', async () => {
    const id = await runningSequence(server, shop, contentWith([send(shop)]))
    const leadIds = await addPeople(server, shop, 2)
    await add(id, leadIds)
    const status = (word: string) =>
      sql`update provider_templates set status = ${word} where business_id = ${shop.businessId}`.execute(
        server.app.db,
      )
    await status('PAUSED')
    await step()
    const waits = await get(id)
    expect(waits.waits?.sentence).toMatch(/paused/i)
    expect(waits.totals.waiting).toBe(2)
    expect(await rowsOf(id)).toHaveLength(0)
    await status('APPROVED')
    await step()
    expect((await get(id)).waits).toBeNull()
    expect(await rowsOf(id)).toHaveLength(2)
    // What has not left when it is stopped waits too.
    const held = async () => (await rowsOf(id)).filter(({ due_at }) => String(due_at) === 'Infinity').length
    await status('PAUSED')
    await step()
    expect(await held()).toBe(2)
    await status('APPROVED')
    await step()
    expect(await held()).toBe(0)
  })
})

it('refuses what cannot run: no message, another business’s template, an unknown version', async () => {
  const make = (content: SequenceContent, token = shop.token) =>
    server.call(sequences.create, { token, body: { name: 'Bad', content } })
  expect((await make(contentWith([wait(1)]))).status).toBe(400)
  expect((await make(contentWith([send({ ...shop, template: 999_999 })]))).status).toBe(404)
  const stranger = await server.signUp()
  expect((await make(contentWith([send(shop)]), stranger.token)).status).toBe(404)
  const stopsAtOnce = contentWith([send(shop)], {
    trigger: { on: 'tag', tag: 'A' },
    stops: { reply: false, conversion: true, tag: 'A', goal_tag: null },
  })
  expect((await make(stopsAtOnce)).body.fields).toHaveProperty('content.stops')
  const draft = (await make(contentWith([send(shop)]))).body.sequence
  expect(
    (await server.call(sequences.get, { token: shop.token, params: { id: draft.id }, query: { version: 9 } }))
      .status,
  ).toBe(404)
  expect((await server.call(sequences.remove, { token: shop.token, params: { id: draft.id } })).status).toBe(
    200,
  )
})
