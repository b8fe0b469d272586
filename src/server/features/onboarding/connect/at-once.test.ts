import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { onboarding } from '#contract/onboarding.ts'
import { findProviderApiKey } from '#server/features/accounts/accounts.ts'
import { type ConnectedAccount, newSandboxAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markBlocked, markReconnect } from '../account/account-state.ts'
import { refreshAccounts } from '../account/refresh-account.ts'
import { registerAtProvider } from './register-number.ts'

/** Two things that happen to a connection at the same moment; nothing else happens here by itself. */
let server: TestServer
let meta: TestServer['app']['meta']
let numbers: typeof meta.phoneNumbers
let real: typeof numbers
let debugToken: typeof meta.debugToken
beforeAll(async () => {
  server = await openTestServer()
  meta = server.app.meta
  numbers = meta.phoneNumbers
  real = { ...numbers }
  debugToken = meta.debugToken
})
beforeEach(() => {
  Object.assign(numbers, real)
  meta.debugToken = debugToken
})
afterAll(() => server.close())

const connect = async (person: Person, { token }: { token: string }) =>
  await server.call(onboarding.connectToken, { token: person.token, body: { token } })
const disconnect = (person: Person, { waba_id }: ConnectedAccount) =>
  server.call(onboarding.disconnect, { token: person.token, body: { waba_id } })
const register = (person: Person, { phone_number_id }: ConnectedAccount, pin?: string) =>
  server.call(onboarding.registerNumber, {
    token: person.token,
    body: { phone_number_id, ...(pin && { pin }) },
  })
const numbersOf = ({ businessId }: Person) =>
  server.app.db
    .selectFrom('phone_numbers')
    .select(['phone_number_id', 'status', 'is_default', 'disconnected_at'])
    .where('business_id', '=', businessId)
    .execute()
/** Something happens after the provider has told of an account's numbers, before we keep what it told. */
const meanwhile = (happens: () => Promise<unknown>) => {
  numbers.list = async (...given) => {
    Object.assign(numbers, real)
    const listed = await real.list(...given)
    await happens()
    return listed
  }
}
const unregistered = { registered: false, status: 'PENDING' } as const

describe('accounts of one business', () => {
  it('are connected at the same moment, and one number is the default', async () => {
    const person = await server.signUp()
    const several = [1, 2, 3, 4].map(() => newSandboxAccount(server))
    const answers = await Promise.all(several.map((account) => connect(person, account)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await numbersOf(person)).filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  it('stay disconnected when they are being read anew meanwhile', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    await connect(person, account)
    meanwhile(() => disconnect(person, account))
    await refreshAccounts(server.app, person.businessId)
    const [number] = await numbersOf(person)
    expect(number).toMatchObject({ is_default: false, disconnected_at: expect.any(Date) })
  })

  it('keep what is known of a new access, whatever is told of the old one', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    await connect(person, account)
    const token = server.sandbox.token({ waba_ids: [account.waba_id] })
    meta.debugToken = async (asked) => {
      const facts = await debugToken(asked)
      return asked === account.token ? { ...facts, expiresAt: new Date('2030-01-01') } : facts
    }
    meanwhile(() => connect(person, { token }))
    await refreshAccounts(server.app, person.businessId)
    const kept = await server.app.db
      .selectFrom('whatsapp_accounts')
      .select(['token_expires_at', 'status'])
      .where('waba_id', '=', account.waba_id)
      .executeTakeFirst()
    expect(kept).toEqual({ token_expires_at: null, status: 'connected' })
  })

  it('lose a dead API key, but not the one that took its place meanwhile', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    const newToken = () => server.sandbox.token({ waba_ids: [account.waba_id] })
    const save = (api_key: string) =>
      server.call(accounts.saveSettings, {
        token: person.token,
        body: { name: 'Asha', email: person.email, api_key },
      })
    const [dead, live] = [newToken(), newToken()]
    expect((await save(dead)).status).toBe(200)
    server.sandbox.token({ value: dead, dead: 460 })
    meta.debugToken = async (asked) => {
      const facts = await debugToken(asked)
      if (asked !== dead) return facts
      meta.debugToken = debugToken
      expect((await save(live)).status).toBe(200)
      return facts
    }
    expect((await connect(person, account)).status).toBe(200)
    expect(await findProviderApiKey(server.app, person.businessId)).toBe(live)
  })
})

describe('registering a number', () => {
  it('is not undone by what was told before it', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, { ...unregistered, pin: '424242' })
    await connect(person, account)
    meanwhile(async () => expect((await register(person, account, '424242')).status).toBe(200))
    await refreshAccounts(server.app, person.businessId)
    expect(await numbersOf(person)).toMatchObject([{ status: 'CONNECTED' }])
  })

  it('keeps our PIN through a wrong guess of the owner', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, { ...unregistered, pin: null })
    await connect(person, account)
    const phone = server.sandbox.world.accounts.phones.get(account.phone_number_id)!
    expect(phone.pin).toMatch(/^\d{6}$/)
    Object.assign(phone, unregistered)
    expect((await register(person, account, phone.pin === '111111' ? '222222' : '111111')).status).toBe(422)
    expect((await register(person, account)).status).toBe(200)
  })

  it('twice at once comes to one PIN', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, { ...unregistered, codeStatus: 'NOT_VERIFIED', pin: null })
    await connect(person, account)
    server.sandbox.world.accounts.phones.get(account.phone_number_id)!.codeStatus = 'VERIFIED'
    await Promise.all([1, 2, 3].map(() => server.app.pool.query('select')))
    const done = await Promise.all(
      [1, 2, 3].map(() =>
        registerAtProvider(server.app, person.businessId, account.phone_number_id, account.token),
      ),
    )
    expect(done).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    Object.assign(server.sandbox.world.accounts.phones.get(account.phone_number_id)!, unregistered)
    expect((await register(person, account)).status).toBe(200)
  })

  it('works while the account may not send, and says the true reason where nothing works', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, { ...unregistered, pin: '424242' })
    await connect(person, account)
    await markBlocked(server.app, person.businessId, account.waba_id, {
      cause: 'payment',
      reason: 'Pay first.',
    })
    expect((await register(person, account, '424242')).status).toBe(200)
    await markReconnect(server.app, person.businessId, account.waba_id, 'The password was changed.')
    expect((await register(person, account, '424242')).body.message).toContain('The password was changed.')
  })

  it('sets going what was stopped for want of it', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server, { ...unregistered, pin: '424242' })
    await connect(person, account)
    const going = async () => {
      const { rows } = await server.app.pool.query(
        `select from pgboss.job where name = 'onboarding.campaigns-wanted' and data->>'waba_id' = $1`,
        [account.waba_id],
      )
      return rows.length
    }
    const before = await going()
    expect((await register(person, account, '424242')).status).toBe(200)
    expect(await going()).toBe(before + 1)
  })
})
