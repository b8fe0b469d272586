import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App, Db } from '#server/app.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { readInsights } from './insights/read-insights.ts'
import { listHistory, listRecent, listScheduled } from './posts/list-posts.ts'
import { readCalendar } from './posts/read-calendar.ts'
import { claimPublications, nextWorkAt } from './publish/claim.ts'

/** One business with 5,000 posts of a year at four networks, beside one with 20,000. */
const posts = 5_000
const others = 20_000
/** Days of the calendar's month, and its share of the year. */
const monthDays = 42
const inMonth = Math.ceil((posts * monthDays) / 365)

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  asha = await server.signUp()
  const neighbour = await server.signUp('Ravi')
  await fill(asha.businessId, posts)
  await fill(neighbour.businessId, others)
  await sql`vacuum analyze social_accounts, social_posts, social_publications, social_media, social_post_media,
    social_post_figures, social_insights`.execute(server.app.db)
})
afterAll(() => server.close())

async function fill(businessId: number, count: number): Promise<void> {
  const { db } = server.app
  await sql`
    insert into social_accounts (business_id, platform, external_id, token_kind, name, status, status_at,
      connected_by, connected_at)
    select ${businessId}, platform, platform, 'page', platform, 'connected', now(), 1, now()
    from unnest(array['facebook', 'instagram', 'youtube', 'linkedin']) as platform`.execute(db)
  await sql`
    insert into social_media (business_id, hash, bytes, kind, mime, file_name, created_by, created_at)
    select ${businessId}, sha256((${businessId}::text || n)::bytea), 1000, 'image', 'image/jpeg', n || '.jpg', 1, now()
    from generate_series(1, 500) n`.execute(db)
  await sql`
    insert into social_posts (business_id, caption, timezone, created_by, created_at, updated_at, group_id)
    select ${businessId}, 'Post ' || n || repeat(' watercolour and coffee', 13), 'UTC', 1, now(), now(), n
    from generate_series(1, ${count}::int) n`.execute(db)
  await sql`
    insert into social_post_media (business_id, post_id, position, media_id)
    select o.business_id, o.id, 0, (select min(id) from social_media where business_id = ${businessId}) + o.id % 500
    from social_posts o where o.business_id = ${businessId}`.execute(db)
  await sql`
    insert into social_publications (business_id, post_id, account_id, platform, format, state, due_at, posted_at,
      external_post_id, marker, content_hash, state_at, created_at)
    select o.business_id, o.id, a.id, a.platform, 'image', case when t.at < now() then 'posted' else 'scheduled' end,
      t.at, case when t.at < now() then t.at end, o.id::text, o.id::text, sha256(o.id::text::bytea), now(),
      now() - interval '200 days'
    from (select *, row_number() over (order by id) as nr from social_posts where business_id = ${businessId}) o
    join (select *, row_number() over (order by id) - 1 as nr from social_accounts
      where business_id = ${businessId}) a on a.nr = o.nr % 4
    cross join lateral (
      select now() - interval '182 days' + interval '365 days' * o.nr / ${count}::int as at) t`.execute(db)
  await sql`
    insert into social_post_figures (business_id, publication_id, account_id, platform, likes, reach, engagement,
      fetched_at)
    select business_id, id, account_id, platform, id * 7 % 900, id * 37 % 9000, id * 7 % 900, now()
    from social_publications where business_id = ${businessId} and state = 'posted'`.execute(db)
  await sql`
    insert into social_insights (business_id, account_id, publication_id, metric, fetched_at, value)
    select business_id, account_id, id, 'likes', now() - n * interval '1 day', n
    from social_publications cross join generate_series(1, 5) n
    where business_id = ${businessId} and state = 'posted'`.execute(db)
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}
type Statement = { sql: string; parameters: readonly unknown[] }
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
/** Rows that a node looked at, over all its turns. */
const looked = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  node['Actual Loops']

/** The statements that some work makes, word for word. */
async function statementsOf(work: (app: App) => Promise<unknown>): Promise<Statement[]> {
  const made: Statement[] = []
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: server.app.pool }),
    log({ query }) {
      made.push(query)
    },
  })
  const app: App = { ...server.app, db, transaction: (inner) => inner({ ...server.app, db }) }
  await work(app)
  return made.filter((statement) => /^\s*(select|with|update)/i.test(statement.sql))
}

