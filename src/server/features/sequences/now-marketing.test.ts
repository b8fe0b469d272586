import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sequences } from '#contract/growth/sequences.ts'
import { templates } from '#contract/templates.ts'
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
} from './sequences.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const move = (from: string | null, to: string, template = shop.template) =>
  sql`update provider_templates set category = ${to}, previous_category = ${from}, category_changed_at = now()
    where id = (select provider_template_id from templates where id = ${template})`.execute(server.app.db)
let minutes = 0
const step = () => stepSequences(later(server.app, ++minutes * 60_000))
const add = async (id: number, consent = 'opted_in') => {
  const body = { audience: { lead_ids: await addPeople(server, shop, 1, { consent }) } }
  expect((await server.call(sequences.add, { token: shop.token, params: { id }, body })).body.added).toBe(1)
}
const outbox = async (id: number) =>
  (
    await sql<{ held: boolean }>`select due_at = 'infinity' as held from messages
      where sequence_id = ${id} and status = 'queued' order by id`.execute(server.app.db)
  ).rows.map(({ held }) => held)
const get = async (id: number) =>
  (await server.call(sequences.get, { token: shop.token, params: { id } })).body.sequence
const waits = async (id: number) => (await get(id)).waits?.sentence ?? null
const run = (id: number, running: boolean) =>
  server.call(sequences.run, { token: shop.token, params: { id }, body: { running } })

it('what WhatsApp moved to marketing since the start waits until the sequence is resumed', async () => {
  await move(null, 'UTILITY')
  const id = await runningSequence(server, shop, contentWith([send(shop)]))
  await add(id)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[false], null])

  await move('UTILITY', 'MARKETING')
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[true], expect.stringContaining('as marketing')])
  await add(id)
  await step()
  expect(await outbox(id)).toEqual([true])
  expect(await waits(id)).toBe(
    'WhatsApp counts “Weekend offer” as marketing now, so messages may cost more. If you agree, pause the sequence and resume it. To send another template, edit the step: only new people get it. Those already in the sequence wait until you resume.',
  )

  for (const running of [false, true]) await run(id, running)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[false, false], null])
})

it('changing who enters agrees to no price', async () => {
  await move(null, 'UTILITY')
  const id = await runningSequence(server, shop, contentWith([send(shop)]))
  await move('UTILITY', 'MARKETING')
  await add(id)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[], expect.stringContaining('as marketing')])
  const { name, phone_number_id, version, content } = await get(id)
  const trigger = { on: 'tag' as const, tag: 'New' }
  const body = { name, phone_number_id, version, content: { ...content, trigger } }
  const saved = await server.call(sequences.save, { token: shop.token, params: { id }, body })
  expect(saved.status).toBe(200)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[], expect.stringContaining('as marketing')])
})

it('what waits in the outbox for people without consent is not sent as marketing', async () => {
  const leave = async (id: number) => {
    const { rows } = await sql<{ state: string; reason: string | null; status: string; category: string }>`
      select p.state, p.reason, m.status, c.category from sequence_people p
      join messages m on m.business_id = p.business_id and m.sequence_person_id = p.id
      join message_contents c on c.business_id = m.business_id and c.id = m.content_id
      where p.sequence_id = ${id} order by p.id`.execute(server.app.db)
    return rows
  }
  const leftOut = { state: 'stopped', reason: 'no_consent', status: 'cancelled', category: 'UTILITY' }
  const goesOn = { state: 'finished', reason: null, status: 'queued', category: 'MARKETING' }
  await move(null, 'UTILITY')
  const id = await runningSequence(server, shop, contentWith([send(shop)]))
  await add(id, 'none')
  await add(id)
  await step()
  await move('UTILITY', 'MARKETING')
  await step()
  expect(await outbox(id)).toEqual([true, true])
  await run(id, false)
  await run(id, true)
  // Not even until the next step.
  expect(await outbox(id)).toEqual([])
  await step()
  expect(await leave(id)).toEqual([leftOut, goesOn])

  // What was resumed by an earlier version, or planned while the template was moved.
  await sql`update message_contents set category = 'UTILITY' where id in (
    select content_id from messages where sequence_id = ${id} and status = 'queued')`.execute(server.app.db)
  await sql`update leads set consent = 'none' where id in (
    select lead_id from sequence_people where sequence_id = ${id})`.execute(server.app.db)
  await step()
  expect(await leave(id)).toEqual([leftOut, leftOut])
})

it('who entered again gets the message once', async () => {
  await move(null, 'UTILITY')
  const id = await runningSequence(server, shop, contentWith([send(shop)], { again: true }))
  const [lead] = await addPeople(server, shop, 1)
  const body = { audience: { lead_ids: [lead!] } }
  for (let times = 0; times < 2; times += 1) {
    await server.call(sequences.add, { token: shop.token, params: { id }, body })
    await step()
  }
  expect(await outbox(id)).toEqual([false, false])
  await move('UTILITY', 'MARKETING')
  await server.call(sequences.add, { token: shop.token, params: { id }, body })
  await step()
  for (const running of [false, true]) expect((await run(id, running)).status).toBe(200)
  await step()
  expect(await outbox(id)).toEqual([false])
})

it('shows what became marketing while it was paused, and resumes only with agreement to all of it', async () => {
  const { token } = shop
  const { body } = await server.call(templates.list, { token, query: { limit: 100 } })
  const other = body.templates.find(({ template_name }) => template_name === 'order_shipped')!
  const of = (id: number, title: string) => ({ id, title })
  const both = [of(shop.template, 'Weekend offer'), of(other.id, other.title)].sort((a, b) => a.id - b.id)
  for (const { id } of both) await move(null, 'UTILITY', id)
  const parameters = Object.fromEntries(other.variables.map(({ key }) => [key, { text: 'A' }]))
  const steps = [send(shop), { kind: 'send' as const, template_id: other.id, parameters }]
  const id = await runningSequence(server, shop, contentWith(steps))
  await add(id)
  await run(id, false)
  for (const one of both) await move('UTILITY', 'MARKETING', one.id)
  const paused = await get(id)
  expect([paused.state, paused.waits, paused.now_marketing]).toEqual(['paused', null, both])

  const resume = (agreed_templates: number[]) =>
    server.call(sequences.run, { token, params: { id }, body: { running: true, agreed_templates } })
  const refused = await resume([shop.template])
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining(other.title) } })
  expect((await get(id)).state).toBe('paused')
  const resumed = await resume(both.map((one) => one.id))
  expect(resumed.body.sequence).toMatchObject({ state: 'running', now_marketing: [] })

  for (const one of both) await move('UTILITY', 'MARKETING', one.id)
  await step()
  const names = both.map(({ title }) => `“${title}”`).join(' and ')
  expect(await waits(id)).toContain(`WhatsApp counts ${names} as marketing now`)
})
