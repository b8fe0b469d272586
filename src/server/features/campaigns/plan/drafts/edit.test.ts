import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignDrafts } from '#contract/campaigns/drafts.ts'
import { campaigns } from '#contract/campaigns.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../../campaigns.fixture.ts'
import { startCampaign } from '../../campaigns.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error', undoSeconds: 10 })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 3000
const phone = () => `+9197${next++}7777`
const schedule = (body: object) => server.call(campaigns.schedule, { token: shop.token, body: body as never })
const get = async (id: number) =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const plannedOf = async (id: number) =>
  await server.app.db.selectFrom('messages').select('lead_id').where('campaign_id', '=', id).execute()

async function newCampaign(more: object = {}): Promise<{ id: number; leads: number[] }> {
  const leads = await addLeads(server, shop.businessId, [{ phone: phone() }])
  const { body } = await schedule({ template_id: shop.template.weekend_offer, leads, ...more })
  return { id: body.campaign.id, leads }
}

/** Moves the end of the hold to now: the ten seconds are over. */
async function endHold(id: number): Promise<void> {
  const past = new Date(Date.now() - 50)
  await server.app.db
    .updateTable('campaigns')
    .set({ undo_until: past, scheduled_at: past })
    .where('id', '=', id)
    .execute()
}

describe('a campaign that starts now', () => {
  const undo = (id: number, token = shop.token) => server.call(campaigns.undo, { token, params: { id } })

  it('is held back for ten seconds: a start that comes too early plans nobody', async () => {
    const before = Date.now()
    const { id } = await newCampaign()
    const campaign = await get(id)
    expect(campaign.status).toBe('Scheduled')
    expect(new Date(campaign.undo_until ?? 0).getTime()).toBeGreaterThanOrEqual(before + 10_000)
    expect(campaign.actions).toContain('undo')
    await startCampaign(server.app, shop.businessId, id)
    expect(await plannedOf(id)).toEqual([])
    // Within the second of grace that starts have, it is held back still.
    const almost = new Date(Date.now() + 700)
    await server.app.db
      .updateTable('campaigns')
      .set({ scheduled_at: almost, undo_until: almost })
      .where('id', '=', id)
      .execute()
    await startCampaign(server.app, shop.businessId, id)
    expect(await plannedOf(id)).toEqual([])
    await endHold(id)
    await startCampaign(server.app, shop.businessId, id)
    expect(await plannedOf(id)).toHaveLength(1)
  })

  it('is undone without a message, can be edited and started again', async () => {
    const { id } = await newCampaign()
    const undone = (await undo(id)).body.campaign
    expect([undone.status, undone.status_code, undone.undo_until]).toEqual(['Paused', 'undone', null])
    expect(undone.actions).toEqual(expect.arrayContaining(['edit', 'resume', 'cancel']))
    await endHold(id)
    await startCampaign(server.app, shop.businessId, id)
    expect(await plannedOf(id)).toEqual([])
    const again = await server.call(campaigns.resume, { token: shop.token, params: { id } })
    expect(again.body.campaign.undo_until).not.toBeNull()
    expect(again.body.campaign.events.map(({ kind }) => kind)).toEqual(['resumed', 'undone', 'scheduled'])
  })

  it('is undone once, and not once it has started or by anybody else', async () => {
    const { id } = await newCampaign()
    const stranger = await server.signUp()
    expect((await undo(id, stranger.token)).status).toBe(404)
    const [one, other] = await Promise.all([undo(id), undo(id)])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    const { id: started } = await newCampaign()
    await endHold(started)
    await startCampaign(server.app, shop.businessId, started)
    const late = await undo(started)
    expect(late.status).toBe(409)
    expect(late.body.message).toBe('There is nothing to undo any more. You can pause or cancel the campaign.')
    const { id: later } = await newCampaign({ scheduled_at: inHours(3) })
    expect((await undo(later)).status).toBe(409)
  })

  it('either starts or is undone, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await newCampaign()
      await endHold(id)
      const [answer] = await Promise.all([undo(id), startCampaign(server.app, shop.businessId, id)])
      const planned = await plannedOf(id)
      expect([answer.status, planned.length]).toEqual(planned.length ? [409, 1] : [200, 0])
    }
  })
})

