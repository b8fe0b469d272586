import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookForCluster } from '#server/platform/by-whole-key.ts'
import { refusedByCitus } from '#test/citus-rules.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { newPhone, openShop, planCampaign, type Shop, untilOutcomes } from '../messages.fixture.ts'

// What is asked for each message names its business and is of a form that a cluster takes (docs/scale.md).
const statements = new Set<string>()
const { query } = pg.Client.prototype
const asCluster = { query: async () => ({ rows: [{ is: true }] }) } as unknown as pg.Client
let server: TestServer
let shop: Shop
beforeAll(async () => {
  // A connection keeps the function that it was made with.
  const limit = Error.stackTraceLimit
  pg.Client.prototype.query = function (this: pg.Client, config: unknown, ...rest: unknown[]) {
    Error.stackTraceLimit = 100
    const stack = new Error('asked here').stack ?? ''
    Error.stackTraceLimit = limit
    const text = typeof config === 'string' ? config : (config as { text?: string }).text
    if (text && /\b(messages|lanes|dispatches)\b/.test(text) && !text.includes('pgboss.') && isHot(stack))
      statements.add(text)
    return (query as (...all: unknown[]) => unknown).call(this, config, ...rest)
  } as typeof query
  server = await openTestServer({ jobs: true, log: 'error' })
  // What a cluster is asked: this server takes the same statements.
  await lookForCluster(asCluster)
  server.sandbox.settings({ delays: { sent: [5, 20], delivered: [50, 60], read: [100, 110] } })
  shop = await openShop(server)
})
afterAll(async () => {
  pg.Client.prototype.query = query
  await lookForCluster(server.app.pool)
  await server.close()
})

/** By the nearest caller in a feature: lanes, and what applies statuses. The sweep of a minute looks at all businesses. */
function isHot(stack: string): boolean {
  const [, ...callers] = stack.split('\n').filter((line) => line.includes('/src/server/features/'))
  return (
    /messages\/(lane|outcome)\/(?!.*(test|fixture)\.ts)/.test(callers[0] ?? '') &&
    !stack.includes('clearMissingReports')
  )
}

it('is one of a single business, in a form that a cluster takes', async () => {
  const campaignId = await planCampaign(server, shop, [newPhone(), newPhone(), newPhone()])
  await untilOutcomes(server, shop, campaignId, { read: 3 })
  const all = [...statements]
  for (const part of ['clock_timestamp() as now', "then 'sent' else m.status", 'm.business_id = e.business'])
    expect(
      all.some((one) => one.includes(part)),
      part,
    ).toBe(true)
  expect(all.flatMap(refusedByCitus)).toEqual([])
})

it.each([
  ['a volatile clock', 'update lanes set at = clock_timestamp() where business_id = $1'],
  [
    'a clock within an expression',
    'update lanes l set at = case when a then now() end where business_id = $1',
  ],
  ['a sum of times', "update lanes set at = l.at + interval '1 s' from x l where business_id = $1"],
  ['a cast to an array', 'update messages m set ids = e.ids::bigint[] from e where business_id = $1'],
  [
    'a time in another form',
    'update lanes set a = 1 where business_id = $1 returning extract(epoch from at)',
  ],
  ['locks in more than one business', 'select id from messages where status = $1 for update skip locked'],
  [
    'locks what is joined',
    'with l as (select 1), m as (select id from messages m join l on true where business_id = $1 for update) select 1',
  ],
  ['names no business', 'update messages set status = $1 where id = $2'],
])('finds %s', (name, statement) => {
  expect(refusedByCitus(statement).join()).toContain(name)
})
