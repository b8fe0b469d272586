import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { templates } from '#contract/templates.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { sweepReviews } from '#server/features/templates/provider/sweep-reviews.ts'
import { eventually, openTestServer, quiet, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { resumeTemplate, stopTemplate } from './stops.ts'
import { sweepCampaigns } from './sweep.ts'

/** What a process that ends in the middle leaves behind: the template is usable, and no note says so. */
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { answer: [1, 2], sent: [1, 5], review: [5, 10] } })
  shop = await openShop(server)
})
afterAll(() => server.close())

const limitTo = (perSecond: number) =>
  server.app.db
    .updateTable('phone_numbers')
    .set({ throughput_per_second: perSecond })
    .where('phone_number_id', '=', sandboxSeed.phone.id)
    .execute()
beforeEach(() => limitTo(20))

let lots = 0
const addTemplate = async () => {
  lots += 1
  const title = `Parcel ${lots}`
  const message = `Hello {{name}}, parcel number ${lots} waits in the old shop.`
  const { body } = await server.call(templates.add, {
    token: shop.token,
    body: { title, message, type: 'marketing' },
  })
  const { id } = body.template
  const approved = await eventually('the approval', async () => {
    const template = await templateOf(id)
    return template.status === 'approved' && template
  })
  await quiet(server)
  return { id, title, message, providerId: approved.provider_template_id! }
}
const templateOf = async (id: number) =>
  (await server.call(templates.get, { token: shop.token, params: { id } })).body.template
let next = 1000
const start = async (templateId: number, count: number): Promise<number> => {
  const leads = await addLeads(
    server,
    shop.businessId,
    Array.from({ length: count }, () => {
      next += 1
      return { phone: `+9195${next}7777`, name: `Asha ${next}` }
    }),
  )
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: templateId, leads },
  })
  expect(body.message).toBe('Campaign scheduled successfully!')
  return body.campaign.id
}
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const campaign = await get(id)
    return holds(campaign) && campaign
  })
const left = ({ outcomes }: Campaign) => outcomes.planned - outcomes.queued
const stateIs = (providerId: string, status: string) =>
  server.app.db
    .updateTable('provider_templates')
    .set({ status, synced_at: new Date() })
    .where('id', '=', providerId)
    .execute()
const stop = (providerId: string, code: string) =>
  stopTemplate(server.app, {
    business_id: shop.businessId,
    provider_template_id: providerId,
    code,
    reason: 'Waiting.',
  })
/** Running, with most people still to come, and its template not usable any more. */
const stopped = async (status: string, code: string) => {
  const template = await addTemplate()
  const id = await start(template.id, 40)
  await when('the first messages', id, (campaign) => left(campaign) > 2)
  await stateIs(template.providerId, status)
  await stop(template.providerId, code)
  expect((await get(id)).status).toBe('Paused')
  return { ...template, id }
}