describe('a campaign that waits for its time', () => {
  const update = (id: number, body: object, token = shop.token) =>
    server.call(campaigns.update, { token, params: { id }, body: body as never })

  it('is edited: message, people and time; the earlier start does nothing', async () => {
    const { id, leads } = await newCampaign({ scheduled_at: inHours(2), name: 'Diwali' })
    const others = await addLeads(server, shop.businessId, [{ phone: phone() }, { phone: phone() }])
    const at = inHours(30)
    const { status, body } = await update(id, {
      template_id: shop.template.order_shipped,
      leads: others,
      parameters: { 2: 'A-1', 'button.0': 'track' },
      name: 'Dussehra',
      scheduled_at: at,
    })
    expect([status, body.message]).toEqual([200, 'Campaign scheduled successfully!'])
    const changed = await get(id)
    expect([changed.name, changed.scheduled_at, changed.template_id]).toEqual([
      'Dussehra',
      at,
      shop.template.order_shipped,
    ])
    expect(changed.events.map(({ kind }) => kind)).toEqual(['edited', 'scheduled'])
    await startCampaign(server.app, shop.businessId, id)
    expect(await plannedOf(id)).toEqual([])
    await server.app.db
      .updateTable('campaigns')
      .set({ scheduled_at: new Date() })
      .where('id', '=', id)
      .execute()
    await startCampaign(server.app, shop.businessId, id)
    const reached = (await plannedOf(id)).map(({ lead_id }) => lead_id)
    expect(reached).toEqual(others)
    expect(reached).not.toContain(leads[0])
  })

  it('answers its form, for an edit and for a copy', async () => {
    const { id } = await newCampaign({ scheduled_at: inHours(2), name: 'Pongal', parameters: { 1: 'dear' } })
    const { body } = await server.call(campaigns.draft, { token: shop.token, params: { id } })
    expect(body.draft).toMatchObject({
      name: 'Pongal',
      editable: true,
      starts_now: false,
      template_id: shop.template.weekend_offer,
      parameters: { 1: { text: 'dear' } },
    })
    const stranger = await server.signUp()
    expect((await server.call(campaigns.draft, { token: stranger.token, params: { id } })).status).toBe(404)
  })

  it('is not moved back by an edit that began before another one', async () => {
    const { id, leads } = await newCampaign({ scheduled_at: inHours(2), name: 'Pongal' })
    const { draft } = (await server.call(campaigns.draft, { token: shop.token, params: { id } })).body
    const body = { template_id: shop.template.weekend_offer, leads, revision: draft.revision }
    const both = await Promise.all([
      update(id, { ...body, name: 'Pongal', scheduled_at: inHours(30) }),
      update(id, { ...body, name: 'Pongal offer', scheduled_at: inHours(2) }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = await update(id, { ...body, name: 'Pongal again', scheduled_at: inHours(2) })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('edited meanwhile')])
    expect((await get(id)).events.map(({ kind }) => kind)).toEqual(['edited', 'scheduled'])
  })

  it('cannot be changed once it has started, is over, or is another’s; a refused change keeps it as it was', async () => {
    const { id, leads } = await newCampaign({ scheduled_at: inHours(2) })
    const body = { template_id: shop.template.weekend_offer, leads }
    const stranger = await server.signUp()
    expect((await update(id, body, stranger.token)).status).toBe(404)
    const refused = await update(id, { ...body, scheduled_at: inHours(-3) })
    expect(refused.status).toBe(422)
    expect((await get(id)).events).toHaveLength(1)
    await server.app.db
      .updateTable('campaigns')
      .set({ scheduled_at: new Date() })
      .where('id', '=', id)
      .execute()
    await startCampaign(server.app, shop.businessId, id)
    const late = await update(id, body)
    expect([late.status, late.body.message]).toEqual([
      409,
      'This campaign has started or is over, so it cannot be changed. Duplicate it instead.',
    ])
  })

  it('starts with what it was before an edit or with what it is after, never with a mix', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, leads } = await newCampaign({ scheduled_at: inHours(1) })
      const others = await addLeads(server, shop.businessId, [{ phone: phone() }])
      await server.app.db
        .updateTable('campaigns')
        .set({ scheduled_at: new Date() })
        .where('id', '=', id)
        .execute()
      const [answer] = await Promise.all([
        update(id, { template_id: shop.template.weekend_offer, leads: others, scheduled_at: inHours(5) }),
        startCampaign(server.app, shop.businessId, id),
      ])
      const planned = (await plannedOf(id)).map(({ lead_id }) => lead_id)
      expect([answer.status, planned]).toEqual(answer.status === 200 ? [200, []] : [409, leads])
    }
  })
})

