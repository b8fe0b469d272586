import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { apiKeys, keyCallsPerMinute } from '#contract/api/keys.ts'
import type { ApiScope } from '#contract/api/scopes.ts'
import { audit } from '#contract/audit/audit.ts'
import { campaigns } from '#contract/campaigns.ts'
import { leads } from '#contract/leads.ts'
import { team } from '#contract/team.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const make = (
  { token }: Pick<Person, 'token'>,
  scopes: ApiScope[] = ['leads:read'],
  more: { expires_in_days?: number | null; current_password?: string; name?: string } = {},
) =>
  server.call(apiKeys.create, {
    token,
    body: { name: 'Zapier', scopes, expires_in_days: 90, current_password: 'correct horse', ...more },
  })

const statusWith = async (token: string): Promise<number> => (await server.call(leads.list, { token })).status

describe('an API key', () => {
  it('is made with the password, answered once, and kept as a hash', async () => {
    const person = await server.signUp()
    const wrong = await make(person, ['leads:read'], { current_password: 'no' })
    expect(wrong.body.fields).toEqual({ current_password: 'This is not your current password.' })
    const { body } = await make(person)
    expect(body.secret).toMatch(/^tidings_[\w-]{43}$/)
    expect(body.key.prefix).toBe(body.secret.slice(0, 14))
    const { keys } = (await server.call(apiKeys.list, { token: person.token })).body
    expect(keys).toMatchObject([{ id: body.key.id, name: 'Zapier', expired: false, last_used_at: null }])
    const stored = await server.app.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(body.secret)
    expect(JSON.stringify(keys)).not.toContain(body.secret)
  })

  it('calls what its scopes allow as the business that made it, and shows when it was used', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp()]
    const upload = { leads: [{ name: 'Meera', phone: '+919822300001', source: 'api' }] }
    const kept = await server.call(leads.upload, { token: ravi.token, body: upload })
    expect(kept.body).toMatchObject({ success: true, created: 1 })
    const { secret } = (await make(asha, ['leads:read'])).body
    const list = await server.call(leads.list, { token: secret })
    expect([list.status, list.body.leads]).toEqual([200, []])
    const written = await server.call(leads.upload, { token: secret, body: upload })
    expect([written.status, written.body.message]).toEqual([
      403,
      'This API key lacks the permission leads:write.',
    ])
    expect((await server.call(campaigns.list, { token: secret })).status).toBe(403)
    expect((await server.call(accounts.me, { token: secret })).status).toBe(200)
    const { keys } = (await server.call(apiKeys.list, { token: asha.token })).body
    expect(keys[0]?.last_used_at).not.toBeNull()
  })

  it('is refused where no scope is named, such as for making keys', async () => {
    const { secret } = (await make(await server.signUp(), ['leads:read', 'leads:write'])).body
    for (const endpoint of [apiKeys.list, team.list, audit.list, accounts.getSettings]) {
      const { status, body } = await server.call(endpoint, { token: secret })
      expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    expect((await make({ token: secret })).status).toBe(403)
  })

  it('is worth nothing when it is wrong, revoked or expired, or its person has left', async () => {
    const person = await server.signUp()
    const { secret, key } = (await make(person)).body
    expect(await statusWith(secret)).toBe(200)
    expect(await statusWith(`${secret}x`)).toBe(401)
    expect(await statusWith('tidings_')).toBe(401)
    const other = await server.signUp()
    const foreign = await server.call(apiKeys.revoke, { token: other.token, params: { id: key.id } })
    expect(foreign.status).toBe(404)
    expect(await statusWith(secret)).toBe(200)
    const revoke = () => server.call(apiKeys.revoke, { token: person.token, params: { id: key.id } })
    const both = await Promise.all([revoke(), revoke()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await statusWith(secret)).toBe(401)

    const short = (await make(person, ['leads:read'], { expires_in_days: 1 })).body
    await server.app.db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', short.key.id)
      .execute()
    expect(await statusWith(short.secret)).toBe(401)
    const { keys } = (await server.call(apiKeys.list, { token: person.token })).body
    expect(keys).toMatchObject([{ id: short.key.id, expired: true }])

    const left = (await make(other)).body
    await server.app.db
      .updateTable('users')
      .set({ removed_at: new Date() })
      .where('id', '=', other.userId)
      .execute()
    expect(await statusWith(left.secret)).toBe(401)
  })

  it('has so many calls in a minute, and says how many are left', async () => {
    const { secret, key } = (await make(await server.signUp())).body
    const first = await server.call(leads.list, { token: secret })
    expect(first.headers['ratelimit-policy']).toBe(`"key";q=${keyCallsPerMinute};w=60`)
    expect(first.headers.ratelimit).toMatch(new RegExp(`^"key";r=${keyCallsPerMinute - 1};t=\\d+$`))
    const used = (calls: number, started: Date) =>
      server.app.db
        .updateTable('api_keys')
        .set({ window_calls: calls, window_started_at: started })
        .where('id', '=', key.id)
        .execute()
    await used(keyCallsPerMinute, new Date())
    const over = await server.call(leads.list, { token: secret })
    expect([over.status, over.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    expect(over.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/)
    await used(keyCallsPerMinute, new Date(Date.now() - 61_000))
    expect(await statusWith(secret)).toBe(200)
  })

  it('is named in the activity log: made, used for a change, revoked', async () => {
    const person = await server.signUp()
    const { secret, key } = (await make(person, ['leads:write'], { name: 'Till' })).body
    const { body } = await server.call(leads.upload, {
      token: secret,
      body: { leads: [{ name: 'Meera', phone: '+919822300001', source: 'api' }] },
    })
    expect(body).toMatchObject({ success: true, created: 1 })
    const lead = (await server.call(leads.list, { token: person.token })).body.leads[0]?.id ?? 0
    expect((await server.call(leads.remove, { token: secret, params: { id: lead } })).status).toBe(200)
    await server.call(apiKeys.revoke, { token: person.token, params: { id: key.id } })
    const { events } = (await server.call(audit.list, { token: person.token })).body
    expect(events.map(({ kind, subject, api_key }) => [kind, subject, api_key]).slice(0, 3)).toEqual([
      ['api_key_revoked', 'Till', null],
      ['lead_deleted', String(lead), 'Till'],
      ['api_key_made', 'Till', null],
    ])
  })
})
