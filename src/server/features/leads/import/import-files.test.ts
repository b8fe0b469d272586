import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { formOf } from '#test/http/requests.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { dropFile } from './import-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('says what to do when a file is gone while it is looked into, as after a cancel in another window', async () => {
  const { token } = await server.signUp()
  const created = await server.http.inject({
    method: 'POST',
    url: leads.createImport.path,
    ...(await formOf({ file: { name: 'people.csv', content: 'Name,Phone\nAsha,+919820000001\n' } }, token)),
  })
  const { id, settings } = created.json().import
  const { stored_as } = await server.app.db
    .selectFrom('lead_imports')
    .select('stored_as')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await dropFile(server.app, stored_as)
  const { status, body } = await server.call(leads.checkImport, { token, params: { id }, body: settings })
  expect([status, body.message]).toEqual([409, 'We no longer keep this file. Upload it again.'])
})
