import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { type Claimed, listDispatches } from '../lane/claim/claim.ts'
import { settleAccepted } from '../lane/send/settle.ts'
import { newPhone, offerContent, openShop, planCampaign, rowOf, type Shop } from '../messages.fixture.ts'
import { applyStatuses, type ReceivedStatus } from '../messages.ts'
import { callbackData, installTag, registerTag } from '../model/callback-data.ts'
import { messageStatuses, reportedStatuses } from '../model/message-status.ts'
import { statusAfter } from '../model/status-after.fixture.ts'

// No lane runs here: the rows are put where each test wants them.
let server: TestServer
let shop: Shop
let contentId: number
beforeAll(async () => {
  server = await openTestServer()
  shop = await openShop(server)
  contentId = await offerContent(server, shop.businessId)
  await server.app.db
    .insertInto('lanes')
    .values({ business_id: shop.businessId, phone_number_id: shop.phoneNumberId })
    .execute()
})
afterAll(() => server.close())

type Row = Awaited<ReturnType<typeof rowOf>>
type Message = { id: number; campaign: number; phone: string }

async function message(state: Partial<Row> = {}): Promise<Message> {
  const phone = newPhone()
  const campaign = await planCampaign(server, shop, [phone], { contentId })
  const { id } = await rowOf(server, campaign, phone)
  await server.app.db
    .updateTable('messages')
    .set({ attempts: 1, ...state } as never)
    .where('id', '=', id)
    .execute()
  return { id, campaign, phone }
}

