import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { onboarding } from '#contract/onboarding.ts'
import { connectSeededAccount, newSandboxAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { getSender } from '../onboarding.ts'
import { disconnectAccount } from './disconnect.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const statusOf = async (person: Person) => {
  const { body } = await server.call(onboarding.fetchStatus, { token: person.token })
  return body.onboarding_status
}

describe('disconnecting', () => {
  it('removes every token at once, keeps the account and its numbers as history, and stops its events', async () => {
    const person = await server.signUp()
    const account = await connectSeededAccount(server, person)
    await server.call(accounts.saveSettings, {
      token: person.token,
      body: { name: 'Asha', email: person.email, api_key: account.token },
    })
    const { body } = await server.call(onboarding.disconnect, {
      token: person.token,
      body: { waba_id: account.waba_id },
    })
    expect(body.message).toBe('Disconnected successfully.')
    const row = await server.app.db
      .selectFrom('whatsapp_accounts')
      .selectAll()
      .where('business_id', '=', person.businessId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'disconnected', token_ciphertext: null, token_key_id: null })
    const business = await server.app.db
      .selectFrom('businesses')
      .select('provider_key_ciphertext')
      .where('id', '=', person.businessId)
      .executeTakeFirstOrThrow()
    expect(business.provider_key_ciphertext).toBeNull()
    expect(await statusOf(person)).toMatchObject({ accessToken: false, wabaId: null, phoneNumberId: null })
    expect(server.sandbox.world.accounts.wabas.get(account.waba_id)?.subscriptions).toEqual([])
    await expect(getSender(server.app, person.businessId)).rejects.toThrow('No WhatsApp number is connected')
    const again = await server.call(onboarding.disconnect, {
      token: person.token,
      body: { waba_id: account.waba_id },
    })
    expect(again.status).toBe(404)
  })

  it('leaves the events on of an account that is connected again before the app is taken off', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    const connect = () =>
      server.call(onboarding.connectToken, { token: person.token, body: { token: account.token } })
    expect((await connect()).status).toBe(200)
    const { subscribedApps } = server.app.meta
    const unsubscribe = async (token: string, wabaId: string) => {
      expect((await connect()).status).toBe(200)
      await subscribedApps.unsubscribe(token, wabaId)
    }
    const meta = { ...server.app.meta, subscribedApps: { ...subscribedApps, unsubscribe } }
    const options = { reason: 'Gone.', atProvider: true }
    await disconnectAccount({ ...server.app, meta }, person.businessId, account.waba_id, options)
    expect(server.sandbox.world.accounts.wabas.get(account.waba_id)?.subscriptions).toHaveLength(1)
  })

  it('is not for another business', async () => {
    const [owner, stranger] = [await server.signUp(), await server.signUp()]
    const account = await connectSeededAccount(server, owner)
    const answer = await server.call(onboarding.disconnect, {
      token: stranger.token,
      body: { waba_id: account.waba_id },
    })
    expect(answer.status).toBe(404)
    expect(await getSender(server.app, owner.businessId)).toMatchObject({ waba_id: account.waba_id })
  })
})
