import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '#test/server.ts'
import { openIdleLane, type Shop } from '../messages.fixture.ts'
import { queueSingle } from './single-send.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  ;({ server, shop } = await openIdleLane())
})
afterAll(() => server.close())

it.each([
  ['the other spelling of their number', ['+5511972225501'], '+551172225501', '+5511972225501'],
  ['their own of two', ['+551172225502', '+5511972225502'], '+5511972225502', '+5511972225502'],
  ['an address of nobody', ['+5511972225503'], '+551172225504', undefined],
] as const)('a single message is of the lead that has %s', async (_, phones, to, expected) => {
  const people = phones.map((phone) => ({ business_id: shop.businessId, name: 'Rosa', phone }))
  await server.app.db.insertInto('leads').values(people).execute()
  const send = { to, template_name: 'weekend_offer', language: 'en_US', parameters: ['Rosa'] }
  const { id } = await queueSingle(server.app, shop.businessId, send)
  const found = await server.app.db
    .selectFrom('messages as m')
    .innerJoin('leads as l', (join) =>
      join.onRef('l.business_id', '=', 'm.business_id').onRef('l.id', '=', 'm.lead_id'),
    )
    .select('l.phone')
    .where('m.id', '=', id)
    .executeTakeFirst()
  expect(found?.phone).toBe(expected)
})
