import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { campaigns } from '#contract/campaigns.ts'
import { security } from '#contract/security.ts'
import { AppError } from '../errors.ts'
import { route } from './route.ts'
import { createHttp } from './server.ts'

/** What an operator's log says of refused calls. */
const lines: Record<string, unknown>[] = []
let http: Awaited<ReturnType<typeof createHttp>>
beforeAll(async () => {
  http = await createHttp({
    log: pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) }),
    authenticate: async ({ headers }) => {
      if (headers.authorization !== 'Bearer right') throw new AppError('unauthenticated', 'Please login.')
      return { userId: 3, businessId: 7, sessionId: 's' }
    },
    frameOrigins: [],
  })
  route(http, accounts.login, () => {
    throw new AppError('wrong_credentials', 'Login failed.')
  })
  route(http, security.reset, () => {
    throw new AppError('two_factor_needed', 'Enter the code.')
  })
  route(http, campaigns.pause, () => {
    throw new AppError('not_found', 'There is no such campaign.')
  })
  http.post('/door', () => {
    throw new AppError('forbidden', 'The signature is wrong.')
  })
})
afterAll(() => http.close())

const told = () => lines.splice(0).filter(({ security }) => security !== undefined)

it('tells sign-ins that fail, refused tokens, ids of others and forged signatures', async () => {
  const password = 'correct horse battery'
  await http.inject({
    method: 'POST',
    url: accounts.login.path,
    payload: { email: 'asha@example.com', password },
  })
  const pause = (authorization: string) =>
    http.inject({
      method: 'POST',
      url: campaigns.pause.path.replace('{id}', '4711'),
      headers: { authorization },
    })
  await pause('Bearer made-up-token')
  await pause('Bearer right')
  await http.inject({ method: 'POST', url: '/door' })
  // A wrong code is a sign-in that failed; one that is only asked for is none.
  const reset = { token: 'of-a-mail', password }
  for (const payload of [reset, { ...reset, code: '123456' }])
    await http.inject({ method: 'POST', url: security.reset.path, payload })
  const events = told()
  expect(events).toMatchObject([
    { security: 'sign_in_failed', address: '127.0.0.1', call: `POST ${accounts.login.path}` },
    { security: 'token_refused' },
    { security: 'unknown_id', userId: 3, businessId: 7 },
    { security: 'signature_forged', call: 'POST /door' },
    { security: 'sign_in_failed', call: `POST ${security.reset.path}` },
  ])
  // The log's own numbers may hold any digits.
  const text = JSON.stringify(events, (key, value) => (key === 'time' || key === 'pid' ? undefined : value))
  for (const secret of [password, 'asha@example.com', 'made-up-token', '4711', 'of-a-mail', '123456'])
    expect(text).not.toContain(secret)
})

it('writes a bounded number of lines in a flood', async () => {
  for (let n = 0; n < 200; n += 1) await http.inject({ method: 'POST', url: '/door' })
  expect(told().length).toBeLessThanOrEqual(60)
})
