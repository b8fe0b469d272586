import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { addLeads, openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { planCampaign } from '#server/features/messages/messages.fixture.ts'
import { markReconnect } from '#server/features/onboarding/onboarding.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer()
  shop = await openShop(server)
})
afterAll(() => server.close())

const turns = async () =>
  (await server.call(dashboard.stats, { token: shop.token })).body.your_turn.map(
    ({ kind, action, sentence }) => ({ kind, action, sentence }),
  )

it('leads from a connected number to customers, and from them to the first message', async () => {
  expect(await turns()).toMatchObject([{ kind: 'step', action: 'Add your customers' }])
  await addLeads(server, shop.businessId, [{ phone: '+919811100001' }])
  expect(await turns()).toMatchObject([{ kind: 'step', action: 'Write your message' }])
})

it('says at once that a scheduled campaign cannot start with its template, and what else waits', async () => {
  const leads = await addLeads(server, shop.businessId, [{ phone: '+919811100002' }])
  const scheduled = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: shop.template.weekend_offer!,
      leads,
      scheduled_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      timezone: 'Asia/Kolkata',
    } as never,
  })
  expect(scheduled.status).toBe(200)
  expect(await turns()).toEqual([])
  await server.app.db
    .updateTable('provider_templates')
    .set({ status: 'DISABLED' })
    .where('business_id', '=', shop.businessId)
    .where('name', '=', 'weekend_offer')
    .execute()
  expect(await turns()).toMatchObject([
    { kind: 'campaign', sentence: expect.stringContaining('cannot be sent now') },
    { kind: 'template', sentence: expect.stringContaining('disabled it') },
  ])
  const { body } = await server.call(campaigns.list, { token: shop.token, query: {} })
  expect(body.campaigns[0]).toMatchObject({
    status: 'Scheduled',
    status_reason: expect.stringContaining('Choose another template'),
  })
  const [account] = await server.app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', shop.businessId)
    .execute()
  await markReconnect(server.app, shop.businessId, account!.waba_id, 'The access token has expired.')
  // What stops all sending comes first.
  expect((await turns())[0]).toMatchObject({ kind: 'connection', action: 'Paste a new token' })
})

/** Everything else is out of the way: the account is connected, its templates can be sent, no campaign waits. */
const allIsWell = async () => {
  const { db } = server.app
  await sql`update whatsapp_accounts set status = 'connected', status_reason = null`.execute(db)
  await sql`update provider_templates set status = 'APPROVED'`.execute(db)
  await sql`update campaigns set status = 'Cancelled' where status <> 'Completed'`.execute(db)
  await sql`delete from messages`.execute(db)
  await sql`delete from dispatches`.execute(db)
  await sql`update lead_imports set rejected = 0`.execute(db)
  expect(await turns()).toEqual([])
}
const campaign = async (columns: Record<string, unknown>): Promise<number> => {
  const leads = await addLeads(server, shop.businessId, [{ phone: `+9198112${next++}` }])
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads },
  })
  await server.app.db
    .updateTable('campaigns')
    .set(columns as never)
    .where('id', '=', body.campaign.id)
    .execute()
  return body.campaign.id
}
let next = 10_000
const phone = () => `+9198113${next++}`
const plan = (campaignId: number, phones: string[]) =>
  planCampaign(server, { ...shop, phoneNumberId: sandboxSeed.phone.id }, phones, { campaignId })

