import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import {
  newPhone,
  offerContent,
  openShop,
  planCampaign,
  rowOf,
  type Shop,
  untilOutcomes,
} from '#server/features/messages/messages.fixture.ts'
import { holdDispatch, planSteps, releaseDispatch } from '#server/features/messages/messages.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { dumpRows, enterCampaignRow, restoreRows } from './recovery.fixture.ts'

// A worker with a folder of its own works on a database that goes back while it is stopped.
const keys = {
  encryptionKey: randomBytes(32),
  otherEncryptionKeys: () => [],
  jwtSecret: 'x'.repeat(40),
  otherJwtSecrets: () => [],
}
let server: TestServer
let worker: TestServer | undefined
let shop: Shop
let folder: string

const openWorker = async (dataDir = folder): Promise<TestServer> => {
  worker = await openTestServer({ jobs: true, beside: server, dataDir, keys, log: 'fatal' })
  return worker
}
const closeWorker = async (): Promise<void> => {
  await worker?.close()
  worker = undefined
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-recovery-'))
  server = await openTestServer({ keys, log: 'fatal' })
  server.sandbox.settings({ statuses: false })
  shop = await openShop(server)
})
afterEach(async () => {
  await closeWorker()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const isSteady = (epoch: number, more = async (): Promise<void> => undefined) =>
  eventually('the end of the check', async () => {
    await more()
    const { rows } = await sql<{
      epoch: number
      state: string
    }>`select epoch, state from database_guard`.execute(server.app.db)
    return rows[0]!.epoch >= epoch && rows[0]!.state === 'steady'
  })
const taken = (phone: string): number =>
  [...server.sandbox.world.ledger.rows()].filter(({ to }) => `+${to}` === phone).length
const hold = (campaign: number): Promise<void> =>
  server.app.transaction((tx) =>
    holdDispatch(tx, shop.businessId, campaign, { code: 'paused', reason: 'For the test.' }),
  )
const release = (campaign: number): Promise<void> =>
  server.app.transaction((tx) => releaseDispatch(tx, shop.businessId, campaign))
/** The clock of the check, so that the test need not wait as long as an install does. */
const passPatience = async (): Promise<void> => {
  await sql`update database_guard set checking_at = checking_at - interval '1 minute' where state = 'checking'`.execute(
    server.app.db,
  )
}

const enterCampaign = (campaign: number): Promise<void> => enterCampaignRow(server, shop, campaign)

describe('a database that went back', () => {
  it('sends nothing again: known answers count, others are unknown, and ids go on further up', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    const stopped = newPhone()
    const campaign = await planCampaign(server, shop, phones)
    await hold(campaign)
    await openWorker()
    await eventually('the first beat', async () => (await readdir(join(folder, 'journal'))).length > 0)
    await dumpRows(server.app.pool)

    await release(campaign)
    await untilOutcomes(server, shop, campaign, { sent: 3 })
    // Planned, sent and heard after the dump.
    const later = await planCampaign(server, shop, phones)
    await untilOutcomes(server, shop, later, { sent: 3 })
    server.sandbox.inbound({ from: stopped, text: 'STOP', phone_number_id: shop.phoneNumberId })
    const listed = () =>
      server.app.db
        .selectFrom('suppressions')
        .select('address')
        .where('address', '=', stopped)
        .executeTakeFirst()
    await eventually('the opt-out', listed)
    await closeWorker()
    await forgetAnswer(folder, await rowOf(server, campaign, phones[0]!).then(({ id }) => id))

    await restoreRows(server.app.pool)
    expect(await rowOf(server, campaign, phones[0]!)).toMatchObject({ status: 'queued' })
    await openWorker()
    await isSteady(2)
    await release(campaign)
    await planCampaign(server, shop, phones, {
      campaignId: later,
      contentId: await offerContent(server, shop.businessId),
    })
    await untilOutcomes(server, shop, campaign, { sent: 2, unknown: 1 })
    await untilOutcomes(server, shop, later, { sent: 3 })

    expect(await rowOf(server, campaign, phones[0]!)).toMatchObject({
      status: 'unknown',
      reason: 'went_back',
      attempts: 1,
    })
    expect(phones.map(taken)).toEqual([2, 2, 2])
    expect(await listed()).toBeDefined()
    expect((await rowOf(server, later, phones[0]!)).id).toBeGreaterThan(1_000_000)
    const { body } = await server.call(dashboard.stats, { token: shop.token })
    const told = body.your_turn.find(({ id }) => id === 'recovery')
    expect(told?.name).toMatch(/^The database went back to /)
    expect(told?.sentence).toBe(
      '1 message may have been sent and is not sent again. 1 opt-out was recovered.',
    )

    // The next start is an ordinary one.
    await closeWorker()
    await openWorker()
    await isSteady(2)
    const { rows } = await sql<{ epoch: number }>`select epoch from database_guard`.execute(server.app.db)
    expect(rows[0]!.epoch).toBe(2)
  })

  it('finds what a machine sent whose clock is behind', async () => {
    const [phone, stopped] = [newPhone(), newPhone()]
    const campaign = await planCampaign(server, shop, [phone])
    await hold(campaign)
    await openWorker()
    await eventually('the first beat', async () => (await readdir(join(folder, 'journal'))).length > 0)
    await dumpRows(server.app.pool)
    await release(campaign)
    await untilOutcomes(server, shop, campaign, { sent: 1 })
    server.sandbox.inbound({ from: stopped, text: 'STOP', phone_number_id: shop.phoneNumberId })
    const listed = () =>
      server.app.db
        .selectFrom('suppressions')
        .select('address')
        .where('address', '=', stopped)
        .executeTakeFirst()
    await eventually('the opt-out', listed)
    await closeWorker()
    const anHourAgo = Date.now() / 1000 - 3600
    for (const name of await readdir(join(folder, 'journal')))
      await utimes(join(folder, 'journal', name), anHourAgo, anHourAgo)

    await restoreRows(server.app.pool)
    await openWorker()
    await isSteady(2)
    await release(campaign)
    await untilOutcomes(server, shop, campaign, { sent: 1 })
    expect(taken(phone)).toBe(1)
    expect(await listed()).toBeDefined()
  })

  it('by minutes waits for the owner, and sends no step of a sequence a second time', async () => {
    const { businessId, phoneNumberId } = shop
    const [phone, other] = [newPhone(), newPhone()]
    const contentId = await offerContent(server, businessId)
    const plan = () =>
      server.app.transaction((tx) =>
        planSteps(tx, {
          businessId,
          sequenceId: 1,
          step: 0,
          contentId,
          phoneNumberId,
          recipients: sql`(select 1::bigint as person_id, null::bigint as lead_id, ${phone}::text as recipient_phone,
            array['Asha']::text[] as variables, null::jsonb as quiet_hours, 'queued' as status, null::text as reason)`,
        }),
      )
    const step = () =>
      server.app.db
        .selectFrom('messages')
        .select(['status', 'wamid'])
        .where('sequence_id', '=', 1)
        .executeTakeFirst()
    await openWorker()
    await eventually('the template of the campaign', () =>
      server.app.db.selectFrom('templates').select('id').where('id', '=', 1).executeTakeFirst(),
    )
    await closeWorker()
    const campaign = await planCampaign(server, shop, [other])
    await hold(campaign)
    await enterCampaign(campaign)
    await openWorker()
    await dumpRows(server.app.pool)
    await sql`update dump.database_guard set beat_at = beat_at - interval '5 minutes'`.execute(server.app.db)
    await sql`update dump.journals set beat_at = beat_at - interval '5 minutes'`.execute(server.app.db)
    await plan()
    await eventually('a later beat', async () => {
      const { rows } = await sql<{ later: boolean }>`
        select present.beat > earlier.beat + 3 as later from database_guard present, dump.database_guard earlier`.execute(
        server.app.db,
      )
      return rows[0]!.later
    })
    const sent = await eventually('the step', async () => {
      const row = await step()
      return row?.status === 'sent' && row
    })
    await closeWorker()

    for (const one of [folder, server.app.settings.dataDir]) await rewriteJournal(one, beatEarlier)
    await restoreRows(server.app.pool)
    expect(await step()).toBeUndefined()
    await openWorker()
    await isSteady(2)
    await plan()
    await eventually('the step made once more', async () => (await step())?.status === 'sent')
    expect(await step()).toEqual(sent)
    expect([phone, other].map(taken)).toEqual([1, 0])
    expect(
      await server.app.db.selectFrom('campaigns').select(['status', 'status_code']).executeTakeFirstOrThrow(),
    ).toEqual({ status: 'Paused', status_code: 'database_went_back' })
    const { body } = await server.call(dashboard.stats, { token: shop.token })
    expect(body.your_turn.find(({ id }) => id === 'recovery')?.sentence).toBe(
      'No message is in doubt. 1 campaign waits for you.',
    )
  })

  it('waits for the owner where the record of what was sent is missing', async () => {
    const phones = [newPhone(), newPhone()]
    await openWorker()
    const campaign = await planCampaign(server, shop, phones)
    await untilOutcomes(server, shop, campaign, { sent: 2 })
    await closeWorker()
    await sql`update messages set status = 'queued', attempts = 0, wamid = null`.execute(server.app.db)
    await sql`update dispatches set drained_at = null, cursor_id = first_id - 1`.execute(server.app.db)
    await enterCampaign(campaign)
    // A copy of the folder is another folder: what happened since it was made is not in it.
    const copy = `${folder}-copy`
    await cp(folder, copy, { recursive: true })
    try {
      await openWorker(copy)
      await isSteady(2, passPatience)
      expect(
        await server.app.db
          .selectFrom('campaigns')
          .select(['status', 'status_code'])
          .executeTakeFirstOrThrow(),
      ).toEqual({ status: 'Paused', status_code: 'database_went_back' })
      expect(phones.map(taken)).toEqual([1, 1])
      const { body } = await server.call(dashboard.stats, { token: shop.token })
      expect(body.your_turn.find(({ id }) => id === 'recovery')?.sentence).toMatch(
        /The record of what was sent after/,
      )
    } finally {
      await closeWorker()
      await rm(copy, { recursive: true, force: true })
    }
  })
})

/** As after a power failure: the claim is on the disk, the answer that came is not. */
const forgetAnswer = (dataDir: string, id: number): Promise<void> =>
  rewriteJournal(dataDir, (line) => (new RegExp(`^taken \\d+ ${id} `).test(line) ? [] : [line]))

/** The journal goes back further than the dump. */
const beatEarlier = (line: string, at: number): string[] => {
  const [kind, beat, us, epoch] = line.split(' ')
  return at === 0 && kind === 'beat' ? [`beat ${beat} ${Number(us) - 600_000_000} ${epoch}`, line] : [line]
}

async function rewriteJournal(
  dataDir: string,
  rewrite: (line: string, at: number) => string[],
): Promise<void> {
  const journal = join(dataDir, 'journal')
  for (const name of (await readdir(journal)).filter((one) => one.endsWith('.log'))) {
    const text = await readFile(join(journal, name), 'utf8')
    await writeFile(join(journal, name), text.split('\n').flatMap(rewrite).join('\n'))
  }
}
