import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { templates } from '#contract/templates.ts'
import { addLeads, openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { eventually, openTestServer, quiet, type TestServer } from '#test/server.ts'

let server: TestServer
let shop: Shop
let first: number
let second: number
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  const moments = {
    sent: [1, 5],
    delivered: [5, 20],
    read: [20, 40],
    answer: [1, 2],
    review: [5, 10],
  } as const
  server.sandbox.settings({ delays: moments })
  shop = await openShop(server)
  first = await addTemplate('red')
  second = await addTemplate('blue')
})
afterAll(() => server.close())

async function addTemplate(word: string): Promise<number> {
  const message = `Hello {{name}}, the ${word} offer ends soon.`
  const { body } = await server.call(templates.add, {
    token: shop.token,
    body: { title: `Offer ${word}`, message, type: 'marketing' },
  })
  const { id } = body.template
  await eventually('the approval', async () => {
    const found = await server.call(templates.get, { token: shop.token, params: { id } })
    return found.body.template.status === 'approved'
  })
  await quiet(server)
  return id
}

let next = 100
const test = async (count: number, more: object) => {
  const people = Array.from({ length: count }, () => ({ phone: `+9198110${next++}44`, name: 'Asha' }))
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: first,
      leads: await addLeads(server, shop.businessId, people),
      trial: {
        kind: 'test',
        percent: 50,
        measure: 'read',
        after_minutes: 60,
        decide: 'owner',
        variants: [{ template_id: second }],
      } as never,
      ...more,
    },
  })
  return body.campaign.id
}
const usage = async (id: number) =>
  (await server.call(templates.usage, { token: shop.token, params: { id } })).body.usage

it('names the campaigns that test a template as another version', async () => {
  const id = await test(10, { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() })
  for (const template of [first, second]) {
    const { open_campaigns, campaign_count } = await usage(template)
    expect([open_campaigns.map((one) => one.id), campaign_count]).toEqual([[id], 1])
  }
})

it('counts the messages of a test for the template that they were sent with', async () => {
  const id = await test(40, {})
  await eventually('the end of the test', async () => {
    const { body } = await server.call(campaigns.get, { token: shop.token, params: { id } })
    return body.campaign.trial?.variants.every(({ people, read }) => people === 10 && read === 10)
  })
  const { outcomes: red } = await usage(first)
  const { outcomes: blue } = await usage(second)
  // The rest waits with the first one's words.
  expect([red.read, red.queued, blue.read, blue.queued]).toEqual([10, 20, 10, 0])
})
