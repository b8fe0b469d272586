import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxSeed } from '../sandbox.ts'
import { openSandbox } from '../test-callback.fixture.ts'

const { app, waba, phone, secondPhone, business, systemUserToken } = sandboxSeed
const appToken = `${app.id}|${app.secret}`

let open: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  open = await openSandbox()
})
afterAll(() => open.close())

const redirectUri = 'https://product.example/back?x=1'
const dialog = (form: Record<string, string>) =>
  fetch(`${open.sandbox.url}/v18.0/dialog/oauth`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: app.id,
      response_type: 'code',
      scope: 'whatsapp_business_management,whatsapp_business_messaging',
      state: 'user_1',
      ...form,
    }),
  })
const grants = { granted: 'whatsapp_business_management' }
const codeFrom = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
const exchange = (query: Record<string, string>) =>
  open.graph(
    'GET',
    `/v18.0/oauth/access_token?${new URLSearchParams({ client_id: app.id, client_secret: app.secret, ...query })}`,
    undefined,
    '',
  )
/** The texts that the page after a choice posts to the window that opened it. */
const posted = async (answer: Response) => {
  const messages = JSON.parse(
    /const messages=(.*);const next=/.exec(await answer.text())?.[1] ?? '[]',
  ) as unknown[]
  return messages.map((message) => (typeof message === 'string' ? JSON.parse(message) : message))
}

