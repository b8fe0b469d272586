import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestServer } from '#test/server.ts'
import { takeLane } from '../lane/lane-owner.ts'
import { emptyOutbox, newPhone, openIdleLane, planCampaign, rowOf, type Shop } from '../messages.fixture.ts'
import { saveSendingSettings } from '../model/sending-settings.ts'
import { clearMissingReports, reportsMissingSince } from './reports.ts'
import { settleDueUnknowns } from './unknown.ts'

// Lanes run here only when a test says so.
let server: TestServer
let shop: Shop
let lane: { businessId: number; phoneNumberId: string }
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
})
afterAll(() => server.close())
beforeEach(async () => {
  await emptyOutbox(server)
  await sql`delete from webhook_queue`.execute(server.app.db)
  await takeLane(server.app, lane)
})

type Sent = { secondsAfter: number; reported: boolean }

/**
 * A message that was refused two minutes ago in a way that leaves open whether it was taken, beside others of its
 * number that were taken so many seconds after it.
 */
async function doubtful(others: readonly Sent[], state: Record<string, unknown> = {}) {
  const at = new Date(Date.now() - 125_000)
  const phone = newPhone()
  const phones = others.map(() => newPhone())
  const campaign = await planCampaign(server, shop, [phone, ...phones])
  const put = (to: string, values: Record<string, unknown>) =>
    server.app.db
      .updateTable('messages')
      .set({ attempts: 1, ...values } as never)
      .where('campaign_id', '=', campaign)
      .where('recipient_phone', '=', to)
      .execute()
  for (const [index, { secondsAfter, reported }] of others.entries()) {
    const taken = new Date(at.getTime() + secondsAfter * 1000)
    await put(phones[index]!, {
      status: reported ? 'delivered' : 'sent',
      claimed_at: taken,
      accepted_at: taken,
      ...(reported && { sent_at: taken, delivered_at: taken }),
    })
  }
  await put(phone, {
    status: 'unknown',
    reason: 'reconcile',
    claimed_at: at,
    unknown_at: at,
    due_at: new Date(),
    error_code: 131016,
    ...state,
  })
  return async () => {
    await settleDueUnknowns(server.app, { businessId: shop.businessId })
    return await rowOf(server, campaign, phone)
  }
}
const row = (secondsAfter: number, reported: boolean): Sent => ({ secondsAfter, reported })
const missingSince = () => reportsMissingSince(server.app, shop.businessId, lane.phoneNumberId)

describe('silence about a message that was refused by a fault of the provider', () => {
  it('shows that it was not taken where others of those minutes were reported: it is sent again', async () => {
    const look = await doubtful([row(-2, true), row(3, true)])
    expect(await look()).toMatchObject({ status: 'queued', reason: 'retry' })
    expect(await missingSince()).toBeNull()
  })

  it('shows nothing while webhooks are held back: it stays unknown, and the owner is told', async () => {
    const look = await doubtful([row(-2, false), row(3, false), row(40, false)])
    expect(await look()).toMatchObject({ status: 'unknown', reason: 'awaiting_reports' })
    expect(await missingSince()).not.toBeNull()
    const { rows } = await sql<{ data: { code: string } }>`
      select data from pgboss.job where name = 'messages.number-waits'`.execute(server.app.db)
    expect(rows.map(({ data }) => data.code)).toContain('reports_missing')
    await sql`update messages set due_at = now(), unknown_at = now() - interval '11 minutes'
      where status = 'unknown'`.execute(server.app.db)
    expect(await look()).toMatchObject({ status: 'unknown', reason: 'no_reports', due_at: null })
  })

  it('shows nothing where reports came before it and none after', async () => {
    const look = await doubtful([row(-4, true), row(-3, true), row(-2, true)])
    expect(await look()).toMatchObject({ status: 'unknown', reason: 'awaiting_reports' })
  })

  it('shows nothing where only a part of the reports came in, or nothing else was sent', async () => {
    const part = await doubtful([...Array.from({ length: 30 }, () => row(1, true)), row(2, false)])
    expect((await part()).status).toBe('unknown')
    await emptyOutbox(server)
    const alone = await doubtful([])
    expect((await alone()).status).toBe('unknown')
  })

  it('counts after reports that were held back have come in and had time to be complete', async () => {
    const look = await doubtful([row(-2, false), row(3, false)])
    expect((await look()).reason).toBe('awaiting_reports')
    await sql`update messages set status = 'delivered', sent_at = accepted_at, delivered_at = accepted_at
      where status = 'sent'`.execute(server.app.db)
    await sql`update messages set due_at = now() where status = 'unknown'`.execute(server.app.db)
    const again = await look()
    expect(again).toMatchObject({ status: 'unknown', reason: 'reconcile' })
    expect(again.due_at!.getTime()).toBeGreaterThan(Date.now() + 100_000)
    await sql`update messages set due_at = now() where status = 'unknown'`.execute(server.app.db)
    expect((await look()).status).toBe('queued')
  })

  it('shows nothing while stored webhooks wait to be applied', async () => {
    const look = await doubtful([row(-2, true), row(3, true)])
    await sql`with stored as (
      insert into webhook_events (received_at, body) values (now() - interval '1 minute', '{}') returning id)
      insert into webhook_queue (id) select id from stored`.execute(server.app.db)
    expect((await look()).status).toBe('unknown')
  })

  it('of another number says nothing about this one', async () => {
    const look = await doubtful([row(-2, true), row(3, true)])
    await sql`update messages set phone_number_id = '77' where status = 'delivered'`.execute(server.app.db)
    expect((await look()).status).toBe('unknown')
  })

  it('sends nothing again by itself while reports are missing, though the owner set that', async () => {
    await saveSendingSettings(server.app, shop.businessId, { unknownAction: 'send_again' })
    try {
      const silent = await doubtful([row(3, false)], { reason: 'no_answer' })
      expect(await silent()).toMatchObject({ status: 'unknown', reason: 'no_reports' })
      await emptyOutbox(server)
      const fine = await doubtful([row(3, true)], { reason: 'no_answer' })
      expect(await fine()).toMatchObject({ status: 'queued', reason: 'again' })
    } finally {
      await saveSendingSettings(server.app, shop.businessId, { unknownAction: 'ask' })
    }
  })
})

it('forgets that reports are missing when they have come in', async () => {
  const look = await doubtful([row(3, false)])
  await look()
  await clearMissingReports(server.app)
  expect(await missingSince()).not.toBeNull()
  await sql`update messages set sent_at = accepted_at where status = 'sent'`.execute(server.app.db)
  await clearMissingReports(server.app)
  expect(await missingSince()).toBeNull()
})
