import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { eraseLead, restoreErasures } from './privacy.ts'

let server: TestServer
let shop: Person
beforeAll(async () => {
  server = await openTestServer()
  shop = await server.signUp()
})
afterAll(() => server.close())

const phones = ['+919850140001', '+919850140002']
const add = async () => {
  const body = { leads: phones.map((phone) => ({ name: 'Asha', phone, source: 'api' })) }
  const added = await server.call(leads.upload, { token: shop.token, body })
  expect(added.status, added.body.message).toBe(200)
}
const theirs = () =>
  server.app.db
    .selectFrom('leads')
    .select(['id', 'phone'])
    .where('business_id', '=', shop.businessId)
    .orderBy('phone')
    .execute()
const restore = () => server.app.transaction((tx) => restoreErasures(tx, server.app.journal.read(), 0))

it('erases again whom the database has again, and nobody who came back by themselves', async () => {
  await add()
  const [erased] = await theirs()
  await eraseLead(server.app, shop, erased!.id)
  expect((await theirs()).map(({ phone }) => phone)).toEqual([phones[1]])

  // The database is as it was before.
  await sql`delete from erased_addresses`.execute(server.app.db)
  await sql`delete from erasures`.execute(server.app.db)
  await add()
  await sql`update leads set created_at = now() - interval '1 day'`.execute(server.app.db)
  await restore()
  expect((await theirs()).map(({ phone }) => phone)).toEqual([phones[1]])
  const refused = await server.call(leads.upload, {
    token: shop.token,
    body: { leads: [{ name: 'Asha', phone: phones[0]!, source: 'api' }] },
  })
  expect(refused.body).toMatchObject({ code: 'rule_broken' })

  await sql`delete from erased_addresses`.execute(server.app.db)
  await add()
  await restore()
  expect(await theirs()).toHaveLength(2)
})