describe('people whom an earlier campaign did not reach', () => {
  it('are an audience by how it missed them', async () => {
    const leads = await addLeads(
      server,
      shop.businessId,
      ['failed', 'delivered', 'read', 'cancelled'].map((status) => ({
        phone: phone(),
        name: status,
        tags: ['missed'],
      })),
    )
    const { body } = await schedule({
      template_id: shop.template.weekend_offer,
      audience: { tags: ['missed'] },
    })
    const earlier = body.campaign.id
    await endHold(earlier)
    await startCampaign(server.app, shop.businessId, earlier)
    for (const [index, status] of ['failed', 'delivered', 'read', 'cancelled'].entries())
      await server.app.db
        .updateTable('messages')
        .set({ status, due_at: null })
        .where('campaign_id', '=', earlier)
        .where('lead_id', '=', leads[index]!)
        .execute()
    const names = async (as: string[], token = shop.token) => {
      const answer = await server.call(campaigns.people, {
        token,
        body: { audience: { not_reached: { campaign_id: earlier, as: as as never } } },
      })
      return answer.body.people?.map(({ name }) => name)
    }
    expect(await names(['failed'])).toEqual(['failed'])
    expect(await names(['not_read'])).toEqual(['delivered'])
    expect(await names(['failed', 'cancelled', 'not_read'])).toEqual(['failed', 'delivered', 'cancelled'])
    const stranger = await server.signUp()
    expect(await names(['failed'], stranger.token)).toEqual([])
  })
})

describe('a half-filled form', () => {
  it('is put aside, opened, changed and deleted by its own business alone', async () => {
    const form = { name: 'Onam', tags: ['wedding'] }
    const saved = await server.call(campaignDrafts.save, { token: shop.token, body: { name: 'Onam', form } })
    const { id } = saved.body.draft
    const params = { id }
    const changed = await server.call(campaignDrafts.change, {
      token: shop.token,
      params,
      body: { name: 'Onam 2', form: { ...form, when: 'later' } },
    })
    expect(changed.status).toBe(200)
    const opened = await server.call(campaignDrafts.open, { token: shop.token, params })
    expect(opened.body.draft).toMatchObject({ name: 'Onam 2', form: { ...form, when: 'later' } })
    const stranger = await server.signUp()
    expect((await server.call(campaignDrafts.list, { token: stranger.token })).body.drafts).toEqual([])
    expect((await server.call(campaignDrafts.open, { token: stranger.token, params })).status).toBe(404)
    const theirs = { token: stranger.token, params, body: { name: 'x', form: {} } }
    expect((await server.call(campaignDrafts.change, theirs)).status).toBe(404)
    expect((await server.call(campaignDrafts.remove, { token: stranger.token, params })).status).toBe(404)
    expect((await server.call(campaignDrafts.remove, { token: shop.token, params })).status).toBe(200)
    expect((await server.call(campaignDrafts.list, { token: shop.token })).body.drafts).toEqual([])
    const large = { name: 'x', form: { text: 'x'.repeat(210_000) } }
    expect((await server.call(campaignDrafts.save, { token: shop.token, body: large })).status).toBe(400)
  })
})

describe('a test that WhatsApp does not answer for', () => {
  it('is not called sent', async () => {
    const leads = await addLeads(server, shop.businessId, [{ phone: phone() }])
    const test = server.call(campaigns.testSend, {
      token: shop.token,
      body: { template_id: shop.template.weekend_offer!, audience: { lead_ids: leads }, to: '+919876501234' },
    })
    await eventually('the row', async () => {
      const moved = await server.app.db
        .updateTable('messages')
        .set({ status: 'unknown', due_at: null })
        .where('recipient_phone', '=', '+919876501234')
        .where('status', '=', 'queued')
        .executeTakeFirst()
      return moved.numUpdatedRows > 0n
    })
    const { status, body } = await test
    expect(status).toBe(200)
    expect(body.status).toBe('unknown')
    expect(body.message).toBe(
      'WhatsApp did not say whether it took the test. Look at your phone before you send another.',
    )
  })
})