describe('what waits for the owner', () => {
  beforeEach(allIsWell)

  it('is a paused campaign, with its reason; not one that goes on by itself', async () => {
    const id = await campaign({ status: 'Paused', status_code: 'paused', status_reason: null })
    expect(await turns()).toEqual([
      { kind: 'campaign', action: 'Open campaign', sentence: 'You paused it. Resume or cancel it.' },
    ])
    const state = { status_code: 'template_in_review', status_reason: '"Waiting for WhatsApp."' }
    await server.app.db.updateTable('campaigns').set(state).where('id', '=', id).execute()
    expect(await turns()).toEqual([])
    const asks = { status_code: 'template_variables', status_reason: '"Say what fills them."' }
    await server.app.db.updateTable('campaigns').set(asks).where('id', '=', id).execute()
    expect(await turns()).toMatchObject([{ kind: 'campaign', sentence: 'Say what fills them.' }])
  })

  it('is a campaign that stopped with people left, and not one that ended', async () => {
    const failed = { status: 'Failed', status_code: '131063', status_reason: '"Only in another way."' }
    const id = await campaign(failed)
    expect(await turns()).toEqual([])
    await plan(id, [phone()])
    await sql`update dispatches set state = 'held' where campaign_id = ${id}`.execute(server.app.db)
    expect(await turns()).toMatchObject([{ kind: 'campaign', sentence: 'Only in another way.' }])
  })

  it('is a rejected and a disabled template', async () => {
    for (const [status, says] of [
      ['REJECTED', /did not approve/],
      ['DISABLED', /disabled it/],
    ] as const) {
      await server.app.db
        .updateTable('provider_templates')
        .set({ status })
        .where('name', '=', 'order_shipped')
        .execute()
      expect(await turns()).toMatchObject([{ kind: 'template', action: 'Open template' }])
      expect((await turns())[0]?.sentence).toMatch(says)
    }
  })

  it('is messages whose time to be answered is over, of campaigns and single ones', async () => {
    const id = await campaign({ status: 'Completed' })
    const phones = [phone(), phone(), phone()]
    await plan(id, phones)
    const reason = (to: string, why: string) =>
      sql`update messages set status = 'unknown', reason = ${why}, unknown_at = now() where recipient_phone = ${to}`.execute(
        server.app.db,
      )
    await reason(phones[0]!, 'no_answer')
    expect(await turns()).toEqual([])
    await reason(phones[1]!, 'ask_owner')
    await reason(phones[2]!, 'no_reports')
    expect(await turns()).toMatchObject([
      { kind: 'unknown', action: 'Decide', sentence: expect.stringMatching(/^2 messages have no answer/) },
    ])
    await sql`update messages set campaign_id = null where recipient_phone = ${phones[1]!}`.execute(
      server.app.db,
    )
    const { body } = await server.call(dashboard.stats, { token: shop.token })
    expect(body.your_turn.map(({ name, to }) => [name, to])).toEqual([
      [expect.any(String), `/campaigns/${id}`],
      ['Single messages', '/message-logs?status=unknown'],
    ])
  })

  it('is an import with rejected rows', async () => {
    await server.app.db
      .insertInto('lead_imports')
      .values({
        business_id: shop.businessId,
        file_name: 'people.csv',
        bytes: 1,
        kind: 'csv',
        status: 'done',
        settings: '{}',
        analysis: '{}',
        rejected: 12,
        finished_at: new Date(),
        created_by: shop.userId,
      } as never)
      .execute()
    expect(await turns()).toEqual([
      {
        kind: 'import',
        action: 'See rows',
        sentence: '12 rows were rejected. Fix them and import them again.',
      },
    ])
  })

  it('is, for the operator alone, a signup on Meta’s page that nobody has yet', async () => {
    const { db } = server.app
    const ravi = await server.signUp('Ravi')
    const now = new Date()
    await db
      .insertInto('hosted_signups')
      .values({ waba_id: '77', portfolio_id: '78', received_at: now })
      .execute()
    // Nobody has opened the page: then it was another way of signing up.
    expect(await turns()).toEqual([])
    const intent = {
      business_id: ravi.businessId,
      opened_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    }
    await db.insertInto('hosted_signup_intents').values(intent).execute()
    expect(await turns()).toMatchObject([{ kind: 'signup', action: 'Assign account' }])
    const { body } = await server.call(dashboard.stats, { token: ravi.token })
    expect(body.your_turn).toEqual([])
    await db.updateTable('hosted_signups').set({ business_id: ravi.businessId }).execute()
    expect(await turns()).toEqual([])
  })

  it('begins with what stops all sending, and shows nothing of another business', async () => {
    await campaign({ status: 'Paused', status_code: 'paused' })
    const { waba } = sandboxSeed
    await markReconnect(server.app, shop.businessId, waba.id, 'The access token has expired.')
    expect((await turns()).map(({ kind }) => kind)).toEqual(['connection', 'campaign'])
    const stranger = await server.signUp()
    const { body } = await server.call(dashboard.stats, { token: stranger.token })
    expect(body.your_turn).toEqual([])
  })
})
