import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { templates } from '#contract/templates.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { wakeLane } from '#server/features/messages/messages.ts'
import { eventually, openTestServer, quiet, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'

const quick = { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } as const
const slow = { ...quick, answer: [100, 150] } as const
/** Reviews of edits end when a test says so: no test then depends on who is faster. */
const never = [600_000, 600_000] as const
/** Most people are still to come when a test has had its word, also on a busy machine. */
const slowly = 5

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: slow })
  shop = await openShop(server)
  await limitTo(slowly)
})
afterAll(() => server.close())

const limitTo = (perSecond: number) =>
  server.app.db
    .updateTable('phone_numbers')
    .set({ throughput_per_second: perSecond })
    .where('phone_number_id', '=', sandboxSeed.phone.id)
    .execute()

let next = 1000
let lots = 0
/** A template of its own for each test: WhatsApp lets one be changed once a day. */
const template = async (message: string) => {
  lots += 1
  server.sandbox.settings({ delays: { review: [5, 10] } })
  const added = await server.call(templates.add, {
    token: shop.token,
    body: { title: `Lot ${lots}`, message: `${message} Lot number ${lots} of our shop.`, type: 'marketing' },
  })
  expect(added.body.message).toBe('Template added')
  const { id } = added.body.template
  await eventually('the approval', async () => (await templateOf(id)).status === 'approved')
  await quiet(server)
  server.sandbox.settings({ delays: { review: never } })
  return { id, message: `${message} Lot number ${lots} of our shop.`, title: `Lot ${lots}` }
}
const templateOf = async (id: number) =>
  (await server.call(templates.get, { token: shop.token, params: { id } })).body.template
