import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStored } from '#server/stored-text/read-text.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { applyAccountEvents, getSender } from '../onboarding.ts'
import { endExpiredBlocks, markBlocked } from './account-state.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())

async function account() {
  const person = await server.signUp()
  const { waba_id } = await connectSeededAccount(server, person)
  const own = { businessId: person.businessId, wabaId: waba_id, entryId: waba_id, value: {} }
  const receive = (...events: object[]) =>
    applyAccountEvents(server.app, events.map((event) => ({ ...own, ...event })) as never)
  const restricted = (type: string, expiresAt?: number) =>
    receive({ kind: 'account_update', event: 'ACCOUNT_RESTRICTION', restrictions: [{ type, expiresAt }] })
  const sends = () =>
    getSender(server.app, person.businessId).then(
      () => true,
      (error: Error) => error.message,
    )
  const going = async () => {
    const { rows } = await sql`select from pgboss.job where name = 'onboarding.campaigns-wanted'
      and data->>'waba_id' = ${waba_id}`.execute(server.app.db)
    return rows.length
  }
  return { ...own, receive, restricted, sends, going }
}
const inAnHour = () => Date.now() + 3600_000

describe('a restriction of an account', () => {
  it('stops campaigns only when it is about starting conversations', async () => {
    const { restricted, sends } = await account()
    for (const type of [
      'RESTRICTED_ADD_PHONE_NUMBER_ACTION',
      'RESTRICTED_CUSTOMER_INITIATED_MESSAGING',
      'RESTRICTED_USER_INITIATED_CALLING',
      'RESTRICTED_USER_INITIATED_CALLING_CALL_BUTTON_HIDDEN',
      'RESTRICTED_BUSINESS_INITIATED_CALLING',
      'RESTRICTED_BIZ_INITIATED_MESSAGING_OF_TOMORROW',
    ]) {
      await restricted(type, inAnHour())
      expect(await sends(), type).toBe(true)
    }
    await restricted('RESTRICTED_BIZ_INITIATED_MESSAGING', inAnHour())
    expect(await sends()).toMatch(/until \d+ \w+ 20\d\d, \d\d:\d\d \(Asia\/Kolkata\)/)
  })

  it('that is over does not begin', async () => {
    const { restricted, sends } = await account()
    await restricted('RESTRICTED_BIZ_INITIATED_MESSAGING', Date.now() - 1000)
    expect(await sends()).toBe(true)
  })

  it('ends by itself at its time, and what waits goes on', async () => {
    const { restricted, sends, going, wabaId } = await account()
    await restricted('RESTRICTED_BIZ_INITIATED_MESSAGING', inAnHour())
    const before = await going()
    await endExpiredBlocks(server.app)
    expect(await sends()).not.toBe(true)
    for (const table of ['account_blocks', 'whatsapp_accounts']) {
      await sql`update ${sql.table(table)} set blocked_until = now() - interval '1 second'
        where waba_id = ${wabaId}`.execute(server.app.db)
    }
    expect(await sends(), 'at once').toBe(true)
    await endExpiredBlocks(server.app)
    await eventually('the campaigns', async () => (await going()) === before + 1)
    expect(await sends()).toBe(true)
  })

  it('has its end from the event, in whatever order a refused message tells of it too', async () => {
    for (const first of ['message', 'event']) {
      const { restricted, businessId, wabaId } = await account()
      const refused = () =>
        markBlocked(server.app, businessId, wabaId, { cause: 'restricted', reason: 'No.' })
      if (first === 'message') await refused()
      await restricted('RESTRICTED_BIZ_INITIATED_MESSAGING', inAnHour())
      if (first === 'event') await refused()
      const row = await server.app.db
        .selectFrom('whatsapp_accounts')
        .select(['blocked_until', 'blocked_reason'])
        .where('waba_id', '=', wabaId)
        .executeTakeFirstOrThrow()
      expect(row.blocked_until, first).not.toBeNull()
      expect(readStored(row.blocked_reason)).toContain('restricted')
    }
  })
})

describe('what lifts a block', () => {
  it('lifts only what it is about', async () => {
    const { receive, sends, restricted, businessId, wabaId } = await account()
    const review = (decision: string) => receive({ kind: 'account_review', decision })
    const ban = (banState: string) => receive({ kind: 'account_update', event: 'DISABLED_UPDATE', banState })
    await markBlocked(server.app, businessId, wabaId, { cause: 'payment', reason: 'Pay first.' })
    await review('REJECTED')
    await ban('DISABLE')
    await restricted('RESTRICTED_BIZ_INITIATED_MESSAGING', inAnHour())
    await review('APPROVED')
    await ban('REINSTATE')
    expect(await sends()).toBe('Pay first.')
    await sql`delete from account_blocks where cause = 'payment'`.execute(server.app.db)
    await review('APPROVED')
    expect(await sends()).not.toBe(true)
    await review('REJECTED')
    expect(await sends()).toContain('rejected')
    await review('APPROVED')
    expect(await sends()).toContain('restricted')
  })
})
