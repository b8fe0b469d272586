import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { optIn, optOut } from '../../consent/consent.ts'
import { recordInbound } from '../../inbound/inbound.ts'
import { runImport } from '../run-import.ts'
import { undoRows } from './undo-rows.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  asha = await server.signUp()
})

/** Uploads a file in one go. Gives the import's id. */
async function upload(content: string, fields: Record<string, string> = {}): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ tag: 'list', ...fields })) form.append(name, value)
  form.append('file', new Blob([content]), 'people.csv')
  const answer = await fetch(`${server.url}${leads.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${asha.token}` },
    body: form,
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { import_id: number }).import_id
}

async function undo(id: number) {
  const { status } = await server.call(leads.undoImport, { token: asha.token, params: { id } })
  expect(status).toBe(200)
  return await eventually('the end of the undo', async () => {
    const { body } = await server.call(leads.getImport, { token: asha.token, params: { id } })
    return body.import.status === 'undone' && body.import
  })
}

const all = async () =>
  (await server.call(leads.list, { token: asha.token, query: { sort: 'oldest' } })).body.leads
const agreed = { consent: 'opted_in', consent_source: 'Order form' }

async function suppressed(): Promise<string[]> {
  const rows = await server.app.db
    .selectFrom('suppressions')
    .select('address')
    .where('business_id', '=', asha.businessId)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

/** A message to a number, as a send leaves it. */
async function writeTo(phone: string): Promise<void> {
  const { id } = await server.app.db
    .insertInto('message_contents')
    .values({
      business_id: asha.businessId,
      template_name: 'offer',
      language: 'en_US',
      category: 'MARKETING',
      components: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.app.db
    .insertInto('messages')
    .values({
      business_id: asha.businessId,
      content_id: id,
      phone_number_id: '1',
      recipient_phone: phone,
      status: 'sent',
    })
    .execute()
}

it('what the import made is gone, what it changed is as before, what was changed since stays', async () => {
  await upload('Name,Phone,Email\nKnown,9823011208,old@example.com\n', { tag: 'first' })
  const id = await upload(
    'Name,Phone,Email\nChanged,9823011208,new@example.com\nNew,9823011209,\nUsed,9823011210,\n',
    agreed,
  )
  const [, , used] = await all()
  await server.call(leads.update, {
    token: asha.token,
    params: { id: used?.id ?? 0 },
    body: { name: 'Used since' },
  })
  expect(await undo(id)).toMatchObject({ kept: 1 })
  expect(await all()).toMatchObject([
    { name: 'Known', email: 'old@example.com', tags: ['first'], consent: 'none' },
    { name: 'Used since' },
  ])
  const { status } = await server.call(leads.undoImport, { token: asha.token, params: { id } })
  expect(status).toBe(409)
})

it('who was written to since stays, whether the import made or changed them', async () => {
  await upload('Name,Phone\nChanged,9823011208\n', { tag: 'first' })
  const id = await upload('Name,Phone\nC,9823011208\nN,9823011209\nNobody,9823011210\n', agreed)
  await writeTo('+919823011208')
  await writeTo('+919823011209')
  expect(await undo(id)).toMatchObject({ kept: 2 })
  expect((await all()).map(({ name, consent }) => [name, consent])).toEqual([
    ['C', 'opted_in'],
    ['N', 'opted_in'],
  ])
})

it('opt-outs that only the file stated go with it; others stay', async () => {
  await upload('Name,Phone\nKnown,9823011208\n', { tag: 'first' })
  await upload('Name,Phone,Opt in\nEarlier,9823011211,stop\n', { tag: 'first' })
  const id = await upload(
    'Name,Phone,Opt in\nK,9823011208,opted out\nNew,9823011210,stop\nE,9823011211,stop\n',
  )
  expect(await suppressed()).toEqual(['+919823011208', '+919823011210', '+919823011211'])
  const stranger = (await all()).find(({ name }) => name === 'New')
  const { body } = await server.call(leads.get, { token: asha.token, params: { id: stranger?.id ?? 0 } })
  expect(body.history).toContainEqual(
    expect.objectContaining({
      kind: 'consent',
      sentence: expect.stringMatching(/^Opted out, as stated in the import, by /),
    }),
  )
  expect(await undo(id)).toMatchObject({ kept: 0 })
  expect((await all()).map(({ name, consent }) => [name, consent])).toEqual([
    ['Known', 'none'],
    ['Earlier', 'opted_out'],
  ])
  expect(await suppressed()).toEqual(['+919823011211'])
})

it('lifts no opt-out that the person confirmed since', async () => {
  const phones = ['+919823011208', '+919823011210']
  await upload('Name,Phone\nKnown,9823011208\n', { tag: 'first', ...agreed })
  const id = await upload('Name,Phone,Opt in\nKnown,9823011208,stop\nNew,9823011210,stop\n')
  // WhatsApp tells so of a button in the chat: nobody wrote anything.
  await optOut(server.app, asha.businessId, phones, { source: 'whatsapp_preference' })
  await undo(id)
  expect(await suppressed()).toEqual(phones)
})

it('who opted out besides the file is opted out afterwards, whatever they were before', async () => {
  const phone = '+919823011208'
  await upload('Name,Phone\nKnown,9823011208\n', { tag: 'first', ...agreed })
  const id = await upload('Name,Phone,Opt in\nKnown,9823011208,stop\n')
  const at = new Date()
  await optOut(server.app, asha.businessId, [phone], { source: 'whatsapp_preference', at })
  const { pool } = server.app
  await pool.query(
    `update suppressions set at = (at at time zone 'UTC' + interval '7 microseconds') at time zone 'UTC' where address = $1`,
    [phone],
  )
  await undo(id)
  const [lead] = await all()
  // To the microsecond: later undoes look for the change of just this time.
  const { rows } = await pool.query(
    `select from suppressions s join leads l on l.business_id = s.business_id and l.phone = s.address
       and l.consent_at = s.at
     join consent_changes c on c.business_id = s.business_id and c.lead_id = l.id and c.at = s.at where s.address = $1`,
    [phone],
  )
  expect(rows).toHaveLength(1)
  expect(lead).toMatchObject({
    consent: 'opted_out',
    consent_source: 'whatsapp_preference',
    consent_at: at.toISOString(),
    tags: ['first'],
  })
  const { body } = await server.call(leads.get, { token: asha.token, params: { id: lead?.id ?? 0 } })
  expect(body.history.filter(({ kind }) => kind === 'consent').map(({ sentence }) => sentence)).toEqual([
    'Opted out, in their WhatsApp settings',
    expect.stringMatching(/^Opted in, as stated in the import, by /),
  ])
})

it('one import after the other can be taken back, the later one first', async () => {
  const first = await upload('Name,Phone\nFirst,9823011208\n')
  const second = await upload('Name,Phone\nSecond,9823011208\n')
  expect(await undo(second)).toMatchObject({ kept: 0 })
  expect(await all()).toMatchObject([{ name: 'First' }])
  expect(await undo(first)).toMatchObject({ kept: 0 })
  expect(await all()).toEqual([])
})

it('counts what stayed rightly when a process died on it, and when two do it at once', async () => {
  await upload('Name,Phone\nK1,9823011208\nK2,9823011207\n', { tag: 'first' })
  const id = await upload('Name,Phone\nC1,9823011208\nC2,9823011207\nN1,9823011209\nN2,9823011210\n')
  await writeTo('+919823011208')
  await writeTo('+919823011209')
  await server.app.db.updateTable('lead_imports').set({ status: 'undoing' }).where('id', '=', id).execute()
  await Promise.all([1, 2].map(() => undoRows(server.app, asha.businessId, id)))
  await runImport(server.app, asha.businessId, id)
  const { body } = await server.call(leads.getImport, { token: asha.token, params: { id } })
  expect(body.import).toMatchObject({ status: 'undone', kept: 2 })
  expect((await all()).map(({ name }) => name).sort()).toEqual(['C1', 'K2', 'N1'])
})

it('is possible for seven days', async () => {
  const id = await upload('Name,Phone\nA,9823011208\n')
  await server.app.db
    .updateTable('lead_imports')
    .set({ undo_until: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  const { status, body } = await server.call(leads.undoImport, { token: asha.token, params: { id } })
  expect(status).toBe(422)
  expect(body).toHaveProperty('message', 'You can undo an import for 7 days. This one is older.')
})

it('an opt-out that a file states holds for both spellings of a number, and goes with the import', async () => {
  const at = new Date()
  const event = {
    phone: '+551187654321',
    bsuid: null,
    name: 'Rukmini',
    text: 'Oi',
    kind: 'text',
    wamid: 'w',
    at,
  }
  await recordInbound(server.app, [{ businessId: asha.businessId, ...event }])
  await optIn(server.app, asha.businessId, [event.phone], { source: 'form', at })
  await server.app.db
    .updateTable('leads')
    .set({ last_inbound_at: null })
    .where('business_id', '=', asha.businessId)
    .execute()
  const id = await upload('Name,Phone,Opt in\nRukmini,+55 11 98765-4321,opted out\n')
  expect(await all()).toMatchObject([{ phone: event.phone, consent: 'opted_out', tags: ['list'] }])
  expect(await suppressed()).toEqual(['+551187654321', '+5511987654321'])
  expect(await undo(id)).toMatchObject({ kept: 0 })
  expect(await all()).toMatchObject([{ phone: event.phone, consent: 'opted_in', tags: [] }])
  expect(await suppressed()).toEqual([])
})
