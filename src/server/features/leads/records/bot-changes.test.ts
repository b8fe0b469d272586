import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { changeLeadsByBot } from './bot-changes.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('keeps the order of tags, the newest last', async () => {
  const { businessId } = await server.signUp()
  const { db } = server.app
  const { id } = await db
    .insertInto('leads')
    .values({ business_id: businessId, phone: '+919823011208', name: 'Asha', tags: ['vip', 'new', 'list'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = { leadId: id, addTags: ['new', 'sale', 'asked'], removeTags: ['vip'], fields: {} }
  await server.app.transaction((tx) => changeLeadsByBot(tx, businessId, [change]))
  const lead = db.selectFrom('leads').select('tags').where('id', '=', id)
  expect(await lead.executeTakeFirstOrThrow()).toEqual({ tags: ['new', 'list', 'sale', 'asked'] })
})
