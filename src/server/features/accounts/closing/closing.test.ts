import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { audit } from '#contract/audit/audit.ts'
import { campaigns } from '#contract/campaigns.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sequences } from '#contract/growth/sequences.ts'
import { messages } from '#contract/messages.ts'
import { closing, graceDays } from '#contract/security/closing.ts'
import { storeWeeksAgo } from '#server/features/webhooks/weeks/weeks.fixture.ts'
import { leaveAll, pauseAll } from '#server/pause-all.ts'
import { endpointCalls } from '#test/http/calls/endpoint-calls.ts'
import { type Request, request } from '#test/http/requests.ts'
import { openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from '#test/http/whole-business.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { planDeletion, requireStaying, takeDeletionBack } from './closing.ts'
import { mailDeletion } from './deletion-mail.ts'
import { deletionJob, runDeletion, tendDeletions } from './run-deletion.ts'

let server: TestServer
let asha: WholeBusiness
let ravi: WholeBusiness
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  await readyForWholeBusinesses(server)
  asha = await openWholeBusiness(server, 'Quillmarzipan')
  ravi = await openWholeBusiness(server, 'Tamarindcopper')
})
afterAll(() => server.close())

const given = (business_name: string, current_password = 'correct horse') => ({
  business_name,
  current_password,
})
const nameOf = async ({ token }: WholeBusiness) => (await server.call(closing.state, { token })).body.name
const statusOf = async (id: number) =>
  (await server.call(campaigns.get, { token: asha.token, params: { id } })).body.campaign.status
/** How many rows each table has of a business. */
async function rowsOf(businessId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id' and table_name <> 'business_deletions'
      and table_name not in (select relname from pg_class where relispartition)`.execute(server.app.db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const found = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} where business_id = ${businessId}`.execute(
      server.app.db,
    )
    counts[name] = found.rows[0]?.n ?? 0
  }
  return counts
}
/** The days to take it back pass. */
const passDays = (count: number) =>
  sql`update business_deletions set due_at = (due_at at time zone 'UTC' - ${count} * interval '1 day') at time zone 'UTC' where taken_back_at is null`.execute(
    server.app.db,
  )

it('asks for the password and the name, and keeps the operator', async () => {
  const { token } = asha
  const name = await nameOf(asha)
  const wrong = await server.call(closing.ask, { token, body: given(`${name}x`) })
  expect([wrong.status, wrong.body.code, wrong.body.fields]).toMatchObject([
    400,
    'invalid_input',
    { business_name: expect.stringContaining(name) },
  ])
  const guess = await server.call(closing.ask, { token, body: given(name, 'wrong horse') })
  expect([guess.status, Object.keys(guess.body.fields ?? {})]).toEqual([400, ['current_password']])
  const operator = await server.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const login = await server.call(accounts.login, {
    body: { email: operator.email, password: 'correct horse' },
  })
  const refused = await server.call(closing.ask, { token: login.body.token, body: given('Operator') })
  expect([refused.status, refused.body.code]).toEqual([422, 'rule_broken'])
})

it('stops campaigns at once, starts none, and can be taken back', async () => {
  const { token } = asha
  expect(await statusOf(asha.campaign)).toBe('Scheduled')
  const asked = await server.call(closing.ask, { token, body: given(await nameOf(asha)) })
  expect(asked.status).toBe(200)
  const due =
    new Date(asked.body.deletion.due_at).getTime() - new Date(asked.body.deletion.asked_at).getTime()
  expect(due).toBe(graceDays * 86_400_000)
  expect([await statusOf(asha.campaign), await statusOf(asha.sentCampaign)]).toEqual(['Paused', 'Paused'])
  const resumed = await server.call(campaigns.resume, { token, params: { id: asha.campaign } })
  expect([resumed.status, resumed.body.code]).toEqual([422, 'rule_broken'])
  const { id } = asha.sequence
  const { sequence } = (await server.call(sequences.get, { token, params: { id } })).body
  expect(sequence.state).toBe('paused')
  const started = await server.call(sequences.run, { token, params: { id }, body: { running: true } })
  expect([started.status, started.body.message]).toEqual([422, resumed.body.message])
  expect((await server.call(closing.ask, { token, body: given(await nameOf(asha)) })).status).toBe(409)
  // No other way sends anything either.
  const others: [string, Endpoint, Request][] = [
    ['an edit', campaigns.update, endpointCalls['campaigns.update']!.own!(asha)],
    ['a second try', campaigns.retryFailed, endpointCalls['campaigns.retryFailed']!.own!(asha)],
    ['one message', messages.resend, endpointCalls['messages.resend']!.own!(asha)],
    ['a template', messages.send, endpointCalls['messages.send']!.own!(asha)],
    ['the rest of a test', campaigns.decide, endpointCalls['campaigns.decide']!.own!(asha)],
    [
      'an unanswered message',
      campaigns.settleUnknown,
      { params: { id: asha.sentCampaign }, body: { as: 'send_again', message_ids: [asha.unknownMessage] } },
    ],
  ]
  for (const [what, endpoint, sent] of others) {
    const { status, text } = await request(server, endpoint, sent, token)
    expect([what, status, text.includes(String(resumed.body.message))]).toEqual([what, 422, true])
  }

  // Not before its time.
  await passDays(graceDays - 1)
  await tendDeletions(server.app, pauseAll)
  expect((await server.call(closing.cancel, { token })).status).toBe(200)
  expect((await server.call(closing.cancel, { token })).status).toBe(409)
  await tendDeletions(server.app, pauseAll)
  expect((await server.call(campaigns.resume, { token, params: { id: asha.campaign } })).status).toBe(200)
})

