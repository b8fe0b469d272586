import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { offerContent, openShop, type Shop } from '../messages.fixture.ts'
import { messageStatuses } from '../model/message-status.ts'
import { summariseLogs } from './summary.ts'

const hourMs = 3_600_000
const begin = Date.UTC(2026, 0, 1)

let server: TestServer
let shop: Shop
let contentId: number
beforeAll(async () => {
  server = await openTestServer()
  shop = await openShop(server)
  contentId = await offerContent(server, shop.businessId)
  const neighbour = await server.signUp()
  const others = await offerContent(server, neighbour.businessId)
  // Hours after the begin; ids are given in this order.
  await write(1, [0, 1, 2, 2, 3])
  await write(null, [4])
  await write(2, [5, 5, 5])
  // Another business's between them.
  await add(neighbour.businessId, others, null, [5.5, 5.5])
  await write(2, [5, 5])
  // One of its own between them.
  await write(3, [6, 6])
  await write(null, [6.2, 6.4])
  await write(3, [6, 6, 6])
  // Begun half an hour before what has smaller ids.
  await write(null, [9])
  await write(4, [8.5, 8.5, 8.5])
  // Not all are planned in one hour.
  await write(5, [10, 11, 12])
  // Two that mingle.
  await write(6, [13])
  await write(7, [13.1])
  await write(6, [13])
  await write(7, [13.1, 13.1])
  await write(8, [14, 14, 14, 14])
  await write(9, [15, 15])
  await write(null, [20, 19.3, 19.5])
  // The first of one was erased; another still goes.
  await sql`delete from messages where id = (select min(id) from messages where campaign_id = 8)`.execute(
    server.app.db,
  )
  await sql`
    insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id, cursor_id,
      drained_at)
    select business_id, campaign_id, phone_number_id, content_id, 'open', min(id) - (campaign_id = 8)::int, max(id),
      max(id), case when campaign_id <> 9 then now() end
    from messages where campaign_id is not null
    group by business_id, campaign_id, phone_number_id, content_id`.execute(server.app.db)
})
afterAll(() => server.close())

const write = (campaign: number | null, hours: number[]) => add(shop.businessId, contentId, campaign, hours)

let written = 0
async function add(
  businessId: number,
  content: number,
  campaign: number | null,
  hours: number[],
): Promise<void> {
  for (const hour of hours) {
    written++
    await sql`
      insert into messages (business_id, campaign_id, content_id, phone_number_id, recipient_phone, status, created_at)
      values (${businessId}, ${campaign}, ${content}, ${shop.phoneNumberId}, ${`+9198765${10_000 + written}`},
        ${messageStatuses[written % messageStatuses.length]}, ${new Date(begin + hour * hourMs)})`.execute(
      server.app.db,
    )
  }
}

async function counted(from: string | undefined, to: string | undefined): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from messages where business_id = ${shop.businessId}
      and created_at >= ${from ?? '-infinity'}::timestamptz and created_at < ${to ?? 'infinity'}::timestamptz
    group by status`.execute(server.app.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

it('a summary of any time counts each message once', async () => {
  const times = [undefined, ...Array.from({ length: 45 }, (_, half) => begin + (half / 2 - 1) * hourMs)]
  for (const first of times)
    for (const second of times) {
      if (first !== undefined && second !== undefined && second < first) continue
      const [from, to] = [first, second].map((ms) => ms && new Date(ms).toISOString()) as [string?, string?]
      const { planned, by_status } = await summariseLogs(server.app, shop.businessId, { from, to }, 1)
      const wanted = await counted(from, to)
      const found = Object.fromEntries(Object.entries(by_status).filter(([, count]) => count > 0))
      expect(found, `${from} to ${to}`).toEqual(wanted)
      expect(planned).toBe(Object.values(wanted).reduce((sum, count) => sum + count, 0))
    }
  const whole = await sql`
    select campaign_id from dispatches where business_id = ${shop.businessId} and tally is not null order by 1`.execute(
    server.app.db,
  )
  // From kept counts, where that can be.
  expect(whole.rows.map((row) => Number((row as { campaign_id: number }).campaign_id))).toEqual(
    expect.arrayContaining([1, 2, 4]),
  )
})

it('counts what changed since', async () => {
  const before = await summariseLogs(server.app, shop.businessId, {}, 1)
  await server.app.transaction(async (tx) => {
    await sql`update messages set status = 'read' where campaign_id = 2`.execute(tx.db)
    await sql`update dispatches set moves = moves + 1 where campaign_id = 2`.execute(tx.db)
  })
  const after = await summariseLogs(server.app, shop.businessId, {}, 1)
  expect(after.planned).toBe(before.planned)
  expect(after.by_status.read).toBeGreaterThan(before.by_status.read)
})

it('waits for nobody who changes a campaign', { timeout: 20_000 }, async () => {
  const change = sql`update dispatches set moves = moves + 1 where campaign_id = 4`
  await change.execute(server.app.db)
  const before = await summariseLogs(server.app, shop.businessId, {})
  await server.app.transaction(async (tx) => {
    await change.execute(tx.db)
    expect(await summariseLogs(server.app, shop.businessId, {}, 1)).toEqual(before)
  })
})

it('a business without messages has none', async () => {
  const { businessId } = await server.signUp()
  const { planned } = await summariseLogs(server.app, businessId, { from: new Date(begin).toISOString() })
  expect(planned).toBe(0)
})
