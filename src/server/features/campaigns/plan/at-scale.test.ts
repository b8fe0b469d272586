import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ParameterMapping } from '#contract/campaigns.ts'
import type { App, Db } from '#server/app.ts'
import { tallyBacklog } from '#server/features/analytics/rollups/keep.ts'
import { sampleLeads } from '#server/features/leads/leads.ts'
import { claimOfCampaign, listDispatches } from '#server/features/messages/lane/claim/claim.ts'
import { takeLane } from '#server/features/messages/lane/lane-owner.ts'
import { offerContent, openShop, type Shop } from '#server/features/messages/messages.fixture.ts'
import { planMessages } from '#server/features/messages/messages.ts'
import { getSender, recentMessages } from '#server/features/onboarding/onboarding.ts'
import { isCluster } from '#test/cluster.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { recipientRows } from '../run/start.ts'
import type { AudienceRules } from './audience.ts'
import { countAmong, countAudience } from './count-audience.ts'
import type { Draft } from './draft.ts'
import { fillingOf, lacksSql, valuesSql } from './variables.ts'

/** One large business among many small ones; a third of its people have aliases. */
const largest = 100_000
const others = 50
const ofEach = 600
const small = 400

let server: TestServer
let shop: Shop
/** One of the small ones. */
let neighbour: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
  const { db } = server.app
  const { rows } = await sql<{ id: number }>`
    insert into businesses (name, country, timezone)
    select 'Neighbour ' || n, 'IN', 'Asia/Kolkata' from generate_series(1, ${others}::int) n returning id`.execute(
    db,
  )
  neighbour = rows[0]!.id
  await addPeople(shop.businessId, largest)
  await addPeople(neighbour, small)
  for (const { id } of rows.slice(1)) await addPeople(id, ofEach)
  for (const table of ['leads', 'person_addresses', 'suppressions'])
    await sql`analyze ${sql.table(table)}`.execute(db)
})
afterAll(() => server.close())

/** Every third is known by a user id too, one pair in a thousand is one person, and one in fifty opted out. */
async function addPeople(businessId: number, count: number): Promise<void> {
  const { db } = server.app
  const phone = sql`'+91' || lpad((n * 7368787 % 10000000)::text, 7, '0') || '144'`
  const userId = sql`case when n % 3 = 0 then 'IN.' || n end`
  const people = sql`generate_series(1, ${count}::bigint) n`
  await sql`
    insert into leads (business_id, name, phone, bsuid, consent, tags)
    select ${businessId}::bigint, 'Asha ' || n, ${phone}, ${userId},
      case when n % 50 = 0 then 'opted_out' else 'opted_in' end, array['imported', 'list ' || n % 10]
    from ${people}`.execute(db)
  await sql`
    insert into person_addresses (business_id, address, person_id, several_phones)
    select ${businessId}::bigint, address, case when n % 3000 = 6 then n - 3 else n end, n % 3000 in (3, 6)
    from ${people}, unnest(array[${phone}, ${userId}]) as address where n % 3 = 0`.execute(db)
  await sql`
    insert into suppressions (business_id, address, reason)
    select ${businessId}::bigint, ${phone}, 'reply' from ${people} where n % 50 = 0`.execute(db)
}

const everybody: AudienceRules = {
  audience: { all: true },
  segment: undefined,
  consentStated: false,
  filling: [],
  customMessage: null,
  phonesOnly: false,
  isMarketing: true,
}
const draftOf = (rules: AudienceRules) => ({ rules }) as Draft

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Workers Planned'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
/** Rows that a node looked at, over all its turns. */
const looked = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops']

type Statement = { sql: string; parameters: readonly unknown[] }

