import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { journalConsent } from '#server/features/leads/consent/journaled.ts'
import { newPhone, openShop, planCampaign } from '#server/features/messages/messages.fixture.ts'
import { journalErasure } from '#server/features/privacy/journaled-erasures.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { advanceCheck } from './check.ts'
import { beginCheck, readGuard } from './guard-row.ts'
import { recentRecovery } from './recent.ts'
import { enterCampaignRow } from './recovery.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ log: 'fatal' })
})
afterAll(() => server.close())

it('waits for another machine as long as it compares its journal', async () => {
  const { app } = server
  const id = randomUUID()
  await sql`insert into journals (id, machine, epoch) values (${id}, 'other', 0)`.execute(app.db)
  await sql`
    update database_guard set state = 'checking', epoch = 1, before_epoch = 0, beat = 1, awaited = array[${id}::uuid],
      checking_at = now() - interval '1 minute'`.execute(app.db)
  const advance = async () => await advanceCheck(app, await readGuard(app), 'here')
  const other = await app.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from journals where id = $1 for update', [id])
    expect(await advance()).toBe(false)
    expect((await readGuard(app)).state).toBe('checking')
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await advance()).toBe(true)
  expect((await readGuard(app)).state).toBe('steady')
})

it('asks the owner where what people said cannot be read, and goes on', async () => {
  const { app } = server
  const shop = await openShop(server)
  await sql`
    insert into templates (business_id, id, title, message, type, name) overriding system value
    values (${shop.businessId}, 1, 'Sale', 'Sale', 'marketing', 'sale')`.execute(app.db)
  await enterCampaignRow(server, shop, await planCampaign(server, shop, [newPhone()]))
  const before = { ...app, secrets: createSecrets(randomBytes(32)) }
  await journalConsent(before, shop.businessId, 'opted_out', [newPhone()], { source: 'reply' })
  await journalErasure(before, { businessId: shop.businessId, userId: shop.userId, addresses: [newPhone()] })
  await sql`
    update database_guard set state = 'checking', epoch = epoch + 1, before_epoch = epoch, awaited = '{}',
      checking_at = now() - interval '1 minute'`.execute(app.db)
  expect(await advanceCheck(app, await readGuard(app), 'here')).toBe(true)
  expect(await recentRecovery(app, shop.businessId)).toMatchObject({ missing: true, opt_outs: 0, held: 1 })
})

it('lets ids of webhooks go on above all that were given, in their week', async () => {
  const { app } = server
  const store = async () => {
    const { rows } = await sql<{ id: number; week: number; table: string }>`
      insert into webhook_events (body) values ('one')
      returning id, webhook_week(now()) as week, tableoid::regclass::text as table`.execute(app.db)
    return rows[0]!
  }
  const first = await store()
  for (const steps of [1, 2, 3]) {
    await sql`update database_guard set state = 'steady'`.execute(app.db)
    expect(await beginCheck(app, await readGuard(app), 'behind', { epoch: 0, beat: 0 })).toBe(true)
    const next = await store()
    expect(next.id).toBeGreaterThan(first.id + steps * 999_999)
    expect(next).toMatchObject({ week: first.week, table: first.table })
  }
  // After many restores the numbers begin again, still in the week and none twice.
  await sql`select setval('webhook_events_id_seq', ${2 ** 36 + 5}::bigint)`.execute(app.db)
  const last = await store()
  expect(last).toMatchObject({ id: first.week * 2 ** 36 + 6, table: first.table })
})
