import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { apiKeys } from '#contract/api/keys.ts'
import { apiScopes } from '#contract/api/scopes.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { endpointCalls } from './calls/endpoint-calls.ts'
import { allEndpoints } from './contract-fields.ts'
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

describe('an API key', () => {
  it('is refused by each endpoint whose permission it lacks, also with every other one', async () => {
    const keyWithout = async (lacking: string | undefined): Promise<string> => {
      const { body } = await server.call(apiKeys.create, {
        token: own.token,
        body: {
          name: `all but ${lacking}`,
          scopes: apiScopes.filter((scope) => scope !== lacking),
          expires_in_days: 1,
          current_password: 'correct horse',
        },
      })
      return body.secret
    }
    const keys = new Map<string | undefined, string>()
    for (const scope of [...apiScopes, undefined]) keys.set(scope, await keyWithout(scope))
    const refused = guarded.filter(({ endpoint }) => endpoint.scope !== 'any')
    for (const { name, endpoint } of refused) {
      const reply = await request(server, endpoint, sound(name), keys.get(endpoint.scope))
      expect([name, reply.status]).toEqual([name, 403])
    }
    expect(refused.length).toBeGreaterThan(200)
    expect((await request(server, accounts.me, {}, keys.get(undefined))).status).toBe(200)
  })
})