/** WhatsApp approves the new version. */
const approve = async (id: number) => {
  const { provider_template_id } = await templateOf(id)
  server.sandbox.templateEvent({ id: provider_template_id!, event: 'APPROVE' })
}
const start = async (templateId: number, count: number, more: object = {}): Promise<number> => {
  const leads = await addLeads(
    server,
    shop.businessId,
    Array.from({ length: count }, () => {
      next += 1
      return { phone: `+9196${next}7777`, name: `Asha ${next}`, attributes: { city: `City ${next}` } }
    }),
  )
  const { status, body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: templateId, leads, ...more },
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
const gone = ({ outcomes }: Campaign) => outcomes.sent + outcomes.delivered + outcomes.read
const someGone = (id: number) => when('the first messages', id, (campaign) => gone(campaign) > 3)
const change = (id: number, title: string, message: string, more: object = {}) =>
  server.call(templates.change, { token: shop.token, params: { id }, body: { title, message, ...more } })
const bodies = async (id: number) => {
  const { body } = await server.call(messages.logs, {
    token: shop.token,
    query: { campaign_id: id, limit: 500 },
  })
  return body.logs.map(({ message_body }) => message_body)
}

describe('a template that is changed while its campaign runs', () => {
  it('makes the campaign wait for the review, and it goes on by itself; each message keeps its own words', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, the old offer ends soon.')
    const id = await start(templateId, 60)
    await someGone(id)
    const changed = await change(templateId, title, message.replace('old', 'new'))
    expect([changed.status, changed.body.message]).toEqual([200, 'Template updated'])
    const waiting = await when('the wait', id, ({ status }) => status === 'Paused')
    expect(waiting.status_code).toBe('template_in_review')
    expect(waiting.status_reason).toBe(
      'Waiting for WhatsApp to review the new version. The campaign then continues automatically.',
    )
    await limitTo(80)
    await approve(templateId)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
    expect(gone(done)).toBe(60)
    expect(done.events.map(({ kind }) => kind)).not.toContain('failed')
    expect(done.events.map(({ sentence }) => sentence)).toContain(
      'Going on with the new version of the template',
    )
    const said = await bodies(id)
    const old = said.filter((text) => text.includes('the old offer')).length
    expect(old).toBeGreaterThan(3)
    expect(said.filter((text) => text.includes('the new offer'))).toHaveLength(60 - old)
    // Nobody got it twice.
    const to = server.sandbox.ledger({ limit: 1000 }).rows.map((row) => row.to)
    expect(new Set(to).size).toBe(to.length)
  })

  it('asks what fills new variables, refuses to go on without, and fits those who wait', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, the market opens soon.')
    const id = await start(templateId, 60)
    await someGone(id)
    const words = message.replace('opens', 'in {{city}} opens')
    expect((await change(templateId, title, words)).status).toBe(200)
    await when('the wait', id, ({ status }) => status === 'Paused')
    await approve(templateId)
    const asks = await when('the question', id, ({ status_code }) => status_code === 'template_variables')
    expect([asks.status, asks.new_version?.variables.map(({ key, added }) => [key, added])]).toEqual([
      'Paused',
      [
        ['name', false],
        ['city', true],
      ],
    ])
    expect(JSON.stringify(asks.new_version?.components)).toContain('{{city}}')
    const refused = await server.call(campaigns.resume, { token: shop.token, params: { id } })
    expect(refused.status).toBe(422)
    const stranger = await server.signUp()
    const parameters = { city: { attribute: 'city' } }
    const input = { params: { id }, body: { parameters } }
    expect((await server.call(campaigns.useNewVersion, { token: stranger.token, ...input })).status).toBe(404)
    await limitTo(80)
    expect((await server.call(campaigns.useNewVersion, { token: shop.token, ...input })).status).toBe(200)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
    expect([gone(done), done.outcomes.failed]).toEqual([60, 0])
    const said = await bodies(id)
    expect(said.filter((text) => /the market in City \d+ opens/.test(text)).length).toBeGreaterThan(10)
    expect(said.filter((text) => text.includes('the market opens')).length).toBeGreaterThan(3)
  })

  it('lets the owner look first, and tells of a new version that was rejected', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, our hall opens on Sunday.')
    const id = await start(templateId, 60)
    await someGone(id)
    await change(templateId, title, message.replace('Sunday', 'Monday'), { campaigns: 'wait' })
    await when('the wait', id, ({ status }) => status === 'Paused')
    await approve(templateId)
    const look = await when(
      'the approval',
      id,
      ({ status_reason }) => status_reason === 'WhatsApp approved the new version. Look at it and resume.',
    )
    expect([look.status, look.new_version?.variables.map(({ added }) => added)]).toEqual(['Paused', [false]])
    await server.call(campaigns.cancel, { token: shop.token, params: { id } })
  })

  it('goes on as it was when WhatsApp refuses the change', async () => {
    const { id: templateId, message, title } = await template('Hello {{name}}, the tea is fresh today.')
    // WhatsApp takes one change a day; what we know of the first is forgotten, so that it is asked.
    await change(templateId, title, message.replace('tea', 'chai'))
    await approve(templateId)
    await eventually('the review', async () => (await templateOf(templateId)).status === 'approved')
    const id = await start(templateId, 40)
    await someGone(id)
    const { provider_template_id } = await templateOf(templateId)
    await sql`update provider_templates set edited_at = '{}' where id = ${provider_template_id}`.execute(
      server.app.db,
    )
    const refused = await change(templateId, title, message.replace('fresh', 'green'))
    expect(refused.status).toBeGreaterThanOrEqual(400)
    await limitTo(80)
    const done = await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
    expect(gone(done)).toBe(40)
    expect((await bodies(id)).every((text) => text.includes('fresh'))).toBe(true)
  })

  it('waits when the change was made elsewhere and only the refusal tells', async () => {
    const { id: templateId } = await template('Hello {{name}}, the shop has moved to the square.')
    const { provider_template_id } = await templateOf(templateId)
    const id = await start(templateId, 40)
    await someGone(id)
    server.sandbox.faults({ refuse: { 132001: 1 } })
    await when('the stop', id, ({ status }) => status === 'Failed')
    server.sandbox.faults({})
    const { stopTemplate, resumeTemplate } = await import('./stops.ts')
    const which = { business_id: shop.businessId, provider_template_id: provider_template_id! }
    const stateIs = (status: string) =>
      sql`update provider_templates set status = ${status} where id = ${provider_template_id}`.execute(
        server.app.db,
      )
    await stateIs('PENDING')
    await stopTemplate(server.app, { ...which, code: 'template_in_review', reason: 'Waiting.' })
    expect((await get(id)).status).toBe('Paused')
    await stateIs('APPROVED')
    await resumeTemplate(server.app, which)
    await limitTo(80)
    await wakeLane(server.app, shop.businessId, (await get(id)).phone_number_id)
    await when('the end', id, ({ status }) => status === 'Completed')
    await limitTo(slowly)
  })
})
