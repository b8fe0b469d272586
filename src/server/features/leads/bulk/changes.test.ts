import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkChange } from '#contract/leads/changes.ts'
import { leads } from '#contract/leads.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { optOut } from '../leads.ts'
import { resumeChanges } from './changes.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  asha = await server.signUp()
})

async function addMany(count: number): Promise<void> {
  await sql`
    insert into leads (business_id, name, phone, tags)
    select ${asha.businessId}, 'L' || n, '+9198' || lpad(n::text, 8, '0'), array['first']
    from generate_series(1, ${count}::int) n`.execute(server.app.db)
}
const all = async () =>
  (await server.call(leads.list, { token: asha.token, query: { sort: 'oldest', limit: 500 } })).body.leads
async function bulk(body: object): Promise<BulkChange> {
  const answer = await server.call(leads.bulk, { token: asha.token, body } as never)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.change
}
const undo = (id: number, token = asha.token) => server.call(leads.undoChange, { token, params: { id } })
const until = (id: number, status: string): Promise<BulkChange> =>
  eventually(status, async () => {
    const { change } = (await server.call(leads.getChange, { token: asha.token, params: { id } })).body
    return change.status === status && change
  })
const total = async () => (await server.call(leads.summary, { token: asha.token })).body.summary.total

describe('a change of many leads', () => {
  it('answers before it is done, shows its progress and can be undone', async () => {
    await addMany(12_000)
    const change = await bulk({ audience: { all: true }, action: 'tag', tag: 'vip' })
    expect(change).toMatchObject({ status: 'running', leads: 12_000, leads_done: 0, changed: 0 })
    expect(await until(change.id, 'done')).toMatchObject({ leads_done: 12_000, changed: 12_000 })
    const removed = await bulk({ audience: { tags: ['vip'] }, action: 'delete' })
    expect(await until(removed.id, 'done')).toMatchObject({ changed: 12_000 })
    expect(await total()).toBe(0)
    expect((await undo(removed.id)).status).toBe(200)
    expect(await until(removed.id, 'undone')).toMatchObject({ undone: 12_000, kept: 0 })
    expect(await total()).toBe(12_000)
    expect((await all())[0]).toMatchObject({ name: 'L1', tags: ['first', 'vip'] })
    expect((await undo(removed.id)).status).toBe(409)
  })

  it('is undone in time that grows with the leads, whatever they said about consent', async () => {
    await addMany(12_000)
    const agreed = await bulk({ audience: { all: true }, action: 'consent', details: 'at the till' })
    await until(agreed.id, 'done')
    const before = performance.now()
    const removed = await bulk({ audience: { all: true }, action: 'delete' })
    await until(removed.id, 'done')
    const start = performance.now()
    expect((await undo(removed.id)).status).toBe(200)
    // As long as the removal; 60 times as long while each number was looked for among all consent of deleted leads.
    await until(removed.id, 'undone')
    expect(performance.now() - start).toBeLessThan((start - before) * 15)
    const linked = await sql<{ count: number }>`
      select count(*)::int as count from consent_changes
      where business_id = ${asha.businessId} and lead_id is not null`.execute(server.app.db)
    expect(linked.rows[0]?.count).toBe(12_000)
  })

  it('brings back the leads that a list begins with first', async () => {
    await addMany(20_000)
    const removed = await bulk({ audience: { all: true }, action: 'delete' })
    await until(removed.id, 'done')
    await undo(removed.id)
    const first = await eventually('the first leads', async () => {
      const found = (await server.call(leads.list, { token: asha.token, query: { limit: 50 } })).body.leads
      return found.length === 50 && found
    })
    expect(first[0]?.name).toBe('L20000')
    expect(await until(removed.id, 'undone')).toMatchObject({ undone: 20_000, kept: 0 })
  })

  it('is undone as quickly when the planner knows nothing of the business yet', async () => {
    await addMany(12_000)
    await sql`analyze leads, lead_bulk_snapshots`.execute(server.app.db)
    asha = await server.signUp()
    await addMany(12_000)
    const before = performance.now()
    const change = await bulk({ audience: { all: true }, action: 'untag', tag: 'first' })
    await until(change.id, 'done')
    const start = performance.now()
    await undo(change.id)
    expect(await until(change.id, 'undone')).toMatchObject({ undone: 12_000, kept: 0 })
    expect(performance.now() - start).toBeLessThan((start - before) * 8)
  })

  it('is undone once, however often it is asked for at once', async () => {
    await addMany(6000)
    const change = await bulk({ audience: { all: true }, action: 'tag', tag: 'vip' })
    await until(change.id, 'done')
    const asked = await Promise.all(Array.from({ length: 4 }, () => undo(change.id)))
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await until(change.id, 'undone')).toMatchObject({ undone: 6000, kept: 0 })
    expect((await all()).some(({ tags }) => tags.includes('vip'))).toBe(false)
  })

  it('goes on after the last batch when its process died', async () => {
    await addMany(6000)
    const change = await bulk({
      audience: { lead_ids: (await all()).map(({ id }) => id) },
      action: 'untag',
      tag: 'first',
    })
    expect(change).toMatchObject({ status: 'done', leads: 500, changed: 500 })
    await server.app.db
      .updateTable('lead_bulk_changes')
      .set({
        status: 'running',
        audience: JSON.stringify({ all: true }),
        last_id: Number.MAX_SAFE_INTEGER,
        progressed_at: new Date(Date.now() - 120_000),
      })
      .where('id', '=', change.id)
      .execute()
    await resumeChanges(server.app)
    expect(await until(change.id, 'done')).toMatchObject({ changed: 6000, leads_done: 6000 })
    await undo(change.id)
    expect(await until(change.id, 'undone')).toMatchObject({ undone: 6000 })
    expect((await all()).every(({ tags }) => tags.includes('first'))).toBe(true)
  })

  it('never lifts an opt-out, neither by recording consent nor by an undo', async () => {
    await addMany(3)
    const [a = '', b = ''] = (await all()).map(({ phone }) => phone ?? '')
    await optOut(server.app, asha.businessId, [a], { source: 'reply', details: 'STOP' })
    const agreed = await bulk({ audience: { all: true }, action: 'consent', details: 'at the till' })
    expect(agreed.changed).toBe(2)
    expect((await all()).map(({ consent }) => consent)).toEqual(['opted_out', 'opted_in', 'opted_in'])
    const removed = await bulk({ audience: { all: true }, action: 'delete' })
    await optOut(server.app, asha.businessId, [b], { source: 'reply', details: 'STOP' })
    expect((await undo(removed.id)).body.change).toMatchObject({ status: 'undone', undone: 3 })
    expect((await all()).map(({ consent }) => consent)).toEqual(['opted_out', 'opted_out', 'opted_in'])
    expect((await undo(agreed.id)).body.change).toMatchObject({ undone: 1, kept: 1 })
    expect((await all()).map(({ consent }) => consent)).toEqual(['opted_out', 'opted_out', 'none'])
  })

  it.each([{}, { lead_ids: [] }, { tags: [] }, { exclude_tags: ['first'] }, { search: ' ' }])(
    'is refused with a sentence where nobody is named: %j',
    async (audience) => {
      await addMany(2)
      const body = { audience, action: 'tag', tag: 'vip' }
      const answer = await server.call(leads.bulk, { token: asha.token, body } as never)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: 'Choose leads, or a filter.' },
      })
      const { changes } = (await server.call(leads.listChanges, { token: asha.token })).body
      expect(changes).toEqual([])
    },
  )

  it('leaves people who were added again, and other people’s businesses, alone', async () => {
    await addMany(2)
    const [first] = await all()
    const removed = await bulk({ audience: { all: true }, action: 'delete' })
    const again = { name: 'Again', phone: first?.phone, source: 'api' }
    await server.call(leads.upload, { token: asha.token, body: { leads: [again] } } as never)
    const other = await server.signUp()
    expect((await undo(removed.id, other.token)).status).toBe(404)
    expect((await undo(removed.id)).body.change).toMatchObject({ undone: 1, kept: 1 })
    expect((await all()).map(({ name }) => name).sort()).toEqual(['Again', 'L2'])
  })
})
