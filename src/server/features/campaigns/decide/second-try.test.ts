import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { templates } from '#contract/templates.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { eventually, openTestServer, quiet, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'

const quick = { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } as const

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { ...quick, review: [5, 10] } })
  shop = await openShop(server)
  await sql`update phone_numbers set throughput_per_second = 80
    where phone_number_id = ${sandboxSeed.phone.id}`.execute(server.app.db)
})
afterAll(() => server.close())

const approval = (id: number) =>
  eventually('the approval', async () => {
    const { body } = await server.call(templates.get, { token: shop.token, params: { id } })
    return body.template.status === 'approved'
  })
const addTemplate = async (title: string): Promise<number> => {
  const { body } = await server.call(templates.add, {
    token: shop.token,
    body: { title, message: `Hello {{name}}, the ${title} offer ends soon.`, type: 'marketing' },
  })
  await approval(body.template.id)
  await quiet(server)
  return body.template.id
}
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const { body } = await server.call(campaigns.get, { token: shop.token, params: { id } })
    return holds(body.campaign) && body.campaign
  })

it.each([1, 2])(
  'a second try after an A/B test, whose version %i has another variable now',
  async (variant) => {
    const lots = [await addTemplate(`red ${variant}`), await addTemplate(`blue ${variant}`)]
    const phones = Array.from({ length: 8 }, (_, at) => `+91981107${variant}${200 + at}`)
    const leads = await addLeads(
      server,
      shop.businessId,
      phones.map((phone) => ({ phone, name: 'Asha' })),
    )
    for (const to of phones) server.sandbox.fate(to, { refuse: 131026 })
    for (const to of phones.slice(6)) server.sandbox.fate(to, null)
    const made = await server.call(campaigns.schedule, {
      token: shop.token,
      body: {
        template_id: lots[0]!,
        leads,
        trial: {
          kind: 'test',
          percent: 75,
          measure: 'read',
          after_minutes: 60,
          decide: 'owner',
          variants: [{ template_id: lots[1]! }],
        } as never,
      },
    })
    const params = { id: made.body.campaign.id }
    const { id } = params
    await when('the question', id, ({ status_code }) => status_code === 'trial_owner')
    await server.call(campaigns.decide, { token: shop.token, params, body: { variant: 1 } })
    const first = await when('the end', id, ({ status }) => status === 'Completed')
    expect(first.outcomes.failed).toBe(6)
    for (const to of phones) server.sandbox.fate(to, null)

    const lot = lots[variant - 1]!
    const title = variant === 1 ? 'red 1' : 'blue 2'
    const message = `Hello {{name}}, the ${title} offer in {{city}} ends soon.`
    await server.call(templates.change, { token: shop.token, params: { id: lot }, body: { title, message } })
    await approval(lot)
    await quiet(server)
    await server.call(campaigns.retryFailed, { token: shop.token, params, body: { codes: [131026] } })
    if (variant === 1) {
      await when('the question', id, ({ status_code }) => status_code === 'template_variables')
      const parameters = { city: { text: 'Pune' } }
      const used = await server.call(campaigns.useNewVersion, {
        token: shop.token,
        params,
        body: { parameters },
      })
      expect(used.status).toBe(200)
    }
    const done = await when(
      'the end',
      id,
      ({ status, outcomes }) => status !== 'Running' && outcomes.queued === 0,
    )
    expect([done.status, done.outcomes.failed]).toEqual(['Completed', 0])
    const { rows } = await sql<{ text: string }>`
    select c.components::text as text from messages m
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.campaign_id = ${id} and m.recipient_phone = any(${phones.slice(0, 6)})`.execute(server.app.db)
    const isNew = ({ text }: { text: string }) => text.includes('the red 1 offer in {{city}}')
    if (variant === 1) expect(rows.filter(isNew).length).toBeGreaterThan(0)
    else expect(rows.every(({ text }) => text.includes('the red 2 offer'))).toBe(true)
  },
)
