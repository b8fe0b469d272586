import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { segments } from '#contract/growth/segments.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('a segment of a report is in no list and takes no place until it is saved', async () => {
  const { token, businessId } = await server.signUp()
  const from = (since: string) =>
    server.call(segments.retarget, {
      token,
      body: { campaign_id: null, cell: 'not_read', since },
    })
  const listed = async () => (await server.call(segments.list, { token })).body.segments
  const made = (await from('2026-01-01')).body.segment
  await sql`insert into segments (business_id, name, rules, from_report, created_at, updated_at)
    select ${businessId}, 'Own ' || n, rules, false, created_at, updated_at
    from segments, generate_series(1, 199) n where business_id = ${businessId}`.execute(server.app.db)
  await sql`update segments set rules = jsonb_set(rules, '{match}', '"any"')
    where business_id = ${businessId} and not from_report`.execute(server.app.db)
  const another = await from('2026-02-01')
  expect([another.status, another.body.segment.from_report]).toEqual([200, true])
  expect(await listed()).toHaveLength(199)
  const save = (id: number, name: string) =>
    server.call(segments.save, { token, params: { id }, body: { name, rules: made.rules } })
  expect((await save(made.id, 'Kept')).body.segment).toMatchObject({ name: 'Kept', from_report: false })
  expect((await listed()).map(({ name }) => name)).toContain('Kept')
  expect((await from('2026-01-01')).body.segment.id).toBe(made.id)
  // The list is full now: another one is not saved, and can still be written to.
  expect((await save(another.body.segment.id, 'One more')).status).toBe(422)
  expect((await from('2026-02-01')).body.segment.id).toBe(another.body.segment.id)
  // What no campaign has used goes after a while.
  await sql`update segments set updated_at = now() - interval '40 days' where business_id = ${businessId}`.execute(
    server.app.db,
  )
  await from('2026-03-01')
  const gone = await server.call(segments.get, { token, params: { id: another.body.segment.id } })
  expect(gone.status).toBe(404)
  expect(await listed()).toHaveLength(200)
})

it('is not saved over an edit that was first', async () => {
  const { token } = await server.signUp()
  const rules = {
    match: 'all' as const,
    rules: [{ about: 'tag' as const, is: 'any' as const, tags: ['VIP'] }],
  }
  const made = await server.call(segments.create, { token, body: { name: 'Two people', rules } })
  const { id, updated_at: read } = made.body.segment
  const save = (name: string, updated_at?: string) =>
    server.call(segments.save, { token, params: { id }, body: { name, rules, updated_at } })
  const first = await save('First', read)
  expect(first.status).toBe(200)
  const late = await save('Late', read)
  expect([late.status, late.body.message, late.body.fields]).toEqual([
    409,
    'This segment was edited meanwhile. Reload it and make your change again.',
    undefined,
  ])
  expect((await save('Second', first.body.segment.updated_at)).status).toBe(200)
  // Programs need not say what they read.
  expect((await save('Program')).body.segment.name).toBe('Program')
})