describe('the login dialog', () => {
  it('prefills the customer’s data, and needs no token for a browser’s icon', async () => {
    const extras = { setup: { business: { name: 'Joshi "Sweets"', phone: { number: '+919812345678' } } } }
    const query = new URLSearchParams({
      client_id: app.id,
      redirect_uri: redirectUri,
      config_id: '1',
      extras: JSON.stringify(extras),
    })
    const html = await (await fetch(`${open.sandbox.url}/v18.0/dialog/oauth?${query}`)).text()
    expect(html).toContain('name="business_name" value="Joshi &#34;Sweets&#34;"')
    expect(html).toContain('name="number" value="+919812345678"')
    expect((await fetch(`${open.sandbox.url}/favicon.ico`)).status).toBe(204)
  })

  it('begins with an unused account, and with a new one once the sample is taken', async () => {
    const one = await openSandbox()
    try {
      const dialog = `${one.sandbox.url}/v18.0/dialog/oauth?client_id=${app.id}&redirect_uri=${encodeURIComponent(redirectUri)}`
      const chosen = async () =>
        [...(await (await fetch(dialog)).text()).matchAll(/name="waba" value="(\w+)"([^>]*)>/g)]
          .filter(([, , more]) => more?.includes('checked'))
          .map(([, value]) => value)
      const { wabas } = one.sandbox.world.accounts
      for (const one of wabas.values()) one.subscriptions = []
      expect(await chosen()).toEqual([sandboxSeed.waba.id])
      for (const one of wabas.values()) one.subscriptions = [{ appId: app.id } as never]
      expect(await chosen()).toEqual(['new'])
    } finally {
      await one.close()
    }
  })

  it('shows a page with choices, and says so when the app or the address is wrong', async () => {
    const page = await fetch(
      `${open.sandbox.url}/v18.0/dialog/oauth?client_id=${app.id}&redirect_uri=${encodeURIComponent(redirectUri)}&state=%22%3Cb%3E`,
    )
    const html = await page.text()
    expect(html).toContain('Create new')
    expect(html).not.toContain('"<b>')
    expect(
      (await fetch(`${open.sandbox.url}/dialog/oauth?client_id=1&redirect_uri=https://a.example`)).status,
    ).toBe(400)
    expect((await fetch(`${open.sandbox.url}/dialog/oauth?client_id=${app.id}`)).status).toBe(400)
    open.sandbox.redirects(['https://other.example/'])
    expect(
      await (
        await fetch(
          `${open.sandbox.url}/dialog/oauth?client_id=${app.id}&redirect_uri=${encodeURIComponent(redirectUri)}`,
        )
      ).text(),
    ).toContain('URL Blocked')
    open.sandbox.redirects(null)
  })

  it('returns with a code that is good once, for the same address, and makes a token for what was shared', async () => {
    const answer = await dialog({
      redirect_uri: redirectUri,
      ending: 'continue',
      waba: 'new',
      business_name: 'Asha Bakery',
      number: '+91 22 6900 1234',
      ...grants,
    })
    const target = new URL(answer.headers.get('location') ?? '')
    expect([
      answer.status,
      target.origin,
      target.searchParams.get('state'),
      target.searchParams.get('x'),
      target.hash,
    ]).toEqual([302, 'https://product.example', 'user_1', '1', '#_=_'])
    const code = codeFrom(answer)
    expect(
      (await exchange({ code, redirect_uri: 'https://product.example/other' })).body.error,
    ).toMatchObject({ code: 100, error_subcode: 36008 })
    expect(
      (await exchange({ code, client_secret: 'wrong', redirect_uri: redirectUri })).body.error.message,
    ).toBe('Error validating client secret.')
    const token = (await exchange({ code, redirect_uri: redirectUri })).body.access_token
    expect(token).toMatch(/^EAA/)
    expect((await exchange({ code, redirect_uri: redirectUri })).body.error).toMatchObject({
      code: 100,
      error_subcode: 36009,
    })

    const { data } = (await open.graph('GET', `/v18.0/debug_token?input_token=${token}`, undefined, appToken))
      .body
    expect(data).toMatchObject({
      app_id: app.id,
      type: 'USER',
      is_valid: true,
      scopes: ['whatsapp_business_management'],
      granular_scopes: [
        { scope: 'whatsapp_business_management', target_ids: [expect.stringMatching(/^\d+$/)] },
      ],
    })
    const mine = data.granular_scopes[0].target_ids[0]
    expect(
      (await open.graph('GET', `/v18.0/${mine}/phone_numbers`, undefined, token)).body.data,
    ).toMatchObject([{ display_phone_number: '+91 22690 01234', verified_name: 'Asha Bakery' }])
    expect((await open.graph('GET', `/v18.0/${waba.id}`, undefined, token)).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
    })
    expect((await open.graph('GET', '/v18.0/me/permissions', undefined, token)).body.data).toEqual([
      { permission: 'whatsapp_business_management', status: 'granted' },
      { permission: 'whatsapp_business_messaging', status: 'declined' },
    ])
  })

  it('lengthens a short token and forgets a revoked one', async () => {
    const code = codeFrom(
      await dialog({ redirect_uri: redirectUri, ending: 'continue', waba: waba.id, ...grants }),
    )
    const short = (await exchange({ code, redirect_uri: redirectUri })).body.access_token
    const long = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short })
    expect(long.body.expires_in).toBeGreaterThan(5_000_000)
    await open.graph('DELETE', '/me/permissions', undefined, long.body.access_token)
    expect((await open.graph('GET', '/me', undefined, long.body.access_token)).body.error).toMatchObject({
      code: 190,
      error_subcode: 458,
    })
  })

  it('returns with access_denied on cancel, and with an expired code on request', async () => {
    const target = new URL(
      (await dialog({ redirect_uri: redirectUri, ending: 'cancel' })).headers.get('location') ?? '',
    )
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 'user_1',
    })
    const expired = codeFrom(
      await dialog({ redirect_uri: redirectUri, ending: 'expired', waba: waba.id, ...grants }),
    )
    expect((await exchange({ code: expired, redirect_uri: redirectUri })).body.error).toMatchObject({
      code: 100,
      error_subcode: 36007,
    })
  })

  it('gives a token in the fragment to who does not ask for a code', async () => {
    const answer = await dialog({
      redirect_uri: redirectUri,
      response_type: '',
      ending: 'continue',
      waba: waba.id,
      ...grants,
    })
    expect(new URL(answer.headers.get('location') ?? '').hash).toMatch(/^#access_token=EAA/)
  })
})

