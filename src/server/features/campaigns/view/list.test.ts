import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CampaignOrder, type CampaignSummary, campaigns } from '#contract/campaigns.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
  const leads = await addLeads(server, shop.businessId, [{ phone: '+919812345678' }])
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: shop.template.weekend_offer!,
      leads,
      name: 'Óbidos fair',
      scheduled_at: new Date(Date.now() + 300 * 86_400_000).toISOString(),
    },
  })
  // Three names in two spellings, three statuses and three moments: many are equal to others in each.
  await sql`
    insert into campaigns (business_id, name, status, template_id, content_id, phone_number_id, audience, mapping,
      scheduled_at, timezone, created_by)
    select business_id, (array['Diwali', 'diwali', 'Holi', 'Eid "early" \\'])[1 + n % 4],
      (array['Completed', 'Cancelled', 'Failed'])[1 + n / 2 % 3], template_id, content_id, phone_number_id, audience,
      mapping, timestamptz '2026-11-01 09:00:00.000001Z' + n / 5 * interval '1 day 1 microsecond', timezone, created_by
    from campaigns, generate_series(0, 22) as n where id = ${body.campaign.id}`.execute(server.app.db)
})
afterAll(() => server.close())

const list = (query: object) => server.call(campaigns.list, { token: shop.token, query: query as never })

/** All pages of the list, three campaigns each. */
async function paged(sort: CampaignOrder): Promise<CampaignSummary[]> {
  const seen: CampaignSummary[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { status, body } = await list({ sort, limit: 3, ...(cursor && { cursor }) })
    expect(status).toBe(200)
    seen.push(...body.campaigns)
    cursor = body.next_cursor
  }
  return seen
}

/** By code points, as the database compares. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const later = (a: CampaignSummary, b: CampaignSummary) => compare(b.date, a.date) || b.id - a.id
const byName = (a: CampaignSummary, b: CampaignSummary) => compare(a.name.toLowerCase(), b.name.toLowerCase())
const byStatus = (a: CampaignSummary, b: CampaignSummary) => compare(a.status, b.status)
const expected: Record<CampaignOrder, (a: CampaignSummary, b: CampaignSummary) => number> = {
  newest: later,
  oldest: (a, b) => later(b, a),
  name: (a, b) => byName(a, b) || later(a, b),
  '-name': (a, b) => byName(b, a) || later(a, b),
  status: (a, b) => byStatus(a, b) || later(a, b),
  '-status': (a, b) => byStatus(b, a) || later(a, b),
}

describe('the list of campaigns', () => {
  it.each(CampaignOrder.options)(
    'has every campaign once, in pages and in its order, by %s',
    async (sort) => {
      const seen = await paged(sort)
      expect(new Set(seen.map(({ id }) => id)).size).toBe(24)
      expect(seen.map(({ id }) => id)).toEqual(seen.toSorted(expected[sort]).map(({ id }) => id))
    },
  )

  it('has the latest date first when nobody says otherwise', async () => {
    const { body } = await list({ limit: 500 })
    expect(body.campaigns[0]!.name).toBe('Óbidos fair')
    expect(body.campaigns.map(({ id }) => id)).toEqual((await paged('newest')).map(({ id }) => id))
  })

  it('is found and sorted at once, and counted whatever its order', async () => {
    const { body } = await list({ search: 'DIWALI', status: 'Failed', sort: '-name', limit: 1 })
    const { body: all } = await list({ search: 'diwali', status: 'Failed', limit: 500 })
    expect(body.found).toEqual({ count: all.campaigns.length, more: false })
    expect(all.campaigns.length).toBeGreaterThan(1)
  })

  it('goes on where it was, though campaigns have moved since', async () => {
    const first = (await list({ sort: 'status', limit: 3 })).body
    const last = first.campaigns.at(-1)!
    expect(last.status).toBe('Cancelled')
    const set = (status: string) =>
      server.app.db.updateTable('campaigns').set({ status }).where('id', '=', last.id).execute()
    await set('Failed')
    const next = (await list({ sort: 'status', limit: 3, cursor: first.next_cursor })).body
    await set('Cancelled')
    expect(next.campaigns.map(({ status }) => status)).toEqual(['Cancelled', 'Cancelled', 'Cancelled'])
  })

  it('refuses an unknown order in a sentence', async () => {
    const { status, body } = await list({ sort: 'planned' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      fields: { sort: 'Sort by one of newest, oldest, name, -name, status, -status.' },
    })
  })

  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  it.each([
    ['of another order', cursorOf('name', '2026-11-01T09:00:00.000001Z', 5, 'Diwali')],
    ['without a moment', cursorOf('newest', 'soon', 5, 'Failed')],
    ['of the year 0', cursorOf('newest', '0000-11-01T09:00:00.000001Z', 5, 'Failed')],
    ['with a NUL', cursorOf('newest', '2026-11-01T09:00:00.000001Z', 5, 'a\0b')],
    ['with a part of a campaign', cursorOf('newest', '2026-11-01T09:00:00.000001Z', 5.5, 'Failed')],
    ['that is no list', Buffer.from('{"at":1}').toString('base64url')],
    ['that is nothing', 'nonsense'],
  ])('refuses a cursor %s', async (_, cursor) => {
    const { status, body } = await list({ cursor })
    expect(status).toBe(400)
    expect(body.message).toBe('This page of the list is not known. Start from the first one.')
  })
})
