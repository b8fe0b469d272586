import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { always, formOf, queryOf } from '../loopback-meta.ts'
import { wabaIdsOf } from './tokens.ts'

describe('tokens', () => {
  it('come for a code, with the redirect address only when there is one', async () => {
    const { meta, asked, records } = await always({
      access_token: 'EAAnew',
      token_type: 'bearer',
      expires_in: 5183944,
    })
    expect(await meta.exchangeCode({ code: 'AQDcode', redirectUri: 'https://x.example/cb' })).toEqual({
      accessToken: 'EAAnew',
      expiresInSeconds: 5183944,
    })
    await meta.exchangeCode({ code: 'AQDcode' })
    expect(queryOf(asked[0]!.url)).toEqual({
      client_id: '729402',
      client_secret: 'app-secret',
      code: 'AQDcode',
      redirect_uri: 'https://x.example/cb',
    })
    expect(queryOf(asked[1]!.url)).not.toHaveProperty('redirect_uri')
    expect(JSON.stringify(records)).not.toMatch(/AQDcode|app-secret|EAAnew/)
  })

  it('are made to live long', async () => {
    const { meta, asked, records } = await always({ access_token: 'EAAlong' })
    expect(await meta.longLivedToken('EAAshort')).toEqual({ accessToken: 'EAAlong' })
    expect(queryOf(asked[0]!.url)).toMatchObject({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: 'EAAshort',
    })
    expect(JSON.stringify(records)).not.toMatch(/EAAshort|EAAlong/)
  })

  it('tell what they are good for', async () => {
    const { meta, asked, records } = await always({
      data: {
        app_id: 729402,
        type: 'SYSTEM_USER',
        application: 'Shop',
        expires_at: 0,
        data_access_expires_at: 1750000000,
        is_valid: true,
        issued_at: 1740000000,
        scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
        granular_scopes: [
          { scope: 'whatsapp_business_management', target_ids: ['102', '103'] },
          { scope: 'whatsapp_business_messaging', target_ids: ['102'] },
          { scope: 'business_management' },
        ],
        user_id: '77',
      },
    })
    const facts = await meta.debugToken('EAAinput')
    expect(facts).toEqual({
      valid: true,
      appId: '729402',
      type: 'SYSTEM_USER',
      application: 'Shop',
      userId: '77',
      dataAccessExpiresAt: new Date(1750000000_000),
      issuedAt: new Date(1740000000_000),
      scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
      granularScopes: [
        { scope: 'whatsapp_business_management', targetIds: ['102', '103'] },
        { scope: 'whatsapp_business_messaging', targetIds: ['102'] },
        { scope: 'business_management' },
      ],
    })
    expect(wabaIdsOf(facts)).toEqual(['102', '103'])
    expect(
      wabaIdsOf({ ...facts, granularScopes: [{ scope: 'whatsapp_business_management' }] }),
    ).toBeUndefined()
    expect(asked[0]?.headers.authorization).toBe('Bearer 729402|app-secret')
    expect(JSON.stringify(records)).not.toMatch(/EAAinput|app-secret/)
  })

  it('of a customer of hosted signup are fetched with a proof of the secret', async () => {
    const { meta, asked, records } = await always({ access_token: 'EAAcustomer' })
    expect(await meta.systemUserToken('EAAsystem', '55')).toBe('EAAcustomer')
    const proof = createHmac('sha256', 'app-secret').update('EAAsystem').digest('hex')
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v23.0/55/system_user_access_tokens' })
    expect(formOf(asked[0]!.body)).toEqual({ appsecret_proof: proof, fetch_only: 'true' })
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${proof}|EAAcustomer|EAAsystem`))
  })

  it('list what was agreed to', async () => {
    const { meta } = await always({
      data: [
        { permission: 'whatsapp_business_messaging', status: 'granted' },
        { permission: 'email', status: 'declined' },
      ],
    })
    expect(await meta.permissions('t')).toEqual([
      { permission: 'whatsapp_business_messaging', granted: true },
      { permission: 'email', granted: false },
    ])
  })
})

describe('the login dialog', () => {
  const options = { redirectUri: 'https://x.example/cb?a=b', state: 'user_7.abc' }

  it('uses the configuration of the app, which brings its own permissions', async () => {
    const { meta } = await always({})
    const address = meta.dialogAddress({
      ...options,
      overrideDefaultResponseType: true,
      extras: { setup: {} },
    })
    expect(address).toMatch(/^https:\/\/www\.facebook\.com\/v23\.0\/dialog\/oauth\?/)
    expect(queryOf(address)).toEqual({
      client_id: '729402',
      redirect_uri: 'https://x.example/cb?a=b',
      state: 'user_7.abc',
      response_type: 'code',
      config_id: '918273',
      override_default_response_type: 'true',
      extras: '{"setup":{}}',
    })
  })

  it('asks for permissions when they are named', async () => {
    const { meta } = await always({})
    expect(queryOf(meta.dialogAddress({ ...options, scopes: ['a', 'b'], rerequest: true }))).toEqual({
      client_id: '729402',
      redirect_uri: 'https://x.example/cb?a=b',
      state: 'user_7.abc',
      response_type: 'code',
      scope: 'a,b',
      auth_type: 'rerequest',
    })
  })
})
