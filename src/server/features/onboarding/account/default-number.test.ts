import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { newId, newPhone } from '#sandbox/world/accounts.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { findOwners, ownerOf } from '../onboarding.ts'
import { storeNumbers } from './store-account.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())

const connectToken = (person: Person, body: { token: string }) =>
  server.call(onboarding.connectToken, { token: person.token, body })
const statusOf = async (person: Person) => {
  const { body } = await server.call(onboarding.fetchStatus, { token: person.token })
  return body.onboarding_status
}

describe('the number that sends by default', () => {
  const addNumber = (
    account: { waba_id: string },
    state: Partial<Parameters<typeof newPhone>[0]> = {},
  ): string => {
    const phone = newPhone({
      wabaId: account.waba_id,
      display: `+91 97${newId().slice(-8)}`,
      countryCode: '91',
      verifiedName: 'Cabang',
      codeStatus: 'VERIFIED',
      nameStatus: 'APPROVED',
      ...state,
    })
    server.sandbox.world.accounts.phones.set(phone.id, phone)
    return phone.id
  }
  const remove = (id: string) => server.sandbox.world.accounts.phones.delete(id)
  const sync = (person: Person) => server.call(onboarding.sync, { token: person.token, body: {} })

  it('is the first that is added at the provider, when the account was connected without one', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    remove(account.phone_number_id)
    await connectToken(person, { token: account.token })
    expect(await statusOf(person)).toMatchObject({ wabaId: account.waba_id, phoneNumberId: null })
    const added = addNumber(account)
    await sync(person)
    expect(await statusOf(person)).toMatchObject({ phoneNumberId: added, has_waba_and_phone_id: true })
    await eventually('reading its templates', async () => (await statusOf(person)).templateApproved)
  })

  it('is another one when the provider has it no more, and it is one that sends', async () => {
    const person = await server.signUp()
    const account = newSandboxAccount(server)
    await connectToken(person, { token: account.token })
    addNumber(account, { codeStatus: 'NOT_VERIFIED' })
    const ready = addNumber(account, { status: 'CONNECTED', registered: true })
    await sync(person)
    expect(await statusOf(person)).toMatchObject({ phoneNumberId: account.phone_number_id })
    remove(account.phone_number_id)
    await sync(person)
    expect(await statusOf(person)).toMatchObject({ phoneNumberId: ready })
  })

  it('is another one when the provider moved it to the account of another business, whose it is then', async () => {
    const [one, two] = [await server.signUp(), await server.signUp()]
    const [from, to] = [newSandboxAccount(server), newSandboxAccount(server)]
    await connectToken(one, { token: from.token })
    await connectToken(two, { token: to.token })
    const other = addNumber(from, { status: 'CONNECTED', registered: true })
    const readBefore = new Date()
    await sync(one)
    const moved = server.sandbox.world.accounts.phones.get(from.phone_number_id)!
    moved.wabaId = to.waba_id
    expect((await sync(two)).status).toBe(200)
    const ofOne = () =>
      server.app.db
        .selectFrom('phone_numbers')
        .select('phone_number_id')
        .where('business_id', '=', one.businessId)
        .where('disconnected_at', 'is', null)
        .execute()
    const isTwos = async () => {
      const named = { phoneNumberId: moved.id, wabaId: to.waba_id }
      expect(ownerOf(await findOwners(server.app, [named]), named)).toEqual({ businessId: two.businessId })
      expect(await ofOne()).toEqual([{ phone_number_id: other }])
    }
    await isTwos()
    await eventually('the other number', async () => (await statusOf(one)).phoneNumberId === other)
    // A list that was read before it moved, and comes late, does not bring it back.
    const late = {
      numbers: await server.app.meta.phoneNumbers.list(to.token, to.waba_id),
      readAt: readBefore,
    }
    await server.app.transaction((tx) => storeNumbers(tx, one.businessId, from.waba_id, late))
    await isTwos()
  })

  it('passes on with a disconnected account, to one that can send', async () => {
    const person = await server.signUp()
    const [first, unready, ready] = [
      newSandboxAccount(server),
      newSandboxAccount(server, { codeStatus: 'NOT_VERIFIED', status: 'PENDING', registered: false }),
      newSandboxAccount(server),
    ]
    for (const { token } of [unready, ready, first]) await connectToken(person, { token })
    expect(await statusOf(person)).toMatchObject({ phoneNumberId: first.phone_number_id })
    await server.call(onboarding.disconnect, { token: person.token, body: { waba_id: first.waba_id } })
    expect(await statusOf(person)).toMatchObject({ phoneNumberId: ready.phone_number_id })
  })
})
