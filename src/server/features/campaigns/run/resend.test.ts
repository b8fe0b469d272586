import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'

const quick = { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } as const

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: quick })
  shop = await openShop(server)
})
afterAll(() => server.close())

const logs = async (query: object) =>
  (await server.call(messages.logs, { token: shop.token, query })).body.logs
const send = (to: string, parameters: string) =>
  server.call(messages.send, {
    token: shop.token,
    body: { to, template_name: 'weekend_offer', parameters: parameters as never },
  })
const resend = (id: number, token = shop.token) => server.call(messages.resend, { token, params: { id } })
const becomes = (id: number, wanted: RegExp) =>
  eventually(`the status ${wanted}`, async () => {
    const { body } = await server.call(messages.life, { token: shop.token, params: { id } })
    return wanted.test(body.log.status) && body.log
  })

describe('one failed message', () => {
  it('is found by part of its phone and by its text, says why in the row, and is sent again once', async () => {
    const to = '+919811044556'
    server.sandbox.fate(to, { refuse: 131030 })
    await send(to, '"Rao, Meenakshi"')
    const [found] = await logs({ search: '1104455' })
    expect(found).toMatchObject({ recipient_phone: to, status: 'failed' })
    expect(found?.explanation).toBeTruthy()
    expect((await logs({ search: 'rao, meenakshi' })).map(({ id }) => id)).toEqual([found!.id])
    const word = found!.message_body.split(' ')[0]!
    expect((await logs({ search: `${word} meenakshi` })).map(({ id }) => id)).toEqual([found!.id])
    expect(await logs({ search: '%' })).toEqual([])
    const { body } = await server.call(messages.errors, { token: shop.token, query: {} })
    expect(body.errors).toEqual([{ code: 131030, explanation: found!.explanation, count: 1 }])

    const stranger = await server.signUp()
    expect((await resend(found!.id, stranger.token)).status).toBe(404)
    server.sandbox.fate(to, null)
    const [one, other] = await Promise.all([resend(found!.id), resend(found!.id)])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    await becomes(found!.id, /sent|delivered|read/)
    expect((await resend(found!.id)).status).toBe(409)
    expect(server.sandbox.ledger().rows.filter((row) => `+${row.to}` === to)).toHaveLength(1)
  })

  it('of a campaign goes with it, and waits where WhatsApp asks for it', async () => {
    const to = '+919811077001'
    server.sandbox.fate(to, { refuse: 131049 })
    const leads = await addLeads(server, shop.businessId, [{ phone: to }, { phone: '+919811077889' }])
    const scheduled = await server.call(campaigns.schedule, {
      token: shop.token,
      body: {
        template_id: shop.template.weekend_offer!,
        leads,
        scheduled_at: new Date(Date.now() + 50).toISOString(),
      },
    })
    const id = scheduled.body.campaign.id
    const failed = await eventually('the failure', async () => {
      const [row] = await logs({ campaign_id: id, status: 'failed' })
      return row
    })
    const life = await becomes(failed.id, /failed/)
    expect([life.can_resend, life.resend_advice]).toEqual([
      true,
      'WhatsApp asks you to wait after this error. We send it when that time is over.',
    ])
    expect((await resend(failed.id)).status).toBe(200)
    const waiting = await becomes(failed.id, /queued/)
    expect(Date.parse(waiting.due_at!) - Date.now()).toBeGreaterThan(3_600_000)
  })
})

describe('a template that WhatsApp made marketing', () => {
  const categoryIs = (category: string) =>
    sql`update provider_templates set category = ${category} where name = 'weekend_offer'`.execute(
      server.app.db,
    )
  it.each(['failed', 'unknown'] as const)('is not sent again to who opted out: %s', async (status) => {
    const to = status === 'failed' ? '+919811077101' : '+919811077102'
    await addLeads(server, shop.businessId, [{ phone: to }])
    await categoryIs('UTILITY')
    server.sandbox.fate(to, { refuse: 131030 })
    await send(to, '"Meera"')
    server.sandbox.fate(to, null)
    const { id } = (await logs({ search: to }))[0]!
    await categoryIs('MARKETING')
    await sql`update leads set consent = 'opted_out' where phone = ${to}`.execute(server.app.db)
    if (status === 'failed') expect((await resend(id)).status).toBe(200)
    else {
      await sql`update messages set status = 'unknown', reason = 'ask_owner' where id = ${id}`.execute(
        server.app.db,
      )
      const body = { ids: [id], as: 'send_again' as const }
      const settled = await server.call(messages.settleUnknown, { token: shop.token, body })
      expect(settled.body.settled).toBe(1)
    }
    await becomes(id, /skipped/)
    expect(server.sandbox.ledger().rows.filter((row) => `+${row.to}` === to)).toEqual([])
  })
})

it('a single message whose numbered variables changed places is not sent again', async () => {
  const to = '+919811077201'
  server.sandbox.fate(to, { refuse: 131030 })
  await send(to, '"Meera"')
  server.sandbox.fate(to, null)
  const { id } = (await logs({ search: to }))[0]!
  await sql`update provider_templates set components = '[{"type": "BODY", "text": "Your code is {{1}}."}]'
    where name = 'weekend_offer'`.execute(server.app.db)
  const refused = await resend(id)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'The template has other variables now. Send it as a new message with Send WhatsApp Message.',
  ])
})
