import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ColumnRole, ImportSettings } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  asha = await server.signUp()
})

const post = async (url: string, content: string, fields: Record<string, string> = {}) => {
  const form = await formOf({ ...fields, file: { name: 'people.csv', content } }, asha.token)
  return (await server.http.inject({ method: 'POST', url, ...form })).json()
}
const columnsOf = async (content: string): Promise<ColumnRole[]> =>
  (await post(leads.createImport.path, content)).import.settings.columns

/** Imports a file; with columns as somebody chose them on the screen. */
async function imported(content: string, columns?: ColumnRole[]): Promise<void> {
  const { import_id: id } = await post(leads.upload.path, content, { tag: 'list' })
  if (!columns) return
  const { body } = await server.call(leads.getImport, { token: asha.token, params: { id } })
  const settings: ImportSettings = { ...body.import.settings, columns }
  await server.app.db
    .updateTable('lead_imports')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', id)
    .execute()
}

it('a file is read as an earlier one of the same columns was', async () => {
  await imported('Name,Phone,Notes\nA,9823011208,9823011299\n', ['attribute', 'phone', 'skip'])
  expect(await columnsOf('Name,Phone,Notes\nB,9823011209,x\n')).toEqual(['attribute', 'phone', 'skip'])
  expect(await columnsOf('Name,Phone\nB,9823011209\n')).toEqual(['name', 'phone'])
})

it('a column that was empty then is not left out now', async () => {
  const header = 'Name,Phone,Notes,WhatsApp Number,Email\n'
  await imported(`${header}A,9823011208,x,,\n`, ['name', 'phone', 'skip', 'skip', 'skip'])
  expect(await columnsOf(`${header}B,9823011209,x,9823011210,b@x.in\n`)).toEqual([
    'name',
    'phone',
    'skip',
    'phone',
    'email',
  ])
})

it('a list without a header has no names that could be the same', async () => {
  await imported('9823011208,Asha\n9823011209,Ravi\n')
  expect(await columnsOf('Asha,9823011208\nRavi,9823011209\n')).toEqual(['name', 'phone'])
})
