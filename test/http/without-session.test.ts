import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { allEndpoints } from './contract-fields.ts'
import { endpointCalls } from './endpoint-calls.ts'
import { expectRefusal } from './refusals.ts'
import { type Request, request } from './requests.ts'
import { openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from './whole-business.ts'

let server: TestServer
let own: WholeBusiness
beforeAll(async () => {
  server = await openTestServer()
  await readyForWholeBusinesses(server)
  own = await openWholeBusiness(server, 'Cloveiron')
})
afterAll(() => server.close())

const sound = (name: string): Request => endpointCalls[name]?.own?.(own) ?? {}

const guarded = allEndpoints.filter(({ endpoint }) => endpoint.access !== 'public')

describe('without a session', () => {
  let tokens: Record<string, string | undefined>
  beforeAll(async () => {
    const { jwtSecret } = server.app.settings
    const person = await server.signUp('Gone')
    await server.call(accounts.logout, { token: person.token })
    const session = async (expires: Date): Promise<string> => {
      const id = randomUUID()
      const { businessId, userId } = own.person
      await server.app.db
        .insertInto('sessions')
        .values({ id, business_id: businessId, user_id: userId, expires_at: expires })
        .execute()
      return id
    }
    const later = new Date(Date.now() + 3_600_000)
    const sooner = new Date(Date.now() - 3_600_000)
    const signed = async (id: string, expires: Date, secret: string): Promise<string> =>
      await new SignJWT({ role: 'admin' })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(own.person.userId))
        .setJti(id)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(Buffer.from(secret))
    const unsigned = [{ alg: 'none' }, { sub: String(own.person.userId), jti: await session(later) }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    tokens = {
      none: undefined,
      garbage: 'not-a-token',
      unsigned: `${unsigned}.`,
      'forged with another secret': await signed(await session(later), later, `${jwtSecret}?`),
      expired: await signed(await session(sooner), sooner, jwtSecret),
      'with an expired session': await signed(await session(sooner), later, jwtSecret),
      'of no session': await signed(randomUUID(), later, jwtSecret),
      revoked: person.token,
    }
  })

  it.each(guarded)('$name answers 401', async ({ name, endpoint }) => {
    for (const [kind, token] of Object.entries(tokens)) {
      const reply = await request(server, endpoint, sound(name), token)
      expect(reply.status, kind).toBe(401)
      expectRefusal(reply, kind)
    }
  })

  it('is what made those calls fail', async () => {
    expect((await request(server, accounts.me, {}, own.token)).status).toBe(200)
  })
})
