import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { optIn, optOut } from '#server/features/leads/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { countAll } from '../analytics.fixture.ts'
import { checkBlock } from './check.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp()
  await sql`update businesses set timezone = 'UTC' where id = ${person.businessId}`.execute(server.app.db)
})

type Change = [phone: string, consent: 'opted_in' | 'opted_out' | 'none', day: string, importId?: number]

/** In the order in which they are recorded. @returns their ids. */
async function say(...changes: Change[]): Promise<number[]> {
  const ids: number[] = []
  for (const [phone, consent, day, importId] of changes) {
    const { rows } = await sql<{ id: number }>`
      insert into consent_changes (business_id, phone, consent, source, import_id, at)
      values (${person.businessId}, ${phone}, ${consent}, 'form', ${importId ?? null}, ${`${day}T10:00:00Z`})
      returning id`.execute(server.app.db)
    ids.push(Number(rows[0]!.id))
  }
  await countAll(server)
  return ids
}
async function read(from: string, to: string) {
  const { body } = await server.call(analytics.get, { token: person.token, query: { from, to } })
  const { days, ...total } = body.consent
  const named = days.filter((day) => day.opted_in + day.opted_out > 0)
  return { ...total, days: Object.fromEntries(named.map((day) => [day.day, [day.opted_in, day.opted_out]])) }
}
const [asha, ravi] = ['+919822000001', '+919822000002']
const november = ['2026-11-01', '2026-11-30'] as const

it('counts who agrees on two forms once in a period, and on each of their days', async () => {
  await say(
    [asha, 'opted_in', '2026-11-02'],
    [asha, 'opted_in', '2026-11-02'],
    [asha, 'opted_in', '2026-11-05'],
    [ravi, 'opted_in', '2026-11-05'],
    [asha, 'opted_out', '2026-11-06'],
    [asha, 'opted_in', '2026-11-07'],
    [asha, 'opted_out', '2026-11-08'],
  )
  expect(await read(...november)).toEqual({
    opted_in: 2,
    opted_in_before: 0,
    opted_out: 1,
    opted_out_before: 0,
    days: {
      '2026-11-02': [1, 0],
      '2026-11-05': [2, 0],
      '2026-11-06': [0, 1],
      '2026-11-07': [1, 0],
      '2026-11-08': [0, 1],
    },
  })
  expect(await read('2026-11-03', '2026-11-05')).toMatchObject({ opted_in: 2, opted_in_before: 1 })
})

it('counts a person in the period and in the one before, and a change that arrives late', async () => {
  await say(
    [asha, 'opted_in', '2026-10-10'],
    [asha, 'opted_in', '2026-10-11'],
    [asha, 'opted_in', '2026-11-03'],
    [ravi, 'opted_in', '2026-11-20'],
    [ravi, 'opted_in', '2026-11-18'],
  )
  expect(await read(...november)).toMatchObject({ opted_in: 2, opted_in_before: 1 })
  expect(await read('2026-11-16', '2026-11-19')).toMatchObject({ opted_in: 1, opted_in_before: 0 })
  expect(await read('2026-11-20', '2026-11-21')).toMatchObject({ opted_in: 1, opted_in_before: 1 })
})

it('counts once on a day who did the same before, on it, and is recorded late', async () => {
  await say([asha, 'opted_in', '2026-11-05'], [ravi, 'opted_in', '2026-11-05'])
  await say([asha, 'opted_in', '2026-11-03'], [asha, 'opted_in', '2026-11-05'])
  expect(await read('2026-11-05', '2026-11-05')).toMatchObject({
    opted_in: 2,
    days: { '2026-11-05': [2, 0] },
  })
  expect(await read('2026-11-03', '2026-11-05')).toMatchObject({
    opted_in: 2,
    days: { '2026-11-03': [1, 0], '2026-11-05': [2, 0] },
  })
})

it('counts who is known by a WhatsApp user id alone once a day, as those with a number', async () => {
  const { businessId } = person
  await server.app.db
    .insertInto('leads')
    .values([
      { business_id: businessId, name: 'Asha', bsuid: 'IN.1001' },
      { business_id: businessId, name: 'Ravi', phone: ravi },
    ])
    .execute()
  const both = ['IN.1001', ravi]
  for (const day of ['2026-11-02', '2026-11-03'])
    for (const hour of ['10', '12']) {
      const at = (minute: string) => ({ source: 'reply', at: new Date(`${day}T${hour}:${minute}:00Z`) })
      expect(await optIn(server.app, businessId, both, at('00'))).toBe(2)
      expect(await optOut(server.app, businessId, both, at('30'))).toBe(2)
    }
  await countAll(server)
  expect(await read(...november)).toMatchObject({
    opted_in: 2,
    opted_out: 2,
    days: { '2026-11-02': [2, 2], '2026-11-03': [2, 2] },
  })
})

it('counts the earlier block of a person again when a change of before it is recorded later', async () => {
  const [late = 0] = await say([asha, 'opted_in', '2026-11-05'])
  await sql`select setval(pg_get_serial_sequence('consent_changes', 'id'), ${((late >> 13) + 2) * 8192})`.execute(
    server.app.db,
  )
  await say([asha, 'opted_in', '2026-11-03'])
  expect(await read(...november)).toMatchObject({ opted_in: 1 })
})

it('stays right across blocks, when a lead is deleted and when an import is undone', async () => {
  const { db } = server.app
  const { rows } = await sql<{ id: number }>`
    insert into leads (business_id, name, phone) values (${person.businessId}, 'Asha', ${asha}) returning id`.execute(
    db,
  )
  const [first = 0] = await say([asha, 'opted_in', '2026-11-02', 77])
  await sql`update consent_changes set lead_id = ${rows[0]!.id} where id = ${first}`.execute(db)
  await sql`select setval(pg_get_serial_sequence('consent_changes', 'id'), ${((first >> 13) + 1) * 8192})`.execute(
    db,
  )
  const [second = 0] = await say([asha, 'opted_in', '2026-11-04'])
  expect(second >> 13).toBe((first >> 13) + 1)
  const isWrong = async () => {
    const kind = 'consent' as const
    const blocks = [first, second].map((id) => ({ business_id: person.businessId, kind, block: id >> 13 }))
    return await Promise.all(blocks.map((block) => checkBlock(server.app, block)))
  }
  expect(await read(...november)).toMatchObject({ opted_in: 1 })
  await sql`update consent_changes set lead_id = null where lead_id = ${rows[0]!.id}`.execute(db)
  expect(await isWrong()).toEqual([false, false])
  await sql`delete from consent_changes where import_id = 77 and business_id = ${person.businessId}`.execute(
    db,
  )
  await countAll(server)
  expect(await isWrong()).toEqual([false, false])
  expect(await read('2026-11-02', '2026-11-04')).toMatchObject({
    opted_in: 1,
    days: { '2026-11-04': [1, 0] },
  })
  await sql`update analytics_leads set earlier_day = '2026-11-03' where business_id = ${person.businessId}
    and kind = 'consent'`.execute(db)
  expect(await isWrong()).toEqual([false, true])
  expect(await isWrong()).toEqual([false, false])
})
