import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { audit } from '#contract/audit/audit.ts'
import { retention } from '#contract/security/retention.ts'
import { webhooks } from '#contract/webhooks.ts'
import { dropFiles } from '#server/features/conversations/files/drop-files.ts'
import { forgetOldDeliveries } from '#server/features/integrations/hooks/delivery-log.ts'
import { scrubWebhooks, webhooksAbout } from '#server/features/webhooks/webhooks.ts'
import { openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from '#test/http/whole-business.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { applyRetention } from './retention.ts'

let server: TestServer
let asha: WholeBusiness
beforeAll(async () => {
  server = await openTestServer()
  await readyForWholeBusinesses(server)
  asha = await openWholeBusiness(server, 'Quillmarzipan')
})
afterAll(() => server.close())

const keep = (keepWebhooksDays: number, keepChatFilesDays: number) =>
  applyRetention({ ...server.app, settings: { ...server.app.settings, keepWebhooksDays, keepChatFilesDays } })
const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    server.app.db,
  )
  return rows[0]?.n
}
const runs = () => server.app.db.selectFrom('retention_runs').select(['kind', 'removed', 'bytes']).execute()

it('removes old webhooks in batches and keeps what they did, what waits or failed, and what is younger', async () => {
  const { db } = server.app
  const old = sql`now() - interval '61 days'`
  await sql`delete from webhook_queue`.execute(db)
  await sql`update webhook_events set received_at = ${old}`.execute(db)
  await sql`insert into webhook_events (business_id, body, received_at)
    select ${asha.person.businessId}, 'old', ${old} from generate_series(1, 2300)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into webhook_events (business_id, body, problem, received_at)
    values (null, 'waits', null, ${old}), (null, 'failed', 'not_applied', ${old}), (null, 'young', null, now())
    returning id`.execute(db)
  await sql`insert into webhook_queue (id) values (${rows[0]?.id ?? 0})`.execute(db)
  const tables = [
    'messages',
    'inbound_messages',
    'consent_changes',
    'suppressions',
    'optin_proofs',
    'lead_replies',
  ]
  const before = await Promise.all(tables.map(countOf))
  const events = (await countOf('webhook_events')) ?? 0

  await keep(0, 0)
  expect(await countOf('webhook_events')).toBe(events)
  await keep(90, 0)
  expect(await countOf('webhook_events')).toBe(events)
  await keep(60, 0)
  const left = await sql<{ body: Buffer }>`select body from webhook_events order by id`.execute(db)
  expect(left.rows.map(({ body }) => body.toString())).toEqual(['waits', 'failed', 'young'])
  expect(await Promise.all(tables.map(countOf))).toEqual(before)
  expect(await runs()).toMatchObject([{ kind: 'webhooks', removed: events - 3 }])
})

it('packs the bodies of webhooks that were applied days ago, and they read, weigh and are scrubbed as before', async () => {
  const { db } = server.app
  const { businessId, token } = asha.person
  const { waba_id } = await db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  const status = (phone: string) => ({ id: `wamid.${phone}`, status: 'delivered', recipient_id: phone })
  const text = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: waba_id,
        changes: [{ field: 'messages', value: { statuses: ['919812300001', '919812300002'].map(status) } }],
      },
    ],
  })
  const { rows } = await sql<{ id: number }>`
    insert into webhook_events (business_id, body, problem, received_at)
    select ${businessId}, ${Buffer.from(text)}, problem, now() - days * interval '1 day'
    from (values (1, null::text, 3), (2, 'not_applied', 3), (3, null, 1)) v (nr, problem, days) order by nr
    returning id`.execute(db)
  const [packed, failed, young] = rows.map(({ id }) => id)
  await keep(0, 0)
  const stored = async () =>
    (
      await sql<{ id: number; size: number; packed_from: number | null }>`
        select id, octet_length(body) as size, packed_from from webhook_events where id >= ${packed} order by id`.execute(
        db,
      )
    ).rows
  const [first, ...others] = await stored()
  expect(first).toMatchObject({ id: packed, packed_from: text.length })
  expect(first!.size).toBeLessThan(text.length / 2)
  expect(others).toEqual([failed, young].map((id) => ({ id, size: text.length, packed_from: null })))
  const read = async () => (await server.call(webhooks.get, { token, params: { id: packed! } })).body.event
  expect(await read()).toMatchObject({ body: text, bytes: text.length })
  const addresses = ['+919812300002']
  let about = 0
  for await (const { items } of webhooksAbout(server.app, businessId, addresses)) about += items.length
  expect(about).toBe(3)
  expect(await scrubWebhooks(server.app, businessId, { addresses, after: packed! - 1 })).toMatchObject({
    scrubbed: 3,
  })
  const { body } = await read()
  expect(body).toContain('919812300001')
  expect(body).not.toContain('919812300002')
  expect((await stored())[0]).toMatchObject({ packed_from: body.length })
})

