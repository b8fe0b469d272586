import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { findProviderApiKey } from '#server/features/accounts/accounts.ts'
import { addLeads, openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { startCampaign } from '#server/features/campaigns/run/start.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { getSender, markReconnect } from '../onboarding.ts'

/** What happens to what is being sent when the provider no longer takes the access, and when it does again. */
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  shop = await openShop(server)
})
afterAll(() => server.close())

const { waba } = sandboxSeed
const newToken = () => server.sandbox.token({ waba_ids: [waba.id] })
const connect = async (token: string) => {
  const { body } = await server.call(onboarding.connectToken, { token: shop.token, body: { token } })
  return body
}
const saveKey = (change: { api_key?: string; remove_api_key?: boolean }) =>
  server.call(accounts.saveSettings, {
    token: shop.token,
    body: { name: 'Asha', email: shop.email, ...change },
  })
const account = async () => {
  const { body } = await server.call(onboarding.connection, { token: shop.token })
  return body.connection.accounts.find(({ waba_id }) => waba_id === waba.id)
}
const key = () => findProviderApiKey(server.app, shop.businessId)

let next = 1000
const phones = (count: number) => Array.from({ length: count }, () => `+9196${next++}7777`)
const schedule = async (to: string[], more: object = {}): Promise<number> => {
  const people = await addLeads(
    server,
    shop.businessId,
    to.map((phone) => ({ phone })),
  )
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads: people, ...more },
  })
  expect(body.message).toBe('Campaign scheduled successfully!')
  return body.campaign.id
}
const when = (what: string, id: number, holds: (campaign: Campaign) => boolean) =>
  eventually(what, async () => {
    const { body } = await server.call(campaigns.get, { token: shop.token, params: { id } })
    return holds(body.campaign) && body.campaign
  })
const acceptedBy = (to: string[]) =>
  server.sandbox.ledger().rows.filter((row) => to.includes(`+${row.to}`)).length

/** A campaign that is stopped in the middle by the death of the access it is sent with. */
async function stoppedCampaign(token: string): Promise<{ id: number; to: string[] }> {
  server.sandbox.settings({ delays: { answer: [40, 60] } })
  const to = phones(120)
  const id = await schedule(to)
  await when('the first messages', id, ({ outcomes }) => outcomes.planned - outcomes.queued > 5)
  server.sandbox.token({ value: token, dead: 460 })
  const stopped = await when('the stop', id, ({ status }) => status === 'Paused')
  expect(stopped.status_reason).toMatch(/access|token|login/i)
  expect(stopped.actions).toContain('resume')
  expect(await account()).toMatchObject({ status: 'reconnect' })
  server.sandbox.settings({ delays: { answer: [1, 2] } })
  return { id, to }
}

const isDelivered = async (id: number, to: string[]) => {
  const done = await when('the end', id, ({ status }) => status === 'Completed')
  expect(done.outcomes).toMatchObject({ planned: to.length, queued: 0, sending: 0, failed: 0 })
  expect(acceptedBy(to)).toBe(to.length)
}

