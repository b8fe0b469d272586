import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LeadImport } from '#contract/leads/imports.ts'
import { leads } from '#contract/leads.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { cancelImport } from './imports.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
})
afterAll(() => server.close())

async function create(): Promise<LeadImport> {
  const form = new FormData()
  form.set('file', new Blob(['Name,Phone\nA,9823011208\n']), 'people.csv')
  const answer = await fetch(`${server.url}${leads.createImport.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${asha.token}` },
    body: form,
  })
  return ((await answer.json()) as { import: LeadImport }).import
}

it('an import that starts while it is cancelled is cancelled as one that runs', async () => {
  const found = await create()
  const { app } = server
  const { cancelled } = await app.transaction(async (tx) => {
    await tx.db
      .updateTable('lead_imports')
      .set({ status: 'running', settings: JSON.stringify(found.settings), tag: 'x', applied_at: tx.now() })
      .where('id', '=', found.id)
      .execute()
    // It reads the import as not started and waits for the row.
    const cancelled = cancelImport(app, asha.businessId, found.id)
    await eventually('the wait', async () => (await lockWaits(app, 'lead_imports')) > 0)
    return { cancelled }
  })
  expect((await cancelled).status).not.toBe('running')
  await eventually('the end of the import', async () => {
    const { body } = await server.call(leads.getImport, { token: asha.token, params: { id: found.id } })
    return body.import.status === 'cancelled'
  })
  const { body } = await server.call(leads.list, { token: asha.token, query: {} })
  expect(body.leads).toEqual([])
})

it('the same start, repeated as its answer was lost, is answered with the import; another one is refused', async () => {
  const { id, settings } = await create()
  const start = (tag: string) =>
    server.call(leads.startImport, {
      token: asha.token,
      params: { id },
      body: { settings, tag, consent: { state: 'opted_in', source: 'Order form' } },
    })
  expect((await start('list')).status).toBe(200)
  await eventually('the end of the import', async () => {
    const { body } = await server.call(leads.getImport, { token: asha.token, params: { id } })
    return body.import.status === 'done'
  })
  const again = await start('list')
  expect([again.status, again.body.import?.id, again.body.import?.status]).toEqual([200, id, 'done'])
  expect((await start('others')).status).toBe(409)
})