/** What the database really does for a statement, which changes nothing. */
async function explain(
  { sql: text, parameters }: Statement,
  after: readonly Statement[] = [],
): Promise<{ nodes: Node[]; ms: number }> {
  const client = await server.app.pool.connect()
  try {
    await client.query('begin')
    for (const before of after) await client.query(before.sql, [...before.parameters])
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...parameters])
    const [plan] = rows[0]['QUERY PLAN'] as { Plan: Node; 'Execution Time': number }[]
    return { nodes: nodesOf(plan!.Plan), ms: plan!['Execution Time'] }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The statements that some work makes, word for word. */
async function statementsOf(work: (app: App) => Promise<unknown>): Promise<Statement[]> {
  const made: Statement[] = []
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: server.app.pool }),
    log({ query }) {
      made.push(query)
    },
  })
  const app: App = { ...server.app, db, transaction: (inside) => inside(app) }
  await work(app)
  return made
}

const seqScans = (nodes: readonly Node[]): string[] =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
    .map((node) => node['Relation Name'] ?? '')

describe('drawing an audience among 130,000 people of 51 businesses', () => {
  it('looks at each of 100,000 people a few times, none for every other', async () => {
    const { nodes, ms } = await explain(
      recipientRows(server.app, shop.businessId, draftOf(everybody)).compile(),
    )
    expect(nodes[0]!['Actual Rows']).toBe(largest)
    for (const node of nodes) expect(looked(node)).toBeLessThan(largest * 1.5)
    expect(ms).toBeLessThan(60_000)
  })

  it.each([
    ['everybody', everybody],
    ['a tag', { ...everybody, audience: { tags: ['list 3'] } }],
  ])('reads only its own people for a small business: %s', async (_, rules) => {
    const { nodes } = await explain(recipientRows(server.app, neighbour, draftOf(rules)).compile())
    for (const node of nodes) expect(looked(node)).toBeLessThan(small * 3)
    expect(seqScans(nodes)).toEqual([])
  })
})

describe('counting an audience of 100,000 of whom no two are one person', () => {
  let plain: number
  beforeAll(async () => {
    const { rows } = await sql<{ id: number }>`
      insert into businesses (name, country, timezone) values ('Plain', 'IN', 'Asia/Kolkata') returning id`.execute(
      server.app.db,
    )
    plain = rows[0]!.id
    await addPeople(plain, largest)
    await sql`update person_addresses set several_phones = false where business_id = ${plain}`.execute(
      server.app.db,
    )
    await sql`vacuum analyze leads, person_addresses, suppressions`.execute(server.app.db)
  })

  /** The last statement of a count, after those that it needs. */
  const counted = async (count: (app: App) => Promise<unknown>) => {
    const made = await statementsOf(count)
    return await explain(made.at(-1)!, made.slice(0, -1))
  }

  // A cluster's coordinator does not say how its nodes do it.
  it.skipIf(isCluster)('shares them between two processes of the database', async () => {
    const { nodes } = await counted((app) => countAudience(app, plain, everybody))
    const processes = nodes.find(({ 'Node Type': type }) => type.startsWith('Gather'))
    expect(processes?.['Workers Planned']).toBe(1)
  })

  it('looks up those written to today, and compares nobody with all of them', async () => {
    const written = 5_000
    const contentId = await offerContent(server, shop.businessId)
    await sql`
      insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, claimed_at)
      select ${shop.businessId}::bigint, ${contentId}::bigint, ${shop.phoneNumberId}, l.phone, 'sent', now()
      from leads l where l.business_id = ${plain} order by l.id limit ${written}`.execute(server.app.db)
    await sql`analyze messages`.execute(server.app.db)
    const sender = await getSender(server.app, shop.businessId, undefined)
    const recent = await recentMessages(server.app, sender)
    // One in fifty has opted out.
    expect(await countAmong(server.app, plain, everybody, recent)).toBe(written * 0.98)
    const { nodes } = await counted((app) => countAmong(app, plain, everybody, recent))
    for (const node of nodes) expect(looked(node)).toBeLessThan(written * 3)
    expect(seqScans(nodes)).not.toContain('leads')
    // Where two may be one person all of them are looked at, once; they have the same numbers.
    const { nodes: all } = await counted((app) => countAmong(app, shop.businessId, everybody, recent))
    for (const node of all) expect(looked(node)).toBeLessThan(largest * 1.5)
    expect(await countAmong(server.app, shop.businessId, everybody, recent)).toBeGreaterThan(written * 0.97)
  })
})

