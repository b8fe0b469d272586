import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hooks } from '#contract/api/hooks.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addHookOf, isSignedWith, openReceiver, receiverHost } from './hooks.fixture.ts'

let server: TestServer
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  server = await openTestServer({ jobs: true, linkNetworks: [`${receiverHost}/32`] })
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await server.close()
})

async function testOf({ token }: Person, id: string) {
  const { body } = await server.call(hooks.test, { token, params: { id } })
  return await eventually('its first try', async () => {
    const { deliveries } = (await server.call(hooks.deliveries, { token, params: { id } })).body
    const found = deliveries.find((one) => one.id === body.delivery.id)
    return found?.duration_ms !== null && found
  })
}

it('that no key opens fails its calls, which says so, until there is a new one', async () => {
  const person = await server.signUp()
  const { token } = person
  const { id } = (await addHookOf(server, person, receiver.url, ['lead.created'])).body.hook
  await sql`update hook_endpoints set secret_key_id = 'gone' where id = ${id}`.execute(server.app.db)
  const failed = await testOf(person, id)
  expect(failed).toMatchObject({ state: 'waiting', fault: 'secret_lost', attempts: 1 })
  expect(new Date(failed.next_attempt_at!).getTime()).toBeGreaterThan(
    new Date(failed.last_attempt_at!).getTime(),
  )
  const [hook] = (await server.call(hooks.list, { token })).body.hooks
  expect(hook?.failing_since).not.toBeNull()

  // The new one is used beside the lost one, which is kept for a day.
  const body = { current_password: 'correct horse' }
  const { secret } = (await server.call(hooks.rotate, { token, params: { id }, body })).body
  expect(await testOf(person, id)).toMatchObject({ state: 'delivered', status: 204 })
  expect(isSignedWith(secret, receiver.received.at(-1)!)).toBe(true)
})

it('keeps no call of others waiting, however often one was tried', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp()]
  const [lost, good] = [
    (await addHookOf(server, asha, receiver.url, ['lead.created'])).body.hook,
    (await addHookOf(server, ravi, receiver.url, ['lead.created'])).body.hook,
  ]
  await sql`
    insert into hook_deliveries (business_id, endpoint_id, kind, items, attempts, tries, created_at, next_at)
    values (${asha.businessId}, ${lost.id}, 'test', '[]', 32767, 32767, now(), now())`.execute(server.app.db)
  expect(await testOf(ravi, good.id)).toMatchObject({ state: 'delivered' })
})
