import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { lockWaits } from '#test/lock-waits.ts'
import type { TestServer } from '#test/server.ts'
import {
  emptyOutbox,
  newPhone,
  openIdleLane,
  outcomesOf,
  planCampaign,
  rowOf,
  runLaneUntil,
  type Shop,
} from '../messages.fixture.ts'
import { queueSingle, sendSingle } from '../messages.ts'
import { cancelDispatch, holdDispatch, releaseDispatch } from '../model/dispatches.ts'
import { stopSending } from '../model/lane-pause.ts'
import { saveSendingSettings } from '../model/sending-settings.ts'
import { settleDueUnknowns } from '../outcome/unknown.ts'
import { claimOfCampaign, claimSingles, listDispatches } from './claim/claim.ts'
import { runLane } from './lane.ts'
import { confirmLane, releaseLane, takeLane } from './lane-owner.ts'

// Lanes run here only when a test says so.
let server: TestServer
let shop: Shop
let lane: { businessId: number; phoneNumberId: string }
beforeAll(async () => {
  ;({ server, shop, lane } = await openIdleLane())
})
afterAll(() => server.close())
beforeEach(() => emptyOutbox(server))

const claimAll = async (fence: number, count = 100) => {
  const [dispatch] = await listDispatches(server.app, lane)
  return await claimOfCampaign(server.app, lane, fence, dispatch!, count)
}
const runUntil = (isSo: () => Promise<boolean>) => runLaneUntil(server, lane, isSo)
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
      await expect.poll(() => lockWaits(server.app)).toBeGreaterThan(0)
      await taking.query('commit')
      expect(await claim).toHaveLength(0)
    } finally {
      taking.release()
    }
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
            holdDispatch(tx, shop.businessId, campaign, { code: 'paused', reason: 'Paused by you.' }),
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
      expect(await settleDueUnknowns(server.app, { businessId: shop.businessId })).toBe(2)
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
      reason: 'Register it.',
      happened: 'Not registered.',
      campaignId: campaign,
    } as const
    const isStopped = async () =>
      (await sql`select from lanes where paused_until = 'infinity'`.execute(server.app.db)).rows.length === 1
    const release = (byOwner: boolean) =>
      server.app.transaction((tx) => releaseDispatch(tx, shop.businessId, campaign, { byOwner }))
    await stopSending(server.app, lane, [stop], async () => undefined)
    await release(false)
    expect(await isStopped()).toBe(true)
    await stopSending(server.app, lane, [stop], async () => undefined)
    await release(true)
    expect(await isStopped()).toBe(false)
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
        .select(['pause_code', 'pause_reason'])
        .executeTakeFirstOrThrow()
      expect(row.pause_code).toBe('not_connected')
      const jobs = await sql<{
        data: object
      }>`select data from pgboss.job where name = 'messages.campaign-stopped'`.execute(server.app.db)
      expect(jobs.rows.map(({ data }) => data)).toContainEqual(
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

  it('goes on behind more messages with an empty value than it may send in a second', async () => {
    const campaign = await planCampaign(server, shop, Array.from({ length: 86 }, newPhone))
    await sql`
      update messages set variables = array[''] where campaign_id = ${campaign} and id = any(array(
        select id from messages where campaign_id = ${campaign} order by id offset 1 limit 82))`.execute(
      server.app.db,
    )
    await runUntil(async () => (await outcomesOf(server, shop, campaign)).sent === 4)
    expect(await outcomesOf(server, shop, campaign)).toMatchObject({ sent: 4, failed: 82 })
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

  it('sends several chat messages to one person at once, one after the other', async () => {
    const to = newPhone()
    const ids = await server.app.transaction(async (tx) => {
      const all: number[] = []
      for (let nr = 0; nr < 12; nr++) {
        const { id } = await queueSingle(tx, shop.businessId, {
          to,
          template_name: 'weekend_offer',
          language: 'en_US',
          parameters: [`Asha ${nr}`],
        })
        all.push(id)
      }
      return all
    })
    const rows = () =>
      server.app.db
        .selectFrom('messages')
        .select(['id', 'status', 'reason', 'wamid'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()
    await runUntil(async () => (await rows()).every(({ status }) => status === 'sent'))
    // The provider's ids name the order in which it took them.
    const numbers = (await rows()).map(({ wamid }) =>
      Buffer.from(wamid!.slice(6), 'base64').toString('latin1'),
    )
    expect(numbers).toEqual(numbers.toSorted())
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
