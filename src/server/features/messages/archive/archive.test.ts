import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { segments } from '#contract/growth/segments.ts'
import { leads } from '#contract/leads.ts'
import { messages } from '#contract/messages.ts'
import { privacy } from '#contract/privacy.ts'
import { addSent } from '#server/features/analytics/analytics.fixture.ts'
import { checkBlock } from '#server/features/analytics/rollups/check.ts'
import { countMarked } from '#server/features/analytics/rollups/keep.ts'
import {
  archiveMessages,
  campaignOutcomes,
  forgetArchives,
  retryFailed,
} from '#server/features/messages/messages.ts'
import { refuseByWebhook } from '#server/features/messages/outcome/refusals.ts'
import { runErasure } from '#server/features/privacy/privacy.ts'
import { createLog } from '#server/platform/log.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { emptyOutbox, newPhone, openShop, planCampaign, type Shop } from '../messages.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  server.sandbox.settings({ statuses: false })
  shop = await openShop(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await emptyOutbox(server)
  await sql`delete from message_archives`.execute(server.app.db)
  await sql`delete from message_archive_cursors`.execute(server.app.db)
})

const db = () => server.app.db
const archive = (before = '2026-03-20T00:00:00Z') => archiveMessages(server.app, new Date(before))
const months = async (token = shop.token) =>
  (await server.call(messages.archive, { token })).body.months.map(({ month, messages: n }) => [month, n])
const csv = async (path: string, token = shop.token) => {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, lines: (await answer.text()).trim().split('\r\n') }
}
const exported = (month: string, token?: string) =>
  csv(messages.exportArchive.path.replace('{month}', month), token)
const logs = () => csv(`${messages.exportCsv.path}?sort=oldest`)
const rows = async () =>
  (
    await sql<{ recipient_phone: string; lead_id: number | null; variables: string[]; wamid: string | null }>`
      select recipient_phone, lead_id, variables, wamid from messages where business_id = ${shop.businessId}
      order by id`.execute(db())
  ).rows

/** A campaign to these people that ended at a time, each with a status. */
async function ended(at: string, people: Record<string, string>): Promise<number> {
  const campaignId = await planCampaign(server, shop, Object.keys(people))
  for (const [phone, status] of Object.entries(people)) {
    await sql`
      update messages m set status = ${status}, created_at = ${at}, claimed_at = ${at}, due_at = null,
        accepted_at = case when ${status} in ('sent', 'delivered', 'read') then ${at}::timestamptz end,
        delivered_at = case when ${status} in ('delivered', 'read') then ${at}::timestamptz end,
        read_at = case when ${status} = 'read' then ${at}::timestamptz end,
        failed_at = case when ${status} = 'failed' then ${at}::timestamptz end,
        error_code = case when ${status} = 'failed' then 131026 end,
        error_details = case when ${status} = 'failed' then 'of ' || m.recipient_phone end,
        wamid = 'wamid.' || m.id::text, webhook_event_ids = '{7}',
        lead_id = (select l.id from leads l where l.business_id = m.business_id and l.phone = m.recipient_phone)
      where campaign_id = ${campaignId} and recipient_phone = ${phone}`.execute(db())
  }
  await sql`update dispatches set drained_at = ${at} where campaign_id = ${campaignId}`.execute(db())
  return campaignId
}

let people = 0
async function leadOf(name: string): Promise<{ id: number; phone: string }> {
  const phone = `+9198230113${String(people++).padStart(2, '0')}`
  await server.call(leads.upload, {
    token: shop.token,
    body: { leads: [{ name, phone, consent: 'opted_in', consent_source: 'at the till', source: 'api' }] },
  } as never)
  const { body } = await server.call(leads.list, { token: shop.token, query: { search: name } })
  return { id: body.leads[0]!.id, phone }
}