/** What the database really does for each of them; it changes nothing. */
async function explain(statements: readonly Statement[]): Promise<{ nodes: Node[]; blocks: number }> {
  const client = await server.app.pool.connect()
  const nodes: Node[] = []
  let blocks = 0
  try {
    for (const { sql: text, parameters } of statements) {
      await client.query('begin')
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...parameters])
      await client.query('rollback')
      const [plan] = rows[0]['QUERY PLAN'] as { Plan: Node }[]
      nodes.push(...nodesOf(plan!.Plan))
      blocks += plan!.Plan['Shared Hit Blocks'] + plan!.Plan['Shared Read Blocks']
    }
  } finally {
    client.release()
  }
  return { nodes, blocks }
}

const seqScans = (nodes: readonly Node[]): string[] =>
  nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
    .map((node) => node['Relation Name'] ?? '')
    // A handful of accounts is read as it is.
    .filter((table) => !['social_accounts', 'social_insight_runs', 'businesses'].includes(table))

/** Files and figures of this business may be joined as a whole: that is quicker than hundreds of look-ups. */
const isJoined = (node: Node): boolean =>
  ['social_post_media', 'social_post_figures', 'social_media'].includes(node['Relation Name'] ?? '')

const query = { limit: 50 }
const month = () => ({
  from: new Date(Date.now() - (monthDays / 2) * 86_400_000).toISOString(),
  to: new Date(Date.now() + (monthDays / 2) * 86_400_000).toISOString(),
  limit: 1000,
})

describe('among 25,000 posts of two businesses', () => {
  it.each<[string, number, number, (app: App) => Promise<unknown>]>([
    // What is read, rows that a step may look at, and blocks of 8 kB.
    [
      'a month of the calendar',
      inMonth * 1.2,
      posts * 1.5,
      (app) => readCalendar(app, asha.businessId, month()),
    ],
    ['the history', 120, 1_500, (app) => listHistory(app, asha.businessId, query)],
    ['the five most recent', 520, 2_500, (app) => listRecent(app, asha.businessId)],
  ])('%s is read from its own rows by an index', async (_, rows, blocks, work) => {
    const found = await explain(await statementsOf(work))
    expect(seqScans(found.nodes)).toEqual([])
    for (const node of found.nodes)
      expect(looked(node), JSON.stringify(node)).toBeLessThanOrEqual(isJoined(node) ? posts : rows)
    expect(found.blocks).toBeLessThan(blocks)
  })

  it('the scheduled posts are counted by an index alone, and a page of them is read', async () => {
    const [page, files, summary] = await statementsOf((app) => listScheduled(app, asha.businessId, query))
    const found = await explain([page!, files!])
    expect(seqScans(found.nodes)).toEqual([])
    for (const node of found.nodes) expect(looked(node), JSON.stringify(node)).toBeLessThanOrEqual(120)
    const counted = await explain([summary!])
    expect(seqScans(counted.nodes)).toEqual([])
    for (const node of counted.nodes) expect(looked(node)).toBeLessThanOrEqual(posts * 0.55)
    expect(counted.blocks).toBeLessThan(600)
  })

  it('the analytics of a platform read a page, the top five and 60 days', async () => {
    const statements = await statementsOf((app) => readInsights(app, asha.businessId, 'facebook', query))
    const found = await explain(statements)
    expect(seqScans(found.nodes)).toEqual([])
    const in60Days = (posts / 4 / 365) * 60
    for (const node of found.nodes)
      expect(looked(node), JSON.stringify(node)).toBeLessThanOrEqual(isJoined(node) ? posts : in60Days * 1.5)
    expect(found.blocks).toBeLessThan(3_500)
  })

  it('what is due is claimed without looking at what is not', async () => {
    await sql`
      update social_publications set due_at = now() - interval '1 second' where id in (
        select id from social_publications where business_id = ${asha.businessId} and state = 'scheduled'
        order by due_at limit 8)`.execute(server.app.db)
    await sql`analyze social_publications`.execute(server.app.db)
    const statements = await statementsOf(async (app) => {
      await nextWorkAt(app, 90_000)
      await claimPublications(app, { all: 16, videos: 4 })
    })
    await sql`update social_publications set claim = null, claimed_until = null where claim is not null`.execute(
      server.app.db,
    )
    const found = await explain(statements.filter(({ sql: text }) => !text.includes('advisory')))
    expect(seqScans(found.nodes)).toEqual([])
    for (const node of found.nodes) expect(looked(node), JSON.stringify(node)).toBeLessThanOrEqual(60)
    expect(found.blocks).toBeLessThan(600)
  })
})
