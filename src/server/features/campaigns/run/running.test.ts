import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
import { pathWith } from '#contract/endpoint.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { wakeLane } from '#server/features/messages/messages.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { sweepCampaigns } from './sweep.ts'

/** Statuses within milliseconds, as if a day were over in a moment. */
const quick = { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } as const

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: quick })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 1000
const phones = (count: number, ending?: string) =>
  Array.from({ length: count }, () => `+9197${next++}${ending ?? '7777'}`)

const start = async (to: string[], more: object = {}): Promise<number> => {
  const leads = await addLeads(
    server,
    shop.businessId,
    to.map((phone) => ({ phone })),
  )
  const { status, body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads, ...more },
  })
  expect([status, body.message]).toEqual([200, 'Campaign scheduled successfully!'])
  return body.campaign.id
}
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const campaign = await get(id)
    return holds(campaign) && campaign
  })
/** Slow enough that a campaign of some hundred is not over before a test has had its word. */
const limitTo = (perSecond: number) =>
  sql`update phone_numbers set throughput_per_second = ${perSecond}`.execute(server.app.db)
const act = (action: 'pause' | 'resume' | 'cancel', id: number) =>
  server.call(campaigns[action], { token: shop.token, params: { id } })

describe('a running campaign', () => {
  it('goes to everybody once, is told of by webhooks, and completes', async () => {
    const to = phones(12)
    const id = await start(to)
    const campaign = await when('everybody reads it', id, ({ outcomes }) => outcomes.read === 12)
    await when('the end', id, ({ status }) => status === 'Completed')
    expect(campaign.outcomes).toMatchObject({ planned: 12, queued: 0, sending: 0, failed: 0 })
    expect(campaign.preview?.variables).toMatchObject([{ name: '1', where: 'body' }])
    const accepted = server.sandbox.ledger().rows.filter((row) => to.includes(`+${row.to}`))
    expect(accepted).toHaveLength(12)
    const { events } = await get(id)
    expect(events.map(({ kind }) => kind)).toEqual(['completed', 'started', 'scheduled'])
  })

  it('runs again when the provider puts somebody off after its end, and finishes anew', async () => {
    const id = await start(phones(2))
    await when('the end', id, ({ status }) => status === 'Completed')
    // What a late "try again" of the provider does to its dispatch.
    await server.app.db
      .updateTable('dispatches')
      .set({ drained_at: null })
      .where('campaign_id', '=', id)
      .execute()
    await sweepCampaigns(server.app)
    // The lane may have found out by itself that nobody is left, before one looks.
    await wakeLane(server.app, shop.businessId, (await get(id)).phone_number_id)
    const { events } = await when('the end', id, ({ status }) => status === 'Completed')
    expect(events.map(({ kind }) => kind)).toEqual([
      'completed',
      'retried',
      'completed',
      'started',
      'scheduled',
    ])
    expect(events[1]?.sentence).toBe('Trying again for people whom WhatsApp put off')
  })

  it('groups failures by cause in plain words, and says what helps', async () => {
    const to = [...phones(2, '0001'), ...phones(1, '0002'), ...phones(1)]
    const id = await start(to)
    const campaign = await when(
      'the failures',
      id,
      ({ outcomes }) => outcomes.failed === 3 && outcomes.read === 1,
    )
    expect(campaign.failures.map(({ codes, count, action }) => [codes, count, action])).toEqual([
      [[131026], 2, 'people'],
      [[131049], 1, 'retry_later'],
    ])
    expect(campaign.failures[0]?.sentence).not.toMatch(/131026/)
    const names = ['Asha\n=1+1', 'Ravi;=1+1', 'no_consent']
    for (const [at, name] of names.entries()) {
      await server.app.db
        .updateTable('leads')
        .set({ name })
        .where('business_id', '=', shop.businessId)
        .where('phone', '=', to[at]!)
        .execute()
    }
    const csv = await server.http.inject({
      url: pathWith(campaigns.exportCsv.path, { id }),
      headers: { authorization: `Bearer ${shop.token}` },
    })
    expect(csv.headers['content-type']).toMatch(/text\/csv/)
    const rest = await server.http.inject({
      url: pathWith(campaigns.exportCsv.path, { id }),
      headers: {
        authorization: `Bearer ${shop.token}`,
        range: 'bytes=20-',
        'if-range': String(csv.headers.etag),
      },
    })
    expect(rest.statusCode).toBe(206)
    expect(rest.rawPayload.equals(csv.rawPayload.subarray(20))).toBe(true)
    expect(csv.body).toContain(`"Asha\n'=1+1",`)
    expect(csv.body).toContain(`"Ravi;'=1+1",`)
    expect(csv.body).toContain('no_consent,')
    const lines = csv.body.trim().split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF?name,phone,status/)
    expect(lines).toHaveLength(5)
    expect(csv.body).toMatch(/,failed,.*131026/)
  })

  it('tries failed messages again, at once or at a time', async () => {
    const [phone] = phones(1)
    server.sandbox.fate(phone!, { refuse: 131030 })
    const id = await start([phone!])
    const failed = await when('the failure', id, ({ status }) => status === 'Failed')
    expect(failed.status_reason).toMatch(/Not one message was taken/)
    server.sandbox.fate(phone!, null)
    const later = await server.call(campaigns.retryFailed, {
      token: shop.token,
      params: { id },
      body: { codes: [131030], at: new Date(Date.now() + 3_600_000).toISOString() },
    })
    expect(later.body.queued).toBe(0)
    expect(later.body.campaign.retry_at).not.toBeNull()
    const again = await server.call(campaigns.retryFailed, {
      token: shop.token,
      params: { id },
      body: { codes: [131030] },
    })
    expect([again.status, again.body.queued]).toEqual([200, 1])
    const { outcomes, status } = again.body.campaign
    expect([status, outcomes.planned, outcomes.failed]).toEqual(['Running', 1, 0])
    const none = await server.call(campaigns.retryFailed, { token: shop.token, params: { id }, body: {} })
    expect(none.status).toBe(422)
  })

  it('pauses, keeps everybody, goes on, and is cancelled', async () => {
    server.sandbox.settings({ delays: { answer: [150, 200] } })
    await limitTo(20)
    const to = phones(400)
    const id = await start(to)
    await when(
      'the first messages',
      id,
      ({ outcomes }) => outcomes.sent + outcomes.delivered + outcomes.read > 5,
    )
    const paused = (await act('pause', id)).body.campaign
    expect(paused.status).toBe('Paused')
    expect(paused.actions).toEqual(['resume', 'cancel'])
    const still = await when('what was under way settles', id, ({ outcomes }) => outcomes.sending === 0)
    expect(still.outcomes.queued).toBeGreaterThan(0)
    expect((await act('resume', id)).body.campaign.status).toBe('Running')
    await when('progress', id, ({ outcomes }) => outcomes.queued < still.outcomes.queued)
    expect((await act('cancel', id)).body.campaign.status).toBe('Cancelled')
    const end = await when('the end', id, ({ outcomes }) => outcomes.sending === 0 && outcomes.queued === 0)
    expect(end.outcomes.cancelled).toBeGreaterThan(0)
    const { planned, ...parts } = end.outcomes
    expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(planned)
    await limitTo(80)
    server.sandbox.settings({ delays: quick })
  })

  it('is told live to whoever looks on, from whichever process it moved', async () => {
    const controller = new AbortController()
    const id = await start(phones(3), { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
    const answer = await fetch(`${server.url}${pathWith(campaigns.live.path, { id })}`, {
      headers: { authorization: `Bearer ${shop.token}` },
      signal: controller.signal,
    })
    expect(answer.headers.get('content-type')).toMatch(/event-stream/)
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const read = async (until: RegExp): Promise<void> => {
      while (!until.test(text)) {
        const { value, done } = await reader.read()
        if (done) throw new Error('the stream ended')
        text += value
      }
    }
    await read(/event: campaign\ndata: .*"status":"Scheduled"/)
    await act('pause', id)
    await read(/"status":"Paused"/)
    controller.abort()
    const stranger = await server.signUp()
    const foreign = await fetch(`${server.url}${pathWith(campaigns.live.path, { id })}`, {
      headers: { authorization: `Bearer ${stranger.token}` },
    })
    expect(foreign.status).toBe(404)
  })

  it('stops with the provider’s template, and goes on when that is released', async () => {
    server.sandbox.settings({ delays: { answer: [150, 200] } })
    await limitTo(20)
    const id = await start(phones(300))
    await when(
      'the first messages',
      id,
      ({ outcomes }) => outcomes.sent + outcomes.delivered + outcomes.read > 0,
    )
    const { stopTemplate, resumeTemplate } = await import('./stops.ts')
    const { provider_template_id } = await server.app.db
      .selectFrom('templates')
      .select('provider_template_id')
      .where('id', '=', shop.template.weekend_offer!)
      .executeTakeFirstOrThrow()
    const which = { business_id: shop.businessId, provider_template_id: provider_template_id! }
    // At the provider too: a comparison that runs meanwhile finds the same.
    const stateIs = async (status: 'PAUSED' | 'APPROVED') => {
      server.sandbox.world.templates.byId.get(provider_template_id!)!.status = status
      await sql`update provider_templates set status = ${status} where id = ${provider_template_id}`.execute(
        server.app.db,
      )
    }
    await stateIs('PAUSED')
    await stopTemplate(server.app, {
      ...which,
      code: 'template_paused',
      reason: 'WhatsApp paused the template.',
    })
    const held = await get(id)
    expect([held.status, held.status_reason]).toEqual(['Paused', 'WhatsApp paused the template.'])
    await stateIs('APPROVED')
    await resumeTemplate(server.app, which)
    expect((await get(id)).status).toBe('Running')
    await act('cancel', id)
    await limitTo(80)
    server.sandbox.settings({ delays: quick })
  })

  it('keeps in its history why and until when it waited, once for a wait that goes on', async () => {
    server.sandbox.faults({ refuse: { 80007: 1 } })
    const id = await start(phones(3))
    // Its parts are read one after the other: the state may be of just before the start, the history of just after.
    const waiting = await when(
      'the wait',
      id,
      ({ status, waiting, events }) =>
        status === 'Running' && waiting !== null && events.some(({ kind }) => kind === 'waited'),
    )
    expect(waiting.events.find(({ kind }) => kind === 'waited')?.sentence).toMatch(/\. Until .+\d\d:\d\d/)
    const lane = { businessId: shop.businessId, phoneNumberId: sandboxSeed.phone.id }
    const { endPause, pauseLane } = await import('#server/features/messages/model/lane-pause.ts')
    const { code, sentence } = waiting.waiting!
    await pauseLane(server.app, lane, { scope: 'number', ms: 9e6, code, reason: sentence })
    expect(Date.parse((await get(id)).waiting!.until!) - Date.now()).toBeGreaterThan(8e6)
    server.sandbox.faults({})
    const { rows } = await sql`select from pgboss.job where name = 'messages.number-waits'
      and data @> ${JSON.stringify({ phone_number_id: lane.phoneNumberId, code })}`.execute(server.app.db)
    expect(rows).toHaveLength(1)
    const later = await start(phones(1))
    const begun = await when('the start', later, ({ events }) => events[0]?.kind === 'waited')
    expect(begun.events[0]?.sentence).toContain(sentence)
    for (const one of [id, later]) await act('cancel', one)
    await endPause(server.app, lane)
  })

  it('goes on at once when the provider raises the limit of the day', async () => {
    const { limitLane } = await import('#server/features/messages/lane/claim/daily-limit.ts')
    const { pauseLane, tierLimitedCode } = await import('#server/features/messages/model/lane-pause.ts')
    const lane = { businessId: shop.businessId, phoneNumberId: sandboxSeed.phone.id }
    const reason = 'All of today are used.'
    await limitLane(server.app, lane, 9e6, reason)
    await pauseLane(server.app, lane, { scope: 'number', ms: 9e6, code: tierLimitedCode, reason })
    const id = await start(phones(2))
    await when('the wait', id, ({ waiting }) => waiting?.code === tierLimitedCode)
    const { applyAccountEvents } = await import('#server/features/onboarding/onboarding.ts')
    const raised = { kind: 'capability', wabaId: sandboxSeed.waba.id, limit: 100_000 } as const
    await applyAccountEvents(server.app, [{ ...raised, businessId: shop.businessId }])
    await when('the end', id, ({ status }) => status === 'Completed')
  })

  it('fails with the reason when the provider refuses it for everybody, loses nobody, and can be resumed', async () => {
    server.sandbox.faults({ refuse: { 132001: 1 } })
    const id = await start(phones(20))
    const stopped = await when('the stop', id, ({ status }) => status === 'Failed')
    expect(stopped.status_reason).toMatch(/template/i)
    expect(stopped.actions).toContain('resume')
    const held = await when('what was under way settles', id, ({ outcomes }) => outcomes.sending === 0)
    expect(held.outcomes.queued).toBeGreaterThan(0)
    server.sandbox.faults({})
    expect((await act('resume', id)).status).toBe(200)
    const done = await when(
      'the end',
      id,
      ({ outcomes, status }) => outcomes.queued === 0 && status === 'Completed',
    )
    expect(done.outcomes.planned).toBe(20)
    expect(done.outcomes.failed).toBeLessThanOrEqual(20 - held.outcomes.queued)
  })

  it('that had finished stands and says why when a second try is refused for everybody, and can be resumed', async () => {
    const id = await start(phones(2))
    await when('the end', id, ({ status, outcomes }) => status === 'Completed' && outcomes.read === 2)
    // What a late "try again" of the provider does to one of them; the same person would be written to only in 6 s.
    await sql`
      update messages set status = 'queued', reason = 'retry', due_at = now(), lead_id = null, recipient_phone = ${phones(1)[0]}
      where id = (select first_id from dispatches where campaign_id = ${id})`.execute(server.app.db)
    await sql`update dispatches set drained_at = null, moves = moves + 1 where campaign_id = ${id}`.execute(
      server.app.db,
    )
    server.sandbox.faults({ refuse: { 132001: 1 } })
    await wakeLane(server.app, shop.businessId, sandboxSeed.phone.id)
    const stopped = await when('the stop', id, ({ status }) => status === 'Failed')
    expect(stopped.outcomes).toMatchObject({ planned: 2, queued: 1 })
    expect(stopped.actions).toContain('resume')
    server.sandbox.faults({})
    await act('resume', id)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    expect(done.outcomes).toMatchObject({ planned: 2, queued: 0, failed: 0 })
  })

  it('sends a test to oneself that is no part of any campaign', async () => {
    const [lead] = await addLeads(server, shop.businessId, [{ phone: phones(1)[0]!, name: 'Meenakshi B' }])
    const [own] = phones(1)
    const body = { template_id: shop.template.weekend_offer!, audience: { lead_ids: [lead!] }, to: own! }
    const sent = await server.call(campaigns.testSend, { token: shop.token, body })
    expect([sent.status, sent.body.status]).toEqual([200, expect.stringMatching(/sent|delivered|read/)])
    const row = await server.app.db
      .selectFrom('messages')
      .select(['campaign_id', 'recipient_phone', 'variables'])
      .where('id', '=', sent.body.message_id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ campaign_id: null, recipient_phone: own, variables: ['Meenakshi B'] })
    const bad = await server.call(campaigns.testSend, { token: shop.token, body: { ...body, to: '98765' } })
    expect(bad.body.message).toBe('Invalid phone number format. Use E.164 format (e.g., +919876543210).')
  })

  it('writes to those who read and did not answer', async () => {
    const to = phones(3)
    const id = await start(to)
    await when('everybody reads it', id, ({ outcomes }) => outcomes.read === 3)
    await server.app.db
      .updateTable('leads')
      .set({ last_inbound_at: new Date(Date.now() + 1000) })
      .where('phone', '=', to[0]!)
      .execute()
    const body = { template_id: shop.template.weekend_offer!, audience: { read_not_answered: id } }
    const people = await server.call(campaigns.people, { token: shop.token, body })
    expect(people.body.people.map(({ phone }) => phone).sort()).toEqual([to[1], to[2]])
  })
})

describe('the dashboard', () => {
  it('counts leads, taken messages and open campaigns, and today', async () => {
    const { body } = await server.call(dashboard.stats, { token: shop.token })
    const { count } = await server.app.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('business_id', '=', shop.businessId)
      .where('status', 'in', ['sent', 'delivered', 'read'])
      .executeTakeFirstOrThrow()
    expect(body.stats.messages).toBe(count)
    expect(body.today.sent).toBe(count)
    expect(body.messages.days.at(-1)).toBe(count)
    expect(body.leads.days).toHaveLength(12)
    expect(body.leads.days.at(-1)).toBe(body.stats.leads)
    expect(body.stats.campaigns).toBe(
      body.campaigns.running + body.campaigns.scheduled + body.campaigns.paused,
    )
    const stranger = await server.signUp()
    const empty = await server.call(dashboard.stats, { token: stranger.token })
    expect(empty.body.stats).toEqual({ leads: 0, messages: 0, campaigns: 0 })
    expect(empty.body.today.left_under_limit).toBeNull()
  })
})
