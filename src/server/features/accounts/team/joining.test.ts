import { afterAll, beforeAll, expect, it } from 'vitest'
import { team } from '#contract/team.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('an invitation is neither made nor good where nobody can make an account', async () => {
  const asha = await server.signUp()
  const invite = async () => (await server.call(team.invite, { token: asha.token, body: {} })).body
  const token = (await invite()).link.split('/').at(-1)!
  const look = async () => (await server.call(team.look, { body: { token } })).body
  const person = { name: 'Ravi', email: 'ravi@example.com', password: 'battery staple' }
  const settings = server.app.settings as { signup?: 'open' | 'closed' | undefined }
  settings.signup = 'closed'
  try {
    const refused = { code: 'forbidden', message: expect.stringContaining('New accounts are closed here.') }
    expect(await invite()).toMatchObject(refused)
    expect(await look()).toMatchObject(refused)
    expect((await server.call(team.join, { body: { token, ...person } })).body).toMatchObject(refused)
  } finally {
    settings.signup = 'open'
  }
  expect((await look()).state).toBe('open')
})
