import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
import { leads as leadCalls } from '#contract/leads.ts'
import { type MessageStatus, messages } from '#contract/messages.ts'
import { subscription } from '#contract/subscription.ts'
import { countAll } from '#server/features/analytics/analytics.fixture.ts'
import { tallyBacklog } from '#server/features/analytics/rollups/keep.ts'
import { addLeads, openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { eventually, newKeys, openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
/** Sends, and counts on its own: it ends before the test counts, or each would take marks from the other. */
let worker: TestServer
let shop: Shop
beforeAll(async () => {
  const keys = newKeys()
  server = await openTestServer({ log: 'error', keys })
  worker = await openTestServer({ jobs: true, log: 'error', keys, beside: server })
  server.sandbox.settings({ delays: { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } })
  shop = await openShop(server)
})
afterAll(() => server.close())

const taken: MessageStatus[] = ['sent', 'delivered', 'read']

it('the dashboard, the logs, the subscription and the campaign count the same messages', async () => {
  const people = [
    ...Array.from({ length: 6 }, (_, n) => ({ phone: `+91981234${n}777` })),
    // Two that fail, and three who are left out: those are no messages.
    { phone: '+919812350001' },
    { phone: '+919812360001' },
    ...Array.from({ length: 3 }, (_, n) => ({ phone: `+91981237${n}777`, consent: 'opted_out' })),
  ]
  const leads = await addLeads(server, shop.businessId, people)
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads },
  })
  const { id } = body.campaign
  const single = await server.call(messages.send, {
    token: shop.token,
    body: { to: '+919812380777', template_name: 'weekend_offer', language: 'en_US', parameters: ['Asha'] },
  })
  expect(single.status).toBe(200)
  const stats = async () => (await server.call(dashboard.stats, { token: shop.token })).body
  await eventually('everything has its end', async () => {
    const { body: got } = await server.call(campaigns.get, { token: shop.token, params: { id } })
    const { read, failed, skipped } = got.campaign.outcomes
    return read === 6 && failed === 2 && skipped === 3 && (await stats()).today.read === 7
  })
  const logged = async (status?: MessageStatus[]) => {
    const query = { ...(status && { status }), limit: 500 }
    return (await server.call(messages.logs, { token: shop.token, query })).body.logs
  }
  const { usage } = (await server.call(subscription.get, { token: shop.token })).body
  const countOf = (statuses: readonly MessageStatus[]) =>
    statuses.reduce((sum, status) => sum + usage.messages[status], 0)
  const figures = await stats()
  expect([
    figures.stats.messages,
    figures.today.sent,
    figures.messages.days.at(-1),
    (await logged(taken)).length,
    countOf(taken),
  ]).toEqual([7, 7, 7, 7, 7])
  // What the logs open with: all that was on its way, and nobody who was left out.
  const onTheirWay: MessageStatus[] = ['queued', 'sending', ...taken, 'failed', 'unknown']
  expect((await logged(onTheirWay)).length).toBe(9)
  expect(figures.today.failed).toBe(2)
  expect([usage.messages.failed, usage.messages.skipped, usage.messages.planned]).toEqual([2, 3, 12])
  // Kept tallies say the same as rows, and what changes after they were kept is seen at once.
  await worker.close()
  await countAll(server)
  const kept = await stats()
  expect([kept.stats, kept.leads, kept.messages]).toEqual([figures.stats, figures.leads, figures.messages])
  await sql`
    update leads set consent = 'opted_out' where business_id = ${shop.businessId} and phone = '+919812340777'`.execute(
    server.app.db,
  )
  await sql`
    update messages set status = 'failed' where business_id = ${shop.businessId} and recipient_phone = '+919812340777'`.execute(
    server.app.db,
  )
  const changed = await stats()
  expect(changed.leads.with_consent).toBe(kept.leads.with_consent - 1)
  expect(changed.stats).toEqual({ ...kept.stats, messages: kept.stats.messages - 1 })
  // Tags are counted in the same way, from what is kept and from what has changed since.
  const tags = async () => (await server.call(leadCalls.tags, { token: shop.token })).body.tags
  const tagged = async (tag: string) => (await tags()).find((one) => one.tag === tag)?.leads
  await sql`update leads set tags = tags || '{counted}' where business_id = ${shop.businessId}`.execute(
    server.app.db,
  )
  expect(await tagged('counted')).toBe(people.length)
  await countAll(server)
  expect(await tagged('counted')).toBe(people.length)
  await sql`
    update leads set tags = '{}' where business_id = ${shop.businessId} and phone = '+919812340777'`.execute(
    server.app.db,
  )
  expect(await tagged('counted')).toBe(people.length - 1)
  // Where much is marked, tallies are counted ahead of the rest; a change after that is seen all the same.
  expect(await tallyBacklog(server.app, { backlog: 0 })).toBeGreaterThan(0)
  const { rows } = await sql`select from analytics_marks where not tallied and kind <> 'consent'`.execute(
    server.app.db,
  )
  expect(rows).toEqual([])
  expect((await stats()).leads).toEqual(changed.leads)
  await sql`
    update leads set consent = 'opted_out' where business_id = ${shop.businessId} and phone = '+919812341777'`.execute(
    server.app.db,
  )
  expect((await stats()).leads.with_consent).toBe(changed.leads.with_consent - 1)
  await countAll(server)
  expect((await stats()).leads.with_consent).toBe(changed.leads.with_consent - 1)
})
