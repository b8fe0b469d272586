import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LoginWay, socialAccounts } from '#contract/social/social.ts'
import { defaultSettings } from '#sandbox/world/settings.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { accountsOf, backOf, beginLogin, comeBack, connectNetwork, inDialog } from '#test/social.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.sandbox.settings({ social: structuredClone(defaultSettings.social) })
})

const ways: LoginWay[] = ['facebook', 'instagram_page', 'instagram', 'youtube', 'linkedin']
const expected: Record<LoginWay, object> = {
  facebook: {
    platform: 'facebook',
    kind: 'page',
    page_name: 'Asha’s Shop',
    renewal: 'endless',
    followers: 4120,
  },
  instagram_page: { platform: 'instagram', kind: 'business', handle: 'ashaonepage.shop', renewal: 'endless' },
  instagram: { platform: 'instagram', renewal: 'by_itself', days_left: 60, days_total: 60 },
  youtube: { platform: 'youtube', kind: 'channel', page_name: 'Asha’s Kitchen', renewal: 'endless' },
  linkedin: {
    platform: 'linkedin',
    kind: 'profile',
    page_name: 'Asha One Page',
    renewal: 'by_login',
    days_left: 60,
  },
}

describe.each(ways)('a login by %s', (way) => {
  it('connects the account, and once more says that it is connected', async () => {
    const person = await server.signUp()
    const result = await connectNetwork(server, person, way)
    expect(result).toMatchObject({ status: 'success', message: 'Social account connected successfully.' })
    const accounts = await accountsOf(server, person)
    expect(accounts).toMatchObject([
      { ...expected[way], state: 'connected', can_post: true, scopes_missing: [] },
    ])
    expect(accounts[0]?.profile_picture).toMatch(/^data:image\/png;base64,/)

    const again = await connectNetwork(server, person, way)
    expect(again).toMatchObject({
      status: 'already_connected',
      message: 'This account is already connected.',
    })
    expect(await accountsOf(server, person)).toMatchObject([{ id: accounts[0]?.id }])
  })

  it('begins its state with the user, ends Instagram’s as specified, and comes back to our own backend', async () => {
    const person = await server.signUp()
    const dialog = await beginLogin(server, person, way)
    const state = dialog.searchParams.get('state') ?? ''
    expect(state).toMatch(new RegExp(`^user_${person.userId}\\..{20,}`))
    expect(state.endsWith('_ig_connect')).toBe(way.startsWith('instagram'))
    expect(dialog.searchParams.get('redirect_uri')).toBe(
      `http://localhost:5002/marketing/api/social/callback/${way}`,
    )
  })

  it('that was cancelled connects nothing and says so', async () => {
    const person = await server.signUp()
    const dialog = await beginLogin(server, person, way)
    const screen = await comeBack(server, await inDialog(server, dialog, { ending: 'cancel' }))
    expect(screen.pathname).toBe('/marketing/social/connect')
    expect(Object.fromEntries(screen.searchParams)).toMatchObject({ status: 'error', reason: 'cancelled' })
    expect(await accountsOf(server, person)).toEqual([])
  })

  it('whose code has expired says so', async () => {
    const person = await server.signUp()
    const result = await connectNetwork(server, person, way, { ending: 'expired' })
    expect(result).toMatchObject({ status: 'error', reason: 'internal_error', problem: 'expired_code' })
    expect(result.message).toBe('Something went wrong while connecting.')
    expect(await accountsOf(server, person)).toEqual([])
  })

  it('works once: the same code and state a second time connect nothing', async () => {
    const person = await server.signUp()
    const dialog = await beginLogin(server, person, way)
    const back = backOf(await comeBack(server, await inDialog(server, dialog)))
    const finish = () => server.call(socialAccounts.finish, { token: person.token, body: back })
    const results = (await Promise.all([finish(), finish()])).map(({ body }) => body.result)
    expect(results.map(({ status }) => status).sort()).toEqual(['error', 'success'])
    expect(results.find(({ status }) => status === 'error')?.problem).toBe('stale_login')
  })

  it('is finished by nobody but the session that began it', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
    const back = backOf(await comeBack(server, await inDialog(server, await beginLogin(server, asha, way))))
    const { body } = await server.call(socialAccounts.finish, { token: ravi.token, body: back })
    expect(body.result).toMatchObject({ status: 'error', problem: 'stale_login' })
    expect(await accountsOf(server, ravi)).toEqual([])
    expect(await accountsOf(server, asha)).toEqual([])
    // Ravi's try did not use it up.
    const own = await server.call(socialAccounts.finish, { token: asha.token, body: back })
    expect(own.body.result.status).toBe('success')
  })

  it.each(['cut', 'down', 'busy'] as const)(
    'while the network is %s says so and can be begun again',
    async (mood) => {
      const person = await server.signUp()
      const network = way === 'youtube' ? 'google' : way === 'instagram_page' ? 'facebook' : way
      server.sandbox.settings({ social: { [network]: { mood } } })
      const result = await connectNetwork(server, person, way)
      expect(result).toMatchObject({ status: 'error', problem: 'network_unreachable' })
      server.sandbox.settings({ social: { [network]: { mood: 'ok' } } })
      expect((await connectNetwork(server, person, way)).status).toBe('success')
    },
  )
})

