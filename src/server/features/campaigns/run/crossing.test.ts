import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { holdDispatch } from '#server/features/messages/messages.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../campaigns.fixture.ts'
import { finishIfDrained, retryAsPlanned } from './control.ts'
import { startCampaign } from './start.ts'
import { stopCampaign } from './stops.ts'
import { sweepCampaigns } from './sweep.ts'

// What crosses on its way: no job and no lane runs here, each step comes when the test says so.
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

let next = 1000
async function running(people: number, app = server.app): Promise<number> {
  const leads = await addLeads(
    server,
    shop.businessId,
    Array.from({ length: people }, () => ({ phone: `+9196${next++}7777` })),
  )
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, leads },
  })
  await startCampaign(app, shop.businessId, body.campaign.id)
  return body.campaign.id
}
const statusOf = async (id: number) =>
  (
    await server.app.db
      .selectFrom('campaigns')
      .select(['status', 'retry_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status
const setMessages = (id: number, to: Record<string, unknown>) =>
  server.app.db.updateTable('messages').set(to).where('campaign_id', '=', id).execute()
const setDispatch = (id: number, to: Record<string, unknown>) =>
  server.app.db.updateTable('dispatches').set(to).where('campaign_id', '=', id).execute()

describe('a campaign', () => {
  it('is not done while somebody in it may go again by itself', async () => {
    const id = await running(2)
    await setMessages(id, { status: 'unknown', reason: 'reconcile', due_at: new Date(Date.now() + 60_000) })
    await finishIfDrained(server.app, shop.businessId, id)
    expect(await statusOf(id)).toBe('Running')
    await setMessages(id, { status: 'sent', reason: null, due_at: null })
    await setDispatch(id, { drained_at: new Date(), moves: sql`moves + 1` })
    await finishIfDrained(server.app, shop.businessId, id)
    expect(await statusOf(id)).toBe('Completed')
  })

  it('begins by the clock that its job was started by, where another is late', async () => {
    const id = await running(1, { ...server.app, now: () => new Date(Date.now() - 120_000) })
    expect(await statusOf(id)).toBe('Running')
  })

  it('that was resumed is not stopped by what was told of before', async () => {
    const id = await running(1)
    const stop = {
      business_id: shop.businessId,
      campaign_id: id,
      code: '132001',
      reason: 'No such template.',
    }
    await stopCampaign(server.app, { ...stop, scope: 'campaign' })
    expect(await statusOf(id)).toBe('Running')
    await server.app.transaction((tx) => holdDispatch(tx, shop.businessId, id, stop))
    await stopCampaign(server.app, { ...stop, scope: 'campaign' })
    expect(await statusOf(id)).toBe('Failed')
  })

  it('keeps the second try that was put off when the process ends while it begins', async () => {
    const id = await running(1)
    await setMessages(id, { status: 'failed', error_code: 131049 })
    await setDispatch(id, { drained_at: new Date(), moves: sql`moves + 1` })
    await finishIfDrained(server.app, shop.businessId, id)
    await server.app.db
      .updateTable('campaigns')
      .set({ retry_at: new Date(), retry_codes: sql`array[131049]` })
      .where('id', '=', id)
      .execute()
    await sql`create function ends() returns trigger language plpgsql as $$ begin raise 'the process ends'; end $$`.execute(
      server.app.db,
    )
    await sql`create trigger ends before update on messages for each row execute function ends()`.execute(
      server.app.db,
    )
    await expect(retryAsPlanned(server.app, shop.businessId, id)).rejects.toThrow('the process ends')
    await sql`drop trigger ends on messages`.execute(server.app.db)
    await retryAsPlanned(server.app, shop.businessId, id)
    expect(await statusOf(id)).toBe('Running')
  })

  it('that is done stays done when an answer that never came is asked about', async () => {
    const { settleDueUnknowns } = await import('#server/features/messages/outcome/unknown.ts')
    const id = await running(1)
    await setMessages(id, { status: 'unknown', reason: 'no_answer', due_at: new Date() })
    await setDispatch(id, { drained_at: new Date(), moves: sql`moves + 1` })
    await finishIfDrained(server.app, shop.businessId, id)
    expect(await settleDueUnknowns(server.app, { businessId: shop.businessId })).toBe(1)
    await sweepCampaigns(server.app)
    expect(await statusOf(id)).toBe('Completed')
    const due = await server.call(campaigns.get, { token: shop.token, params: { id } })
    expect(due.body.campaign).toMatchObject({ unknown_due: 1, outcomes: { planned: 1, unknown: 1 } })
    const off = await server.call(campaigns.settleUnknown, {
      token: shop.token,
      params: { id },
      body: { as: 'write_off' },
    })
    await sweepCampaigns(server.app)
    expect(off.body.campaign).toMatchObject({ status: 'Completed', outcomes: { planned: 1, failed: 1 } })
    expect(await statusOf(id)).toBe('Completed')
  })
})
