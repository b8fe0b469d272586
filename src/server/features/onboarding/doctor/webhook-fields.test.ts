import { afterAll, beforeAll, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { webhookFields } from '#server/providers/meta/calls/app-webhooks.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const fields = () => server.sandbox.world.accounts.apps.get(sandboxSeed.app.id)!.fields
const connected = async (): Promise<Person> => {
  const person = await server.signUp()
  const { token } = newSandboxAccount(server)
  const { status } = await server.call(onboarding.connectToken, { token: person.token, body: { token } })
  expect(status).toBe(200)
  return person
}

it('connecting adds what the app does not listen to, and keeps what it listens to beside it', async () => {
  const app = server.sandbox.world.accounts.apps.get(sandboxSeed.app.id)!
  app.fields = ['messages', 'flows']
  await connected()
  expect(fields()).toEqual(expect.arrayContaining([...webhookFields, 'flows']))
  // People write STOP there too; and one spelling of the username field is refused, which keeps no other out.
  expect(fields()).toEqual(
    expect.arrayContaining(['standby', 'smb_message_echoes', 'business_username_update']),
  )
  expect(fields()).not.toContain('business_username_updates')
})

it('the doctor says that standby is not subscribed, and takes it for no fault', async () => {
  const person = await connected()
  const check = async () => {
    const { body } = await server.call(onboarding.doctor, { token: person.token })
    return body.report.checks.find(({ finding }) => /fields are subscribed|Not subscribed/.test(finding))
  }
  const all = `All ${webhookFields.length} fields are subscribed.`
  expect(await check()).toMatchObject({ state: 'good', finding: all })
  const app = server.sandbox.world.accounts.apps.get(sandboxSeed.app.id)!
  app.fields = [...webhookFields]
  expect(await check()).toMatchObject({
    state: 'good',
    finding: `${all} Not standby: Meta offers it to some apps only.`,
  })
})
