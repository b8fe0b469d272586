import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import {
  newPhone,
  offerContent,
  planCampaign,
  type Shop,
  untilOutcomes,
} from '#server/features/messages/messages.fixture.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'

// Runs on a cluster alone: `npm run test:citus`.
const people = 1500
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'fatal' })
})
afterAll(() => server.close())

/** The port of the node that has a business's rows. */
async function nodeOf(businessId: number): Promise<number> {
  const { rows } = await sql<{ port: number }>`
    select nodeport as port from pg_dist_shard_placement
    where shardid = get_shard_id_for_distribution_column('messages', ${businessId}::bigint)`.execute(
    server.app.db,
  )
  return rows[0]!.port
}

/** A business with a number of its own, on another node than `unlike`. */
async function openOn(unlike?: number): Promise<Shop & { node: number }> {
  for (;;) {
    const person = await server.signUp()
    const node = await nodeOf(person.businessId)
    if (node === unlike) continue
    const { phone_number_id } = await connectSeededAccount(server, person)
    return { ...person, phoneNumberId: phone_number_id, node }
  }
}

/** A node takes no connection to this test's database and has none. @returns a function that lets it take them again. */
async function takeAway(port: number): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.app.db)
  const name = rows[0]!.name
  const address = inject('workerUrls').find((url) => new URL(url).port === String(port))!
  const on = async (...statements: string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await on(
    `alter database "${name}" allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  return () => on(`alter database "${name}" allow_connections true`)
}

/** Plans a campaign as the screens do, whose content needs no template of the provider's here. */
async function begin(shop: Shop): Promise<number> {
  const phones = Array.from({ length: people }, newPhone)
  return await planCampaign(server, shop, phones, {
    contentId: await offerContent(server, shop.businessId),
  })
}

/** Waits until some of a campaign were read, so that it is in the middle. */
const isUnderWay = (shop: Shop, campaignId: number) =>
  eventually('some were read', async () => {
    const { rows } = await sql<{ read: number }>`
      select count(*)::int as read from messages
      where business_id = ${shop.businessId} and campaign_id = ${campaignId} and status = 'read'`.execute(
      server.app.db,
    )
    return rows[0]!.read > 50
  })

it('goes on for the others while a node is away, and for its own once it is back', async () => {
  const one = await openOn()
  const other = await openOn(one.node)
  const [own, others] = [await begin(one), await begin(other)]
  await Promise.all([isUnderWay(one, own), isUnderWay(other, others)])
  const bringBack = await takeAway(one.node)
  const at = Date.now()
  const took = (what: string) => process.stderr.write(`${what} after ${Date.now() - at} ms\n`)
  try {
    await untilOutcomes(server, other, others, { read: people }, 60_000)
    took('the other campaign')
    const more = await begin(other)
    await untilOutcomes(server, other, more, { read: people }, 90_000)
    took('one more')
    const refused = await server.call(messages.logs, { token: one.token, query: { limit: 10 } })
    expect([refused.status, refused.body.message]).toEqual([503, expect.stringContaining('database')])
    expect((await server.call(messages.logs, { token: other.token, query: { limit: 10 } })).status).toBe(200)
  } finally {
    await bringBack()
  }
  await untilOutcomes(server, one, own, { read: people }, 180_000)
  took('its own')
  const counts = new Map<string, number>()
  for (const { to } of server.sandbox.world.ledger.rows()) counts.set(to, (counts.get(to) ?? 0) + 1)
  expect(counts.size).toBe(3 * people)
  expect([...counts].filter(([, count]) => count > 1)).toEqual([])
}, 400_000)