it('waits for what is being started, and stops it', async () => {
  const { token, person } = asha
  const { id } = asha.sequence
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const starting = server.app.transaction(async (tx) => {
    await requireStaying(tx, person.businessId)
    await sql`update sequences set state = 'running' where id = ${id}`.execute(tx.db)
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  const asked = server.call(closing.ask, { token, body: given(await nameOf(asha)) })
  await eventually('the deletion waits', async () => (await lockWaits(server.app)) > 0)
  mayEnd.resolve()
  await starting
  expect((await asked).status).toBe(200)
  const { sequence } = (await server.call(sequences.get, { token, params: { id } })).body
  expect(sequence.state).toBe('paused')
  expect((await server.call(closing.cancel, { token })).status).toBe(200)
})

it('keeps the activity log from everybody else', async () => {
  const { businessId } = asha.person
  await expect(
    sql`delete from audit_events where business_id = ${businessId}`.execute(server.app.db),
  ).rejects.toThrow('never changed')
  await expect(
    sql`update audit_events set kind = 'login' where business_id = ${businessId}`.execute(server.app.db),
  ).rejects.toThrow('never changed')
})

it('deletes every row and file of the business, and nothing of another', async () => {
  const { token, person } = asha
  const { businessId } = person
  const code = (
    await server.app.db
      .selectFrom('optin_forms')
      .select('code')
      .where('business_id', '=', businessId)
      .executeTakeFirstOrThrow()
  ).code
  const page = (accept: string) => server.http.inject({ url: `/marketing/f/${code}`, headers: { accept } })
  // In tables of two weeks, rows of both have the same place.
  const webhooksOf = (one: WholeBusiness) =>
    Array.from({ length: 20 }, () => ({ businessId: one.person.businessId, body: '{}' }))
  await storeWeeksAgo(server.app, 60, webhooksOf(ravi))
  await storeWeeksAgo(server.app, 30, webhooksOf(asha))
  const before = await rowsOf(ravi.person.businessId)
  const folder = join(server.app.settings.dataDir, 'media', 'template-media', String(businessId))
  await access(folder)
  expect(Object.values(await rowsOf(businessId)).filter((count) => count > 0).length).toBeGreaterThan(60)

  await server.call(closing.ask, { token, body: given(await nameOf(asha)) })
  await passDays(graceDays + 1)
  await tendDeletions(server.app, pauseAll)
  // From here on nobody gets in, and there is no way back.
  expect((await server.call(accounts.me, { token })).status).toBe(401)
  expect(
    (await server.call(accounts.login, { body: { email: person.email, password: 'correct horse' } })).status,
  ).toBe(401)
  const { rows: queued } = await sql`select from pgboss.job where name = ${deletionJob.name}`.execute(
    server.app.db,
  )
  expect(queued).toHaveLength(1)

  const { waba_id } = await server.app.db
    .selectFrom('whatsapp_accounts')
    .select('waba_id')
    .where('business_id', '=', businessId)
    .where('status', '=', 'connected')
    .executeTakeFirstOrThrow()
  const subscriptions = () => server.sandbox.world.accounts.wabas.get(waba_id)?.subscriptions.length
  expect(subscriptions()).toBe(1)

  // Killed in the middle, again and again.
  const killed = new AbortController()
  killed.abort()
  await runDeletion(server.app, businessId, leaveAll, killed.signal)
  expect(Object.values(await rowsOf(businessId)).some((count) => count > 0)).toBe(true)
  await Promise.all([1, 2].map(() => runDeletion(server.app, businessId, leaveAll)))

  expect(Object.entries(await rowsOf(businessId)).filter(([, count]) => count > 0)).toEqual([])
  expect(subscriptions()).toBe(0)
  expect(await rowsOf(ravi.person.businessId)).toEqual(before)
  await expect(access(folder)).rejects.toThrow()
  const business = await server.app.db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', businessId)
    .execute()
  expect(business).toEqual([])
  const [kept] = await server.app.db
    .selectFrom('business_deletions')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('taken_back_at', 'is', null)
    .execute()
  expect(kept).toMatchObject({ asked_by: null, finished_at: expect.any(Date) })
  expect(kept?.rows_deleted).toBeGreaterThan(100)
  expect((await page('text/html')).statusCode).toBe(410)
  expect((await page('application/json')).statusCode).toBe(410)
})

it('is mailed to the others where one mailbox refuses', async () => {
  const person = await server.signUp()
  const email = `ravi-${person.businessId}@example.com`
  const row = { business_id: person.businessId, name: 'Ravi', email, password_hash: 'none' }
  await server.app.db.insertInto('users').values(row).execute()
  const tried: string[] = []
  const mail = async ({ to }: { to: string }) => {
    tried.push(to)
    throw new Error('the mailbox is full')
  }
  await mailDeletion({ ...server.app, mail }, person.businessId)
  expect(tried.sort()).toEqual([person.email, email].sort())
})

it('takes the name as a page shows it', async () => {
  const { token } = await server.signUp('Asha  Sweets')
  expect((await server.call(closing.ask, { token, body: given('Asha Sweet') })).status).toBe(400)
  expect((await server.call(closing.ask, { token, body: given('Asha Sweets') })).status).toBe(200)
})

it('is in the activity log, too, where the operator asks for it on a terminal', async () => {
  const { token, businessId } = await server.signUp()
  await planDeletion(server.app, { businessId }, pauseAll)
  await takeDeletionBack(server.app, { businessId })
  const { events } = (await server.call(audit.list, { token, query: {} })).body
  expect(events.slice(0, 2).map(({ kind, by }) => [kind, by])).toEqual([
    ['business_deletion_taken_back', null],
    ['business_deletion_asked', null],
  ])
})
