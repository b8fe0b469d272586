import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { dashboard } from '#contract/dashboard.ts'
import { eventually, openTestServer, type TestServer } from './server.ts'

/** What a session opened ends with it: a stream that goes on would tell a lost laptop about every message. */
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

async function listen(token: string) {
  const answer = await fetch(server.url + dashboard.live.path, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  const listening = { ended: false }
  const read = async (): Promise<void> => {
    for await (const _ of answer.body ?? []);
    listening.ended = true
  }
  void read()
  return listening
}

it('ends the streams of a person who logs out, and nobody else’s', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
  const [hers, his] = [await listen(asha.token), await listen(ravi.token)]
  await server.call(accounts.logout, { token: asha.token })
  await eventually('her stream has ended', async () => hers.ended, 5_000)
  expect(his.ended).toBe(false)
})

it('ends the streams of the other sessions when the password is changed', async () => {
  const { email, token } = await server.signUp()
  const login = await server.call(accounts.login, { body: { email, password: 'correct horse' } })
  const [old, current] = [await listen(token), await listen(login.body.token)]
  const saved = await server.call(accounts.saveSettings, {
    token: login.body.token,
    body: { name: 'Asha', email, new_password: 'quite another horse' },
  })
  expect(saved.status).toBe(200)
  await eventually('the old stream has ended', async () => old.ended, 5_000)
  expect(current.ended).toBe(false)
})