describe('embedded signup', () => {
  const popup = { kind: 'signup', display: 'popup', origin: 'https://product.example', ...grants }

  it('posts FINISH with the ids, and a code that is exchanged without an address', async () => {
    const answer = await dialog({ ...popup, ending: 'continue', waba: 'new', business_name: 'Ravi Motors' })
    const [finished, login] = await posted(answer)
    expect(finished).toMatchObject({
      type: 'WA_EMBEDDED_SIGNUP',
      event: 'FINISH',
      data: {
        waba_id: expect.any(String),
        phone_number_id: expect.any(String),
        business_id: expect.any(String),
      },
    })
    const { code } = login.sandboxLogin.authResponse
    expect((await exchange({ code, redirect_uri: '' })).body.error.error_subcode).toBe(36008)
    const { body } = await exchange({ code })
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: expect.any(Number) })
    const notice = await open.callback.until(() =>
      open.callback
        .fields('account_update')
        .find(({ value }) => (value.waba_info as { waba_id: string }).waba_id === finished.data.waba_id),
    )
    expect(notice).toMatchObject({ value: { event: 'PARTNER_ADDED' }, entry: business.id })

    const number = finished.data.phone_number_id
    expect(
      (
        await open.graph(
          'POST',
          `/v23.0/${number}/register`,
          { messaging_product: 'whatsapp', pin: '241753' },
          body.access_token,
        )
      ).body,
    ).toEqual({ success: true })
    expect(
      (await open.graph('GET', `/v23.0/${number}?fields=status,throughput`, undefined, body.access_token))
        .body,
    ).toMatchObject({ status: 'CONNECTED', throughput: { level: 'STANDARD' } })
  })

  it.each([
    ['cancel', { event: 'CANCEL', data: { current_step: 'PHONE_NUMBER_SETUP' } }],
    [
      'report',
      { event: 'CANCEL', data: { error_message: expect.any(String), session_id: expect.any(String) } },
    ],
    ['error', { event: 'ERROR' }],
  ])('posts %s', async (ending, message) => {
    const [said, login] = await posted(await dialog({ ...popup, ending }))
    expect(said).toMatchObject({ type: 'WA_EMBEDDED_SIGNUP', ...message })
    expect(login).toEqual({ sandboxLogin: { authResponse: null, status: 'unknown' } })
  })

  it('posts the code first, only the account, or the coexistence form on request', async () => {
    const first = await posted(await dialog({ ...popup, ending: 'code_first', waba: waba.id }))
    expect(first[0]).toHaveProperty('sandboxLogin')
    const [onlyWaba] = await posted(
      await dialog({ ...popup, ending: 'continue', waba: 'new', number_state: 'none' }),
    )
    expect(onlyWaba).toMatchObject({ event: 'FINISH_ONLY_WABA', data: { waba_id: expect.any(String) } })
    const [coexistence] = await posted(
      await dialog({ ...popup, ending: 'continue', waba: 'new', coexistence: '1' }),
    )
    expect(coexistence).toMatchObject({
      event: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
      data: { waba_id: expect.any(String) },
    })
  })

  it('on the hosted page is reported by webhook only; the token needs an appsecret_proof', async () => {
    await open.sandbox.settled()
    const before = open.callback.fields('account_update').length
    const answer = await fetch(`${open.sandbox.url}/messaging/whatsapp/onboard/`, {
      method: 'POST',
      body: new URLSearchParams({ app_id: app.id, ending: 'continue', waba: 'new', person: 'Meera Nair' }),
    })
    const lastPage = await answer.text()
    expect(lastPage).not.toContain('postMessage')
    const notice = await open.callback.until(() => open.callback.fields('account_update')[before])
    const { owner_business_id: owner, waba_id: shared } = notice.value.waba_info as {
      owner_business_id: string
      waba_id: string
    }
    // The owner confirms with the id that this page shows.
    expect(lastPage).toContain(`WABA ID: <b>${shared}</b>`)
    const ask = (proof: string) =>
      open.graph('POST', `/v23.0/${owner}/system_user_access_tokens`, {
        appsecret_proof: proof,
        fetch_only: true,
      })
    expect((await ask('wrong')).body.error.code).toBe(100)
    const { body } = await ask(createHmac('sha256', app.secret).update(systemUserToken).digest('hex'))
    expect(
      (await open.graph('GET', `/v23.0/${shared}/phone_numbers`, undefined, body.access_token)).body.data,
    ).toHaveLength(1)
    expect(
      (await open.graph('GET', `/v23.0/${business.id}/client_whatsapp_business_accounts`)).body.data.map(
        ({ id }: { id: string }) => id,
      ),
    ).toContain(shared)
  })

  it('has an SDK to load', async () => {
    const answer = await fetch(`${open.sandbox.url}/en_US/sdk.js`)
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(await answer.text()).toContain('window.FB')
  })
})

