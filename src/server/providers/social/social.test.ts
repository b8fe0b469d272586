import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { networkOptions } from '#server/social-settings.ts'
import { graphError } from './facebook/graph-error.ts'
import type { Way } from './network-login.ts'
import { createSocial } from './social.ts'
import { SocialError } from './social-error.ts'
import { createAskNetwork, type SocialExchange } from './social-http.ts'

const apps = {
  META_APP_ID: '123',
  META_APP_SECRET: 'meta-secret',
  META_SOCIAL_CONFIG_ID: '777',
  META_BUSINESS_ID: '888',
  INSTAGRAM_APP_ID: '456',
  INSTAGRAM_APP_SECRET: 'instagram-secret',
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  LINKEDIN_CLIENT_ID: 'linkedin-client',
  LINKEDIN_CLIENT_SECRET: 'linkedin-secret',
}
const real = createSocial(networkOptions(apps, 'https://graph.facebook.com', 'v18.0'))

const dialog = (way: Way, operator = false): URL =>
  new URL(
    real.logins[way].dialogAddress({ redirectUri: 'https://x.example/back', state: 'user_7.s', operator }),
  )

describe('the dialog of the real network', () => {
  const addresses: [Way, string][] = [
    ['facebook', 'https://www.facebook.com/v18.0/dialog/oauth'],
    ['instagram_page', 'https://www.facebook.com/v18.0/dialog/oauth'],
    ['instagram', 'https://www.instagram.com/oauth/authorize'],
    ['youtube', 'https://accounts.google.com/o/oauth2/v2/auth'],
    ['linkedin', 'https://www.linkedin.com/oauth/v2/authorization'],
  ]
  it.each(addresses)('of %s is at %s, and gives a code', (way, address) => {
    const { origin, pathname, searchParams } = dialog(way)
    expect(origin + pathname).toBe(address)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'https://x.example/back',
      state: 'user_7.s',
    })
    for (const secret of Object.entries(apps).filter(([name]) => name.endsWith('SECRET')))
      expect(dialog(way).href).not.toContain(secret[1])
  })

  it('of Facebook has the business and the login configuration for user 1 alone', () => {
    const operators = dialog('facebook', true).searchParams
    expect([operators.get('business_id'), operators.get('config_id'), operators.get('scope')]).toEqual([
      '888',
      '777',
      null,
    ])
    const others = dialog('facebook').searchParams
    expect([others.get('business_id'), others.get('config_id')]).toEqual([null, null])
    expect(others.get('scope')).toContain('pages_manage_posts')
  })

  it('asks for listing, engagement, posting, insights, comments and messages', () => {
    for (const way of ['facebook', 'instagram_page'] as const) {
      const purposes = new Set(real.logins[way].scopes.map(({ purpose }) => purpose))
      expect([...purposes].sort()).toEqual(['comments', 'insights', 'list', 'messages', 'post'])
    }
  })

  it('is not offered without an app, and the missing settings are named', () => {
    const none = createSocial(networkOptions({}, 'https://graph.facebook.com', 'v25.0'))
    expect(Object.values(none.logins).map(({ missing }) => missing)).toEqual([
      ['META_APP_ID', 'META_APP_SECRET'],
      ['META_APP_ID', 'META_APP_SECRET'],
      ['INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'],
      ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
    ])
  })
})

describe('a call to a network', () => {
  let server: Server
  let url: string
  let answer: { status: number; body: string; headers?: Record<string, string> }
  beforeAll(async () => {
    server = createServer((_, res) => {
      res.writeHead(answer.status, answer.headers)
      res.end(answer.body)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const exchanges: SocialExchange[] = []
  const ask = createAskNetwork((exchange) => exchanges.push(exchange))
  const call = () =>
    ask({
      method: 'POST',
      url,
      query: { access_token: 'query-token' },
      form: { code: 'the-login-code' },
      token: 'bearer-token',
      answer: z.object({ id: z.string() }),
      errorOf: graphError,
    }).catch((error: unknown) => error)

  it('keeps tokens and codes out of its error and its log', async () => {
    const message = 'Malformed query-token, bearer-token and the-login-code'
    answer = { status: 400, body: JSON.stringify({ error: { message, code: 190, error_subcode: 463 } }) }
    const error = await call()
    expect(error).toBeInstanceOf(SocialError)
    expect(error).toMatchObject({ fault: 'dead_token', dead: 'expired' })
    expect(`${(error as Error).message} ${JSON.stringify(exchanges)}`).not.toMatch(/-token|-code/)
  })

  it.each([
    [{ status: 200, body: '<h1>A proxy</h1>' }, 'unreadable'],
    [{ status: 200, body: '{"other":1}' }, 'unreadable'],
    [{ status: 503, body: 'down' }, 'unreachable'],
    [{ status: 429, body: '{}' }, 'rate_limited'],
    [{ status: 400, body: '{"error":{"message":"x","code":4}}' }, 'rate_limited'],
    [{ status: 400, body: '{"error":{"message":"x","code":100,"error_subcode":36009}}' }, 'bad_code'],
    [{ status: 403, body: '{"error":{"message":"x","code":200}}' }, 'no_permission'],
    [{ status: 400, body: '{"error":{"message":"x","code":101}}' }, 'bad_app'],
  ])('that is answered %j is %s', async (given, fault) => {
    answer = given
    expect(await call()).toMatchObject({ fault })
  })

  it('follows no redirect: a token does not travel to another host', async () => {
    answer = { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/elsewhere' } }
    expect(await call()).toMatchObject({ fault: 'unreachable' })
  })
})

describe('a profile picture', () => {
  it.each([
    'http://127.0.0.1:80/x.png',
    'https://evil.example/x.png',
    'https://evilfbcdn.net/x.png',
    'not an address',
  ])('is not fetched from %s', async (address) => {
    expect(await real.picture(address)).toBeUndefined()
  })
})