describe('permissions', () => {
  const needed: [LoginWay, string][] = [
    ['facebook', 'pages_manage_posts'],
    ['instagram_page', 'instagram_content_publish'],
    ['instagram', 'instagram_business_content_publish'],
    ['youtube', 'https://www.googleapis.com/auth/youtube.upload'],
  ]
  it.each(needed)('of %s: without %s nothing is connected, and it is named', async (way, scope) => {
    const person = await server.signUp()
    const result = await connectNetwork(server, person, way, { without: [scope] })
    expect(result).toMatchObject({ status: 'error', problem: 'missing_scope', missing_scopes: [scope] })
    expect(await accountsOf(server, person)).toEqual([])
  })

  it('that are not needed to post are named on the account', async () => {
    const person = await server.signUp()
    await connectNetwork(server, person, 'facebook', { without: ['read_insights'] })
    expect(await accountsOf(server, person)).toMatchObject([
      { can_post: true, scopes_missing: [{ scope: 'read_insights', purpose: 'insights' }] },
    ])
    // With the missing one it is more than it was.
    expect((await connectNetwork(server, person, 'facebook')).status).toBe('success')
    expect(await accountsOf(server, person)).toMatchObject([{ scopes_missing: [] }])
  })
})

describe('a login that reaches several accounts', () => {
  it('asks which, lists those that can be posted to, and says why others are left out', async () => {
    const person = await server.signUp()
    const result = await connectNetwork(server, person, 'facebook', { as: 'Meera' })
    expect(result).toMatchObject({
      status: 'choose',
      candidates: [
        { page_name: 'Meera’s Shop', connected: false },
        { page_name: 'Meera’s Market Stall', connected: false },
      ],
      skipped: [{ name: 'Meera’s Old Club', reason: 'may_not_post' }],
    })
    expect(await accountsOf(server, person)).toEqual([])
    const chosen = result.candidates[1]!
    const body = { login_id: result.login_id!, external_ids: [chosen.external_id] }
    const done = await server.call(socialAccounts.choose, { token: person.token, body })
    expect(done.body.result).toMatchObject({ status: 'success', accounts: [{ page_name: chosen.page_name }] })
    expect(await accountsOf(server, person)).toMatchObject([{ page_name: chosen.page_name }])
    const again = await connectNetwork(server, person, 'facebook', { as: 'Meera' })
    expect(again.candidates.map(({ connected }) => connected)).toEqual([false, true])
  })

  it('takes no id that it does not reach, and no choice of somebody else', async () => {
    const [person, other] = [await server.signUp(), await server.signUp('Ravi')]
    const { login_id, candidates } = await connectNetwork(server, person, 'facebook', { as: 'Meera' })
    const choose = (token: string, external_ids: string[]) =>
      server.call(socialAccounts.choose, { token, body: { login_id: login_id!, external_ids } })
    expect((await choose(person.token, ['123'])).status).toBe(404)
    expect((await choose(other.token, [candidates[0]!.external_id])).status).toBe(404)
    expect(await accountsOf(server, person)).toEqual([])
  })

  it('that reaches none that can be posted to says so', async () => {
    const person = await server.signUp()
    const club = await connectNetwork(server, person, 'facebook', {
      as: 'Meera',
      pages: ['Meera’s Old Club'],
    })
    expect(club).toMatchObject({ problem: 'no_account', skipped: [{ reason: 'may_not_post' }] })
    expect(await connectNetwork(server, person, 'youtube', { as: 'Lena no channel' })).toMatchObject({
      problem: 'no_account',
    })
    expect(await connectNetwork(server, person, 'instagram', { as: 'Lena Personal' })).toMatchObject({
      problem: 'no_account',
      skipped: [{ reason: 'not_professional' }],
    })
  })
})

