import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { onboarding } from '#contract/onboarding.ts'
import { whatsappScopes } from '#sandbox/world/accounts.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { applyAccountEvents, createLoginState, takeLoginState } from '../onboarding.ts'

let server: TestServer
/** The first to sign up: the operator of the install. */
let operator: Person
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  operator = await server.signUp('Operator')
})
afterAll(() => server.close())

/** What somebody does in the provider's dialog, and the page that it ends with. */
async function atTheDialog(address: string, choices: Record<string, string> = {}): Promise<string> {
  const url = new URL(address)
  const form = new URLSearchParams(url.search)
  const isHosted = url.pathname.includes('/onboard')
  form.set('kind', isHosted ? 'hosted' : 'signup')
  form.set('number_state', 'verified')
  form.set('waba', 'new')
  for (const [name, value] of Object.entries(choices)) form.set(name, value)
  const scopes = (choices.scopes ?? ['business_management', ...whatsappScopes].join(',')).split(',')
  for (const scope of scopes) form.append('granted', scope)
  const answer = await fetch(`${url.origin}${url.pathname}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  return answer.headers.get('location') ?? (await answer.text())
}

const inScript = (page: string, name: string): unknown =>
  JSON.parse(new RegExp(`const ${name}=(.*?);(?:const|\\n)`).exec(page)?.[1] ?? 'null')
const nextOf = (page: string): string => (page.startsWith('http') ? page : String(inScript(page, 'next')))

/** The browser follows the provider's redirect to our callback; answers where that sends it. */
async function followCallback(address: string): Promise<URL> {
  const { pathname, search } = new URL(address)
  const answer = await server.http.inject({ method: 'GET', url: `${pathname}${search}` })
  expect(answer.statusCode).toBe(302)
  return new URL(String(answer.headers.location), 'http://localhost:5002')
}

/** What that screen does in somebody's browser: it hands in what is in its address. */
async function finishAs(token: string, screen: URL) {
  const given = new URLSearchParams(screen.hash.slice(1))
  const body = { code: given.get('code'), state: given.get('state') }
  return await server.call(onboarding.sync, { token, body })
}

const sessionOf = (token: string) => authenticate(server.app, `Bearer ${token}`)
const logInAgain = async ({ email }: Person): Promise<string> =>
  (await server.call(accounts.login, { body: { email, password: 'correct horse' } })).body.token

const register = (
  person: Person,
  body: Parameters<typeof server.call<typeof onboarding.register>>[1]['body'],
) => server.call(onboarding.register, { token: person.token, body })
const newBusiness = {
  mode: 'new',
  business_name: 'Senyum Sehat',
  phone_number: '+6281233459076',
  category: 'RETAIL',
} as const
const statusOf = async (person: Person) =>
  (await server.call(onboarding.fetchStatus, { token: person.token })).body.onboarding_status

describe('registering, and the login by redirect', () => {
  it('leads to the dialog with a state that begins with the user, and back to a connected account', async () => {
    const person = await server.signUp()
    const { status, body } = await register(person, newBusiness)
    expect(status).toBe(200)
    expect(body.message).toBe('Redirecting to Meta...')
    const dialog = new URL(body.redirect_url)
    expect(dialog.pathname).toBe('/v25.0/dialog/oauth')
    expect(Object.keys(JSON.parse(dialog.searchParams.get('extras') ?? ''))).toEqual(['setup'])
    expect(dialog.searchParams.get('state')).toMatch(new RegExp(`^user_${person.userId}\\.[\\w-]{20,}`))
    const screen = await followCallback(nextOf(await atTheDialog(body.redirect_url)))
    expect(screen.pathname).toBe('/marketing/meta-callback')
    expect(Object.fromEntries(screen.searchParams)).toEqual({ user_id: String(person.userId), mode: 'new' })
    // The redirect alone connects nothing: anybody's browser may have followed it.
    expect(await statusOf(person)).toMatchObject({ accessToken: false })
    expect((await finishAs(person.token, screen)).status).toBe(200)
    const status2 = await statusOf(person)
    expect(status2).toMatchObject({
      accessToken: true,
      businessName: 'Senyum Sehat',
      category: 'RETAIL',
      phone_number_verified: true,
      messagingStatus: 'APPROVED',
      businessRegistered: true,
    })
  })

  it('takes the existing mode with the number alone', async () => {
    const person = await server.signUp()
    const { status } = await register(person, { mode: 'existing', phone_number: 'anything' })
    expect(status).toBe(200)
  })

  it('names each field of a new registration that is wrong', async () => {
    const person = await server.signUp()
    const answer = await server.http.inject({
      method: 'POST',
      url: onboarding.register.path,
      headers: { authorization: `Bearer ${person.token}` },
      payload: { mode: 'new', business_name: '  ', phone_number: '0812', category: 'SPACE' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      business_name: 'Business name is required',
      phone_number: 'Use valid E.164 format (e.g., +919812345678).',
      category: 'Please select a category.',
    })
  })

  it.each([
    ['cancel', /did not allow it/],
    ['server_error', /.+/],
    ['outdated', /too old.*docs\/connecting-meta\.md/],
  ])('comes back with the reason when the dialog ends with %s', async (ending, reason) => {
    const person = await server.signUp()
    const { body } = await register(person, newBusiness)
    const screen = await followCallback(nextOf(await atTheDialog(body.redirect_url, { ending })))
    expect(screen.searchParams.get('error')).toMatch(reason)
    expect(await statusOf(person)).toMatchObject({ accessToken: false })
  })

  it('says so when the code is no longer taken', async () => {
    const person = await server.signUp()
    const { body } = await register(person, newBusiness)
    const screen = await followCallback(nextOf(await atTheDialog(body.redirect_url, { ending: 'expired' })))
    const { status, body: refused } = await finishAs(person.token, screen)
    expect([status, refused.message]).toEqual([422, expect.stringMatching(/no longer accepts the code/)])
    expect(await statusOf(person)).toMatchObject({ accessToken: false })
  })

  it('comes back with the permission that was not given', async () => {
    const person = await server.signUp()
    const { body } = await register(person, newBusiness)
    const page = await atTheDialog(body.redirect_url, { scopes: 'whatsapp_business_management' })
    const screen = await followCallback(nextOf(page))
    const { body: refused } = await finishAs(person.token, screen)
    expect(refused.message).toContain('whatsapp_business_messaging')
  })

  it('refuses a state that is forged, used, expired, or of another provider', async () => {
    const person = await server.signUp()
    const { body } = await register(person, newBusiness)
    const back = nextOf(await atTheDialog(body.redirect_url))
    const screen = await followCallback(back)
    expect((await finishAs(person.token, screen)).status).toBe(200)
    expect((await finishAs(person.token, screen)).body.message).toContain('did not start here')
    const again = await followCallback(back)
    expect(again.searchParams.get('error')).toContain('did not start here')
    const forged = new URL(back)
    forged.searchParams.set(
      'state',
      `user_${person.userId}.AAAAAAAAAAAAAAAAAAAAAAAA.zzzzzz.AAAAAAAAAAAAAAAAAAAAAA`,
    )
    expect((await followCallback(forged.href)).searchParams.get('error')).toContain('did not start here')
    const login = { provider: 'instagram', redirectUri: 'https://x.example', suffix: '_ig_connect' }
    const caller = await sessionOf(person.token)
    const take = (value: string, provider: string) => takeLoginState(server.app, value, provider, caller)
    const state = await createLoginState(server.app, caller, login)
    expect(state).toMatch(/_ig_connect$/)
    expect(await take(state, 'whatsapp')).toBeUndefined()
    expect(await take(state, 'instagram')).toMatchObject({ userId: person.userId })
    expect(await take(state, 'instagram')).toBeUndefined()
    const old = await createLoginState(
      { ...server.app, now: () => new Date(Date.now() - 3_600_000) },
      caller,
      login,
    )
    expect(await take(old, 'instagram')).toBeUndefined()
  })

  it.each(['the address of a registration', 'the address for a frame'])(
    'is finished only in the session that began it: %s',
    async (which) => {
      const [person, victim] = [await server.signUp(), await server.signUp()]
      const address =
        which === 'the address for a frame'
          ? (await server.call(onboarding.settings, { token: person.token })).body.settings.frame_url!
          : (await register(person, newBusiness)).body.redirect_url
      // The victim is given the link and consents; the code is of the victim's account.
      const screen = await followCallback(nextOf(await atTheDialog(address)))
      const elsewhere = await logInAgain(person)
      for (const token of [victim.token, elsewhere]) {
        const { status, body } = await finishAs(token, screen)
        expect([status, body.message]).toEqual([422, expect.stringContaining('did not start here')])
      }
      for (const one of [person, victim]) expect(await statusOf(one)).toMatchObject({ accessToken: false })
      // Nobody has used the code or the state up: the session that began it still finishes it.
      expect((await finishAs(person.token, screen)).status).toBe(200)
      expect(await statusOf(person)).toMatchObject({ accessToken: true })
    },
  )
})

describe('embedded signup', () => {
  const popup = (settings: { app_id: string; config_id: string | null }) =>
    `${server.sandbox.url}/v18.0/dialog/oauth?${new URLSearchParams({ client_id: settings.app_id, config_id: settings.config_id ?? '', display: 'popup', response_type: 'code', origin: 'http://localhost:5002' })}`

  async function signUpInPopup(person: Person, choices: Record<string, string> = {}) {
    const { body } = await server.call(onboarding.settings, { token: person.token })
    const page = await atTheDialog(popup(body.settings), choices)
    const messages = inScript(page, 'messages') as (
      | string
      | { sandboxLogin: { authResponse: { code: string } } }
    )[]
    const finished = messages.find((message) => typeof message === 'string')
    const login = messages.find((message) => typeof message !== 'string')
    const { event, data } = JSON.parse(finished as string) as {
      event: string
      data: { waba_id: string; phone_number_id?: string; business_id?: string }
    }
    const code = (login as { sandboxLogin: { authResponse: { code: string } } }).sandboxLogin.authResponse
      .code
    return { code, event, ...data }
  }

  it('is opened with exact origins, and the verify token is for the operator alone', async () => {
    const person = await server.signUp()
    const { body } = await server.call(onboarding.settings, { token: person.token })
    expect(body.settings).toMatchObject({
      practice: true,
      app_id: sandboxSeed.app.id,
      trusted_origins: [server.sandbox.url],
      sdk_url: `${server.sandbox.url}/en_US/sdk.js`,
      verify_token: null,
      redirect_url: 'http://localhost:5002/marketing/api/meta/oauth/callback',
    })
    const own = await server.call(onboarding.settings, { token: operator.token })
    expect(own.body.settings.verify_token).toBe(server.app.settings.meta.verifyToken)
  })

  it('exchanges the code and connects the account and number of its message', async () => {
    const person = await server.signUp()
    const { code, event, waba_id, phone_number_id } = await signUpInPopup(person)
    const { status, body } = await server.call(onboarding.completeSignup, {
      token: person.token,
      body: { code, event, waba_id, phone_number_id },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ outcome: 'connected', waba_id, phone_number_id })
    expect(body.steps.every(({ ok }) => ok)).toBe(true)
  })

  it('finds the account itself when no message came', async () => {
    const person = await server.signUp()
    const { code, waba_id } = await signUpInPopup(person)
    const { body } = await server.call(onboarding.completeSignup, { token: person.token, body: { code } })
    expect(body).toMatchObject({ outcome: 'connected', waba_id })
  })

  it('does not register a number of the phone app', async () => {
    const person = await server.signUp()
    const { code, event, waba_id } = await signUpInPopup(person, { coexistence: '1' })
    expect(event).toBe('FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING')
    const { body } = await server.call(onboarding.completeSignup, {
      token: person.token,
      body: { code, event, waba_id },
    })
    expect(body.steps.map(({ step }) => step)).not.toContain('registered')
    const { body: connection } = await server.call(onboarding.connection, { token: person.token })
    expect(connection.connection.accounts[0]?.phone_numbers[0]).toMatchObject({
      on_business_app: true,
      throughput_per_second: 20,
      status: 'CONNECTED',
    })
  })

  it('shows a number in review as waiting, and an account without a number as such', async () => {
    const reviewed = await server.signUp()
    const review = await signUpInPopup(reviewed, { number_state: 'in_review' })
    await server.call(onboarding.completeSignup, {
      token: reviewed.token,
      body: { code: review.code, waba_id: review.waba_id, phone_number_id: review.phone_number_id },
    })
    const name = (await statusOf(reviewed)).checklist.find(({ key }) => key === 'is_verified')
    expect(name).toMatchObject({ state: 'waiting' })
    const bare = await server.signUp()
    const none = await signUpInPopup(bare, { number_state: 'none' })
    expect(none.event).toBe('FINISH_ONLY_WABA')
    const { body } = await server.call(onboarding.completeSignup, {
      token: bare.token,
      body: { code: none.code, waba_id: none.waba_id },
    })
    expect(body.steps.find(({ step }) => step === 'number')).toMatchObject({ ok: false })
  })

  it('refuses a code that is expired or used', async () => {
    const person = await server.signUp()
    const { code } = await signUpInPopup(person, { ending: 'expired' })
    const expired = await server.call(onboarding.completeSignup, { token: person.token, body: { code } })
    expect(expired.status).toBe(422)
    expect(expired.body.message).toContain('30 seconds')
  })
})

describe('signup on the provider’s own page', () => {
  const saveOperatorsKey = () =>
    server.call(accounts.saveSettings, {
      token: operator.token,
      body: { name: 'Operator', email: operator.email, api_key: sandboxSeed.systemUserToken },
    })
  const partnerAdded = (account: { waba_id: string; portfolio_id: string }) =>
    ({
      kind: 'account_update',
      businessId: undefined,
      event: 'PARTNER_ADDED',
      wabaId: account.waba_id,
      entryId: sandboxSeed.business.id,
      ownerBusinessId: account.portfolio_id,
      value: {},
    }) as const

  it('finishes by itself, by the webhook, on an install with one business', async () => {
    const alone = await openTestServer({ jobs: true })
    try {
      const person = await alone.signUp()
      const account = newSandboxAccount(alone, { registered: false, status: 'PENDING', pin: null })
      alone.sandbox.world.accounts.wabas.get(account.waba_id)?.sharedWith.push(sandboxSeed.app.id)
      await alone.call(accounts.saveSettings, {
        token: person.token,
        body: { name: 'Operator', email: person.email, api_key: sandboxSeed.systemUserToken },
      })
      const opened = await alone.call(onboarding.openHosted, { token: person.token })
      expect(opened.body.url).toContain('/messaging/whatsapp/onboard/?app_id=')
      await applyAccountEvents(alone.app, [partnerAdded(account)])
      await eventually('the signup is claimed', async () => {
        const { body } = await alone.call(onboarding.hostedStatus, { token: person.token })
        return body.state === 'connected' && body.waba_id === account.waba_id
      })
    } finally {
      await alone.close()
    }
    // A second product is opened and closed: closing waits for its jobs, at most 20 s.
  })

  it('needs the operator’s token, and with several businesses the operator’s word', async () => {
    const [one, two] = [await server.signUp(), await server.signUp()]
    const account = newSandboxAccount(server)
    const open = (person: Person) => server.call(onboarding.openHosted, { token: person.token })
    // Said before anybody goes through the provider's page in vain.
    const unprepared = await open(one)
    expect(unprepared.status).toBe(422)
    expect(unprepared.body.message).toContain('system-user token')
    await saveOperatorsKey()
    for (const person of [one, two]) expect((await open(person)).status).toBe(200)
    server.sandbox.world.accounts.wabas.get(account.waba_id)?.sharedWith.push(sandboxSeed.app.id)
    await applyAccountEvents(server.app, [partnerAdded(account)])
    const { body } = await server.call(onboarding.hostedStatus, { token: one.token })
    expect(body).toMatchObject({ state: 'confirm', waba_id: null })
    const assign = (token: string, email: string, waba_id = account.waba_id) =>
      server.call(onboarding.assignHosted, { token, body: { waba_id, email } })
    // Who knows the account's id is not yet who signed it up.
    for (const person of [one, two]) expect((await assign(person.token, person.email)).status).toBe(403)
    expect((await server.call(onboarding.openHostedSignups, { token: one.token })).status).toBe(403)
    const list = await server.call(onboarding.openHostedSignups, { token: operator.token })
    expect(list.body.signups.map(({ waba_id }) => waba_id)).toContain(account.waba_id)
    expect(list.body.waiting.map(({ email }) => email)).toEqual([one.email, two.email])
    expect((await assign(operator.token, two.email, '12345')).status).toBe(404)
    expect((await assign(operator.token, operator.email)).status).toBe(404)
    expect((await assign(operator.token, two.email)).status).toBe(200)
    expect(await statusOf(two)).toMatchObject({ accessToken: true, wabaId: account.waba_id })
    expect(await statusOf(one)).toMatchObject({ accessToken: false })
    expect((await assign(operator.token, one.email)).status).toBe(404)
    const after = await server.call(onboarding.openHostedSignups, { token: operator.token })
    expect(after.body.signups.map(({ waba_id }) => waba_id)).not.toContain(account.waba_id)
  })

  it('is never taken from who connected the account in another way', async () => {
    const [owner, other] = [await server.signUp(), await server.signUp()]
    await saveOperatorsKey()
    await server.call(onboarding.openHosted, { token: other.token })
    const account = newSandboxAccount(server)
    await applyAccountEvents(server.app, [partnerAdded(account)])
    await server.call(onboarding.connectToken, { token: owner.token, body: { token: account.token } })
    await server.call(onboarding.disconnect, { token: owner.token, body: { waba_id: account.waba_id } })
    const taken = await server.call(onboarding.assignHosted, {
      token: operator.token,
      body: { waba_id: account.waba_id, email: other.email },
    })
    expect(taken.status).toBe(404)
  })
})
