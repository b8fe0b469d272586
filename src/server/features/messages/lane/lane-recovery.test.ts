import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, type TestServer } from '#test/server.ts'
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
} from '../messages.fixture.ts'
import { cancelDispatch } from '../model/dispatches.ts'
import { laneJob } from '../model/job-names.ts'
import { getSendingSettings } from '../model/sending-settings.ts'
import { lookBack } from '../sweep.ts'
import { claimOfCampaign, claimSingles, listDispatches } from './claim/claim.ts'
import { neverLeft, openDepartures, readDepartures } from './departures.ts'
import { endDispatch } from './draining.ts'
import { runLane } from './lane.ts'
import { claimClock, recoverLane, releaseLane, takeLane } from './lane-owner.ts'
import { returnUnsent, settleAccepted } from './send/settle.ts'

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

describe('what a lane leaves behind', () => {
  it('takes what a killed owner left under way for unknown, and sends none of it again', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const campaign = await planCampaign(server, shop, phones)
    const killed = await takeLane(server.app, lane)
    const claimed = await claimAll(killed.fence, 2)
    await takeLane(server.app, lane)
    expect(
      await recoverLane(server.app, lane, await getSendingSettings(server.app, shop.businessId)),
    ).toEqual({
      unknown: 2,
      returned: 0,
    })
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

  it('reopens a campaign that was done when a message without an answer turns out not to have left', async () => {
    const campaign = await planCampaign(server, shop, [newPhone()])
    const stalled = await takeLane(server.app, lane)
    const [message] = await claimAll(stalled.fence)
    await takeLane(server.app, lane)
    await recoverLane(server.app, lane, await getSendingSettings(server.app, shop.businessId))
    expect(await endDispatch(server.app, shop.businessId, campaign)).toBe(true)
    await returnUnsent(server.app, lane, [{ message: message!, afterMs: 0, reason: null }])
    expect(await listDispatches(server.app, lane)).toMatchObject([{ campaign_id: campaign, state: 'open' }])
  })

  it('holds no rest back where everybody was in the part that goes first', async () => {
    const { app } = server
    const campaign = await planCampaign(server, shop, [newPhone()])
    await sql`update dispatches set part_id = last_id where campaign_id = ${campaign}`.execute(app.db)
    await sql`update messages set status = 'sent' where campaign_id = ${campaign}`.execute(app.db)
    const ends = () => endDispatch(app, shop.businessId, campaign)
    let end: Promise<boolean> | undefined
    await app.transaction(async (tx) => {
      // What moves while the whole is looked at leaves the look at the part, which sees it settled.
      await sql`update dispatches set moves = moves + 1 where campaign_id = ${campaign}`.execute(tx.db)
      end = ends()
      await eventually('the end to wait for the row', async () => (await lockWaits(app)) > 0)
    })
    expect(await end).toBe(false)
    expect(await listDispatches(app, lane)).toMatchObject([{ campaign_id: campaign, state: 'open' }])
    expect(await ends()).toBe(true)
  })

  it('takes back into the queue what a killed owner had claimed ahead and certainly not sent', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const campaign = await planCampaign(server, shop, phones)
    const killed = await takeLane(server.app, lane)
    const departures = openDepartures(server.app, killed.owner, await claimClock(server.app))
    const claimed = await claimAll(killed.fence, 2)
    expect(departures.note(claimed[0]!)).toBe(true)
    await runUntil(async () => (await outcomesOf(server, shop, campaign)).sent === 2)
    expect(await outcomesOf(server, shop, campaign)).toMatchObject({ planned: 3, unknown: 1, sent: 2 })
    const rows = await Promise.all(phones.map((phone) => rowOf(server, campaign, phone)))
    expect(rows.map(({ status }) => status)).toEqual(['unknown', 'sent', 'sent'])
    expect(rows[1]).toMatchObject({ attempts: 1 })
    expect(await readDepartures(server.app, killed.owner), 'nobody needs it any more').toBeUndefined()
  })

  it('knows nothing of what left where not all of it was kept', async () => {
    const { app } = server
    const since = await claimClock(app)
    const sent = { id: 7, attempt: 1, claimedAt: since + 10 }
    const row = (id: number, claimed_us = since + 10) => ({ id, attempts: 1, claimed_us })
    const owner = randomUUID()
    const departures = openDepartures(app, owner, since)
    departures.note(sent)
    const kept = await readDepartures(app, owner)
    expect([row(7), row(8), row(9, since)].map((one) => neverLeft(kept, one))).toEqual([false, true, false])
    const path = join(app.settings.dataDir, 'sending', `${owner}.0.departures`)
    const text = await readFile(path, 'utf8')
    // Another start of the machine: what the kernel had not written to the disk is gone.
    await writeFile(path, text.replace(/^\S+/, randomUUID()))
    expect(await readDepartures(app, owner)).toBeUndefined()
    departures.end(true)
    expect(neverLeft(await readDepartures(app, owner), row(8))).toBe(false)
  })

  it('keeps what left over many files', async () => {
    const { app } = server
    const since = await claimClock(app)
    const owner = randomUUID()
    const departures = openDepartures(app, owner, since)
    for (let id = 1; id <= 250_000; id++) departures.note({ id, attempt: 1, claimedAt: since + id })
    const kept = await readDepartures(app, owner)
    const stayed = (id: number) => neverLeft(kept, { id, attempts: 1, claimed_us: since + id })
    expect([1, 99_999, 100_001, 250_000, 250_001].map(stayed)).toEqual([false, false, false, false, true])
    departures.end(true)
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
      wamid: null,
    })
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

  it('gives a message its turn that was passed over because its row was locked', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const campaign = await planCampaign(server, shop, phones)
    const passed = await rowOf(server, campaign, phones[1]!)
    const locking = await server.app.pool.connect()
    try {
      await locking.query('begin')
      await locking.query('select 1 from messages where business_id = $1 and id = $2 for update', [
        shop.businessId,
        passed.id,
      ])
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
})
