import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { errorForLog } from '../log.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const faultOf = (doing: Promise<unknown>): Promise<Error> =>
  doing.then(
    () => new Error('it did not fail'),
    (error: Error) => error,
  )

it('keeps people out of the lines about what the database refuses', async () => {
  const { email, businessId } = await server.signUp()
  const add = (text: string, values: unknown[]) => faultOf(server.app.pool.query(text, values))
  const twice = await add(
    `insert into users (business_id, name, email, password_hash) values ($1, 'Asha', $2, 'none')`,
    [businessId, email],
  )
  const half = await add(
    `insert into users (business_id, name, email) values ($1, 'Asha', 'a@example.com')`,
    [businessId],
  )
  expect(errorForLog(twice)).toMatchObject({ errorCode: '23505', constraint: 'users_email_key' })
  expect(errorForLog(half)).toMatchObject({ errorCode: '23502' })
  const lines = JSON.stringify([twice, half].map(errorForLog))
  for (const word of [email, 'a@example.com', 'Asha']) expect(lines).not.toContain(word)
})

it('keeps people out of the lines about mails that are refused', () => {
  const fault = new Error('550 5.1.1 <asha.k@example.co.in>: Recipient address rejected')
  expect(errorForLog(new Error('The mail failed.', { cause: fault }))).toMatchObject({
    message: 'The mail failed.',
    stack: expect.stringContaining('log.test.ts'),
    cause: { message: '550 5.1.1 <[email]>: Recipient address rejected' },
  })
})