it('moves whole months: the archive says what the logs said, and the rows hold no address', async () => {
  const { id, phone } = await leadOf('Savitri Pillai')
  const [failed, left, young] = [newPhone(), newPhone(), newPhone()]
  const old = await ended('2026-01-31T20:00:00Z', { [phone]: 'read', [failed]: 'failed', [left]: 'skipped' })
  await ended('2026-03-01T10:00:00Z', { [young]: 'delivered' })
  await countMarked(server.app)
  const before = await logs()
  const outcomes = await campaignOutcomes(server.app, shop.businessId, [old])
  const summary = async () => (await server.call(messages.summary, { token: shop.token, query: {} })).body
  const counts = await summary()
  const errors = async () =>
    (await server.call(messages.errors, { token: shop.token, query: {} })).body.errors

  const pages = async () =>
    (await server.call(messages.logs, { token: shop.token, query: { sort: 'oldest' } } as never)).body
  const [page, life] = [await pages(), async (nr: number) => await lifeOf((await ids())[nr]!)]
  const lives = [await life(0), await life(1)]

  expect(await archive()).toMatchObject({ removed: 3 })
  // By the clock of the business it was February.
  expect(await months()).toEqual([['2026-02', 3]])
  const { lines } = await exported('2026-02')
  expect(lines).toEqual([before.lines[0], ...before.lines.slice(1, 4)])
  expect(lines[1]).toContain('Savitri Pillai')
  expect(lines[1]).toContain('Hello Asha')

  const [first, second, third, fourth] = await rows()
  for (const row of [first, second, third])
    expect(row).toMatchObject({
      recipient_phone: expect.stringMatching(/^archived:\+9198:\d+$/),
      variables: [],
      wamid: null,
    })
  expect(fourth).toMatchObject({ recipient_phone: young, variables: ['Asha'] })
  const whole = JSON.stringify(
    (await sql`select to_jsonb(m) as row from messages m where id < ${(await ids())[3]!}`.execute(db())).rows,
  )
  for (const trace of [phone, failed, left, 'wamid.', 'Asha']) expect(whole).not.toContain(trace)

  expect(await campaignOutcomes(server.app, shop.businessId, [old])).toEqual(outcomes)
  // The logs and their export read the archive.
  expect(await logs()).toEqual(before)
  expect(await pages()).toEqual(page)
  expect([await life(0), await life(1)]).toEqual([
    { ...lives[0], events: [] },
    { ...lives[1], events: [], can_resend: false, resend_advice: null },
  ])
  expect(await summary()).toEqual(counts)
  expect((await errors())[0]).toMatchObject({ code: 131026, count: 1 })
  expect((await server.call(leads.get, { token: shop.token, params: { id } })).status).toBe(200)
  // Once more, there is nothing to do.
  expect(await archive()).toEqual({ removed: 0, bytes: 0 })
  expect(await months()).toEqual([['2026-02', 3]])
})

const lifeOf = async (id: number) =>
  (await server.call(messages.life, { token: shop.token, params: { id } })).body.log
const ids = async () =>
  (
    await sql<{
      id: number
    }>`select id from messages where business_id = ${shop.businessId} order by id`.execute(db())
  ).rows.map(({ id }) => Number(id))

it('keeps the figures by country when their block is counted again', async () => {
  await ended('2026-01-10T10:00:00Z', {
    [newPhone()]: 'read',
    '+14155550123': 'delivered',
    '+447700900123': 'read',
  })
  const figures = async () => {
    while ((await countMarked(server.app)) > 0);
    const { rows: kept } = await sql`
      select country, their_hour, their_weekday, sent, delivered, read from analytics_messages
      where business_id = ${shop.businessId} order by country`.execute(db())
    return kept
  }
  const before = await figures()
  expect(before.map((row) => (row as { country: string }).country)).toEqual(['GB', 'IN', 'US'])
  expect(await archive()).toMatchObject({ removed: 3 })
  const { rows: marks } = await sql`select from analytics_marks`.execute(db())
  expect(marks.length).toBeGreaterThan(0)
  expect(await figures()).toEqual(before)
  const [first] = await ids()
  const block = { business_id: shop.businessId, kind: 'messages', block: Math.floor(first! / 8192) } as const
  expect(await checkBlock(server.app, block)).toBe(false)
})

