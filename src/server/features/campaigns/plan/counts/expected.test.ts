import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../../campaigns.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 1000
const join = (tag: string, consent: string) =>
  addLeads(server, shop.businessId, [{ phone: `+9198${next++}7777`, tags: [tag], consent }])

/** A campaign for everybody with this tag, tomorrow. */
async function scheduleFor(tag: string, more: object = {}): Promise<number> {
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: shop.template.weekend_offer!,
      audience: { tags: [tag] },
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
      ...more,
    },
  })
  return body.campaign.id
}

const ask = (id: number, token = shop.token) => server.call(campaigns.expected, { token, params: { id } })

it('a scheduled campaign says how many people would get it now, and why not the others', async () => {
  await join('regulars', 'opted_in')
  await join('regulars', 'opted_out')
  const id = await scheduleFor('regulars')
  const optedOut = [{ reason: 'opted_out', label: 'Opted out', count: 1 }]
  expect((await ask(id)).body.audience).toEqual({ selected: 2, will_receive: 1, left_out: optedOut })
  await join('regulars', 'opted_in')
  expect((await ask(id)).body.audience).toEqual({ selected: 3, will_receive: 2, left_out: optedOut })
})

it('it counts as the start will: with the owner’s word for people without consent', async () => {
  await join('counter', 'none')
  await join('counter', 'opted_in')
  const without = await scheduleFor('counter')
  const stated = await scheduleFor('counter', { consent_statement: 'They signed the card at our counter.' })
  expect((await ask(without)).body.audience).toMatchObject({ will_receive: 1 })
  expect((await ask(stated)).body.audience).toMatchObject({ will_receive: 2, left_out: [] })
})

it('it counts as the start will: a person without a value for a variable is left out', async () => {
  await join('orders', 'opted_in')
  const [known] = await join('orders', 'opted_in')
  const attributes = JSON.stringify({ order: 'A-7' })
  await server.app.db.updateTable('leads').set({ attributes }).where('id', '=', known!).execute()
  const id = await scheduleFor('orders', {
    template_id: shop.template.order_shipped,
    parameters: { 2: { attribute: 'order' }, 'button.0': 'A-1' },
  })
  expect((await ask(id)).body.audience).toMatchObject({
    will_receive: 1,
    left_out: [{ reason: 'missing_value', count: 1 }],
  })
})

it('one that is not scheduled has none, and another’s is not found', async () => {
  await join('once', 'opted_in')
  const id = await scheduleFor('once')
  const stranger = await server.signUp()
  expect((await ask(id, stranger.token)).status).toBe(404)
  await server.call(campaigns.cancel, { token: shop.token, params: { id } })
  expect((await ask(id)).body.audience).toBeNull()
})