it('removes the content of old chat files and leaves the message', async () => {
  const { db } = server.app
  await sql`update chat_files set created_at = now() - interval '400 days', hash = sha256('x'), state = 'ready', bytes = 7`.execute(
    db,
  )
  const files = (await countOf('chat_files')) ?? 0
  expect(files).toBeGreaterThan(0)
  await keep(0, 365)
  const rows = await db.selectFrom('chat_files').select(['state', 'reason', 'hash']).execute()
  expect(rows).toHaveLength(files)
  for (const row of rows) expect(row).toEqual({ state: 'failed', reason: 'removed', hash: null })
  const { rows: jobs } = await sql`select from pgboss.job where name = ${dropFiles.name}`.execute(db)
  expect(jobs.length).toBeGreaterThan(0)
  expect(await runs()).toContainEqual({ kind: 'chat_files', removed: files, bytes: files * 7 })
})

describe('how long things are kept', () => {
  const get = (token: string) => server.call(retention.get, { token })
  const save = (token: string, body: object) => server.call(retention.save, { token, body })
  const oldest = async () => {
    const { rows } = await sql<{ at: Date }>`select min(received_at) as at from webhook_events`.execute(
      server.app.db,
    )
    return rows[0]!.at.toISOString()
  }
  const operatorsToken = async () => {
    const { email } = await server.app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    return (await server.call(accounts.login, { body: { email, password: 'correct horse' } })).body.token
  }

  it('is chosen by the operator alone, wins over the setting, and goes back to it', async () => {
    const token = await operatorsToken()
    const refused = [await get(asha.person.token), await save(asha.person.token, { webhooks: 30 })]
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
    expect((await get(token)).body.retention.map(({ chosen }) => chosen)).toEqual(Array(5).fill(false))
    const saved = await save(token, { webhooks: 45, hook_deliveries: 0 })
    expect(saved.body.retention).toMatchObject([
      { kind: 'messages', days: 0, chosen: false, since: null },
      { kind: 'message_archives', days: 0, chosen: false },
      {
        kind: 'webhooks',
        days: 45,
        chosen: true,
        since: await oldest(),
        last: { removed: expect.any(Number) },
      },
      { kind: 'chat_files', chosen: false, since: null },
      { kind: 'hook_deliveries', days: 0, usual_days: null, chosen: true },
    ])
    const { db } = server.app
    await sql`insert into webhook_events (business_id, body, received_at) values
      (null, 'older', now() - interval '46 days'), (null, 'younger', now() - interval '44 days')`.execute(db)
    const bodies = async () => {
      const { rows } = await sql<{ body: Buffer }>`select body from webhook_events order by id`.execute(db)
      return rows.map(({ body }) => body.toString())
    }
    // The setting would keep them for ever.
    await keep(0, 0)
    expect((await bodies()).slice(-1)).toEqual(['younger'])
    expect(await bodies()).not.toContain('older')
    await save(token, { webhooks: null })
    await sql`update webhook_events set received_at = now() - interval '300 days' where body = 'younger'`.execute(
      db,
    )
    await keep(0, 0)
    expect(await bodies()).toContain('younger')
    const { events } = (await server.call(audit.list, { token, query: { group: 'settings' } })).body
    expect(events.filter(({ kind }) => kind === 'retention_changed')).toHaveLength(2)
  })

  it('keeps no archive for less time than messages that can be searched', async () => {
    const token = await operatorsToken()
    expect((await save(token, { messages: 730, message_archives: 365 })).status).toBe(400)
    expect((await save(token, { messages: 365, message_archives: 730 })).status).toBe(200)
    expect((await save(token, { messages: 1095 })).status).toBe(400)
    expect((await save(token, { messages: null, message_archives: null })).status).toBe(200)
  })

  it.each([
    { messages: 179 },
    { message_archives: 179 },
    { webhooks: 29 },
    { webhooks: -1 },
    { chat_files: 3651 },
    { hook_deliveries: 1.5 },
  ])('refuses %o', async (body) => {
    expect((await save(await operatorsToken(), body)).status).toBe(400)
  })

  it('holds for the log of deliveries too', async () => {
    const { db } = server.app
    const token = await operatorsToken()
    const ages = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from hook_deliveries
        where created_at < now() - interval '39 days'`.execute(db)
      return rows[0]?.n
    }
    await sql`update hook_deliveries set created_at = now() - interval '40 days', state = 'failed'`.execute(
      db,
    )
    const before = await ages()
    expect(before).toBeGreaterThan(0)
    await save(token, { hook_deliveries: 60 })
    await forgetOldDeliveries(server.app)
    expect(await ages()).toBe(before)
    await save(token, { hook_deliveries: 20 })
    await forgetOldDeliveries(server.app)
    expect(await ages()).toBe(0)
  })
})