it('leaves what may still go out or be settled, and archives it once it is', async () => {
  const [waiting, unknown, read] = [newPhone(), newPhone(), newPhone()]
  const campaign = await ended('2026-01-10T10:00:00Z', {
    [waiting]: 'queued',
    [unknown]: 'unknown',
    [read]: 'read',
  })
  await sql`update dispatches set drained_at = null`.execute(db())
  expect(await archive()).toMatchObject({ removed: 0 })
  await sql`update messages set status = 'cancelled' where status = 'queued'`.execute(db())
  await sql`update dispatches set drained_at = now()`.execute(db())
  expect(await archive()).toMatchObject({ removed: 2 })
  await sql`update messages set status = 'failed' where status = 'unknown'`.execute(db())
  expect(await archive()).toMatchObject({ removed: 1 })
  expect(await months()).toEqual([['2026-01', 3]])
  // None of them can be sent again.
  const retried = await server.app.transaction((tx) => retryFailed(tx, shop.businessId, campaign, [null]))
  expect(retried.queued).toBe(0)
})

it('archives later what is sent again at that moment', async () => {
  const [again, read] = [newPhone(), newPhone()]
  await ended('2026-01-10T10:00:00Z', { [again]: 'failed', [read]: 'read' })
  const isAgain = sql`recipient_phone = ${again}`
  const meanwhile = { ...server.app, transaction: server.app.transaction }
  meanwhile.transaction = (async (run: never) => {
    await sql`update messages set status = 'queued', due_at = now() where ${isAgain}`.execute(db())
    return await server.app.transaction(run)
  }) as never
  expect(await archiveMessages(meanwhile, new Date('2026-03-20'))).toMatchObject({ removed: 1 })
  await sql`update messages set status = 'read', due_at = null where ${isAgain}`.execute(db())
  expect(await archive()).toMatchObject({ removed: 1 })
})

it('goes on where it was interrupted, and archives each message once when two do it at once', async () => {
  const phones = Array.from({ length: 5000 }, () => newPhone())
  const campaign = await planCampaign(server, shop, phones)
  await sql`update messages set status = 'read', created_at = '2026-01-10', wamid = 'wamid.' || id::text
    where campaign_id = ${campaign}`.execute(db())
  await sql`update dispatches set drained_at = now()`.execute(db())
  const signal = new AbortController()
  const stopped = { ...server.app, transaction: server.app.transaction }
  stopped.transaction = (async (run: never) => {
    signal.abort()
    return await server.app.transaction(run)
  }) as never
  expect(await archiveMessages(stopped, new Date('2026-03-20'), signal.signal)).toMatchObject({
    removed: 2000,
  })
  const both = await Promise.all([archive(), archive()])
  expect(both[0]!.removed + both[1]!.removed).toBe(3000)
  expect(await months()).toEqual([['2026-01', 5000]])
  const { lines } = await exported('2026-01')
  expect(lines).toHaveLength(5001)
  for (const phone of [phones[0]!, phones[2500]!, phones[4999]!])
    expect(lines.filter((line) => line.includes(phone))).toHaveLength(1)
})

it('hands a person what the archive has of them, and erases it with them alone', async () => {
  const savitri = await leadOf('Savitri Kurup')
  const other = await leadOf('Meera Nambiar')
  await ended('2026-01-10T10:00:00Z', { [savitri.phone]: 'read', [other.phone]: 'failed' })
  await archive()
  const answer = await fetch(`${server.url}${privacy.personData.path.replace('{id}', String(savitri.id))}`, {
    headers: { authorization: `Bearer ${shop.token}` },
  })
  const file = (await answer.json()) as { messages: unknown[] }
  expect(file.messages).toMatchObject([
    { recipient_phone: savitri.phone, text: expect.stringContaining('Hello Asha'), variables: ['Asha'] },
  ])
  const { body } = await server.call(privacy.erase, {
    token: shop.token,
    params: { id: savitri.id },
    body: { confirm: true },
  } as never)
  const { id } = (body as unknown as { erasure: { id: number } }).erasure
  await runErasure(server.app, shop.businessId, id)
  await runErasure(server.app, shop.businessId, id)
  expect(await months()).toEqual([['2026-01', 1]])
  const { lines } = await exported('2026-01')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(other.phone)
  const { rows: erasures } =
    await sql`select status, messages::int as messages from erasures where id = ${id}`.execute(db())
  expect(erasures).toEqual([{ status: 'done', messages: 1 }])
})