describe('numbers and accounts', () => {
  it('a number is verified, registered with its PIN, and refused a wrong one', async () => {
    const call = (edge: string, body: Record<string, unknown>) =>
      open.graph('POST', `/v23.0/${secondPhone.id}/${edge}`, body)
    const register = (pin: string) => call('register', { messaging_product: 'whatsapp', pin })
    expect((await register('123456')).body.error.code).toBe(133006)
    expect((await call('verify_code', { code: '111111' })).body.error.code).toBe(136025)
    expect((await call('request_code', { code_method: 'SMS', language: 'en_US' })).body).toEqual({
      success: true,
    })
    expect((await call('verify_code', { code: sandboxSeed.smsCode })).body).toMatchObject({ success: true })
    expect((await register('12')).body.error.code).toBe(100)
    expect((await register('123456')).body).toEqual({ success: true })
    expect((await register('654321')).body.error.code).toBe(133005)
    expect((await register('123456')).body).toEqual({ success: true })
    for (let tries = 0; tries < 6; tries++) await register('123456')
    expect((await register('123456')).body.error.code).toBe(133016)
  })

  it('answer only the fields that were asked for, and refuse those that do not exist', async () => {
    const { body } = await open.graph('GET', `/v23.0/${phone.id}?fields=throughput,quality_rating`)
    expect(body).toEqual({ throughput: { level: 'STANDARD' }, quality_rating: 'GREEN', id: phone.id })
    expect((await open.graph('GET', `/v23.0/${phone.id}?fields=colour`)).body.error.message).toBe(
      '(#100) Tried accessing nonexisting field (colour)',
    )
  })

  it('are listed for the business, and have management calls counted', async () => {
    const owned = await open.graph('GET', `/v23.0/${business.id}/owned_whatsapp_business_accounts`)
    expect(owned.body.data).toMatchObject([{ id: waba.id, currency: 'USD' }])
    const { headers } = await open.graph('GET', `/v23.0/${waba.id}`)
    expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')).toMatchObject({
      [business.id]: [{ type: 'whatsapp_business_management', call_count: expect.any(Number) }],
    })
  })

  it('that are disabled refuse sends, and say so by webhook and in health_status', async () => {
    open.sandbox.accountEvent({ event: 'DISABLED' })
    expect((await open.send('+919876543218')).body.error.code).toBe(131031)
    expect(
      (await open.graph('GET', `/v23.0/${phone.id}?fields=health_status`)).body.health_status
        .can_send_message,
    ).toBe('BLOCKED')
    open.sandbox.accountEvent({ event: 'REINSTATED' })
    expect((await open.send('+919876543218')).status).toBe(200)
    await open.callback.until(
      () =>
        open.callback.fields('account_update').filter(({ value }) => value.event === 'DISABLED_UPDATE')
          .length === 2,
    )
  })
})
