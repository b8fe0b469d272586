import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { applyAccountEvents, findSender } from './onboarding.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** Meta tells whole seconds. */
const now = Math.floor(Date.now() / 1000) * 1000
const before = now - 60_000
const earlier = now - 7_200_000

async function connected() {
  const person = await server.signUp()
  const account = newSandboxAccount(server)
  const connect = () =>
    server.call(onboarding.connectToken, { token: person.token, body: { token: account.token } })
  expect((await connect()).status).toBe(200)
  const receive = async (...events: object[]) => {
    const own = {
      businessId: person.businessId,
      wabaId: account.waba_id,
      entryId: account.waba_id,
      value: {},
    }
    for (const event of events) await applyAccountEvents(server.app, [{ ...own, ...event }] as never)
  }
  const sender = () => findSender(server.app, person.businessId)
  return { person, account, connect, receive, sender }
}
const update = (event: string, at: number, more: object = {}) => ({
  kind: 'account_update',
  event,
  at,
  ...more,
})

describe('a block', () => {
  const ban = (banState: string, at: number) => update('DISABLED_UPDATE', at, { banState })
  const review = (decision: string, at: number) => ({ kind: 'account_review', decision, at })
  /** Some seconds pass without waiting. */
  async function longConnected() {
    const all = await connected()
    await server.app.db
      .updateTable('whatsapp_accounts')
      .set({ connected_at: new Date(earlier - 60_000), reviewed_at: null })
      .where('waba_id', '=', all.account.waba_id)
      .execute()
    const state = async () =>
      await server.app.db
        .selectFrom('whatsapp_accounts')
        .select(['blocked_reason', 'account_review_status'])
        .where('waba_id', '=', all.account.waba_id)
        .executeTakeFirstOrThrow()
    return { ...all, state }
  }

  it('that is told after its end, first or again, is none', async () => {
    const { receive, sender } = await longConnected()
    await receive(ban('REINSTATE', before), ban('DISABLE', earlier))
    expect(await sender()).toBeDefined()
    await receive(ban('DISABLE', now))
    expect(await sender()).toBeUndefined()
    await receive(ban('REINSTATE', before))
    expect(await sender()).toBeUndefined()
    await receive(ban('REINSTATE', now), ban('DISABLE', now))
    expect(await sender()).toBeDefined()
  })

  it('of a later ban stays where the end of an earlier one is told late', async () => {
    const { receive, sender } = await longConnected()
    await receive(ban('DISABLE', earlier), ban('DISABLE', now), ban('REINSTATE', before))
    expect(await sender()).toBeUndefined()
    await receive(ban('REINSTATE', now + 1000))
    expect(await sender()).toBeDefined()
  })

  it('that the owner ended, or a new connection, does not come back when it is told again', async () => {
    const { person, account, connect, receive, sender } = await longConnected()
    const unpaid = { kind: 'account_error', errors: [{ code: 131_042 }], at: earlier }
    await receive(unpaid)
    expect(await sender()).toBeUndefined()
    const body = { waba_id: account.waba_id, repair: 'resume' } as const
    expect((await server.call(onboarding.repair, { token: person.token, body })).status).toBe(200)
    await receive(unpaid)
    expect(await sender()).toBeDefined()
    await receive(ban('DISABLE', before))
    expect(await sender()).toBeUndefined()
    expect((await connect()).status).toBe(200)
    await receive(ban('DISABLE', before))
    expect(await sender()).toBeDefined()
  })

  it('by a review is by its last decision', async () => {
    const { receive, state } = await longConnected()
    await receive(review('APPROVED', before), review('REJECTED', earlier), review('PENDING', earlier))
    expect(await state()).toEqual({ blocked_reason: null, account_review_status: 'APPROVED' })
    await receive(review('REJECTED', now), review('APPROVED', before))
    expect(await state()).toMatchObject({
      blocked_reason: expect.anything(),
      account_review_status: 'REJECTED',
    })
  })

  it('with an end has the end that was told last', async () => {
    const { receive, account } = await longConnected()
    const restricted = (expiresAt: number, at: number) =>
      update('ACCOUNT_RESTRICTION', at, {
        restrictions: [{ type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiresAt }],
      })
    const [soon, late] = [now + 3_600_000, now + 86_400_000]
    await receive(restricted(soon, before), restricted(late, earlier))
    const { blocked_until } = await server.app.db
      .selectFrom('account_blocks')
      .select('blocked_until')
      .where('waba_id', '=', account.waba_id)
      .executeTakeFirstOrThrow()
    expect(blocked_until).toEqual(new Date(soon))
  })
})

