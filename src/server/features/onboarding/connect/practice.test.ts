import { afterAll, beforeAll, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { atHost } from './any-host.ts'
import { connectPracticeAccount } from './practice.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())

const use = (person: Person) => server.call(onboarding.usePractice, { token: person.token })
const statusOf = async (person: Person) =>
  (await server.call(onboarding.fetchStatus, { token: person.token })).body.onboarding_status

it('connects each business with an account of its own in one call, ready to send', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()]
  const [one, two] = [await use(first), await use(second)]
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.body.outcome).toBe('connected')
  expect(one.body.waba_id).not.toBe(two.body.waba_id)
  for (const person of [first, second]) {
    await eventually('everything is ready', async () => {
      const { isReady, is_ready } = await statusOf(person)
      return isReady && is_ready
    })
  }
})

it('makes one account of two presses at once, and none beside one that is connected', async () => {
  const person = await server.signUp()
  const answers = await Promise.all([use(person), use(person)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { body } = await server.call(onboarding.connection, { token: person.token })
  expect(body.connection.accounts).toHaveLength(1)
})

it('is refused on an install that is connected to Meta', async () => {
  const person = await server.signUp()
  const live = { ...server.app, settings: { ...server.app.settings, testUsers: false } }
  await expect(connectPracticeAccount(live, person.businessId)).rejects.toThrow('test mode only')
})

it('has its dialog under the name that the browser came by, where no address is fixed', async () => {
  const open = { ...server.app, settings: { ...server.app.settings, anyHost: true } }
  const seen = atHost(open, '192.168.1.20:5002')
  expect(seen.settings.publicUrl).toBe('http://192.168.1.20:5002')
  const address = new URL(seen.meta.dialogAddress({ redirectUri: 'http://x.example', state: 's' }))
  expect(address.hostname).toBe('192.168.1.20')
  expect(address.port).toBe(new URL(server.sandbox.url).port)
  for (const hostile of ['evil.example/x', 'a b', 'x@y', '', undefined]) {
    expect(atHost(open, hostile).settings.publicUrl).toBe(open.settings.publicUrl)
  }
  expect(atHost(server.app, '192.168.1.20:5002')).toBe(server.app)
})
