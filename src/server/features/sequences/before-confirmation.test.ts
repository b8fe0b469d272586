import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { sequences } from '#contract/growth/sequences.ts'
import { templates } from '#contract/templates.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { stepSequences } from './plan/step-sequences.ts'
import { addPeople, contentWith, openShop, runningSequence, type Shop } from './sequences.fixture.ts'

// Steps are taken only when the test says so, and nothing leaves.
let server: TestServer
let shop: Shop
let form: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
  const text = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
  const { body } = await server.call(optins.create, {
    token: shop.token,
    body: { name: 'Counter', content: { ask_name: false, texts: [text] } },
  })
  form = body.form.id
})
afterAll(() => server.close())

/** The lead is asked to confirm an opt-in; `hours` from now the question is void. */
const isAsked = (leadId: number, hours = 24) =>
  sql`
    insert into optin_confirmations (business_id, form_id, version, language, address, name, message_id, button, state,
      asked_at, expires_at)
    select business_id, ${form}::bigint, 1, 'en', phone, name, id, 'Yes, confirm', 'asked', now(), now() + make_interval(hours => ${hours})
    from leads where id = ${leadId}`.execute(server.app.db)

it('writes nothing to a lead without consent who is asked to confirm, not even what is no marketing', async () => {
  const { body } = await server.call(templates.list, { token: shop.token, query: { limit: 100 } })
  const template_id = body.templates.find(({ template_name }) => template_name === 'hello_world')!.id
  const id = await runningSequence(server, shop, contentWith([{ kind: 'send', template_id, parameters: {} }]))
  const [asked, unasked, tooLate] = await addPeople(server, shop, 3, { consent: 'none' })
  const [agreed] = await addPeople(server, shop, 1)
  await isAsked(asked!)
  await isAsked(agreed!)
  await isAsked(tooLate!, -1)
  const lead_ids = [asked!, unasked!, tooLate!, agreed!]
  const { status } = await server.call(sequences.add, {
    token: shop.token,
    params: { id },
    body: { audience: { lead_ids } },
  })
  expect(status).toBe(200)
  await stepSequences(server.app)
  const rows = await server.app.db
    .selectFrom('messages')
    .select(['lead_id', 'status', 'reason'])
    .where('sequence_id', '=', id)
    .execute()
  const of = (leadId: number | undefined) => rows.find(({ lead_id }) => lead_id === leadId)
  expect(of(asked)).toMatchObject({ status: 'skipped', reason: 'awaits_confirmation' })
  for (const other of [unasked, tooLate, agreed])
    expect(of(other)).toMatchObject({ status: 'queued', reason: null })
})
