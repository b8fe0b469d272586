import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { rememberErased } from '../people/erased.ts'
import { optIn, optOut } from './consent.ts'
import { askBack, settleQuestion } from './questions.ts'
import { restoreConsent } from './restore-consent.ts'

let server: TestServer
let shop: Person
beforeAll(async () => {
  server = await openTestServer()
  shop = await server.signUp()
})
afterAll(() => server.close())

const phone = (nr: number) => `+91985012000${nr}`
const listed = async (): Promise<string[]> => {
  const rows = await server.app.db
    .selectFrom('suppressions')
    .select('address')
    .where('business_id', '=', shop.businessId)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}
const restore = () => server.app.transaction((tx) => restoreConsent(tx, server.app.journal.read(), 0))

it('brings back what people said, and what files stated about them', async () => {
  await optOut(server.app, shop.businessId, [phone(1)], { source: 'reply', details: 'STOP' })
  const form = new FormData()
  form.append('tag', 'list')
  form.append(
    'file',
    new Blob([
      `Name,Phone,Consent\nGopal,${phone(2)},opted_out\nUma,${phone(3)},\nMeera,${phone(4)},opted_out\n`,
    ]),
    'people.csv',
  )
  const imported = await fetch(server.url + leads.upload.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}` },
    body: form,
  })
  expect(imported.status).toBe(200)
  const before = await listed()
  expect(before).toEqual([1, 2, 4].map(phone))

  await server.app.db.deleteFrom('suppressions').where('business_id', '=', shop.businessId).execute()
  await server.app.db.deleteFrom('leads').where('business_id', '=', shop.businessId).execute()
  expect(await restore()).toEqual([{ businessId: shop.businessId, optOuts: 3 }])
  expect(await listed()).toEqual(before)
  // What is known is not counted again.
  expect(await restore()).toEqual([])
})

const held = async (): Promise<string[]> => {
  const rows = await server.app.db
    .selectFrom('suppressions')
    .select('address')
    .where('reason', '=', 'consent_question')
    .where('business_id', '=', shop.businessId)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}
const questions = () =>
  server.app.db
    .selectFrom('consent_questions')
    .select(['id', 'address', 'about', 'reply', 'language', 'state', 'answer', 'said_at'])
    .where('business_id', '=', shop.businessId)
    .orderBy('id')
    .execute()
const ask = (nr: number) =>
  server.app.transaction((tx) =>
    askBack(tx, shop.businessId, {
      leadId: null,
      addresses: [phone(nr)],
      about: 'stop',
      reply: 'Please stop, or not',
      language: 'en',
      phoneNumberId: '555',
      at: new Date(),
    }),
  )
const keep = (nr: number, id: number) =>
  server.app.transaction((tx) =>
    settleQuestion(tx, shop.businessId, id, { answer: 'keep', addresses: [phone(nr)], at: new Date() }),
  )
/** The database is as it was before anybody said anything. */
const forget = async () => {
  for (const table of ['suppressions', 'consent_questions'] as const)
    await server.app.db.deleteFrom(table).where('business_id', '=', shop.businessId).execute()
}

describe('a reply that may mean STOP', () => {
  beforeEach(async () => {
    await server.app.db.deleteFrom('leads').where('business_id', '=', shop.businessId).execute()
    await forget()
    lines = (await linesNow()).length
  })
  // What this test alone wrote.
  let lines = 0
  const linesNow = async () => {
    const read: string[] = []
    for await (const line of server.app.journal.read()) if (/^(consent|hold) /.test(line)) read.push(line)
    return read
  }
  const restoreOwn = async (order = (own: string[]) => own) => {
    const own = order((await linesNow()).slice(lines))
    return await server.app.transaction((tx) => restoreConsent(tx, own, 0))
  }

  it('holds marketing once more, and asks by the same buttons', async () => {
    await ask(5)
    const before = await questions()
    expect(before).toMatchObject([{ address: phone(5), about: 'stop', state: 'waiting' }])
    await forget()
    expect(await restoreOwn(), 'counted with the opt-outs').toEqual([
      { businessId: shop.businessId, optOuts: 1 },
    ])
    expect(await held()).toEqual([phone(5)])
    expect(await questions()).toEqual(before)
    const { rows } = await sql<{ id: number }>`
      select (data ->> 'question_id')::bigint as id from pgboss.job where name = 'leads.consent-question'
        and data ->> 'question_id' = ${String(before[0]!.id)}`.execute(server.app.db)
    expect(rows).toHaveLength(2)
    // What is known is not asked or counted again.
    expect(await restoreOwn()).toEqual([])
    expect(await questions()).toEqual(before)
  })

  it('holds nobody who answered since that messages may go on, in whatever order lines are read', async () => {
    await ask(6)
    const [question] = await questions()
    await keep(6, question!.id)
    expect(await held()).toEqual([])
    for (const order of [(own: string[]) => own, (own: string[]) => own.toReversed()]) {
      await forget()
      expect(await restoreOwn(order)).toEqual([])
      expect(await held()).toEqual([])
      expect(await questions()).toMatchObject([{ id: question!.id, state: 'answered', answer: 'keep' }])
    }
    // The database knows the question, and not the answer.
    await forget()
    await restoreOwn((own) => own.slice(0, 1))
    expect(await held()).toEqual([phone(6)])
    await restoreOwn()
    expect(await held()).toEqual([])
  })

  it('asks nobody who opted out or in since', async () => {
    await ask(7)
    await optOut(server.app, shop.businessId, [phone(7)], { source: 'reply' })
    for (const order of [(own: string[]) => own, (own: string[]) => own.toReversed()]) {
      await forget()
      expect(await restoreOwn(order)).toEqual([{ businessId: shop.businessId, optOuts: 1 }])
      expect([await held(), await listed()]).toEqual([[], [phone(7)]])
      expect((await questions()).filter(({ state }) => state === 'waiting')).toEqual([])
    }
    await forget()
    await ask(8)
    const later = new Date(Date.now() + 1000)
    const body = { leads: [{ name: 'Ravi', phone: phone(8), source: 'api' }] }
    expect((await server.call(leads.upload, { token: shop.token, body })).status).toBe(200)
    await optIn(server.app, shop.businessId, [phone(8)], { source: 'reply', at: later })
    for (const order of [(own: string[]) => own, (own: string[]) => own.toReversed()]) {
      await forget()
      await restoreOwn(order)
      expect(await held()).toEqual([])
    }
  })

  it('brings nobody back who was erased since', async () => {
    await ask(2)
    await forget()
    await server.app.transaction((tx) => rememberErased(tx, shop.businessId, [phone(2)]))
    expect(await restoreOwn()).toEqual([])
    expect([await held(), await questions()]).toEqual([[], []])
    const { rows } = await sql`select from leads where business_id = ${shop.businessId}`.execute(
      server.app.db,
    )
    expect(rows).toEqual([])
  })

  it('gives the question another id where its own was given out again', async () => {
    await ask(9)
    const [question] = await questions()
    await forget()
    await ask(1)
    const { db } = server.app
    const [other] = await db.deleteFrom('consent_questions').returningAll().execute()
    await sql`
      insert into consent_questions overriding system value
      select * from jsonb_populate_record(null::consent_questions, ${JSON.stringify({ ...other, id: question!.id })})`.execute(
      db,
    )
    await restoreOwn((own) => own.slice(0, 1))
    expect(await held()).toEqual([phone(1), phone(9)])
    expect((await questions()).map(({ address }) => address)).toEqual([phone(1), phone(9)])
  })
})
