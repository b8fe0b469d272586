import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { optOut } from './consent.ts'
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
