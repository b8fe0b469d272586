import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { findOwners, ownerOf, ownsAllOf } from '../onboarding.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('decides the owner of a number in an account, of either alone, and of none where they disagree', async () => {
  const [second, third] = [await server.signUp(), await server.signUp()]
  const account = await connectSeededAccount(server, second)
  const other = await connectSeededAccount(server, third)
  const [wabaId, phoneNumberId] = [account.waba_id, account.phone_number_id]
  const owners = await findOwners(server.app, [
    { wabaId, phoneNumberId },
    { wabaId: other.waba_id, phoneNumberId: other.phone_number_id },
    { wabaId: 'unknown', phoneNumberId: 'unknown' },
  ])
  const decided = (named: { wabaId: string; phoneNumberId?: string }) => [
    ownerOf(owners, named).businessId,
    ownsAllOf(owners, second.businessId, named),
  ]
  expect(decided({ wabaId })).toEqual([second.businessId, true])
  expect(decided({ wabaId, phoneNumberId })).toEqual([second.businessId, true])
  expect(decided({ wabaId: '', phoneNumberId })).toEqual([second.businessId, true])
  expect(decided({ wabaId, phoneNumberId: 'unknown' })).toEqual([second.businessId, false])
  expect(decided({ wabaId, phoneNumberId: other.phone_number_id })).toEqual([undefined, false])
  expect(decided({ wabaId: other.waba_id, phoneNumberId })).toEqual([undefined, false])
  expect(decided({ wabaId: 'unknown', phoneNumberId })).toEqual([undefined, false])
  expect(decided({ wabaId: other.waba_id })).toEqual([third.businessId, false])
  expect(decided({ wabaId: 'unknown' })).toEqual([undefined, false])
  expect(decided({ wabaId: '' })).toEqual([undefined, true])
})