describe('a campaign that waits for its template', () => {
  it.each([
    ['PENDING', 'template_in_review'],
    ['PAUSED', 'template_paused'],
  ])('goes on by the sweep when the note of the end of %s was lost', async (status, code) => {
    const { id, providerId } = await stopped(status, code)
    await sweepCampaigns(server.app)
    expect((await get(id)).status).toBe('Paused')
    await stateIs(providerId, 'APPROVED')
    await limitTo(80)
    await sweepCampaigns(server.app)
    const done = await when('the end', id, (campaign) => campaign.status === 'Completed')
    expect(done.outcomes.queued).toBe(0)
  })

  it('goes on when the note of its stop comes a second time, after the approval', async () => {
    const { id, providerId } = await stopped('PENDING', 'template_in_review')
    await stateIs(providerId, 'APPROVED')
    await limitTo(80)
    await stop(providerId, 'template_in_review')
    await when('the end', id, (campaign) => campaign.status === 'Completed')
  })

  it('waits for the owner, not for the sweep, when its messages may cost more', async () => {
    const { id, providerId } = await stopped('APPROVED', 'template_category_changed')
    await stateIs(providerId, 'APPROVED')
    await sweepCampaigns(server.app)
    await resumeTemplate(server.app, { business_id: shop.businessId, provider_template_id: providerId })
    expect((await get(id)).status).toBe('Paused')
    await server.call(campaigns.cancel, { token: shop.token, params: { id } })
  })

  it('asks once after hours, and is not asked about again', async () => {
    const { id, providerId } = await stopped('PENDING', 'template_in_review')
    await stateIs(providerId, 'APPROVED')
    await sql`update campaigns set paused_at = now() - interval '7 hours' where id = ${id}`.execute(
      server.app.db,
    )
    await sweepCampaigns(server.app)
    await sweepCampaigns(server.app)
    const asks = await get(id)
    expect([asks.status, asks.status_code]).toEqual(['Paused', 'template_ready'])
    expect(asks.status_reason).toBe('WhatsApp approved the new version. Look at it and resume.')
    await server.call(campaigns.cancel, { token: shop.token, params: { id } })
  })

  it('is done when its last message had left before it was stopped', async () => {
    const { id: templateId, providerId } = await addTemplate()
    await limitTo(80)
    const id = await start(templateId, 2)
    await when('the end', id, ({ status }) => status === 'Completed')
    await sql`update campaigns set status = 'Paused', status_code = 'template_in_review',
      paused_at = now(), finished_at = null where id = ${id}`.execute(server.app.db)
    await resumeTemplate(server.app, { business_id: shop.businessId, provider_template_id: providerId })
    expect((await get(id)).status).toBe('Completed')
  })
})

describe('an edit that was cut off after WhatsApp took it', () => {
  /** The process ends between the answer and our note: what follows the request never happens. */
  const cutOffEdit = async ({ id, title, message }: Awaited<ReturnType<typeof addTemplate>>) => {
    const { templates: meta } = server.app.meta
    const { edit } = meta
    const taken = new Promise<void>((resolve, reject) => {
      meta.edit = async (...given) => {
        meta.edit = edit
        await edit(...given).then(() => resolve(), reject)
        await new Promise<never>((_never) => undefined)
      }
    })
    const body = { title, message: message.replace('old', 'new') }
    void server.call(templates.change, { token: shop.token, params: { id }, body })
    await taken
  }
  const bodies = async (id: number) => {
    const { body } = await server.call(messages.logs, {
      token: shop.token,
      query: { campaign_id: id, limit: 500 },
    })
    return body.logs.map(({ message_body }) => message_body)
  }

  it('is read when the approval comes, and what leaves from then on is logged with the new text', async () => {
    server.sandbox.settings({ delays: { review: [1000, 1000] } })
    const template = await addTemplate()
    const id = await start(template.id, 40)
    await when('the first messages', id, (campaign) => left(campaign) > 2)
    await cutOffEdit(template)
    await limitTo(80)
    await when('the end', id, ({ status }) => status === 'Completed')
    const said = await bodies(id)
    const old = said.filter((text) => text.includes('the old shop')).length
    expect(old).toBeGreaterThan(0)
    expect(said.filter((text) => text.includes('the new shop'))).toHaveLength(40 - old)
    expect(old).toBeLessThan(40)
    server.sandbox.settings({ delays: { review: [5, 10] } })
  })

  it('is read by the sweep where no webhook tells of the approval', async () => {
    const template = await addTemplate()
    const id = await start(template.id, 40)
    await when('the first messages', id, (campaign) => left(campaign) > 2)
    server.sandbox.settings({ delays: { review: [600_000, 600_000] } })
    await cutOffEdit(template)
    server.sandbox.world.templates.byId.get(template.providerId)!.status = 'APPROVED'
    await when('the wait', id, ({ status }) => status === 'Paused')
    await sweepReviews(server.app)
    expect((await get(id)).status).toBe('Paused')
    await server.app.db
      .updateTable('provider_templates')
      .set({ edit_begun_at: new Date(Date.now() - 300_000) })
      .where('id', '=', template.providerId)
      .execute()
    await limitTo(80)
    await sweepReviews(server.app)
    await when('the end', id, ({ status }) => status === 'Completed')
    expect((await bodies(id)).some((text) => text.includes('the new shop'))).toBe(true)
    expect((await templateOf(template.id)).message).toContain('the new shop')
  })
})