it('counts archived messages in segments, so that nobody seems never written to', async () => {
  const lead = await leadOf('Devika Menon')
  await ended('2026-01-10T10:00:00Z', { [lead.phone]: 'read' })
  const people = async (did: boolean) => {
    const rule = { about: 'message', did, deed: 'sent', campaign_id: null, when: null }
    const rules = { match: 'all', rules: [rule] }
    return (await server.call(segments.preview, { token: shop.token, body: { rules } } as never)).body.preview
  }
  const before = [await people(true), await people(false)]
  expect(before[0]).toMatchObject({ people: 1 })
  expect(await archive()).toMatchObject({ removed: 1 })
  expect([await people(true), await people(false)]).toEqual(before)
})

it('leaves messages to people with a conversation, which shows them', async () => {
  const [talks, silent] = [newPhone(), newPhone()]
  await ended('2026-01-10T10:00:00Z', { [talks]: 'read', [silent]: 'read' })
  await sql`
    with c as (
      insert into conversations (business_id, phone_number_id, address, created_at, last_at)
      values (${shop.businessId}, ${shop.phoneNumberId}, ${talks}, now(), now()) returning id)
    insert into conversation_addresses (business_id, phone_number_id, address, conversation_id)
    select ${shop.businessId}, ${shop.phoneNumberId}, ${talks}, id from c`.execute(db())
  expect(await archive()).toMatchObject({ removed: 1 })
  expect((await rows()).map((row) => row.recipient_phone)).toEqual([
    talks,
    expect.stringMatching(/^archived:/),
  ])
})

it('takes a late refusal as failed, and sends nothing again', async () => {
  const phone = newPhone()
  await ended('2026-01-10T10:00:00Z', { [phone]: 'sent' })
  const [id] = await ids()
  await archive()
  await refuseByWebhook(server.app, [
    {
      businessId: shop.businessId,
      phoneNumberId: shop.phoneNumberId,
      id,
      attempt: 0,
      wamid: `wamid.${id}`,
      error: { code: 130429, title: 'Too many', details: `of ${phone}` },
    } as never,
  ])
  const { rows: left } = await sql`
    select status, due_at, wamid, error_code, error_details from messages where id = ${id}`.execute(db())
  expect(left).toEqual([
    { status: 'failed', due_at: null, wamid: null, error_code: 130429, error_details: null },
  ])
})

it('goes on with other businesses where one fails', async () => {
  await ended('2026-01-10T10:00:00Z', { [newPhone()]: 'read' })
  const neighbour = await server.signUp()
  await addSent(server, neighbour, [{ phone: newPhone(), status: 'read', at: '2026-01-10T10:00:00Z' }])
  let works = 0
  const broken = { ...server.app, log: createLog('silent') }
  broken.transaction = (async (run: never) => {
    if (++works === 1) throw new Error('broken')
    return await server.app.transaction(run)
  }) as never
  expect(await archiveMessages(broken, new Date('2026-03-20'))).toMatchObject({ removed: 1 })
  expect(await months()).toEqual([])
  expect(await months(neighbour.token)).toEqual([['2026-01', 1]])
  expect(await archive()).toMatchObject({ removed: 1 })
})

it('forgets archived months after a time, and says nothing of a month that is not there', async () => {
  await ended('2026-01-10T10:00:00Z', { [newPhone()]: 'read' })
  await ended('2026-02-10T10:00:00Z', { [newPhone()]: 'read' })
  await archive()
  expect(await months()).toEqual([
    ['2026-02', 1],
    ['2026-01', 1],
  ])
  expect(await forgetArchives(server.app, new Date('2026-02-20T00:00:00Z'))).toMatchObject({ removed: 1 })
  expect(await months()).toEqual([['2026-02', 1]])
  expect((await exported('2026-01')).status).toBe(404)
  const { lines } = await logs()
  expect(lines[1]).not.toContain('archived:')
  const stranger = await server.signUp()
  expect(await months(stranger.token)).toEqual([])
  expect((await exported('2026-02', stranger.token)).status).toBe(404)
})
