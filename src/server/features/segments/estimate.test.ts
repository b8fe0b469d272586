import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import { segments } from '#contract/growth/segments.ts'
import { leads } from '#contract/leads.ts'
import { tallyBacklog } from '#server/features/analytics/rollups/keep.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

/** Above this many a first count looks at a part of the leads. */
const many = 60_000

let server: TestServer
let token: string
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  const shop = await server.signUp()
  token = shop.token
  await sql`
    insert into leads (business_id, name, phone, consent, tags)
    select ${shop.businessId}::bigint, 'Asha ' || n, '+9198' || lpad(n::text, 8, '0'), 'opted_in',
      case when n % 500 = 0 then '{Wedding}'::text[] when n % 3 = 0 then '{Diwali}' else '{}' end
    from generate_series(1, ${many}::int) n`.execute(server.app.db)
  await tallyBacklog(server.app, { backlog: 0 })
})
afterAll(() => server.close())

const tagged = (tag: string): SegmentRules => ({
  match: 'all',
  rules: [
    { about: 'consent', did: true, consent: 'opted_in' },
    { about: 'tag', is: 'any', tags: [tag] },
  ],
})
const preview = async (rules: SegmentRules, estimate?: boolean) => {
  const body = { rules, ...(estimate !== undefined && { estimate }) }
  return (await server.call(segments.preview, { token, body: body as never })).body.preview
}

it('counts on a part of many leads first, and all of them when asked', async () => {
  const meant = many / 3 - many / 1500
  const exact = await preview(tagged('Diwali'))
  expect(exact).toMatchObject({ estimated: false, leads: many, people: meant })
  expect(exact.parts.map(({ left }) => left)).toEqual([many, meant])

  const first = await preview(tagged('Diwali'), true)
  expect(first.estimated).toBe(true)
  expect(first.leads).toBe(many)
  expect(Math.abs(first.people - meant)).toBeLessThan(meant / 20)
  expect(first.parts.map(({ left }) => left)).toEqual([many, first.people])
})

it('counts a small segment of many leads exactly at once', async () => {
  expect(await preview(tagged('Wedding'), true)).toMatchObject({ estimated: false, people: many / 500 })
})

it('estimates what a search of the list of leads finds, unless it finds few', async () => {
  const count = async (query: Record<string, unknown>) =>
    (await server.call(leads.count, { token, query: query as never })).body
  expect(await count({ search: 'a' })).toEqual({ success: true, total: many, estimated: false })
  expect(await count({ search: 'a', estimate: 'true' })).toEqual({
    success: true,
    total: many,
    estimated: true,
  })
  const exact = await count({ search: '7' })
  const first = await count({ search: '7', estimate: 'true' })
  expect([exact.estimated, first.estimated]).toEqual([false, true])
  expect(Math.abs(first.total - exact.total)).toBeLessThan(exact.total / 20)
  const few = await count({ search: 'Asha 5999' })
  expect(await count({ search: 'Asha 5999', estimate: 'true' })).toEqual(few)
  expect(few).toMatchObject({ total: 11, estimated: false })
  // Without a filter nothing is left to estimate.
  expect(await count({ estimate: 'true' })).toMatchObject({ total: many, estimated: false })
})

it('leaves the connections of others alone while many count all leads at once', async () => {
  const holder = await server.app.pool.connect()
  let counts: ReturnType<typeof preview>[] = []
  try {
    await holder.query('begin; lock table leads in access exclusive mode')
    counts = Array.from({ length: 40 }, () => preview(tagged('Diwali')))
    await expect.poll(() => lockWaits(server.app), { timeout: 20_000 }).toBeGreaterThan(0)
    const { status } = await server.call(segments.list, { token })
    expect(status).toBe(200)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  const people = (await Promise.all(counts)).map((count) => count.people)
  expect(new Set(people)).toEqual(new Set([many / 3 - many / 1500]))
})