const wamid = ({ id }: Message, attempt = 1) => `wamid.${id}.${attempt}`
const event = (
  to: Message,
  status: string,
  more: Partial<ReceivedStatus> & { attempt?: number } = {},
): ReceivedStatus => {
  const { attempt = 1, ...rest } = more
  return {
    kind: 'status',
    businessId: shop.businessId,
    wabaId: '1',
    phoneNumberId: shop.phoneNumberId,
    wamid: wamid(to, attempt),
    status,
    callbackData: callbackData(installTag(server.app), to.id, attempt),
    at: Date.UTC(2026, 10, 20, 9),
    ...(status === 'failed' && { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
    ...rest,
  }
}
const moved = async (to: Message, ...events: ReceivedStatus[]) => {
  await applyStatuses(server.app, events)
  return await rowOf(server, to.campaign, to.phone)
}

describe('the database moves a message as the rules say', () => {
  for (const current of messageStatuses) {
    it(`from ${current}`, async () => {
      for (const reported of reportedStatuses) {
        const fresh = await message({
          status: current,
          wamid: current === 'queued' ? null : undefined,
        } as never)
        expect((await moved(fresh, event(fresh, reported))).status, `${reported} of this try`).toBe(
          statusAfter(current, reported),
        )

        const older = await message({ status: current, attempts: 2 })
        expect((await moved(older, event(older, reported))).status, `${reported} of an earlier try`).toBe(
          statusAfter(current, reported, 'earlier'),
        )
      }
    })
  }

  it('and leaves a try that failed and waits in the queue there, unless it arrived after all', async () => {
    for (const reported of reportedStatuses) {
      const waiting = await message({ status: 'queued' })
      await server.app.db
        .updateTable('messages')
        .set({ wamid: wamid(waiting), failed_at: new Date() })
        .where('id', '=', waiting.id)
        .execute()
      expect((await moved(waiting, event(waiting, reported))).status).toBe(
        statusAfter('queued', reported, 'refused'),
      )
    }
  })
})

describe('a status', () => {
  it('that comes before the answer was stored finds its message by our id', async () => {
    const early = await message({ status: 'sending' })
    const row = await moved(early, event(early, 'delivered'))
    expect(row).toMatchObject({ status: 'delivered', wamid: wamid(early) })
    expect(row.accepted_at).not.toBeNull()
  })

  it('that comes before the answer was stored leaves the time of the answer to it', async () => {
    const claimed_at = new Date('2026-11-20T09:00:00.900Z')
    const early = await message({ status: 'sending', claimed_at })
    const at = claimed_at.getTime()
    await moved(early, event(early, 'sent', { at: at - 900 }))
    const lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
    const claimed = { id: early.id, attempt: 1 } as Claimed
    await settleAccepted(server.app, lane, [
      { message: claimed, wamid: wamid(early), providerStatus: null, at: at + 40 },
    ])
    const { accepted_at, sent_at } = await rowOf(server, early.campaign, early.phone)
    expect([accepted_at, sent_at]).toEqual([new Date(at + 40), new Date(at - 900)])
  })

  it('without our id finds it by the provider’s', async () => {
    const known = await message({ status: 'sent' })
    await server.app.db
      .updateTable('messages')
      .set({ wamid: wamid(known) })
      .where('id', '=', known.id)
      .execute()
    const { callbackData: _, ...bare } = event(known, 'read')
    expect((await moved(known, bare)).status).toBe('read')
    const other = await message({ status: 'sent', wamid: 'wamid.other' })
    const { phoneNumberId: __, callbackData: ___, ...barest } = event(other, 'delivered')
    expect((await moved(other, { ...barest, wamid: 'wamid.other' })).status).toBe('delivered')
    const numberless = await message({ status: 'sent', wamid: 'wamid.numberless' })
    const { phoneNumberId: ____, ...ours } = event(numberless, 'read')
    expect((await moved(numberless, { ...ours, wamid: 'wamid.numberless' })).status).toBe('read')
  })

  it('without our id is never of the try that is under way, which has no id of the provider’s yet', async () => {
    for (const code of [131026, 131056]) {
      const again = await message({
        status: 'sending',
        attempts: 2,
        wamid: `wamid.first.${code}`,
      })
      const { callbackData: _, ...bare } = event(again, 'failed', { errors: [{ code, title: 'doubled' }] })
      const row = await moved(again, { ...bare, wamid: `wamid.first.${code}` })
      expect(row).toMatchObject({ status: 'sending', attempts: 2 })
    }
  })

  it('gives its time and its price once, and each webhook that told it', async () => {
    const sent = await message({ status: 'sent' })
    const read = event(sent, 'read', {
      at: 1_800_000_000_000,
      webhookEventId: 5,
      pricing: { category: 'marketing', type: 'regular' },
    })
    await moved(sent, read, { ...read })
    const row = await moved(sent, { ...read, webhookEventId: 6, at: 1_900_000_000_000 })
    expect(row.read_at?.getTime()).toBe(1_800_000_000_000)
    expect(row.delivered_at?.getTime()).toBe(1_800_000_000_000)
    expect(row.price_category).toBe('marketing')
    expect(row.webhook_event_ids).toEqual([5, 6])
    expect((await moved(sent, { ...read, webhookEventId: 6 })).webhook_event_ids).toEqual([5, 6])
  })

  it('that comes after what followed it gives its own time and its webhook', async () => {
    const sent = await message({ status: 'sent' })
    const minute = (at: number) => Date.UTC(2026, 10, 20, 9, at)
    await moved(sent, event(sent, 'read', { at: minute(5), webhookEventId: 1 }))
    const row = await moved(sent, event(sent, 'delivered', { at: minute(2), webhookEventId: 2 }))
    expect(row).toMatchObject({ status: 'read', webhook_event_ids: [1, 2] })
    expect([row.delivered_at?.getTime(), row.read_at?.getTime()]).toEqual([minute(2), minute(5)])
    const same = await moved(sent, event(sent, 'delivered', { at: minute(2), webhookEventId: 3 }))
    expect(same).toEqual({ ...row, webhook_event_ids: [1, 2, 3] })
  })

  it('of another program’s message, another number or no message of ours moves nothing', async () => {
    const sent = await message({ status: 'sent' })
    const strange = event(sent, 'read')
    const row = await moved(
      sent,
      { ...strange, callbackData: `deadbeef.${sent.id}.1` },
      { ...strange, phoneNumberId: '999', wamid: 'wamid.x' },
      { ...strange, callbackData: callbackData(installTag(server.app), 999_999, 1), wamid: 'wamid.y' },
    )
    expect(row.status).toBe('sent')
  })

  it('of a delivery beside a failure keeps the error and counts as delivered', async () => {
    const both = await message({ status: 'sent' })
    const row = await moved(both, event(both, 'delivered'), event(both, 'failed'))
    expect(row).toMatchObject({ status: 'delivered', error_code: 131026 })
  })

  it('settles what waits for the owner, also where the secret has changed since the message left', async () => {
    const states = ['sent', 'delivered', 'read', 'failed'] as const
    const asked = await Promise.all(states.map(() => message({ status: 'unknown', reason: 'ask_owner' })))
    await registerTag(server.app)
    const changed = { ...server.app, settings: { ...server.app.settings, jwtSecret: 'another secret' } }
    await applyStatuses(
      changed,
      asked.map((one, index) => event(one, states[index]!)),
    )
    const rows = await Promise.all(asked.map(({ campaign, phone }) => rowOf(server, campaign, phone)))
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual(states.map((status) => [status, null]))
  })

  it('settles what the owner had written off', async () => {
    const written = await message({ status: 'failed', reason: 'written_off' })
    expect((await moved(written, event(written, 'sent'))).status).toBe('sent')
  })

  it('that failed for now puts the message back, and a late sent leaves it there', async () => {
    const pair = await message({ status: 'sent' })
    const row = await moved(pair, event(pair, 'failed', { errors: [{ code: 131056, title: 'pair rate' }] }))
    expect(row).toMatchObject({ status: 'queued', error_code: 131056, retries: 1 })
    expect(row.due_at!.getTime()).toBeGreaterThan(Date.now())
    expect((await moved(pair, event(pair, 'sent'))).status).toBe('queued')
    expect((await moved(pair, event(pair, 'failed', { errors: [{ code: 131056 }] }))).retries).toBe(1)
  })

  it('that failed for now after the last message had left makes the campaign one with work again', async () => {
    const handedBack = await message({ status: 'sent' })
    const lost = await message({ status: 'sent' })
    await server.app.db.updateTable('dispatches').set({ drained_at: new Date() }).execute()
    const said = (code: number) => ({ errors: [{ code, title: 'Something went wrong' }] })
    expect((await moved(handedBack, event(handedBack, 'failed', said(131000)))).status).toBe('queued')
    expect((await moved(lost, event(lost, 'failed', said(131026)))).status).toBe('failed')
    const open = await listDispatches(server.app, shop)
    expect(open.map(({ campaign_id }) => campaign_id)).toEqual([handedBack.campaign])
  })

  it('that says what is wrong for all holds the campaign, with the message back in it', async () => {
    const taken = new Date(Date.now() - 60_000)
    const stopped = await message({ status: 'sent', accepted_at: taken, sent_at: taken })
    const row = await moved(
      stopped,
      event(stopped, 'failed', { errors: [{ code: 132015, title: 'Template is Paused' }] }),
    )
    // It may go days later, and counts from when it is taken then.
    expect([row.status, row.accepted_at, row.sent_at]).toEqual(['queued', null, null])
    const dispatch = await server.app.db
      .selectFrom('dispatches')
      .selectAll()
      .where('campaign_id', '=', stopped.campaign)
      .executeTakeFirstOrThrow()
    expect(dispatch).toMatchObject({ state: 'held', hold_code: '132015' })
  })

  it('that the number is held back for complaints makes it wait, and fails nobody', async () => {
    const spam = await message({ status: 'sent' })
    expect((await moved(spam, event(spam, 'failed', { errors: [{ code: 131048 }] }))).status).toBe('queued')
    const lane = await server.app.db.selectFrom('lanes').selectAll().executeTakeFirstOrThrow()
    expect(lane.pause_code).toBe('spam_limited')
    expect(lane.paused_until!.getTime()).toBeGreaterThan(Date.now() + 20 * 3600_000)
    await sql`update lanes set paused_until = null, pause_code = null`.execute(server.app.db)
  })

  it('tells the leads who cannot be reached and who wants no more', async () => {
    const gone = await message({ status: 'sent' })
    const stop = await message({ status: 'sent' })
    await server.app.db
      .insertInto('leads')
      .values(
        [gone, stop].map(({ phone }) => ({
          business_id: shop.businessId,
          name: 'Asha',
          phone,
          consent: 'opted_in',
        })),
      )
      .execute()
    await applyStatuses(server.app, [
      event(gone, 'failed'),
      event(stop, 'failed', { errors: [{ code: 131050, title: 'stopped' }] }),
    ])
    const leads = await server.app.db
      .selectFrom('leads')
      .select(['phone', 'consent', 'unreachable_at'])
      .execute()
    expect(leads.find(({ phone }) => phone === gone.phone)?.unreachable_at).not.toBeNull()
    expect(leads.find(({ phone }) => phone === stop.phone)?.consent).toBe('opted_out')
  })

  it('says in words what it did, when asked', async () => {
    const sent = await message({ status: 'sent' })
    const words = await applyStatuses(
      server.app,
      [
        event(sent, 'read'),
        event(sent, 'pending'),
        { ...event(sent, 'read'), wamid: 'wamid.z', callbackData: 'x' },
      ],
      { explain: true },
    )
    expect(words[0]).toBe(`Message ${sent.id}: Read.`)
    expect(words[1]).toContain('not known')
    expect(words[2]).toBe('No message of yours has this id.')
  })
})
