import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { type IncomingLead, type MergeOptions, mergeLeads } from './merge.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const lead: IncomingLead = {
  name: 'Asha',
  phone: '+919823011208',
  email: null,
  tags: ['list'],
  attributes: {},
  consent: 'none',
  consent_at: null,
}
const options: MergeOptions = {
  source: 'csv',
  at: new Date(),
  consentSource: 'import',
  consentDetails: 'Order form',
  userId: null,
  importId: null,
}

it('remembers a lead that somebody else added while it was merged', async () => {
  const { businessId } = await server.signUp()
  const { app } = server
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let inserted = (): void => undefined
  const first = new Promise<void>((resolve) => {
    inserted = resolve
  })
  const theirs = app.transaction(async (tx) => {
    await mergeLeads(tx.db, businessId, [lead], { ...options, importId: 1 })
    inserted()
    await held
  })
  await first
  const ours = app.transaction((tx) =>
    mergeLeads(tx.db, businessId, [{ ...lead, name: 'Asha K', consent: 'opted_in' }], {
      ...options,
      importId: 2,
    }),
  )
  await eventually('the second merge to wait for the first', async () => (await lockWaits(app)) > 0)
  release()
  await theirs
  expect(await ours).toMatchObject({ created: 0, updated: 1 })
  const before = await app.db
    .selectFrom('lead_import_updates')
    .select(['import_id', sql<string>`before ->> 'name'`.as('name')])
    .where('business_id', '=', businessId)
    .execute()
  expect(before).toEqual([{ import_id: 2, name: 'Asha' }])
  const said = await app.db
    .selectFrom('consent_changes')
    .select(['consent', 'details'])
    .where('business_id', '=', businessId)
    .execute()
  expect(said).toEqual([{ consent: 'opted_in', details: 'Order form' }])
})
