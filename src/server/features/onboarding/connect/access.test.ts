import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { apiKeys } from '#contract/api/keys.ts'
import { onboarding } from '#contract/onboarding.ts'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { getSender } from '../onboarding.ts'
import { lasting } from './lasting-token.ts'
import { createLoginState, takeLoginState } from './oauth-state.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const connectToken = (person: Person, body: { token: string }) =>
  server.call(onboarding.connectToken, { token: person.token, body })
const statusOf = async (person: Person) => {
  const { body } = await server.call(onboarding.fetchStatus, { token: person.token })
  return body.onboarding_status
}

describe('a token of a person, which lives for two hours', () => {
  const shortToken = (wabaId: string) =>
    server.sandbox.token({ kind: 'USER', waba_ids: [wabaId], expires_in_seconds: 7_200 })
  const stored = async (person: Person) =>
    (await server.call(onboarding.connection, { token: person.token })).body.connection.accounts[0]

  it.each(['the callback screen', 'the token form'])('is exchanged for a lasting one by %s', async (way) => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    const token = shortToken(account.waba_id)
    const { status } =
      way === 'the token form'
        ? await connectToken(person, { token })
        : await server.call(onboarding.saveDetails, {
            token: person.token,
            body: { waba_id: account.waba_id, phone_number_id: account.phone_number_id, access_token: token },
          })
    expect(status).toBe(200)
    const connected = await stored(person)
    expect(connected?.token_kind).toBe('user')
    expect(Date.parse(connected?.token_expires_at ?? '')).toBeGreaterThan(Date.now() + 30 * 86_400_000)
    expect((await getSender(server.app, person.businessId)).token).not.toBe(token)
  })

  it('is refused where Meta gives no lasting one', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    const token = shortToken(account.waba_id)
    const meta = { ...server.app.meta, longLivedToken: async () => ({ accessToken: token }) }
    await expect(lasting({ ...server.app, meta }, { token, kind: 'business' })).rejects.toThrow(
      'ends within a day',
    )
    expect(await stored(person)).toBeUndefined()
  })
})

describe('an API key in the account settings', () => {
  it('that reaches one account connects it; one that reaches several leads to the choice', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()]
    const [one, two, three] = [
      newSandboxAccount(server),
      newSandboxAccount(server),
      newSandboxAccount(server),
    ]
    const save = (who: Person, api_key: string) =>
      server.call(accounts.saveSettings, {
        token: who.token,
        body: { name: 'Asha', email: who.email, api_key },
      })
    const { body } = await save(person, one.token)
    expect(body).toMatchObject({
      api_key_finding: expect.stringContaining('is connected with it'),
      api_key_choose: false,
    })
    expect(await getSender(server.app, person.businessId)).toMatchObject({ waba_id: one.waba_id })
    const several = await save(other, server.sandbox.token({ waba_ids: [two.waba_id, three.waba_id] }))
    expect(several.body).toMatchObject({ api_key_choose: true })
    expect(await statusOf(other)).toMatchObject({ wabaId: null, choice_needed: true })
    // One that is another business's: the key is kept, and the reason is shown.
    const third = await server.signUp()
    expect((await save(third, one.token)).body.api_key_finding).toContain('Another business')
  })
})

it('a login at a provider is finished though the password was given in another tab meanwhile', async () => {
  const person = await server.signUp()
  const before = await authenticate(server.app, `Bearer ${person.token}`)
  const login = { provider: 'instagram', redirectUri: 'https://shop.example/back' }
  const state = await createLoginState(server.app, before, login)
  const made = await server.call(apiKeys.create, {
    token: person.token,
    body: {
      name: 'Shop',
      scopes: ['leads:read'],
      expires_in_days: 30,
      current_password: 'correct horse',
    },
  })
  const after = await authenticate(server.app, `Bearer ${String(made.headers['session-token'])}`)
  expect(after.sessionId).not.toBe(before.sessionId)
  expect(await takeLoginState(server.app, state, 'instagram', before)).toBeUndefined()
  expect(await takeLoginState(server.app, state, 'instagram', after)).toMatchObject(login)
})
