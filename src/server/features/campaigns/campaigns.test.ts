import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from './campaigns.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 1000
/** A phone of its own that ends in these digits: the ending decides its fate at the sandbox. */
const phone = (ending = '7777') => `+9198${next++}${ending}`
const schedule = (body: object, token = shop.token) =>
  server.call(campaigns.schedule, { token, body: body as never })
const get = async (id: number) =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

describe('scheduling a campaign', () => {
  it('takes the plain call and starts at once: each person is in the outbox once', async () => {
    const ids = await addLeads(server, shop.businessId, [{ phone: phone() }, { phone: phone() }])
    const { status, body } = await schedule({ template_id: shop.template.weekend_offer, leads: ids })
    expect(status).toBe(200)
    expect(body.message).toBe('Campaign scheduled successfully!')
    expect(body.audience).toEqual({ selected: 2, will_receive: 2, left_out: [] })
    const started = await eventually('the start', async () => {
      const campaign = await get(body.campaign.id)
      return campaign.outcomes.planned > 0 && campaign
    })
    expect(started.outcomes.planned).toBe(2)
    const rows = await server.app.db
      .selectFrom('messages')
      .select(['lead_id', 'variables'])
      .where('campaign_id', '=', body.campaign.id)
      .orderBy('lead_id')
      .execute()
    expect(rows.map(({ lead_id }) => lead_id)).toEqual(ids)
    expect(rows[0]?.variables).toEqual([expect.stringMatching(/^Lead /)])
  })

  it('takes people as objects, by id or by phone, as the lead list answers them', async () => {
    const [id] = await addLeads(server, shop.businessId, [{ phone: phone(), name: 'Farhan' }])
    const { body } = await schedule({
      template_id: shop.template.weekend_offer,
      leads: [
        { id, name: 'Farhan' },
        { name: 'New one', phone: phone() },
      ],
      scheduled_at: inHours(24),
    })
    expect(body.audience.selected).toBe(2)
    expect(body.campaign.status).toBe('Scheduled')
    expect(body.notice).toContain('no consent 1')
  })

  it('leaves people out for a reason each, and the books still add up', async () => {
    const unusable = await server.app.db
      .insertInto('leads')
      .values({
        business_id: shop.businessId,
        name: 'Hidden',
        bsuid: 'not a user id',
        consent: 'opted_in',
        tags: ['mixed'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addLeads(server, shop.businessId, [
      { phone: phone(), tags: ['mixed'] },
      { phone: phone(), tags: ['mixed'], consent: 'none' },
      { phone: phone(), tags: ['mixed'], consent: 'opted_out' },
      { phone: '+5511971234408', tags: ['mixed'] },
      { phone: '+551171234408', tags: ['mixed'] },
    ])
    const suppressed = phone()
    await addLeads(server, shop.businessId, [{ phone: suppressed, tags: ['mixed'] }])
    await server.app.db
      .insertInto('suppressions')
      .values({ business_id: shop.businessId, address: suppressed, reason: 'reply' })
      .execute()
    const [unreachable] = await addLeads(server, shop.businessId, [{ phone: phone(), tags: ['mixed'] }])
    await server.app.db
      .updateTable('leads')
      .set({ unreachable_at: new Date() })
      .where('id', '=', unreachable!)
      .execute()

    const { body } = await schedule({
      template_id: shop.template.weekend_offer,
      audience: { tags: ['mixed'] },
    })
    const campaign = await eventually('the start', async () => {
      const found = await get(body.campaign.id)
      return found.outcomes.planned > 0 && found
    })
    expect(Object.fromEntries(campaign.left_out.map(({ reason, count }) => [reason, count]))).toEqual({
      opted_out: 2,
      no_consent: 1,
      duplicate: 1,
      unusable_number: 1,
      unreachable: 1,
    })
    const { planned, ...parts } = campaign.outcomes
    expect(planned).toBe(8)
    expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(planned)
    const hidden = await server.app.db
      .selectFrom('messages')
      .select(['recipient_phone', 'reason'])
      .where('lead_id', '=', unusable.id)
      .executeTakeFirstOrThrow()
    expect(hidden).toEqual({ recipient_phone: 'not a user id', reason: 'unusable_number' })
  })

  it('writes to people without consent when the owner states that they gave it, and keeps the words', async () => {
    const ids = await addLeads(server, shop.businessId, [{ phone: phone(), consent: 'none' }])
    const { body } = await schedule({
      template_id: shop.template.weekend_offer,
      leads: ids,
      consent_statement: 'They signed up at the counter.',
      scheduled_at: inHours(2),
    })
    expect(body.audience.will_receive).toBe(1)
    expect((await get(body.campaign.id)).consent_statement).toBe('They signed up at the counter.')
  })

  it('fills variables from fields, attributes and texts, cleaned, with fallbacks', async () => {
    const ids = await addLeads(server, shop.businessId, [
      { phone: phone(), name: '  Asha\n Kulkarni ', attributes: { order: 'A-1\t7' } },
      { phone: phone(), name: '' },
    ])
    const { body } = await server.call(campaigns.preview, {
      token: shop.token,
      body: {
        template_id: shop.template.order_shipped!,
        audience: { lead_ids: ids },
        parameters: {
          1: { field: 'first_name', fallback: 'friend' },
          2: { attribute: 'order', fallback: 'your order' },
          'button.0': 'track-me',
        },
      },
    })
    expect(body.previews.map(({ variables }) => variables.map(({ value }) => value))).toEqual([
      ['Asha', 'A-1 7', 'track-me'],
      ['friend', 'your order', 'track-me'],
    ])
    expect(body.previews[0]?.components[0]).toMatchObject({ type: 'BODY' })
  })

  it('refuses an empty value, and a value for a gap that the template has not', async () => {
    const ids = await addLeads(server, shop.businessId, [{ phone: phone() }])
    const refused = async (parameters: object) => {
      const { status, body } = await server.call(campaigns.schedule, {
        token: shop.token,
        body: { template_id: shop.template.weekend_offer!, leads: ids, parameters: parameters as never },
      })
      return [status, body.message]
    }
    expect(await refused({ 1: ' ' })).toEqual([400, 'Write the text, or choose a field.'])
    expect(await refused({ 1: { text: '' } })).toEqual([400, 'Write the text, or choose a field.'])
    expect(await refused({ 9: 'Diwali' })).toEqual([422, 'This template has no {{9}} to fill.'])
  })

  it('leaves out people for whom a variable would be empty, and counts them beforehand', async () => {
    const ids = await addLeads(server, shop.businessId, [
      { phone: phone(), email: 'a@example.com' },
      { phone: phone() },
    ])
    const body = {
      template_id: shop.template.weekend_offer!,
      audience: { lead_ids: ids },
      parameters: { 1: { field: 'email' as const } },
    }
    const { checks } = (await server.call(campaigns.check, { token: shop.token, body })).body
    expect(checks.will_receive).toBe(1)
    expect(checks.variables).toMatchObject([{ key: '1', empty: 1 }])
    expect(checks.left_out).toMatchObject([{ reason: 'missing_value', count: 1 }])
    const people = await server.call(campaigns.people, {
      token: shop.token,
      body: { ...body, outcome: 'missing_value' },
    })
    expect(people.body.people.map(({ id }) => id)).toEqual([ids[1]])
  })
})

describe('what cannot be scheduled', () => {
  it('is told in a sentence, and nothing is kept', async () => {
    const stranger = await server.signUp()
    const [foreign] = await addLeads(server, stranger.businessId, [{ phone: phone() }])
    const leads = await addLeads(server, shop.businessId, [{ phone: phone() }])
    const template_id = shop.template.weekend_offer
    const before = await server.app.db.selectFrom('campaigns').select('id').execute()
    const cases: [object, number, string | RegExp][] = [
      [{ leads }, 400, 'Please select a template.'],
      [{ template_id: null, leads }, 400, 'Please select a template.'],
      [{ template_id: 999_999, leads }, 404, /template/i],
      [{ template_id: shop.template.draft, leads }, 422, /not approved yet/],
      [{ template_id, leads: [] }, 422, 'No leads selected.'],
      [{ template_id }, 422, 'No leads selected.'],
      [{ template_id, audience: { tags: ['nobody has this'] } }, 422, 'No leads selected.'],
      [{ template_id, leads: [foreign] }, 404, /not found/],
      [{ template_id, leads: [{ name: 'X', phone: 'not a phone' }] }, 422, /phone|lead/i],
      [{ template_id, leads, scheduled_at: inHours(-1) }, 422, /in the past/],
      [{ template_id, leads, scheduled_at: 'tomorrow' }, 400, /./],
      [{ template_id, leads, scheduled_at: inHours(24 * 500) }, 422, /more than a year/],
      [{ template_id, leads, timezone: 'Mars/Base' }, 400, /time zone/],
      [{ template_id, leads, custom_message: 'Free delivery' }, 422, /no place for a custom message/],
      [{ template_id: shop.template.order_shipped, leads }, 422, /Say what fills \{\{2\}\}/],
      [{ template_id, leads, phone_number_id: '123456' }, 404, /phone number/i],
    ]
    for (const [body, status, sentence] of cases) {
      const answer = await schedule(body)
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), status])
      expect(answer.body.success).toBe(false)
      expect(answer.body.message).toMatch(sentence)
      expect(answer.body.error).toBe(answer.body.message)
    }
    const after = await server.app.db.selectFrom('campaigns').select('id').execute()
    expect(after.length).toBe(before.length)
  })

  it('needs a connected number', async () => {
    const lonely = await server.signUp()
    const row = await server.app.db
      .insertInto('templates')
      .values({ business_id: lonely.businessId, title: 'T', message: 'Hi', type: 'marketing', name: 't' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const leads = await addLeads(server, lonely.businessId, [{ phone: phone() }])
    const { status, body } = await schedule({ template_id: row.id, leads }, lonely.token)
    expect(status).toBe(422)
    expect(body.message).toMatch(/not approved yet/)
  })
})

describe('a campaign that would reach nobody', () => {
  it('is refused with the reason, now and for later, and nothing is kept', async () => {
    const leads = await addLeads(server, shop.businessId, [
      { phone: phone(), consent: 'none' },
      { phone: phone(), consent: 'none' },
    ])
    const before = await server.app.db.selectFrom('campaigns').select('id').execute()
    for (const more of [{}, { scheduled_at: inHours(3) }]) {
      const { status, body } = await schedule({ template_id: shop.template.weekend_offer, leads, ...more })
      expect(status).toBe(422)
      expect(body.fields?.leads).toBe(body.message)
      expect(body.message).toBe(
        'Nobody can receive this campaign: no consent 2. Record how they gave consent, or state it for this campaign.',
      )
    }
    const after = await server.app.db.selectFrom('campaigns').select('id').execute()
    expect(after).toEqual(before)
  })
})

describe('a campaign that has not started', () => {
  const waitingCampaign = async (hours = 24) => {
    const leads = await addLeads(server, shop.businessId, [{ phone: phone() }])
    const { body } = await schedule({
      template_id: shop.template.weekend_offer,
      leads,
      scheduled_at: inHours(hours),
    })
    return body.campaign.id
  }
  const act = (action: 'pause' | 'resume' | 'cancel', id: number) =>
    server.call(campaigns[action], { token: shop.token, params: { id } })

  it('is paused, resumed to its time, and cancelled for good', async () => {
    const id = await waitingCampaign()
    expect((await act('pause', id)).body.campaign.status).toBe('Paused')
    const resumed = (await act('resume', id)).body.campaign
    expect(resumed.status).toBe('Scheduled')
    expect(new Date(resumed.scheduled_at).getTime()).toBeGreaterThan(Date.now() + 20 * 3_600_000)
    expect((await act('cancel', id)).body.campaign.status).toBe('Cancelled')
    const again = await act('resume', id)
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('This campaign is cancelled, so it cannot be resumed.')
    const { events } = await get(id)
    expect(events.map(({ kind }) => kind)).toEqual(['cancelled', 'resumed', 'paused', 'scheduled'])
    expect(events[0]?.by).toBe('Asha Kulkarni')
  })

  it('waits for the owner’s word when its time passed long ago', async () => {
    const id = await waitingCampaign()
    const { startCampaign } = await import('./campaigns.ts')
    const late = new Date(Date.now() - 7 * 3_600_000)
    await server.app.db.updateTable('campaigns').set({ scheduled_at: late }).where('id', '=', id).execute()
    await startCampaign(server.app, shop.businessId, id)
    const campaign = await get(id)
    expect(campaign.status).toBe('Paused')
    expect(campaign.status_code).toBe('late')
    expect(campaign.status_reason).toMatch(/more than 6 hours ago/)
    expect(campaign.outcomes.planned).toBe(0)
    expect((await act('resume', id)).status).toBe(200)
    await eventually('the late start', async () => (await get(id)).outcomes.planned === 1)
  })

  it('starts late by itself within the limit', async () => {
    const id = await waitingCampaign()
    const { startCampaign } = await import('./campaigns.ts')
    const late = new Date(Date.now() - 5 * 3_600_000)
    await server.app.db.updateTable('campaigns').set({ scheduled_at: late }).where('id', '=', id).execute()
    await Promise.all([
      startCampaign(server.app, shop.businessId, id),
      startCampaign(server.app, shop.businessId, id),
    ])
    const campaign = await get(id)
    expect(campaign.outcomes.planned).toBe(1)
    expect(campaign.events.filter(({ kind }) => kind === 'started')).toHaveLength(1)
  })

  it('fails with the reason when nobody may get it any more', async () => {
    const leads = await addLeads(server, shop.businessId, [{ phone: phone() }])
    const { body } = await schedule({
      template_id: shop.template.weekend_offer,
      leads,
      scheduled_at: new Date(Date.now() + 1500).toISOString(),
    })
    await server.app.db.updateTable('leads').set({ consent: 'none' }).where('id', 'in', leads).execute()
    const campaign = await eventually('the end', async () => {
      const found = await get(body.campaign.id)
      return found.status === 'Failed' && found
    })
    expect(campaign.status_reason).toBe('Nobody could get it: No consent 1.')
    expect(campaign.outcomes).toMatchObject({ planned: 1, skipped: 1 })
  })

  it('pauses with the reason when its template cannot be sent any more', async () => {
    const id = await waitingCampaign()
    const { startCampaign } = await import('./campaigns.ts')
    const set = (status: string) =>
      server.app.db
        .updateTable('provider_templates')
        .set({ status })
        .where('business_id', '=', shop.businessId)
        .where('name', '=', 'weekend_offer')
        .execute()
    await set('PAUSED')
    await server.app.db
      .updateTable('campaigns')
      .set({ scheduled_at: new Date() })
      .where('id', '=', id)
      .execute()
    await startCampaign(server.app, shop.businessId, id)
    const campaign = await get(id)
    expect(campaign.status).toBe('Paused')
    expect(campaign.status_reason).toMatch(/weekend_offer.*can't be sent now/)
    expect((await act('resume', id)).status).toBe(422)
    await set('APPROVED')
  })
})

describe('the list', () => {
  it('pages by the latest date, finds by name, and shows nothing of another business', async () => {
    const stranger = await server.signUp()
    const others = await server.call(campaigns.list, { token: stranger.token })
    expect(others.body.campaigns).toEqual([])
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { body } = await server.call(campaigns.list, {
        token: shop.token,
        query: { limit: 3, ...(cursor && { cursor }) },
      })
      seen.push(...body.campaigns.map(({ id }) => id))
      cursor = body.next_cursor ?? undefined
    } while (cursor)
    const all = await server.call(campaigns.list, { token: shop.token, query: { limit: 500 } })
    expect(seen).toEqual(all.body.campaigns.map(({ id }) => id))
    const dates = all.body.campaigns.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    const found = await server.call(campaigns.list, { token: shop.token, query: { search: 'WEEKEND_' } })
    expect(found.body.campaigns.length).toBeGreaterThan(0)
    const bad = await server.call(campaigns.list, { token: shop.token, query: { cursor: 'nonsense' } })
    expect(bad.status).toBe(400)
  })

  it('answers 404 for what is another’s', async () => {
    const stranger = await server.signUp()
    const all = await server.call(campaigns.list, { token: shop.token })
    const id = all.body.campaigns[0]!.id
    for (const endpoint of [
      campaigns.get,
      campaigns.pause,
      campaigns.resume,
      campaigns.cancel,
      campaigns.exportCsv,
    ]) {
      expect((await server.call(endpoint, { token: stranger.token, params: { id } })).status).toBe(404)
    }
  })
})
