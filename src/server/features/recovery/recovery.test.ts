import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatbotRules } from '#contract/chatbot/chatbot.ts'
import { conversations } from '#contract/conversations.ts'
import { dashboard } from '#contract/dashboard.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
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
import { webhookPath } from '#server/features/webhooks/webhooks.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { eventually, newKeys, openTestServer, type TestServer } from '#test/server.ts'
import { dumpRows, enterCampaignRow, restoreRows } from './recovery.fixture.ts'

// A worker with a folder of its own works on a database that goes back while it is stopped.
const keys = newKeys()
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
    const stopped = [newPhone(), newPhone()]
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
    const words = ['STOP', "Stop! I can't look 😂"]
    for (const [nr, text] of words.entries())
      server.sandbox.inbound({ from: stopped[nr]!, text, phone_number_id: shop.phoneNumberId })
    const listed = async () => {
      const who = server.app.db.selectFrom('suppressions').select(['address', 'reason'])
      const rows = await who.where('address', 'in', stopped).execute()
      return stopped.map((one) => rows.find(({ address }) => address === one)?.reason)
    }
    const reasons = ['reply', 'consent_question']
    await eventually('the opt-out and the hold', async () => isDeepStrictEqual(await listed(), reasons))
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
    expect(await listed()).toEqual(reasons)
    expect((await rowOf(server, later, phones[0]!)).id).toBeGreaterThan(1_000_000)
    const { body } = await server.call(dashboard.stats, { token: shop.token })
    const told = body.your_turn.find(({ id }) => id === 'recovery')
    expect(told?.name).toMatch(/^The database went back to /)
    expect(told?.sentence).toBe(
      '1 message may have been sent and is not sent again. 2 opt-outs and possible opt-outs were recovered.',
    )

    // The next start is an ordinary one.
    await closeWorker()
    await openWorker()
    await isSteady(2)
    const { rows } = await sql<{ epoch: number }>`select epoch from database_guard`.execute(server.app.db)
    expect(rows[0]!.epoch).toBe(2)
  })

  it('sends no answer a second time to the same message, and each to another one', async () => {
    const phone = newPhone()
    const { token, phoneNumberId } = shop
    const { accounts, limits } = server.sandbox.world
    limits.openWindow(accounts.phones.get(phoneNumberId)!, phone.slice(1), Date.now())
    const rule = await server.call(chatbotRules.create, {
      token,
      body: {
        match: { kind: 'keyword', mode: 'is', words: ['hours'], language: 'any' },
        action: { kind: 'reply', text: 'Open till nine.' },
      },
    })
    expect(rule.status).toBe(200)
    const rows = async (): Promise<(string | null)[][]> => {
      const found = await server.app.db
        .selectFrom('messages')
        .select(['status', 'variables', 'wamid'])
        .where('recipient_phone', '=', phone)
        .orderBy('id')
        .execute()
      return found.map(({ status, variables, wamid }) => [variables[0] ?? '', status, wamid])
    }
    const untilSent = (count: number) =>
      eventually(`${count} messages`, async () => {
        const all = await rows()
        return all.length === count && all.every(([, status]) => status === 'sent') && all
      })
    const answer = async (send_key: string) => {
      const conversation = await server.app.db
        .selectFrom('conversations')
        .select('id')
        .where('address', '=', phone)
        .executeTakeFirstOrThrow()
      const { status } = await server.call(conversations.send, {
        token,
        params: { id: Number(conversation.id) },
        body: { send_key, message: { type: 'text', text: 'On my way.' } },
      })
      expect(status).toBe(200)
    }
    const [asked, again] = [writtenBy(phone, 'hours'), writtenBy(phone, 'hours')]
    const [key, otherKey] = [randomUUID(), randomUUID()]
    await openWorker()
    await eventually('the first beat', async () => (await readdir(join(folder, 'journal'))).length > 0)
    await dumpRows(server.app.pool)
    await asked()
    await untilSent(1)
    await answer(key)
    const before = await untilSent(2)
    await closeWorker()

    await restoreRows(server.app.pool)
    expect(await rows()).toEqual([])
    await openWorker()
    await isSteady(2)
    await asked()
    expect(await untilSent(1)).toEqual(before.slice(0, 1))
    expect(taken(phone)).toBe(2)
    await again()
    await untilSent(2)
    expect(taken(phone)).toBe(3)
    // The browser tries a request again; a person writes the same words again.
    await answer(key)
    expect((await untilSent(3))[2]).toEqual(before[1])
    expect(taken(phone)).toBe(3)
    await answer(otherKey)
    await untilSent(4)
    expect(taken(phone)).toBe(4)
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

let nr = 0
/** A message of a customer, which the provider may deliver more than once. */
function writtenBy(phone: string, body: string): () => Promise<void> {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: shop.phoneNumberId },
    contacts: [{ profile: { name: 'Rukmini Bai' }, wa_id: phone.slice(1) }],
    messages: [
      {
        from: phone.slice(1),
        id: `wamid.RECOVERY${++nr}`,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'text',
        text: { body },
      },
    ],
  }
  const change = { id: sandboxSeed.waba.id, changes: [{ field: 'messages', value }] }
  const payload = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry: [change] }))
  const signature = signWebhook(payload, sandboxSeed.app.secret)
  return async () => {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    const { statusCode } = await server.http.inject({ method: 'POST', url: webhookPath, payload, headers })
    expect(statusCode).toBe(200)
  }
}

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
