import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ConversionInput, conversions } from '#contract/analytics/conversions.ts'
import { metaEvents } from '#contract/analytics/meta-events.ts'
import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { planMetaEvents, sendMetaEvents } from './send.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  person = await server.signUp()
  const connected = await server.call(onboarding.connectToken, {
    token: person.token,
    body: { token: sandboxSeed.systemUserToken },
  })
  expect(connected.status).toBe(200)
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const table of ['meta_events', 'meta_event_settings', 'conversions', 'ad_visits'])
    await sql`delete from ${sql.table(table)}`.execute(server.app.db)
  server.sandbox.world.datasetEvents.clear()
})

const phone = '+919800000001'
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const save = (body: object = {}) =>
  server.call(metaEvents.save, {
    token: person.token,
    body: {
      on: true,
      dataset: sandboxSeed.dataset.id,
      token: sandboxSeed.systemUserToken,
      current_password: 'correct horse',
      ...body,
    },
  })
const get = async () => (await server.call(metaEvents.get, { token: person.token })).body.meta_events
const held = () => [...server.sandbox.world.datasetEvents.values()]
const send = () => sendMetaEvents(server.app)
let visits = 0
/** The person came from an ad. */
async function visit(clickId: string, at = hoursAgo(2), address = phone): Promise<void> {
  visits += 1
  const { id } = await server.app.db
    .insertInto('conversations')
    .values({
      business_id: person.businessId,
      phone_number_id: sandboxSeed.phone.id,
      address: `${phone}${visits}`,
      created_at: at,
      last_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into ad_visits (business_id, inbound_id, conversation_id, address, at, source_type, source_id, headline, click_id)
    values (${person.businessId}, ${visits}, ${id}, ${address}, ${at}, 'ad', 'ad-1', 'Diwali hampers', ${clickId})`.execute(
    server.app.db,
  )
}
const record = async (body: Partial<ConversionInput> = {}) => {
  const answer = await server.call(conversions.record, {
    token: person.token,
    body: {
      key: 'order-1',
      event: 'purchase',
      phone,
      value: 499.9,
      currency: 'INR',
      ...body,
    } as ConversionInput,
  })
  expect(answer.status).toBe(200)
}

it('sends nothing while it is off, and nothing of before it was switched on', async () => {
  await visit('click-1')
  await record()
  await send()
  expect([await get(), held()]).toMatchObject([{ on: false, has_token: false, events: [] }, []])
  expect((await save()).status).toBe(200)
  await send()
  expect(held()).toEqual([])
})

it('sends a sale and an opt-in of people who came from an ad, each once and without their number', async () => {
  await save()
  await visit('click-1')
  await record()
  await record({ key: 'visit-1', event: 'booking', value: undefined, currency: undefined })
  await record({ key: 'order-2', phone: '+919800000002' })
  await sql`
    insert into consent_changes (business_id, phone, consent, source, at)
    values (${person.businessId}, ${phone}, 'opted_in', 'form', now()),
      (${person.businessId}, ${phone}, 'opted_in', 'manual', now())`.execute(server.app.db)
  await Promise.all([send(), send()])
  await send()
  expect(
    held()
      .map(({ name, value, currency, clickId }) => [name, value, currency, clickId])
      .sort(),
  ).toEqual([
    ['LeadSubmitted', null, null, 'click-1'],
    ['LeadSubmitted', null, null, 'click-1'],
    ['Purchase', 499.9, 'INR', 'click-1'],
  ])
  const shown = await get()
  expect(shown.counts).toMatchObject({ sent: 3, waiting: 0, refused: 0 })
  expect(shown.events[0]).toMatchObject({ ad: 'Diwali hampers', attempts: 1, why: null })
  expect(JSON.stringify(shown)).not.toContain(sandboxSeed.systemUserToken)
})

it('sends what is left of a purchase that was paid back before, and nothing of one that wholly was', async () => {
  await save()
  await visit('click-1')
  const back = (key: string, refund_of: string, value: number) => record({ key, refund_of, value })
  await record({ key: 'order-1', value: 10 })
  await back('back-1', 'order-1', -10)
  await record({ key: 'order-2', value: 20 })
  await record({ key: 'order-3', value: 30 })
  await record({ key: 'order-4', value: 40 })
  await back('back-5', 'order-4', -15)
  await planMetaEvents(server.app)
  expect((await get()).counts).toMatchObject({ waiting: 3 })
  await back('back-2', 'order-2', -20)
  await back('back-3', 'order-3', -29)
  await send()
  const told = () => held().map(({ name, value }) => `${name} ${value}`)
  expect(told().sort()).toEqual(['Purchase 1', 'Purchase 25'])
  expect((await get()).counts).toMatchObject({ sent: 2, waiting: 0 })
  // What Meta was told already stays told.
  await back('back-4', 'order-3', -1)
  await back('back-6', 'order-4', -5)
  await send()
  expect(told().sort()).toEqual(['Purchase 1', 'Purchase 25'])
  expect((await get()).counts).toMatchObject({ sent: 2, waiting: 0 })
})

it('explains what Meta refuses, and goes on with the others', async () => {
  await save()
  await visit('unknown-click', hoursAgo(1))
  await record()
  await visit('click-2', hoursAgo(0.5))
  await record({ key: 'order-2' })
  await record({ key: 'old', at: hoursAgo(0.7) })
  await send()
  const shown = await get()
  expect(shown.counts).toMatchObject({ sent: 2, refused: 1 })
  expect(shown.events.find(({ state }) => state === 'refused')?.why).toBe(
    'Meta refused it: Invalid ctwa_clid (code 100).',
  )
  await send()
  expect((await get()).counts).toMatchObject({ sent: 2, refused: 1 })
})

it('stops for a token or dataset that Meta refuses, loses nothing, and goes on when that is mended', async () => {
  await save({ token: 'EAAnotatoken00000000000000' })
  await visit('click-3')
  await record()
  await send()
  const stopped = await get()
  expect(stopped.stopped).toMatch(/^Meta refuses the token/)
  expect(stopped.counts).toMatchObject({ waiting: 1 })
  await send()
  expect((await get()).events[0]?.attempts).toBe(1)
  await save({ dataset: '999999999' })
  await send()
  expect((await get()).stopped).toMatch(/^Meta does not know this dataset/)
  await save()
  await send()
  expect([(await get()).stopped, held().length]).toEqual([null, 1])
})

it('tries again later what Meta cannot take now, and gives up on what is too old', async () => {
  await save()
  await visit('busy-click')
  await record()
  await send()
  const waits = await get()
  expect([waits.counts.waiting, waits.stopped, held()]).toEqual([1, null, []])
  expect(waits.events[0]?.why).toMatch(/^Trying again: /)
  await send()
  expect((await get()).events[0]?.attempts).toBe(1)
  await sql`update meta_events set due_at = now()`.execute(server.app.db)
  await send()
  expect([(await get()).counts.sent, held().length]).toEqual([1, 1])
  await sql`
    update meta_events set state = 'waiting', due_at = now() + interval '1 hour', at = now() - interval '8 days'`.execute(
    server.app.db,
  )
  await send()
  const [old] = (await get()).events
  expect([old?.state, old?.why]).toEqual(['expired', 'Not sent: Meta takes no events older than 7 days.'])
})

it('sends again what a killed process left behind, and Meta counts it once', async () => {
  await save()
  await visit('click-6')
  await record()
  await send()
  await sql`update meta_events set state = 'sending', last_at = now() - interval '6 minutes'`.execute(
    server.app.db,
  )
  await send()
  expect([(await get()).events[0]?.attempts, (await get()).counts.sent, held().length]).toEqual([2, 1, 1])
})

it('asks for the password before another token or dataset is saved, and for what is missing', async () => {
  expect((await save({ current_password: 'wrong horse' })).status).toBe(400)
  const half = await server.call(metaEvents.save, { token: person.token, body: { on: true } })
  expect([half.status, Object.keys(half.body.fields ?? {})]).toEqual([400, ['dataset', 'token']])
  await save()
  const off = await server.call(metaEvents.save, { token: person.token, body: { on: false } })
  expect([off.status, off.body.meta_events.on]).toEqual([200, false])
})

it('stops only the business whose token cannot be read, says so, and goes on when a token is saved', async () => {
  await save()
  await visit('click-7')
  await record()
  const other = await server.signUp()
  // Of another business, sealed with a key that is gone, and due before.
  await sql`
    insert into meta_event_settings (business_id, is_on, dataset_id, token_ciphertext, token_key_id, on_since)
    select ${other.businessId}, true, dataset_id, token_ciphertext, 'gone', on_since from meta_event_settings`.execute(
    server.app.db,
  )
  await sql`
    insert into ad_visits (business_id, inbound_id, conversation_id, address, at, source_type, source_id, click_id)
    select ${other.businessId}, inbound_id, conversation_id, address, at, source_type, source_id, 'click-8' from ad_visits`.execute(
    server.app.db,
  )
  await sql`
    insert into meta_events (business_id, event_id, event, inbound_id, waba_id, at, state, due_at)
    select business_id, 'broken', 'LeadSubmitted', inbound_id, ${sandboxSeed.waba.id}, now(), 'waiting', now() - interval '1 hour'
    from ad_visits where business_id = ${other.businessId}`.execute(server.app.db)
  await send()
  expect((await get()).counts).toMatchObject({ sent: 1, waiting: 0 })
  const theirs = async () => (await server.call(metaEvents.get, { token: other.token })).body.meta_events
  expect((await theirs()).stopped).toBe(
    'The saved token cannot be read: its encryption key is gone. Save a token again.',
  )
  expect((await theirs()).counts).toMatchObject({ sent: 0, waiting: 1 })
  const saved = await server.call(metaEvents.save, {
    token: other.token,
    body: {
      on: true,
      dataset: sandboxSeed.dataset.id,
      token: sandboxSeed.systemUserToken,
      current_password: 'correct horse',
    },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await send()
  expect(await theirs()).toMatchObject({ stopped: null, counts: { sent: 1, waiting: 0 } })
})

it('sends a sale without an amount as an order, which is no lead', async () => {
  await save()
  await visit('click-9')
  await server.call(conversions.saveSettings, {
    token: person.token,
    body: { window_days: 7, bought_tag: 'paid' },
  })
  await sql`
    insert into leads (business_id, name, phone, tags) values (${person.businessId}, 'Asha', ${phone}, array['paid'])`.execute(
    server.app.db,
  )
  await send()
  expect(held().map(({ name, value }) => [name, value])).toEqual([['OrderCreated', null]])
  expect((await get()).events.map(({ event, state }) => [event, state])).toEqual([['OrderCreated', 'sent']])
})

it('sends a sale of a person who came from an ad with the other spelling of their number', async () => {
  await save()
  await visit('click-1', hoursAgo(2), '+551187654321')
  await record({ phone: '+5511987654321' })
  await send()
  expect(held()).toHaveLength(1)
})
