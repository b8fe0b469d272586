import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { TestServer } from '#test/server.ts'
import {
  emptyOutbox,
  newPhone,
  offerContent,
  openIdleLane,
  outcomesOf,
  planCampaign,
  rowOf,
  runLaneUntil,
  type Shop,
} from '../../messages.fixture.ts'
import { waitingReason } from '../../messages.ts'
import { setAside } from './daily-limit.ts'

// Lanes run here only when a test says so.
let server: TestServer
let shop: Shop
let lane: { businessId: number; phoneNumberId: string }
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
})
afterAll(() => server.close())
beforeEach(() => emptyOutbox(server))

const runUntil = (isSo: () => Promise<boolean>) => runLaneUntil(server, lane, isSo)

describe('people in 24 hours', () => {
  it('are shared by the numbers of a portfolio, and what one has set aside the other does not get', async () => {
    await sql`insert into lanes (business_id, phone_number_id) values
      (${lane.businessId}, ${lane.phoneNumberId}), (${lane.businessId}, ${sandboxSeed.secondPhone.id})`.execute(
      server.app.db,
    )
    const sender = {
      phone_number_id: '',
      waba_id: '',
      portfolio_id: sandboxSeed.business.id,
      phone: '',
      display_phone_number: '',
      verified_name: '',
      status: '',
      token: '',
      throughput_per_second: null,
      messaging_limit: 10,
    }
    await sql`update whatsapp_accounts set portfolio_id = ${sandboxSeed.business.id}`.execute(server.app.db)
    const campaign = await planCampaign(server, shop, [newPhone(), newPhone(), newPhone()])
    await sql`update messages set status = 'sent', claimed_at = now() where campaign_id = ${campaign}`.execute(
      server.app.db,
    )
    const second = { ...lane, phoneNumberId: sandboxSeed.secondPhone.id }
    expect((await setAside(server.app, lane, sender, 5)).people).toBe(5)
    expect((await setAside(server.app, second, sender, 5)).people).toBe(2)
    const none = await setAside(server.app, second, { ...sender, messaging_limit: 3 }, 5)
    expect(none.people).toBe(0)
    expect(none.nextMs).toBeGreaterThan(23 * 3600_000)
    // What the other only set aside it may give back: that is no wait until tomorrow.
    await sql`update lanes set reserved = 0, reserved_until = null`.execute(server.app.db)
    expect((await setAside(server.app, lane, sender, 20)).people).toBe(7)
    const soon = await setAside(server.app, second, sender, 5)
    expect(soon).toMatchObject({ people: 0, isSetAside: true })
    expect(soon.nextMs).toBeLessThanOrEqual(21_000)
    await sql`delete from messages`.execute(server.app.db)
    expect((await setAside(server.app, second, sender, 5)).people, 'of ten, seven are set aside').toBe(3)
  })

  it('do not count again who was written to in them: yesterday’s customers get their order updates', async () => {
    const [first, second, third, stranger] = [newPhone(), newPhone(), newPhone(), newPhone()]
    const earlier = await planCampaign(server, shop, [first, second, third])
    await sql`update messages set status = 'read', claimed_at = now() - interval '3 hours'
      where campaign_id = ${earlier}`.execute(server.app.db)
    await sql`update dispatches set drained_at = now()`.execute(server.app.db)
    await sql`update phone_numbers set messaging_limit = 3`.execute(server.app.db)
    try {
      const campaign = await planCampaign(server, shop, [stranger, first, second])
      const single = await server.app.db
        .insertInto('messages')
        .values({
          business_id: shop.businessId,
          content_id: await offerContent(server, shop.businessId),
          phone_number_id: lane.phoneNumberId,
          recipient_phone: third,
          variables: ['Asha'],
          status: 'queued',
          due_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const before = Date.now()
      await runUntil(async () => {
        const { status } = await server.app.db
          .selectFrom('messages')
          .select('status')
          .where('id', '=', single.id)
          .executeTakeFirstOrThrow()
        const { sent, queued } = await outcomesOf(server, shop, campaign)
        return status === 'sent' && sent === 2 && queued === 1
      })
      expect((await rowOf(server, campaign, stranger)).status).toBe('queued')
      const waiting = await waitingReason(server.app, shop.businessId, lane.phoneNumberId)
      expect(waiting?.code).toBe('daily_limit')
      expect(Date.parse(waiting!.until!) - before).toBeLessThan(22 * 3600_000)
      await sql`update phone_numbers set messaging_limit = 5`.execute(server.app.db)
      await runUntil(async () => (await rowOf(server, campaign, stranger)).status === 'sent')
      expect(await waitingReason(server.app, shop.businessId, lane.phoneNumberId)).toBeNull()
    } finally {
      await sql`update phone_numbers set messaging_limit = null`.execute(server.app.db)
    }
  })

  it('that a campaign uses up to the last one do not keep it from being done', async () => {
    await sql`update phone_numbers set messaging_limit = 2`.execute(server.app.db)
    try {
      const campaign = await planCampaign(server, shop, [newPhone(), newPhone()])
      await runUntil(async () => {
        const row = await server.app.db
          .selectFrom('dispatches')
          .select('drained_at')
          .executeTakeFirstOrThrow()
        return row.drained_at !== null
      })
      expect(await outcomesOf(server, shop, campaign)).toMatchObject({ planned: 2, sent: 2 })
    } finally {
      await sql`update phone_numbers set messaging_limit = null`.execute(server.app.db)
    }
  })
})