describe('what is kept', () => {
  it('is encrypted, and belongs to one business', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
    await connectNetwork(server, asha, 'youtube')
    await connectNetwork(server, ravi, 'youtube')
    expect(await accountsOf(server, asha)).toHaveLength(1)
    const { rows } = await server.app.pool.query('select * from social_accounts where business_id = $1', [
      asha.businessId,
    ])
    const stored = JSON.stringify(rows.map((row) => ({ ...row, picture: null })))
    for (const { value } of server.sandbox.world.social.tokens.values()) {
      expect(stored).not.toContain(value)
      expect(Buffer.concat([rows[0].token_ciphertext, rows[0].refresh_ciphertext]).includes(value)).toBe(
        false,
      )
    }
  })

  it('is the good refresh token where a later login gives none', async () => {
    const person = await server.signUp()
    await connectNetwork(server, person, 'youtube')
    server.sandbox.settings({ social: { google: { refreshTokens: false } } })
    await connectNetwork(server, person, 'youtube')
    expect(await accountsOf(server, person)).toMatchObject([{ renewal: 'endless' }])
  })

  it('is one account, whichever way Instagram was logged in', async () => {
    const person = await server.signUp()
    await connectNetwork(server, person, 'instagram_page')
    const [first] = await accountsOf(server, person)
    await connectNetwork(server, person, 'instagram')
    expect(await accountsOf(server, person)).toMatchObject([{ id: first?.id, renewal: 'by_itself' }])
  })

  it('is reported as not saved where the database does not take it', async () => {
    const person = await server.signUp()
    await server.app.pool.query('alter table social_accounts add constraint refuse check (false) not valid')
    const result = await connectNetwork(server, person, 'linkedin')
    await server.app.pool.query('alter table social_accounts drop constraint refuse')
    expect(result).toMatchObject({ status: 'error', reason: 'save_failed' })
    expect(result.message).toBe('Failed to save social account.')
  })
})

describe('the dialog', () => {
  it('of Google has PKCE, offline access and consent', async () => {
    const person = await server.signUp()
    const dialog = await beginLogin(server, person, 'youtube')
    expect(Object.fromEntries(dialog.searchParams)).toMatchObject({
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    })
    dialog.searchParams.set('code_challenge', 'another')
    const back = backOf(await comeBack(server, await inDialog(server, dialog)))
    const { body } = await server.call(socialAccounts.finish, { token: person.token, body: back })
    expect(body.result).toMatchObject({ problem: 'expired_code' })
  })

  it('of LinkedIn asks for openid, profile, email and w_member_social', async () => {
    const dialog = await beginLogin(server, await server.signUp(), 'linkedin')
    expect(dialog.searchParams.get('scope')).toBe('openid profile email w_member_social')
  })

  it('of a network that this install has no app at is not opened, and says what to set', async () => {
    const person = await server.signUp()
    const login = server.app.social.logins.linkedin as { missing: readonly string[] }
    const { missing } = login
    login.missing = ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET']
    const { status, body } = await server.call(socialAccounts.connect, {
      token: person.token,
      body: { way: 'linkedin' },
    })
    login.missing = missing
    expect(status).toBe(422)
    expect(body.message).toContain('LINKEDIN_CLIENT_ID + LINKEDIN_CLIENT_SECRET')
  })
})

describe('disconnecting', () => {
  it('removes the token and the account, and connecting again brings it back', async () => {
    const person = await server.signUp()
    await connectNetwork(server, person, 'linkedin')
    const [account] = await accountsOf(server, person)
    const disconnect = (platform: 'linkedin' | 'facebook') =>
      server.call(socialAccounts.disconnect, { token: person.token, body: { platform, id: account!.id } })
    expect((await disconnect('facebook')).status).toBe(404)
    expect((await disconnect('linkedin')).body.message).toBe('Disconnected successfully.')
    expect(await accountsOf(server, person)).toEqual([])
    expect((await disconnect('linkedin')).status).toBe(404)
    const { rows } = await server.app.pool.query(
      'select token_ciphertext, refresh_ciphertext from social_accounts where business_id = $1',
      [person.businessId],
    )
    expect(rows).toEqual([{ token_ciphertext: null, refresh_ciphertext: null }])
    expect((await connectNetwork(server, person, 'linkedin')).status).toBe('success')
    expect(await accountsOf(server, person)).toMatchObject([{ id: account!.id }])
  })

  it('takes Google’s access back, but not while another business uses the channel', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
    for (const one of [asha, ravi]) await connectNetwork(server, one, 'youtube', { as: 'Zubin' })
    const alive = () =>
      [...server.sandbox.world.social.tokens.values()].filter(
        ({ network, person, deadBy }) => network === 'google' && person === 'Zubin' && deadBy === null,
      ).length
    for (const [one, left] of [
      [asha, true],
      [ravi, false],
    ] as const) {
      const [account] = await accountsOf(server, one)
      await server.call(socialAccounts.disconnect, {
        token: one.token,
        body: { platform: 'youtube', id: account!.id },
      })
      expect(alive() > 0).toBe(left)
    }
  })
})