describe('claiming of a campaign of 100,000', () => {
  it('looks at those whose turn it is', async () => {
    const contentId = await offerContent(server, shop.businessId)
    await server.app.transaction((tx) =>
      planMessages(tx, {
        businessId: shop.businessId,
        campaignId: 1,
        contentId,
        phoneNumberId: shop.phoneNumberId,
        recipients: sql`(${recipientRows(tx, shop.businessId, draftOf(everybody))})`,
      }),
    )
    const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
    const { fence } = await takeLane(server.app, lane)
    const [dispatch] = await listDispatches(server.app, lane)
    const count = 50
    const [claim] = await statementsOf((app) => claimOfCampaign(app, lane, fence, dispatch!, count))
    await sql`update messages set status = 'queued', attempts = 0 where status = 'sending'`.execute(
      server.app.db,
    )
    await sql`update dispatches set cursor_id = first_id - 1`.execute(server.app.db)
    const { nodes, ms } = await explain(claim!)
    expect(nodes[0]!['Actual Rows']).toBe(count)
    for (const node of nodes) expect(looked(node)).toBeLessThan(count * 4)
    // Tables of a handful of rows are read as they are.
    const few = ['lanes', 'dispatches', 'database_guard', 'pg_database']
    expect(seqScans(nodes).filter((table) => !few.includes(table))).toEqual([])
    expect(ms).toBeLessThan(5_000)
  })
})

it('an estimate looks at a part of many leads, and comes close', async () => {
  const { app } = server
  await tallyBacklog(app, { backlog: 0 })
  const sample = await sampleLeads(app, shop.businessId)
  expect(sample!.ids.length).toBeLessThan(largest / 2)
  const [exact, estimate] = [
    await countAudience(app, shop.businessId, everybody),
    await countAudience(app, shop.businessId, { ...everybody, sample }),
  ]
  expect(exact.selected).toBe(largest)
  expect(Math.abs(estimate.selected - largest)).toBeLessThan(largest / 1000)
  expect(Math.abs(estimate.will_receive - exact.will_receive)).toBeLessThan(largest / 100)
  // Few leads are all looked at.
  expect(await sampleLeads(app, neighbour)).toBeUndefined()
})

it('who has a value is told without cleaning it', async () => {
  const names = [
    null,
    '',
    ' ',
    ' \t\n',
    '\u00a0',
    '\u00a0 \u00a0',
    '\u1680',
    '\u2003',
    '\u3000',
    '\u007f',
    ' Asha',
    '\tAsha',
    '~',
    '!',
    'Ärger',
    'À',
    'आशा',
    '\u0fff',
    'ကို',
    '李',
    '😀',
  ]
  const filling = fillingOf(
    [
      { key: '1', name: '1', where: 'body' },
      { key: '2', name: '2', where: 'body' },
      { key: '3', name: '3', where: 'body' },
    ],
    ParameterMapping.parse({
      1: { field: 'name' },
      2: { field: 'first_name' },
      3: { field: 'name', fallback: 'you' },
    }),
    null,
  )
  const { rows } = await sql<{ name: string; vals: unknown[]; lacks: boolean[] }>`
    select l.name, ${valuesSql(filling, null, 'l')} as vals, array[${sql.join(lacksSql(filling, null, 'l'))}] as lacks
    from unnest(${names}::text[]) as l (name)`.execute(server.app.db)
  expect(rows).toHaveLength(names.length)
  for (const { name, vals, lacks } of rows)
    expect(lacks, JSON.stringify(name)).toEqual(vals.map((one) => one === null))
  expect(rows.filter(({ vals }) => vals[0] === null).length).toBeGreaterThan(5)
})
