import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import type { App, Db } from '#server/app.ts'
import { chatContent } from '#server/features/messages/model/contents.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { listConversations } from './list.ts'
import { readTimeline } from './timeline.ts'

const conversations = 20_000
const phoneNumberId = '281074529834160'
const campaignOfFew = 7

let server: TestServer
let businessId: number
let largest: number
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  const { db } = server.app
  const added = await sql<{ id: number }>`
    insert into businesses (name, country, timezone) values ('Asha', 'IN', 'UTC'), ('Ravi', 'IN', 'UTC')
    returning id`.execute(db)
  businessId = Number(added.rows[0]!.id)
  for (const { id } of added.rows) {
    await sql`
      insert into conversations (business_id, phone_number_id, address, state, snoozed_until, assigned_to, labels,
        last_inbound_id, read_inbound_id, last_at, created_at)
      select ${id}, ${phoneNumberId}, '+9198' || (10000000 + n), case when n % 3 = 0 then 'closed' else 'open' end,
        null, case when n % 500 = 0 then null when n % 700 = 0 then 1 else 2 end,
        case when n % 1000 = 1 then array['wholesale'] else '{}' end, n, n - (n % 900 = 1)::int,
        now() - n * interval '1 minute', now() from generate_series(1, ${conversations}::int) n`.execute(db)
  }
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from conversations where business_id = ${businessId}`.execute(db)
  largest = Number(rows[0]!.id)
  await sql`
    insert into conversation_addresses (business_id, phone_number_id, address, conversation_id)
    select business_id, phone_number_id, address, id from conversations`.execute(db)
  await sql`
    insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at, search)
    select ${businessId}, id, 'wamid.of.' || id, 'text', 'hello', '{}', last_at, now(), to_tsvector('simple', 'hello')
    from conversations where business_id = ${businessId} order by id`.execute(db)
  await sql`
    insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at, search)
    select ${businessId}, ${largest}, 'wamid.' || n, 'text', 'hello', '{}', now() - n * interval '1 second', now(),
      to_tsvector('simple', 'hello') from generate_series(1, 10000) n`.execute(db)
  const contentId = await server.app.transaction((tx) => chatContent(tx, businessId))
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, variables, status, created_at)
    select ${businessId}, ${contentId}, ${phoneNumberId}, '+919810000001', array['hello', '{}'], 'read',
      now() - n * interval '1 second' from generate_series(1, 10000) n`.execute(db)
  const { rows: sent } = await sql<{ id: number }>`
    insert into messages (business_id, campaign_id, content_id, phone_number_id, recipient_phone, status, created_at)
    select business_id, ${campaignOfFew}, ${contentId}, phone_number_id, address, 'read', now()
    from conversations where business_id = ${businessId} order by last_at limit 40 returning id`.execute(db)
  const sentIds = sent.map(({ id }) => Number(id))
  await sql`
    insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id, cursor_id)
    values (${businessId}, ${campaignOfFew}, ${phoneNumberId}, ${contentId}, 'closed', ${Math.min(...sentIds)},
      ${Math.max(...sentIds)}, ${Math.max(...sentIds)})`.execute(db)
  for (const table of ['conversations', 'inbound_messages', 'messages', 'conversation_addresses'])
    await sql`analyze ${sql.table(table)}`.execute(db)
})
afterAll(() => server.close())

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
/** Rows that a node looked at, over all its turns. */
const looked = (node: Node): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

/** The most rows that one node of the statements of some work looks at. */
async function mostLooked(work: (app: App) => Promise<unknown>): Promise<number> {
  const made: { sql: string; parameters: readonly unknown[] }[] = []
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool: server.app.pool }),
    log: ({ query }) => {
      made.push(query)
    },
  })
  await work({ ...server.app, db })
  let most = 0
  for (const { sql: text, parameters } of made) {
    const { rows } = await server.app.pool.query(`explain (analyze, format json) ${text}`, [...parameters])
    most = Math.max(most, ...nodesOf(rows[0]['QUERY PLAN'][0].Plan).map(looked))
  }
  return most
}

const list = (query: Omit<ConversationFilter, 'search'> & { limit?: number }) => (app: App) =>
  listConversations(app, { businessId, userId: 1 }, { view: 'open', limit: 30, ...query })

it.each([
  ['open', {}],
  ['mine', { view: 'mine' }],
  ['unassigned', { view: 'unassigned' }],
  ['closed', { view: 'closed' }],
  ['unread', { unread: true }],
  ['closing', { closing: true }],
  ['with a label that few have', { labels: ['wholesale'] }],
  ['with a label that nobody has', { labels: ['nobody'] }],
  ['who got a campaign that few got, long ago', { view: 'all', campaign_id: campaignOfFew }],
  ['who got a campaign that nobody got', { view: 'all', campaign_id: campaignOfFew + 1 }],
] as const)('a list of 20,000 conversations reads what it shows: %s', async (_, query) => {
  expect(await mostLooked(list(query as Parameters<typeof list>[0]))).toBeLessThan(500)
})

it('finds whom a campaign that few got reached', async () => {
  const ofFew = list({ view: 'all', campaign_id: campaignOfFew, limit: 100 })
  expect((await ofFew(server.app)).conversations).toHaveLength(40)
})

it.each([
  ['a rare word beside a frequent one', 'zebra hello'],
  ['a part of a number', '810004711'],
])('a search in 30,000 messages reads few of them: %s', async (_, search) => {
  const find = (app: App) => listConversations(app, { businessId, userId: 1 }, { search, limit: 30 })
  expect(await mostLooked(find)).toBeLessThan(4000)
})

it('a page of a conversation with 20,000 messages reads what it shows, wherever it is', async () => {
  expect(await mostLooked((app) => readTimeline(app, businessId, largest, { limit: 50 }))).toBeLessThan(500)
  const cursor = `${(Date.now() - 5_000_000) * 1000}-2-999999999`
  expect(
    await mostLooked((app) => readTimeline(app, businessId, largest, { limit: 50, cursor })),
  ).toBeLessThan(500)
})
