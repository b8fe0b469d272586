import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { formOf } from '#test/http/requests.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { dropFile } from './import-files.ts'
import { resumeImports, runImport } from './run-import.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function upload(content: string) {
  const { token, businessId } = await server.signUp()
  const created = await server.http.inject({
    method: 'POST',
    url: leads.createImport.path,
    ...(await formOf({ file: { name: 'people.csv', content } }, token)),
  })
  const { id, settings } = created.json().import as LeadImport
  return { token, businessId, id, settings }
}

async function begin() {
  const begun = await upload('Name,Phone\nAsha,+919820000001\nBad,12\n')
  const { token, id, settings } = begun
  const body = { settings, tag: 'list', consent: { state: 'none' } } as const
  expect((await server.call(leads.startImport, { token, params: { id }, body })).status).toBe(200)
  return begun
}
const found = async ({ token, id }: { token: string; id: number }) =>
  (await server.call(leads.getImport, { token, params: { id } })).body.import

it('says what to do when a file is gone while it is looked into, as after a cancel in another window', async () => {
  const { token, id, settings } = await upload('Name,Phone\nAsha,+919820000001\n')
  const { stored_as } = await server.app.db
    .selectFrom('lead_imports')
    .select('stored_as')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await dropFile(server.app, stored_as)
  const { status, body } = await server.call(leads.checkImport, { token, params: { id }, body: settings })
  expect([status, body.message]).toEqual([409, 'We no longer keep this file. Upload it again.'])
})

it('offers rejected rows as long as they are there, and removes what an undo needed after days without a process', async () => {
  const begun = await begin()
  await runImport(server.app, begun.businessId, begun.id)
  expect(await found(begun)).toMatchObject({ status: 'done', has_rejects: true })
  const { db } = server.app
  await sql`
    insert into lead_import_updates (business_id, import_id, lead_id, before)
    select business_id, ${begun.id}, id, '{}' from leads where business_id = ${begun.businessId}`.execute(db)
  await sql`update lead_imports set undo_until = undo_until - interval '11 days' where id = ${begun.id}`.execute(
    db,
  )
  await resumeImports(server.app)
  expect(await found(begun)).toMatchObject({ status: 'done', has_rejects: false })
  const { rows } = await sql`select from lead_import_updates where import_id = ${begun.id}`.execute(db)
  expect(rows).toEqual([])
})

it('goes on with an import after days without a process', async () => {
  const begun = await begin()
  const folder = join(server.app.settings.dataDir, 'media', 'imports')
  const days = 9
  const then = Date.now() / 1000 - days * 86_400
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then)
  await resumeImports(server.app)
  await runImport(server.app, begun.businessId, begun.id)
  expect(await found(begun)).toMatchObject({ status: 'done', error: null, counts: { created: 1 } })
})
