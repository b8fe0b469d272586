import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxSeed } from '#sandbox/seed.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { claimOfCampaign, claimSingles, listDispatches } from './claim.ts'
import { setAside } from './daily-limit.ts'
import { cancelDispatch, holdDispatch, releaseDispatch } from './dispatches.ts'
import { runLane } from './lane.ts'
import { confirmLane, recoverLane, releaseLane, takeLane } from './lane-owner.ts'
import { stopSending } from './lane-pause.ts'
import {
  newPhone,
  offerContent,
  openShop,
  outcomesOf,
  planCampaign,
  rowOf,
  type Shop,
} from './messages.fixture.ts'
import { laneJob } from './messages.job-names.ts'
import { sendSingle } from './messages.ts'
import { getSendingSettings, saveSendingSettings } from './sending-settings.ts'
import { returnUnsent, settleAccepted } from './settle.ts'
import { lookBack } from './sweep.ts'
import { settleDueUnknowns } from './unknown.ts'

// Lanes run here only when a test says so.
let server: TestServer
let shop: Shop
let lane: { businessId: number; phoneNumberId: string }
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  server.sandbox.settings({ statuses: false })
  shop = await openShop(server)
  lane = { businessId: shop.businessId, phoneNumberId: shop.phoneNumberId }
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from messages`.execute(server.app.db)
  await sql`delete from dispatches`.execute(server.app.db)
  await sql`delete from lanes`.execute(server.app.db)
})

const claimAll = async (fence: number, count = 100) => {
  const [dispatch] = await listDispatches(server.app, lane)
  return await claimOfCampaign(server.app, lane, fence, dispatch!, count)
}
const accepted = () => [...server.sandbox.world.ledger.rows()].length

describe('a lane', () => {
  it('is claimed from only by its latest owner', async () => {
    await planCampaign(server, shop, [newPhone(), newPhone()])
    const first = await takeLane(server.app, lane)
    expect(first.takenOver).toBe(false)
    const second = await takeLane(server.app, lane)
    expect(second.takenOver).toBe(true)
    expect(await claimAll(first.fence)).toHaveLength(0)
    expect(await confirmLane(server.app, lane, first.fence, false)).toBeUndefined()
    expect(await claimAll(second.fence)).toHaveLength(2)
    await releaseLane(server.app, lane, first.fence)
    expect((await takeLane(server.app, lane)).takenOver, 'an old owner released nothing').toBe(true)
  })

  it('gives nobody to an old owner whose claim waited while the lane was taken over', async () => {
    await planCampaign(server, shop, [newPhone()])
    const old = await takeLane(server.app, lane)
    const dispatches = await listDispatches(server.app, lane)
    const taking = await server.app.pool.connect()
    try {
      await taking.query('begin')
      await taking.query('update lanes set fence = fence + 1')
      const claim = claimOfCampaign(server.app, lane, old.fence, dispatches[0]!, 10)
      await expect
        .poll(
          async () =>
            (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(server.app.db))
              .rows.length,
        )
        .toBeGreaterThan(0)
      await taking.query('commit')
      expect(await claim).toHaveLength(0)
    } finally {
      taking.release()
    }
  })

  it('takes what a killed owner left under way for unknown, and sends none of it again', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const campaign = await planCampaign(server, shop, phones)
    const killed = await takeLane(server.app, lane)
    const claimed = await claimAll(killed.fence, 2)
    await takeLane(server.app, lane)
    expect(await recoverLane(server.app, lane, await getSendingSettings(server.app, shop.businessId))).toBe(2)
    expect(await outcomesOf(server, shop, campaign)).toMatchObject({ planned: 3, unknown: 2, queued: 1 })
    // The old owner was only stalled: the answer of one request counts, and what did not leave goes back.
    await settleAccepted(server.app, lane, [
      { message: claimed[0]!, wamid: 'wamid.1', providerStatus: null, at: Date.now() },
    ])
    await returnUnsent(server.app, lane, [{ message: claimed[1]!, afterMs: 0, reason: null }])
    expect(await outcomesOf(server, shop, campaign)).toMatchObject({
      planned: 3,
      sent: 1,
      queued: 2,
      unknown: 0,
    })
  })

  it('is not ended in order by whoever took it over and was stopped before it looked at what was left', async () => {
    const phone = newPhone()
    const campaign = await planCampaign(server, shop, [phone])
    const killed = await takeLane(server.app, lane)
    expect(await claimAll(killed.fence)).toHaveLength(1)
    const stop = new AbortController()
    const running = runLane(server.app, lane, stop.signal).catch((error: Error) => error.message)
    await eventually('the take-over', async () => {
      const { fence } = await server.app.db.selectFrom('lanes').select('fence').executeTakeFirstOrThrow()
      return fence > killed.fence
    })
    stop.abort(new Error('stopped'))
    await running
    expect((await takeLane(server.app, lane)).takenOver).toBe(true)
    expect((await rowOf(server, campaign, phone)).status).toBe('sending')
  })

  it('gives back once what did not leave, however often it is told to', async () => {
    const phone = newPhone()
    const campaign = await planCampaign(server, shop, [phone])
    const { fence } = await takeLane(server.app, lane)
    const [message] = await claimAll(fence)
    const unsent = [{ message: message!, afterMs: 0, reason: null }]
    await returnUnsent(server.app, lane, unsent)
    const [again] = await claimAll(fence)
    expect(again).toMatchObject({ id: message!.id, attempt: 1 })
    // The first time was in the books although its answer was lost; the message is under way again by now.
    await returnUnsent(server.app, lane, unsent)
    expect(await rowOf(server, campaign, phone)).toMatchObject({ status: 'sending', attempts: 1 })
    await returnUnsent(server.app, lane, [{ message: again!, afterMs: 0, reason: null }])
    expect(await rowOf(server, campaign, phone)).toMatchObject({ status: 'queued', attempts: 0 })
  })

  it('finds what was claimed by a statement whose answer was lost: a single send, and of a cancelled campaign', async () => {
    const phone = newPhone()
    const campaign = await planCampaign(server, shop, [phone])
    await server.app.db
      .insertInto('messages')
      .values({
        business_id: shop.businessId,
        content_id: await offerContent(server, shop.businessId),
        phone_number_id: lane.phoneNumberId,
        recipient_phone: newPhone(),
        variables: ['Asha'],
        status: 'queued',
        due_at: new Date(),
      })
      .execute()
    const { fence } = await takeLane(server.app, lane)
    await claimSingles(server.app, lane, fence, 10)
    await claimAll(fence)
    await releaseLane(server.app, lane, fence)
    await server.app.transaction((tx) => cancelDispatch(tx, shop.businessId, campaign))
    await sql`update messages set claimed_at = now() - interval '2 minutes' where status = 'sending'`.execute(
      server.app.db,
    )
    await runUntil(async () => {
      const rows = await server.app.db.selectFrom('messages').select('status').execute()
      return rows.length === 2 && rows.every(({ status }) => status === 'unknown')
    })
  })

  it('takes back what it had claimed of a campaign that is held, however slowly the provider answers', async () => {
    const phones = Array.from({ length: 40 }, () => newPhone())
    const campaign = await planCampaign(server, shop, phones)
    const original = server.app.meta.sendPrepared
    const answer = Promise.withResolvers<void>()
    let left = 0
    const slow: typeof original = async (...request) => {
      left++
      await answer.promise
      return await original(...request)
    }
    Object.assign(server.app.meta, { sendPrepared: slow })
    try {
      await runUntil(async () => {
        const { sending, queued } = await outcomesOf(server, shop, campaign)
        if (sending > left && left > 0) {
          await server.app.transaction((tx) =>
            holdDispatch(tx, shop.businessId, campaign, { code: 'paused', sentence: 'Paused by you.' }),
          )
        }
        const isHeld =
          (await sql`select from dispatches where state = 'held'`.execute(server.app.db)).rows.length === 1
        if (isHeld && queued === phones.length - left) answer.resolve()
        return isHeld && sending === 0
      })
      expect(await outcomesOf(server, shop, campaign)).toMatchObject({ sent: left, queued: 40 - left })
    } finally {
      answer.resolve()
      Object.assign(server.app.meta, { sendPrepared: original })
    }
  })

  it('sends nothing again by itself of a campaign that was cancelled', async () => {
    const campaigns = [
      await planCampaign(server, shop, [newPhone()]),
      await planCampaign(server, shop, [newPhone()]),
    ]
    const { db } = server.app
    await sql`update messages set status = 'unknown', due_at = now()`.execute(db)
    await saveSendingSettings(server.app, shop.businessId, { unknownAction: 'send_again' })
    await server.app.transaction((tx) => cancelDispatch(tx, shop.businessId, campaigns[1]!))
    try {
      expect(await settleDueUnknowns(server.app)).toBe(2)
    } finally {
      await saveSendingSettings(server.app, shop.businessId, { unknownAction: 'ask' })
    }
    const rows = await db.selectFrom('messages').select(['status', 'reason']).orderBy('id').execute()
    expect(rows).toEqual([
      { status: 'queued', reason: 'again' },
      { status: 'unknown', reason: 'ask_owner' },
    ])
  })

  it('that was stopped until a person acts goes on by the owner’s word, not by itself', async () => {
    const campaign = await planCampaign(server, shop, [newPhone()])
    const stop = {
      scope: 'number',
      reconnect: false,
      code: '131045',
      sentence: 'Register it.',
      campaignId: campaign,
    } as const
    const isStopped = async () =>
      (await sql`select from lanes where paused_until = 'infinity'`.execute(server.app.db)).rows.length === 1
    const release = (byOwner: boolean) =>
      server.app.transaction((tx) => releaseDispatch(tx, shop.businessId, campaign, { byOwner }))
    await stopSending(server.app, lane, stop)
    await release(false)
    expect(await isStopped()).toBe(true)
    await stopSending(server.app, lane, stop)
    await release(true)
    expect(await isStopped()).toBe(false)
  })

  it('that was woken in vain while it ended is woken again', async () => {
    await planCampaign(server, shop, [newPhone()])
    await sql`delete from pgboss.job where name = ${laneJob.name}`.execute(server.app.db)
    lookBack(server.app, lane, new AbortController().signal)
    await eventually('the wake', async () => {
      const { rows } = await sql`select from pgboss.job where name = ${laneJob.name}`.execute(server.app.db)
      return rows.length === 1
    })
  })

  it('does not take an answer for the try after the one that it answers', async () => {
    const phone = newPhone()
    const campaign = await planCampaign(server, shop, [phone])
    const { fence } = await takeLane(server.app, lane)
    const [first] = await claimAll(fence)
    await sql`update messages set status = 'queued', due_at = now()`.execute(server.app.db)
    await claimAll(fence)
    await settleAccepted(server.app, lane, [
      { message: first!, wamid: 'wamid.first', providerStatus: null, at: Date.now() },
    ])
    expect(await rowOf(server, campaign, phone)).toMatchObject({
      status: 'sending',
      attempts: 2,
      provider_message_id: null,
    })
  })

  it('gives turns to campaigns, the one that waited longest first', async () => {
    const phones = () => Array.from({ length: 4 }, () => newPhone())
    const [a, b] = [await planCampaign(server, shop, phones()), await planCampaign(server, shop, phones())]
    const { fence } = await takeLane(server.app, lane)
    const turns: (number | null)[] = []
    for (let turn = 0; turn < 4; turn++) turns.push((await claimAll(fence, 2))[0]!.campaignId)
    expect(turns).toEqual([a, b, a, b])
    expect(await claimSingles(server.app, lane, fence, 10)).toEqual([])
  })

  it('gives a message its turn that was passed over because its row was locked', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const campaign = await planCampaign(server, shop, phones)
    const passed = await rowOf(server, campaign, phones[1]!)
    const locking = await server.app.pool.connect()
    try {
      await locking.query('begin')
      await locking.query('select 1 from messages where id = $1 for update', [passed.id])
      const { fence } = await takeLane(server.app, lane)
      expect(await claimAll(fence)).toHaveLength(2)
      await locking.query('commit')
      await releaseLane(server.app, lane, fence)
      await sql`update messages set status = 'sent' where status = 'sending'`.execute(server.app.db)
    } finally {
      locking.release()
    }
    await runUntil(async () => (await outcomesOf(server, shop, campaign)).sent === 3)
    expect(await rowOf(server, campaign, phones[1]!)).toMatchObject({ status: 'sent', attempts: 1 })
  })

  it('waits for a person when the access ends, and the campaign is told; nothing is lost', async () => {
    const campaign = await planCampaign(server, shop, [newPhone(), newPhone()])
    const token = server.sandbox.world.accounts.tokens.get(sandboxSeed.systemUserToken)!
    token.deadBy = 'revoked' as never
    try {
      await runUntil(async () => {
        const row = await server.app.db
          .selectFrom('whatsapp_accounts')
          .select('status')
          .executeTakeFirstOrThrow()
        return row.status === 'reconnect'
      })
      expect(await outcomesOf(server, shop, campaign)).toMatchObject({ planned: 2, queued: 2 })
      const dispatch = await server.app.db.selectFrom('dispatches').selectAll().executeTakeFirstOrThrow()
      expect(dispatch.state).toBe('held')
      await runLane(server.app, lane, new AbortController().signal)
      const row = await server.app.db
        .selectFrom('lanes')
        .select(['pause_code', 'pause_sentence'])
        .executeTakeFirstOrThrow()
      expect(row.pause_code).toBe('not_connected')
      const told = await sql<{
        data: object
      }>`select data from pgboss.job where name = 'messages.campaign-stopped'`.execute(server.app.db)
      expect(told.rows.map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ campaign_id: campaign, code: '190' }),
      )
    } finally {
      token.deadBy = null
      await sql`update whatsapp_accounts set status = 'connected', status_reason = null`.execute(
        server.app.db,
      )
    }
  })

  it('puts messages back that cannot reach the provider, and says so', async () => {
    const campaign = await planCampaign(server, shop, [newPhone()])
    const original = server.app.meta.sendPrepared
    const { createMeta } = await import('#server/providers/meta/meta.ts')
    const nowhere = createMeta({
      graphUrl: 'http://127.0.0.1:9',
      version: 'v23.0',
      appId: '1',
      appSecret: 'x',
    })
    Object.assign(server.app.meta, { sendPrepared: nowhere.sendPrepared })
    try {
      await runUntil(async () => {
        const row = await server.app.db.selectFrom('lanes').select(['pause_code']).executeTakeFirst()
        return row?.pause_code === 'provider_unreachable'
      })
      expect(await outcomesOf(server, shop, campaign)).toMatchObject({ planned: 1, queued: 1, unknown: 0 })
    } finally {
      Object.assign(server.app.meta, { sendPrepared: original })
      await nowhere.close()
    }
    await sql`update lanes set paused_until = null`.execute(server.app.db)
    await runUntil(async () => (await outcomesOf(server, shop, campaign)).sent === 1)
  })

  it('fails a message alone that has an empty value', async () => {
    const campaign = await planCampaign(server, shop, [newPhone(), newPhone()])
    await sql`update messages set variables = array[''] where id = (select min(id) from messages)`.execute(
      server.app.db,
    )
    await runUntil(
      async () =>
        (await outcomesOf(server, shop, campaign)).queued === 0 &&
        (await outcomesOf(server, shop, campaign)).sending === 0,
    )
    expect(await outcomesOf(server, shop, campaign)).toMatchObject({ sent: 1, failed: 1 })
  })

  it('lets a person wait six seconds for the next message of the same number', async () => {
    const phone = newPhone()
    const first = await planCampaign(server, shop, [phone])
    const second = await planCampaign(server, shop, [phone, newPhone()])
    const before = accepted()
    await runUntil(
      async () =>
        (await outcomesOf(server, shop, second)).sent === 1 &&
        (await outcomesOf(server, shop, first)).sent === 1,
    )
    expect(accepted() - before).toBe(2)
    const row = await rowOf(server, second, phone)
    expect(row).toMatchObject({ status: 'queued', attempts: 0, reason: 'pair_rate' })
    const written = await rowOf(server, first, phone)
    expect(row.due_at!.getTime() - written.claimed_at!.getTime()).toBeGreaterThan(5_990)
  })

  it('is answered by a single send at once, and by one that waits as queued', async () => {
    const stop = new AbortController()
    const running = runLane(server.app, lane, stop.signal).catch((error: Error) => error.message)
    const sent = await sendSingle(server.app, shop.businessId, {
      to: newPhone(),
      template_name: 'weekend_offer',
      language: 'en_US',
      parameters: ['Asha'],
    })
    expect(sent).toMatchObject({ status: 'sent', error: null })
    stop.abort(new Error('enough'))
    expect(await running).toBe('enough')
  })
})

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

/** Runs the lane until something is so, then ends it in order. */
async function runUntil(isSo: () => Promise<boolean>, withinMs = 10_000): Promise<void> {
  const stop = new AbortController()
  const running = runLane(server.app, lane, stop.signal)
  const ended = running.catch((error: Error) => {
    if (error.message !== 'enough') throw error
  })
  try {
    await expect.poll(isSo, { timeout: withinMs, interval: 30 }).toBe(true)
  } finally {
    stop.abort(new Error('enough'))
    await ended
  }
}