describe('an access that dies while a campaign runs', () => {
  let token: string
  beforeEach(async () => {
    await saveKey({ remove_api_key: true })
    token = newToken()
    expect((await connect(token)).outcome).toBe('connected')
  })

  it('is replaced by connecting again: the campaign goes on by itself, and nobody is left out', async () => {
    const { id, to } = await stoppedCampaign(token)
    expect((await connect(newToken())).outcome).toBe('connected')
    await isDelivered(id, to)
  })

  it('is replaced by an API key on saving it; one that is no good is refused with the reason', async () => {
    const { id, to } = await stoppedCampaign(token)
    for (const [bad, reason] of [
      [`EAA${'x'.repeat(80)}`, /does not know this access token/],
      [server.sandbox.token({ expires_in_seconds: -60 }), /has expired/],
      [server.sandbox.token({ scopes: ['whatsapp_business_management'] }), /whatsapp_business_messaging/],
      [newSandboxAccount(server).token, /can't use/],
    ] as const) {
      const refused = await saveKey({ api_key: bad })
      expect(refused.status).toBe(422)
      expect(refused.body.message).toMatch(reason)
      expect(refused.body.fields?.api_key).toBe(refused.body.message)
      expect(await key()).toBeUndefined()
    }
    expect(await account()).toMatchObject({ status: 'reconnect' })
    const good = newToken()
    const saved = await saveKey({ api_key: good })
    expect(saved.body.api_key_finding).toMatch(/can send again/)
    // At once, with the answer: not with the next check.
    expect(await account()).toMatchObject({ status: 'connected', status_reason: null })
    expect(await getSender(server.app, shop.businessId)).toMatchObject({ token: good })
    await isDelivered(id, to)
  })

  it('keeps a campaign that was to start meanwhile, and starts it then', async () => {
    const to = phones(3)
    const id = await schedule(to, { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
    server.sandbox.token({ value: token, dead: 460 })
    await server.call(onboarding.sync, { token: shop.token, body: {} })
    // Its time comes.
    await server.app.db
      .updateTable('campaigns')
      .set({ scheduled_at: new Date() })
      .where('id', '=', id)
      .execute()
    await startCampaign(server.app, shop.businessId, id)
    const kept = await when('it waits', id, ({ status }) => status === 'Paused')
    expect(kept.status_reason).toMatch(/password of the Facebook account was changed/)
    await connect(newToken())
    await isDelivered(id, to)
  })

  it('was replaced before a request with the old one is refused: that says nothing of the new one', async () => {
    const fresh = newToken()
    await connect(fresh)
    const refused = (by: string) => markReconnect(server.app, shop.businessId, waba.id, 'Withdrawn.', by)
    await refused(token)
    expect(await account()).toMatchObject({ status: 'connected' })
    // Dead indeed: the check that follows would find a good one, and set the account going again.
    server.sandbox.token({ value: fresh, dead: 460 })
    await refused(fresh)
    // The reason is the one told here, or the one that the following check hears for itself.
    expect((await account())?.status).toBe('reconnect')
  })

  it('is dead although a check that began before had found it alive', async () => {
    const numbers = server.app.meta.phoneNumbers
    const { list } = numbers
    Object.assign(numbers, {
      list: async (...asked: Parameters<typeof list>) => {
        const answer = await list(...asked)
        // Dead from here on: the check that follows would find it alive else.
        server.sandbox.token({ value: token, dead: 460 })
        await markReconnect(server.app, shop.businessId, waba.id, 'Withdrawn.', token)
        return answer
      },
    })
    try {
      await server.call(onboarding.sync, { token: shop.token, body: {} })
    } finally {
      Object.assign(numbers, { list })
    }
    // The reason is the one told here, or the one that the following check hears for itself.
    expect((await account())?.status).toBe('reconnect')
  })

  it('asks first when nobody can know any more whether the message is wanted', async () => {
    const { id } = await stoppedCampaign(token)
    await server.app.db
      .updateTable('campaigns')
      .set({ paused_at: new Date(Date.now() - 7 * 3_600_000) })
      .where('id', '=', id)
      .execute()
    await connect(newToken())
    await when('it asks', id, ({ status, status_reason }) =>
      Boolean(status === 'Paused' && status_reason?.includes('when the message is still wanted')),
    )
    const cancelled = await server.call(campaigns.cancel, { token: shop.token, params: { id } })
    expect(cancelled.status).toBe(200)
  })
})

describe('disconnecting while a campaign runs', () => {
  it('stops it at once, loses nobody, and connecting again goes on with it', async () => {
    await connect(newToken())
    server.sandbox.settings({ delays: { answer: [40, 60] } })
    const to = phones(300)
    const id = await schedule(to)
    await when('the first messages', id, ({ outcomes }) => outcomes.planned - outcomes.queued > 5)
    await server.call(onboarding.disconnect, { token: shop.token, body: { waba_id: waba.id } })
    await eventually('the number stops', async () => {
      const lanes = await server.app.db.selectFrom('lanes').select('pause_code').execute()
      return lanes.some(({ pause_code }) => pause_code === 'not_connected')
    })
    const waiting = await when('what was under way settles', id, ({ outcomes }) => outcomes.sending === 0)
    expect(waiting.outcomes.queued).toBeGreaterThan(0)
    server.sandbox.settings({ delays: { answer: [1, 2] } })
    await connect(newToken())
    await isDelivered(id, to)
  })
})

describe('an API key beside an access of the account’s own', () => {
  it('that would stop what sends now is not kept', async () => {
    await connect(newToken())
    const refused = await saveKey({ api_key: newSandboxAccount(server).token })
    expect(refused.body.fields?.api_key).toContain(`WABA ID ${waba.id}`)
    expect(await account()).toMatchObject({ status: 'connected' })
  })

  it('that has died is removed when somebody connects anew: it would go before the new access', async () => {
    const dead = newToken()
    await saveKey({ api_key: dead })
    server.sandbox.token({ value: dead, dead: 460 })
    const fresh = newToken()
    const { steps } = await connect(fresh)
    expect(steps.map(({ sentence }) => sentence).join(' ')).toContain('was removed')
    expect(await key()).toBeUndefined()
    expect(await getSender(server.app, shop.businessId)).toMatchObject({ token: fresh })
  })

  it('that has died gives way to the account’s own access when it is removed', async () => {
    await connect(newToken())
    const dead = newToken()
    await saveKey({ api_key: dead })
    server.sandbox.token({ value: dead, dead: 460 })
    await server.call(onboarding.sync, { token: shop.token, body: {} })
    expect(await account()).toMatchObject({ status: 'reconnect' })
    const removed = await saveKey({ remove_api_key: true })
    expect(removed.body.api_key_finding).toMatch(/can send again/)
    expect(await account()).toMatchObject({ status: 'connected' })
  })
})
