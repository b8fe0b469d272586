import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { leads } from '#contract/leads.ts'
import { messages } from '#contract/messages.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { userId } from '#sandbox/world/user-ids.ts'
import { applyIdentityChange, linkPeople } from '#server/features/leads/leads.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { pauseCampaign } from './control.ts'
import { startCampaign } from './start.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({
    delays: { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] },
  })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 1000
const newDigits = (ending = '7777') => `9196${next++}${ending}`
const idOf = (digits: string) => userId(digits, sandboxSeed.business.id)

/** A lead who hides their number. */
async function addHidden(digits: string, more: { consent?: string } = {}): Promise<number> {
  const { id } = await server.app.db
    .insertInto('leads')
    .values({
      business_id: shop.businessId,
      name: 'Pablo',
      username: 'pablo.m',
      bsuid: idOf(digits),
      consent: more.consent ?? 'opted_in',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const schedule = async (ids: number[], more: object = {}) => {
  const { status, body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads: ids, ...more },
  })
  expect([status, body.message]).toEqual([200, 'Campaign scheduled successfully!'])
  return body.campaign.id
}
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const ended = (id: number) =>
  eventually('the end of the campaign', async () => {
    const campaign = await get(id)
    return campaign.status === 'Completed' && campaign
  })
const resume = (id: number) => server.call(campaigns.resume, { token: shop.token, params: { id } })
const accepted = (digits: string) => server.sandbox.ledger().rows.filter(({ to }) => to === digits)

/** A campaign that has been planned and of which nothing has left yet: no lane sees it before it is paused. */
async function heldCampaign(ids: number[]): Promise<number> {
  const id = await schedule(ids, { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
  await server.app.transaction(async (tx) => {
    await sql`update campaigns set scheduled_at = now() where id = ${id}`.execute(tx.db)
    await startCampaign(tx, shop.businessId, id)
    await pauseCampaign(tx, { ...shop, sessionId: '' }, id)
  })
  expect((await get(id)).outcomes.queued).toBe(ids.length)
  return id
}

describe('people without a phone', () => {
  it('are written to in a campaign, and its log and export name them', async () => {
    const digits = newDigits()
    const id = await schedule([await addHidden(digits)])
    const campaign = await ended(id)
    expect(campaign.outcomes).toMatchObject({ planned: 1, failed: 0, skipped: 0 })
    expect(accepted(digits)).toHaveLength(1)
    const { body } = await server.call(messages.logs, { token: shop.token, query: { campaign_id: id } })
    expect(body.logs).toMatchObject([{ recipient_phone: idOf(digits), lead_name: 'Pablo' }])
    const csv = await server.http.inject({
      url: `/marketing/api/campaigns/${id}/export`,
      headers: { authorization: `Bearer ${shop.token}` },
    })
    expect(csv.body).toContain(idOf(digits))
  })

  it('are written to singly by their user id, and get no login codes', async () => {
    const digits = newDigits()
    const lead = await addHidden(digits)
    const send = (body: object) => server.call(messages.send, { token: shop.token, body: body as never })
    const offer = { template_name: 'weekend_offer', parameters: ['Pablo'] }
    const sent = await send({ recipient: idOf(digits), ...offer })
    expect(sent.body).toMatchObject({ success: true, message: 'Message sent successfully.' })
    expect(accepted(digits)).toHaveLength(1)
    const row = await server.app.db
      .selectFrom('messages')
      .select(['recipient_phone', 'lead_id'])
      .where('id', '=', sent.body.message_id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ recipient_phone: idOf(digits), lead_id: lead })
    const code = await send({
      recipient: idOf(digits),
      template_name: 'login_code',
      language: 'en_US',
      parameters: ['123456'],
    })
    expect(code.body).toMatchObject({
      success: false,
      fields: { recipient: 'WhatsApp sends login codes to phone numbers only.' },
    })
    for (const recipient of ['Pablo', 'IN.', 'IN.1 2', '']) {
      expect((await send({ recipient, ...offer })).status).toBe(400)
    }
    expect((await send({ to: '', ...offer })).body.fields).toEqual({
      to: 'Invalid phone number format. Use E.164 format (e.g., +919876543210).',
    })
  })

  it('are left out of a campaign of login codes', async () => {
    const ids = [
      await addHidden(newDigits()),
      ...(await addLeads(server, shop.businessId, [{ phone: `+${newDigits()}` }])),
    ]
    const { body } = await server.call(campaigns.schedule, {
      token: shop.token,
      body: {
        template_id: shop.template.login_code!,
        leads: ids,
        parameters: { 1: { text: '123456' } },
        scheduled_at: new Date(Date.now() + 7_200_000).toISOString(),
      },
    })
    expect(body.audience).toMatchObject({
      will_receive: 1,
      left_out: [{ reason: 'unusable_number', count: 1 }],
    })
  })

  it('who block advertising are left out from then on', async () => {
    const digits = newDigits('0003')
    const lead = await addHidden(digits)
    const id = await schedule([lead])
    await eventually('the refusal', async () => (await get(id)).outcomes.failed === 1)
    await eventually('the opt-out', async () => {
      const { body } = await server.call(leads.get, { token: shop.token, params: { id: lead } })
      return body.lead.consent === 'opted_out'
    })
  })
})

describe('one person with several addresses', () => {
  it('gets a campaign once, at the address that may be written to', async () => {
    const digits = newDigits()
    const [phone] = await addLeads(server, shop.businessId, [{ phone: `+${digits}`, consent: 'none' }])
    const hidden = await addHidden(digits)
    await linkPeople(server.app, shop.businessId, [[`+${digits}`, idOf(digits)]])
    const id = await schedule([phone!, hidden])
    const campaign = await ended(id)
    expect(campaign.left_out).toMatchObject([{ reason: 'duplicate', count: 1 }])
    expect(accepted(digits)).toHaveLength(1)
    const rows = await server.app.db
      .selectFrom('messages')
      .select(['lead_id', 'reason'])
      .where('campaign_id', '=', id)
      .orderBy('lead_id')
      .execute()
    expect(rows).toEqual([
      { lead_id: phone, reason: 'duplicate' },
      { lead_id: hidden, reason: null },
    ])
  })

  it('gets it once too when they turn out to be one after it was planned', async () => {
    const digits = newDigits()
    const [phone] = await addLeads(server, shop.businessId, [{ phone: `+${digits}` }])
    const hidden = await addHidden(digits)
    const id = await heldCampaign([phone!, hidden])
    expect((await get(id)).outcomes.queued).toBe(2)
    await linkPeople(server.app, shop.businessId, [[`+${digits}`, idOf(digits)]])
    await resume(id)
    const campaign = await ended(id)
    expect(campaign.outcomes.skipped).toBe(1)
    expect(accepted(digits)).toHaveLength(1)
  })

  it('is found by the user id that the statuses of an earlier message named', async () => {
    const digits = newDigits()
    const [lead] = await addLeads(server, shop.businessId, [{ phone: `+${digits}` }])
    await ended(await schedule([lead!]))
    await eventually('the user id', async () => {
      const { body } = await server.call(leads.get, { token: shop.token, params: { id: lead! } })
      return body.aliases.some(({ address }) => address === idOf(digits))
    })
    server.sandbox.inbound({ from: digits, hidden: true, text: 'STOP' })
    await eventually('the opt-out', async () => {
      const { body } = await server.call(leads.get, { token: shop.token, params: { id: lead! } })
      return body.lead.consent === 'opted_out'
    })
  })
})

describe('between planning and sending', () => {
  it('a deleted lead leaves the audience of a running campaign', async () => {
    const [gone, stays] = [newDigits(), newDigits()]
    const ids = await addLeads(server, shop.businessId, [{ phone: `+${gone}` }, { phone: `+${stays}` }])
    const id = await heldCampaign(ids)
    const deleted = await server.call(leads.bulk, {
      token: shop.token,
      body: { audience: { lead_ids: [ids[0]!] }, action: 'delete' },
    })
    expect(deleted.body.changed).toBe(1)
    // Added again, they are another lead, whom nobody put into this campaign.
    await addLeads(server, shop.businessId, [{ phone: `+${gone}` }])
    await resume(id)
    const campaign = await ended(id)
    expect(campaign.outcomes).toMatchObject({ planned: 2, skipped: 1 })
    expect(campaign.left_out).toEqual([{ reason: 'deleted', label: 'Deleted lead', count: 1 }])
    expect([accepted(gone), accepted(stays)].map(({ length }) => length)).toEqual([0, 1])
  })

  it('somebody who changes their number is not written to at the old one', async () => {
    const [old, now] = [newDigits(), newDigits()]
    const ids = await addLeads(server, shop.businessId, [{ phone: `+${old}` }, { phone: `+${newDigits()}` }])
    const id = await heldCampaign(ids)
    await applyIdentityChange(server.app, {
      businessId: shop.businessId,
      before: { phone: `+${old}`, bsuid: null },
      now: { phone: `+${now}`, bsuid: null },
      at: new Date(),
    })
    await resume(id)
    expect((await ended(id)).left_out).toEqual([
      { reason: 'changed_number', label: 'Changed number', count: 1 },
    ])
    expect(accepted(old)).toHaveLength(0)
    // A list that still has the old number brings it in as a lead again.
    await sql`update leads set unreachable_at = null, consent = 'opted_in' where phone = ${`+${old}`}`.execute(
      server.app.db,
    )
    const { body } = await server.call(campaigns.schedule, {
      token: shop.token,
      body: {
        template_id: shop.template.weekend_offer!,
        leads: ids,
        scheduled_at: new Date(Date.now() + 7_200_000).toISOString(),
      },
    })
    expect(body.audience.left_out).toMatchObject([{ reason: 'changed_number', count: 1 }])
  })
})
