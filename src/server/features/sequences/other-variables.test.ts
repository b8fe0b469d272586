import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sequences } from '#contract/growth/sequences.ts'
import { templates } from '#contract/templates.ts'
import { syncNow } from '#server/features/templates/provider/sync.ts'
import { up } from '#server/migrations/1140-agreed-words.ts'
import { eventually, openTestServer, quiet, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import { addPeople, contentWith, later, openShop, runningSequence, type Shop } from './sequences.fixture.ts'

let server: TestServer
let shop: Shop
let template: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
  const { token } = shop
  server.sandbox.settings({ delays: { review: [5, 10] } })
  const samples = { header: {}, body: { '1': 'Asha', '2': 'Pune' } }
  const body = { title: 'Table', message: before, type: 'marketing' as const, samples }
  template = (await server.call(templates.add, { token, body })).body.template.id
  await approved(before)
})
beforeEach(() => say(before))
afterAll(() => server.close())

const before = 'Hello {{1}}, your table in {{2}} is ready. See you soon.'
const swapped = 'Your table in {{1}} is ready, dear {{2}}. See you soon.'
const ways = {
  before: { 1: { field: 'name' as const }, 2: { text: 'Pune' } },
  swapped: { 1: { text: 'Pune' }, 2: { field: 'name' as const } },
}

const approved = (text: string) =>
  eventually('approval', async () => {
    await quiet(server)
    await syncNow(server.app, shop.businessId)
    const { body } = await server.call(templates.get, { token: shop.token, params: { id: template } })
    return body.template.status === 'approved' && body.template.message === text
  })
const say = async (text: string) => {
  await sql`update provider_templates set components = ${JSON.stringify([{ type: 'BODY', text }])}::jsonb
    where id = (select provider_template_id from templates where id = ${template})`.execute(server.app.db)
}
let minutes = 0
const step = () => stepSequences(later(server.app, ++minutes * 60_000))
const start = () =>
  runningSequence(
    server,
    shop,
    contentWith([{ kind: 'send', template_id: template, parameters: ways.before }]),
  )
const add = async (id: number) => {
  const body = { audience: { lead_ids: await addPeople(server, shop, 1, { name: 'Asha' }) } }
  expect((await server.call(sequences.add, { token: shop.token, params: { id }, body })).body.added).toBe(1)
}
const get = async (id: number) =>
  (await server.call(sequences.get, { token: shop.token, params: { id } })).body.sequence
const waits = async (id: number) => (await get(id)).waits?.sentence ?? null
const run = async (id: number, running: boolean) => {
  const { status } = await server.call(sequences.run, {
    token: shop.token,
    params: { id },
    body: { running },
  })
  expect(status).toBe(200)
}
const save = async (id: number, change: object) => {
  const { name, phone_number_id, version, content } = await get(id)
  const body = { name, phone_number_id, version, content: { ...content, ...change } }
  expect((await server.call(sequences.save, { token: shop.token, params: { id }, body })).status).toBe(200)
}
const fillSwapped = (id: number) =>
  save(id, { steps: [{ kind: 'send', template_id: template, parameters: ways.swapped }] })
/** What may leave and what is held. */
const outbox = async (id: number) => {
  const { rows } = await sql<{ variables: string[]; held: boolean; text: string }>`
    select m.variables, m.due_at = 'infinity' as held, c.components->0->>'text' as text from messages m
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.sequence_id = ${id} and m.status = 'queued' order by m.id`.execute(server.app.db)
  return rows.map(({ variables, held, text }) => [held ? 'held' : 'goes', text, ...variables])
}
const sentence =
  'The numbered variables of “Table” changed places. Check what fills them in the step and save it if you change it. Then pause the sequence and resume it. Those already in the sequence wait until you resume, and get the step’s present values.'

it('waits where numbered variables changed places until it is resumed, also in the outbox', async () => {
  const id = await start()
  await add(id)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[['goes', before, 'Asha', 'Pune']], null])

  await say(swapped)
  await add(id)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[['held', before, 'Asha', 'Pune']], sentence])

  // Who enters says nothing of what fills them.
  await save(id, { trigger: { on: 'tag', tag: 'New' } })
  await add(id)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[['held', before, 'Asha', 'Pune']], sentence])

  await fillSwapped(id)
  await add(id)
  await step()
  const right = ['goes', swapped, 'Pune', 'Asha']
  expect([await outbox(id), await waits(id)]).toEqual([[['held', before, 'Asha', 'Pune'], right], sentence])

  await run(id, false)
  const { waits: none, other_variables } = await get(id)
  expect([none, other_variables]).toEqual([null, [{ id: template, title: 'Table' }]])
  await run(id, true)
  // Not even until the next step.
  expect(await outbox(id)).toEqual([right])
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[right, right, right, right], null])
  expect((await get(id)).other_variables).toEqual([])
})

it('a resume without an edit agrees to what fills them', async () => {
  const id = await start()
  await add(id)
  await step()
  await say(swapped)
  await step()
  expect(await waits(id)).toContain('“Table”')
  for (const running of [false, true]) await run(id, running)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[['goes', swapped, 'Asha', 'Pune']], null])
})

it('a corrected word asks nothing', async () => {
  const id = await start()
  await add(id)
  await step()
  const corrected = before.replace('soon', 'later')
  await say(corrected)
  await add(id)
  await step()
  const sent = ['Asha', 'Pune']
  expect(await outbox(id)).toEqual([
    ['goes', before, ...sent],
    ['goes', corrected, ...sent],
  ])
  expect(await waits(id)).toBe(null)
})

it('keeps at the upgrade what the templates of running sequences say', async () => {
  const id = await start()
  await sql`alter table sequence_versions drop column agreed_components`.execute(server.app.db)
  await up(server.app.db as never)
  await say(swapped)
  await add(id)
  await step()
  expect([await outbox(id), await waits(id)]).toEqual([[], sentence])
})

it('takes the steps again when other words come while the template stays approved', async () => {
  const ofSequences = `from pgboss.job where name = 'templates.moved'`
  await say(swapped)
  await server.app.pool.query(`delete ${ofSequences}`)
  await syncNow(server.app, shop.businessId)
  expect((await server.app.pool.query(`select ${ofSequences}`)).rowCount).toBe(1)
})