describe('what is told of a number', () => {
  const limit = (of: number, at: number) => ({ kind: 'capability', limit: of, at })
  const numberOf = (sender: () => ReturnType<typeof findSender>) => async () => {
    const { messaging_limit, verified_name } = (await sender())!
    return [messaging_limit, verified_name]
  }

  it('is the limit and name that are the latest, in whatever order they come', async () => {
    const { receive, sender } = await connected()
    const displayPhoneNumber = (await sender())!.phone.slice(1)
    const name = (decision: string, requestedName: string, at: number) => ({
      kind: 'phone_name',
      decision,
      requestedName,
      displayPhoneNumber,
      at,
    })
    const soon = now + 60_000
    await receive(limit(250, soon), limit(100_000, soon - 1000))
    await receive(name('APPROVED', 'New name', soon), name('APPROVED', 'Old name', soon - 1000))
    const seen = numberOf(sender)
    expect(await seen()).toEqual([250, 'New name'])
    // The same limit told again is as new as that.
    await receive(limit(250, soon + 9000), limit(2000, soon + 8000))
    expect(await seen()).toEqual([250, 'New name'])
    await receive(limit(2000, soon + 9000))
    expect(await seen()).toEqual([2000, 'New name'])
  })

  it('is what was read of it where that is later', async () => {
    const { account, receive, sender } = await connected()
    const digits = (await sender())!.phone.slice(1)
    const flagged = { kind: 'phone_limit', event: 'FLAGGED', displayPhoneNumber: digits }
    const quality = async () =>
      await server.app.db
        .selectFrom('phone_numbers')
        .select(['quality_rating', 'messaging_limit'])
        .where('waba_id', '=', account.waba_id)
        .executeTakeFirstOrThrow()
    const read = await quality()
    await receive({ ...flagged, at: earlier }, limit(77, earlier))
    expect(await quality()).toEqual(read)
    await receive({ ...flagged, at: now + 60_000 })
    expect((await quality()).quality_rating).toBe('RED')
  })
})

describe('a warning', () => {
  const notices = async ({ token }: Person) =>
    (await server.call(onboarding.connection, { token })).body.connection.notices
  const pin = (event: string, at: number) => ({
    kind: 'security',
    event,
    displayPhoneNumber: '15550001111',
    at,
  })
  const ban = (banState: string, at: number) => update('DISABLED_UPDATE', at, { banState, banDate: 'May 1' })

  it('that ended before it is told is not shown', async () => {
    const { person, receive } = await connected()
    await receive(pin('PIN_REQUEST_SUCCESS', before), pin('PIN_RESET_REQUEST', earlier))
    await receive(ban('REINSTATE', before), ban('SCHEDULE_FOR_DISABLE', earlier))
    expect(await notices(person)).toEqual([])
    await receive(pin('PIN_RESET_REQUEST', now))
    expect(await notices(person)).toHaveLength(1)
  })

  it('that is told between an earlier one and the end of both stays ended', async () => {
    const { person, receive } = await connected()
    await receive(ban('SCHEDULE_FOR_DISABLE', earlier), ban('REINSTATE', now))
    await receive(ban('SCHEDULE_FOR_DISABLE', before))
    expect(await notices(person)).toEqual([])
  })
})

describe('a removal of the app', () => {
  const removed = (at: number) => update('PARTNER_APP_UNINSTALLED', at, { partnerAppId: sandboxSeed.app.id })

  it('told again after the account was connected again leaves it connected', async () => {
    const { connect, receive, sender } = await connected()
    const last = Math.floor(Date.now() / 1000) * 1000
    await receive(removed(last))
    expect(await sender()).toBeUndefined()
    expect((await connect()).status).toBe(200)
    await receive(removed(last - 1000), update('ACCOUNT_DELETED', earlier))
    expect(await sender()).toBeDefined()
  })

  it('is not followed by the signup before it', async () => {
    const { account, receive } = await connected()
    const signup = (at: number) => update('PARTNER_APP_INSTALLED', at, { ownerBusinessId: '4711' })
    const open = async () =>
      await server.app.db
        .selectFrom('hosted_signups')
        .select('portfolio_id')
        .where('waba_id', '=', account.waba_id)
        .execute()
    await receive(removed(Date.now()), signup(earlier))
    expect(await open()).toEqual([])
    await receive(signup(Date.now()))
    expect(await open()).toEqual([{ portfolio_id: '4711' }])
  })
})
