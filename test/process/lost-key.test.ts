import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onboarding } from '#contract/onboarding.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { connectSeededAccount } from '../connected.ts'
import { openTestServer, type TestServer } from '../server.ts'

/** The encryption key is gone for good: what it closed is lost, and every account can be connected again. */
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/** As after a start with another key. */
function loseKey(): void {
  Object.assign(server.app.secrets, createSecrets(randomBytes(32)))
}

it('lets an account be connected again over an unreadable token', async () => {
  const asha = await server.signUp()
  const account = await connectSeededAccount(server, asha)
  loseKey()
  const again = await server.call(onboarding.connectToken, {
    token: asha.token,
    body: { token: account.token },
  })
  expect(again.body.message ?? '').toBe('')
  expect(again.status).toBe(200)
})

it('lets an account with an unreadable token be disconnected', async () => {
  const ravi = await server.signUp('Ravi')
  const account = await connectSeededAccount(server, ravi)
  loseKey()
  const gone = await server.call(onboarding.disconnect, {
    token: ravi.token,
    body: { waba_id: account.waba_id },
  })
  expect(gone.status).toBe(200)
})
