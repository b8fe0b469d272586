import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { conversations } from '#contract/conversations.ts'
import { up } from '#server/migrations/1061-texts-of-sent-templates.ts'
import { isCluster } from '#test/cluster.ts'
import { eventually } from '#test/server.ts'
import { type Inbox, openInbox } from '../conversations.fixture.ts'

let inbox: Inbox
let { server, asha, stranger, list, send, started } = {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, stranger, list, send, started } = inbox)
})
afterAll(() => server.close())

const found = async (search: string) => (await list({ search })).map(({ id }) => id)

describe('a template that was sent in a conversation', () => {
  const order = (...parameters: string[]) =>
    ({ type: 'template', name: 'order_shipped', language: 'en_US', parameters }) as const

  it('is found by its text, its values, both together, and its name', async () => {
    const { id } = await started()
    const { status, body } = await send(id, order('Zoë', 'QX-7731', 'QX-7731'))
    expect(status, JSON.stringify(body)).toBe(200)
    for (const search of ['zoe', 'QX-7731', 'on its way', 'hello zoë your order', 'order_shipped']) {
      expect(await found(search), search).toContain(id)
    }
    expect(await found('QX-7731 refused')).not.toContain(id)
    const other = await server.call(conversations.list, {
      token: stranger.token,
      query: { search: 'QX-7731' },
    })
    expect(other.body.conversations).toEqual([])
  })

  it('is found by its header and footer', async () => {
    const { id } = await started()
    await send(id, { type: 'template', name: 'hello_world', language: 'en_US', parameters: [] })
    for (const search of ['hello world congratulations', 'sample message']) {
      expect(await found(search), search).toContain(id)
    }
  })

  // Migrations of before a cluster was supported never meet tables that were given to nodes.
  it.skipIf(isCluster)('is found also where it was sent by a version that knew its name alone', async () => {
    const { id } = await started()
    const free = await started()
    await send(id, order('Zoë', 'ÄB-9042', 'ÄB-9042'))
    await send(free.id, { type: 'text', text: 'Pistachio cake' })
    await sql`update conversation_sends set search = to_tsvector('simple', text)
      where business_id = ${asha.businessId}`.execute(server.app.db)
    expect(await found('ab-9042')).toEqual([])
    await up(server.app.db as never)
    expect(await found('ab-9042 zoe way')).toEqual([id])
    expect(await found('order_shipped ab-9042')).toEqual([id])
    expect(await found('pistachio')).toEqual([free.id])
  })
})

describe('a campaign', () => {
  const offered = async (search: string, token = asha.token) =>
    (await server.call(conversations.foundCampaigns, { token, query: { search } })).body.campaigns

  it('is offered by the words of its text, and lists the conversations of its people', async () => {
    const { id, digits } = await started()
    const [lead] = await list({ search: digits })
    await server.app.db
      .updateTable('leads')
      .set({ consent: 'opted_in' })
      .where('id', '=', lead!.lead_id!)
      .execute()
    const { rows } = await sql<{ id: number }>`
      select t.id from templates t join provider_templates p on p.business_id = t.business_id
        and p.id = t.provider_template_id
      where t.business_id = ${asha.businessId} and p.name = 'order_shipped'`.execute(server.app.db)
    const scheduled = await server.call(campaigns.schedule, {
      token: asha.token,
      body: {
        name: 'Diwali parcels',
        template_id: Number(rows[0]!.id),
        leads: [lead!.lead_id!],
        parameters: { '1': { field: 'name' }, '2': 'Laddoo', 'button.0': 'Laddoo' },
      } as never,
    })
    expect(scheduled.status, JSON.stringify(scheduled.body)).toBe(200)
    const { campaign } = scheduled.body
    const offer = await eventually('the campaign', async () => (await offered('on its way to you'))[0])
    expect(offer).toEqual({ id: campaign.id, name: 'Diwali parcels', at: expect.any(String) })
    for (const search of ['LADDOO', 'diwali', 'órder yo']) {
      expect(
        (await offered(search)).map((one) => one.id),
        search,
      ).toEqual([campaign.id])
    }
    for (const search of ['', '!', 'refund', 'addoo']) expect(await offered(search), search).toEqual([])
    expect(await offered('diwali', stranger.token)).toEqual([])
    await eventually('the message', async () => {
      const of = await list({ campaign_id: String(campaign.id), view: 'all' })
      return of.length === 1 && of[0]!.id === id
    })
  })
})
