import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { json, type Loopback, type Received, serveHttp } from './loopback-servers.ts'
import { messagingLimit } from './messaging-limit.ts'
import { createMeta, type Exchange, type Meta } from './meta.ts'
import { MetaError } from './meta-error.ts'
import { wabaIdsOf } from './tokens.ts'

/** What each call asks, and what it makes of the answer. */

let server: Loopback | undefined
let meta: Meta | undefined
let records: Exchange[] = []
afterEach(async () => {
  await meta?.close()
  await server?.close()
  records = []
})

/** A client on a server that answers like this. */
async function answering(
  answer: (request: Received, response: ServerResponse) => void,
  path = '',
): Promise<{ meta: Meta; asked: Received[] }> {
  server = await serveHttp(answer)
  meta = createMeta({
    graphUrl: `${server.url}${path}`,
    version: 'v23.0',
    appId: '729402',
    appSecret: 'app-secret',
    configId: '918273',
    record: (exchange) => void records.push(exchange),
  })
  return { meta, asked: server.received }
}

/** … that gives this answer to everything. */
const always = (body: unknown, headers = {}) =>
  answering((_request, response) => json(response, 200, body, headers))

const form = (body: string) => Object.fromEntries(new URLSearchParams(body))
const query = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams)
const path = (url: string) => new URL(url, 'http://x').pathname

describe('sending', () => {
  const accepted = {
    messaging_product: 'whatsapp',
    contacts: [{ input: '+16505551234', wa_id: '16505551234', user_id: 'US.1349' }],
    messages: [{ id: 'wamid.1', message_status: 'held_for_quality_assessment' }],
  }

  it('a template posts what Meta wants and returns what Meta gave', async () => {
    const { meta, asked } = await always(accepted)
    const result = await meta.sendTemplate('token', '106540352242922', {
      to: '+16505551234',
      name: 'order_update',
      language: 'en_US',
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
      callbackData: 'msg_42',
    })
    expect(result).toEqual({
      messageId: 'wamid.1',
      waId: '16505551234',
      userId: 'US.1349',
      status: 'held_for_quality_assessment',
    })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v23.0/106540352242922/messages' })
    expect(asked[0]?.headers).toMatchObject({
      authorization: 'Bearer token',
      'content-type': 'application/json',
    })
    expect(JSON.parse(asked[0]!.body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+16505551234',
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'en_US', policy: 'deterministic' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
      },
      biz_opaque_callback_data: 'msg_42',
    })
  })

  it('prepared text goes out byte for byte', async () => {
    const { meta, asked } = await always({ messages: [{ id: 'wamid.2' }] })
    const text = '{"to":"+91…", "text": {"body":"नमस्ते 👋"}}'
    expect(await meta.sendPrepared('token', '1', text)).toEqual({ messageId: 'wamid.2' })
    expect(asked[0]?.body).toBe(text)
  })

  it('hundreds go at once, each on a connection of its own', async () => {
    const waiting: (() => void)[] = []
    const { meta } = await answering((request, response) => {
      waiting.push(() => json(response, 200, { messages: [{ id: JSON.parse(request.body).id }] }))
      if (waiting.length === 200) for (const answer of waiting) answer()
    })
    const ids = Array.from({ length: 200 }, (_, n) => `wamid.${n}`)
    const sent = await Promise.all(ids.map((id) => meta.sendPrepared('t', '1', JSON.stringify({ id }))))
    expect(sent.map(({ messageId }) => messageId)).toEqual(ids)
  })

  it('an id cannot leave its place in the path', async () => {
    const { meta, asked } = await always({ messages: [{ id: 'x' }] })
    await meta.sendPrepared('t', '../me?x=1', '{}')
    expect(asked[0]?.url).toBe('/v23.0/..%2Fme%3Fx%3D1/messages')
  })

  it('a path in front of the version is kept', async () => {
    const { meta, asked } = await answering(
      (_request, response) => json(response, 200, { success: true }),
      '/graph/',
    )
    await meta.markRead('t', '1', 'wamid.IN')
    expect(asked[0]?.url).toBe('/graph/v23.0/1/messages')
    expect(JSON.parse(asked[0]!.body)).toEqual({
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: 'wamid.IN',
    })
  })
})

describe('templates', () => {
  const template = (n: number) => ({
    id: `${n}`,
    name: `t${n}`,
    language: 'en_US',
    status: 'APPROVED',
    category: 'UTILITY',
  })
  const ids = async (meta: Meta) => {
    const found: string[] = []
    for await (const { id } of meta.templates.list('token', '102')) found.push(id)
    return found
  }

  /** Pages of two; the cursor is the page's number. */
  const page = (n: number, last: number, first = n * 2) => ({
    data: [template(first), template(first + 1)],
    paging: { cursors: { after: `${n}` }, ...(n < last ? { next: 'https://graph…' } : {}) },
  })

  it('are listed over all pages, asked for as they are taken', async () => {
    const { meta, asked } = await answering((request, response) => {
      const after = query(request.url).after
      json(response, 200, page(after === undefined ? 0 : Number(after) + 1, 2))
    })
    const list = meta.templates.list('token', '102')
    await list.next()
    expect(asked).toHaveLength(1)
    await list.return()
    expect(await ids(meta)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(query(asked[1]!.url)).toMatchObject({
      limit: '100',
      fields: expect.stringContaining('components'),
    })
  })

  it('are listed from the start again when the cursor has gone stale, none of them twice', async () => {
    let stale = 1
    const { meta, asked } = await answering((request, response) => {
      const after = query(request.url).after
      if (after === '0' && stale-- > 0) {
        return json(response, 400, {
          error: { message: 'Invalid cursor', type: 'OAuthException', code: 131059 },
        })
      }
      json(response, 200, page(after === undefined ? 0 : Number(after) + 1, 1))
    })
    expect(await ids(meta)).toEqual(['0', '1', '2', '3'])
    expect(asked.map(({ url }) => query(url).after)).toEqual([undefined, '0', undefined, '0'])
  })

  it('are given up when the cursor is stale each time', async () => {
    const { meta, asked } = await answering((request, response) => {
      if (query(request.url).after === undefined) return json(response, 200, page(0, 1))
      json(response, 400, { error: { message: 'Invalid cursor', type: 'OAuthException', code: 131059 } })
    })
    await expect(ids(meta)).rejects.toMatchObject({ code: 131059 })
    expect(asked).toHaveLength(8)
  })

  it('of a server that repeats its cursor do not go round for ever', async () => {
    const { meta } = await answering((_request, response) =>
      json(response, 200, { data: [template(1)], paging: { cursors: { after: 'x' }, next: 'https://…' } }),
    )
    expect(await ids(meta)).toEqual(['1'])
  })

  it('keep what we do not know, and ids that are numbers with every digit', async () => {
    const { meta } = await answering((_request, response) => {
      response.writeHead(200)
      response.end(
        '{"id":12345678901234567890,"name":"a","language":"hi","status":"HIBERNATING","category":"X","new":1,"components":[{"type":"HOLOGRAM","depth":3}]}',
      )
    })
    expect(await meta.templates.get('t', '1')).toMatchObject({
      id: '12345678901234567890',
      status: 'HIBERNATING',
      new: 1,
      components: [{ type: 'HOLOGRAM', depth: 3 }],
    })
  })

  it('are created, edited, deleted and taken out of a pause', async () => {
    const { meta, asked } = await answering((request, response) => {
      const created = { id: '594', status: 'PENDING', category: 'MARKETING' }
      const unpaused = { success: false, reason: 'not paused' }
      const body = request.url.endsWith('/unpause') ? unpaused : { ...created, success: true }
      json(response, 200, body)
    })
    const components = [{ type: 'BODY', text: 'Hi' }]
    const fresh = { name: 'a', language: 'en_US', category: 'UTILITY' as const, components }
    expect(await meta.templates.create('t', '102', fresh)).toMatchObject({ id: '594', category: 'MARKETING' })
    await meta.templates.edit('t', '594', { components })
    await meta.templates.delete('t', '102', { name: 'a' })
    await meta.templates.delete('t', '102', { name: 'a', templateId: '594' })
    expect(await meta.templates.unpause('t', '594')).toEqual({ unpaused: false, reason: 'not paused' })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v23.0/102/message_templates',
      'POST /v23.0/594',
      'DELETE /v23.0/102/message_templates?name=a',
      'DELETE /v23.0/102/message_templates?hsm_id=594&name=a',
      'POST /v23.0/594/unpause',
    ])
    expect(JSON.parse(asked[0]!.body)).toEqual(fresh)
    expect(JSON.parse(asked[1]!.body)).toEqual({ components })
  })
})

describe('phone numbers', () => {
  const full = {
    id: '106540352242922',
    display_phone_number: '+1 631-555-5555',
    verified_name: "Jasper's Market",
    quality_rating: 'GREEN',
    code_verification_status: 'VERIFIED',
    name_status: 'APPROVED',
    status: 'CONNECTED',
    platform_type: 'CLOUD_API',
    account_mode: 'LIVE',
    throughput: { level: 'HIGH' },
    whatsapp_business_manager_messaging_limit: 'TIER_2K',
    is_on_biz_app: false,
  }

  it('are read whole', async () => {
    const { meta } = await always({ data: [full] })
    expect(await meta.phoneNumbers.list('t', '102')).toEqual([
      {
        id: '106540352242922',
        displayPhoneNumber: '+1 631-555-5555',
        verifiedName: "Jasper's Market",
        qualityRating: 'GREEN',
        codeVerificationStatus: 'VERIFIED',
        nameStatus: 'APPROVED',
        status: 'CONNECTED',
        platformType: 'CLOUD_API',
        accountMode: 'LIVE',
        throughputLevel: 'HIGH',
        messagesPerSecond: 1_000,
        messagingTier: 'TIER_2K',
        messagingLimit: 2_000,
        onBusinessApp: false,
        officialBusinessAccount: false,
      },
    ])
  })

  it.each([
    [{ throughput: { level: 'STANDARD' } }, 80],
    [{ throughput: { level: 'HIGH' } }, 1_000],
    [{ throughput: { level: 'HIGH' }, is_on_biz_app: true, platform_type: 'CLOUD_API' }, 20],
    [{ throughput: { level: 'NOT_APPLICABLE' } }, 80],
    [{ throughput: 'ULTRA' }, 80],
    [{}, 80],
  ])('%j may send %i a second', async (fields, perSecond) => {
    const { meta } = await always({ id: '1', ...fields })
    expect((await meta.phoneNumbers.get('t', '1')).messagesPerSecond).toBe(perSecond)
  })

  it.each([
    ['TIER_50', 50],
    ['TIER_250', 250],
    ['TIER_1K', 1_000],
    ['TIER_2K', 2_000],
    ['TIER_10K', 10_000],
    ['TIER_100K', 100_000],
    ['TIER_UNLIMITED', null],
    ['TIER_NOT_SET', undefined],
    ['TIER_5K', 5_000],
    ['TIER_WHATEVER', undefined],
    ['2000', 2_000],
    ['-1', null],
    [-1, null],
    [250, 250],
    [-7, undefined],
    ['constructor', undefined],
  ])('the tier %j is %j people a day', (tier, limit) => {
    expect(messagingLimit(tier)).toBe(limit)
  })

  it('with words Meta has invented since, nulls and missing fields are read all the same', async () => {
    const odd = {
      id: 106540352242922,
      status: 'FROZEN',
      verified_name: null,
      throughput: null,
      quality_rating: 'BLUE',
    }
    const { meta } = await always(odd)
    expect(await meta.phoneNumbers.get('t', '1')).toEqual({
      id: '106540352242922',
      status: 'FROZEN',
      qualityRating: 'BLUE',
      messagesPerSecond: 80,
      onBusinessApp: false,
      officialBusinessAccount: false,
    })
  })

  it('tell what stands in their way', async () => {
    const { meta } = await always({
      id: '1',
      health_status: {
        can_send_message: 'BLOCKED',
        entities: [
          { entity_type: 'PHONE_NUMBER', id: '1', can_send_message: 'AVAILABLE' },
          {
            entity_type: 'WABA',
            id: '2',
            can_send_message: 'BLOCKED',
            errors: [{ error_code: 141006, error_description: 'No payment', possible_solution: 'Pay' }],
          },
        ],
      },
    })
    expect(await meta.phoneNumbers.health('t', '1')).toEqual({
      canSend: 'BLOCKED',
      problems: [{ entity: 'WABA', code: 141006, description: 'No payment', solution: 'Pay' }],
    })
  })

  it('are registered, confirmed and signed off; no PIN and no code is kept in the record', async () => {
    const { meta, asked } = await always({ success: true, id: '1' })
    await meta.phoneNumbers.register('t', '1', { pin: '314159', dataLocalizationRegion: 'IN' })
    await meta.phoneNumbers.requestCode('t', '1', { method: 'SMS', language: 'en_US' })
    await meta.phoneNumbers.verifyCode('t', '1', '271-828')
    await meta.phoneNumbers.setPin('t', '1', '161803')
    await meta.phoneNumbers.deregister('t', '1')
    expect(asked.map(({ url, body }) => [path(url), body && JSON.parse(body)])).toEqual([
      ['/v23.0/1/register', { messaging_product: 'whatsapp', pin: '314159', data_localization_region: 'IN' }],
      ['/v23.0/1/request_code', { code_method: 'SMS', language: 'en_US' }],
      ['/v23.0/1/verify_code', { code: '271828' }],
      ['/v23.0/1', { pin: '161803' }],
      ['/v23.0/1/deregister', ''],
    ])
    expect(JSON.stringify(records)).not.toMatch(/314159|271828|161803/)
    expect(records[0]?.requestBody).toContain('"data_localization_region":"IN"')
  })
})

describe('tokens', () => {
  it('come for a code, with the redirect address only when there is one', async () => {
    const { meta, asked } = await always({
      access_token: 'EAAnew',
      token_type: 'bearer',
      expires_in: 5183944,
    })
    expect(await meta.exchangeCode({ code: 'AQDcode', redirectUri: 'https://x.example/cb' })).toEqual({
      accessToken: 'EAAnew',
      expiresInSeconds: 5183944,
    })
    await meta.exchangeCode({ code: 'AQDcode' })
    expect(query(asked[0]!.url)).toEqual({
      client_id: '729402',
      client_secret: 'app-secret',
      code: 'AQDcode',
      redirect_uri: 'https://x.example/cb',
    })
    expect(query(asked[1]!.url)).not.toHaveProperty('redirect_uri')
    expect(JSON.stringify(records)).not.toMatch(/AQDcode|app-secret|EAAnew/)
  })

  it('are made to live long', async () => {
    const { meta, asked } = await always({ access_token: 'EAAlong' })
    expect(await meta.longLivedToken('EAAshort')).toEqual({ accessToken: 'EAAlong' })
    expect(query(asked[0]!.url)).toMatchObject({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: 'EAAshort',
    })
    expect(JSON.stringify(records)).not.toMatch(/EAAshort|EAAlong/)
  })

  it('tell what they are good for', async () => {
    const { meta, asked } = await always({
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
    const { meta, asked } = await always({ access_token: 'EAAcustomer' })
    expect(await meta.systemUserToken('EAAsystem', '55')).toBe('EAAcustomer')
    const proof = createHmac('sha256', 'app-secret').update('EAAsystem').digest('hex')
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v23.0/55/system_user_access_tokens' })
    expect(form(asked[0]!.body)).toEqual({ appsecret_proof: proof, fetch_only: 'true' })
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
    expect(query(address)).toEqual({
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
    expect(query(meta.dialogAddress({ ...options, scopes: ['a', 'b'], rerequest: true }))).toEqual({
      client_id: '729402',
      redirect_uri: 'https://x.example/cb?a=b',
      state: 'user_7.abc',
      response_type: 'code',
      scope: 'a,b',
      auth_type: 'rerequest',
    })
  })
})

describe('accounts and webhooks', () => {
  it('WABAs of a portfolio are listed over all pages', async () => {
    const { meta, asked } = await answering((request, response) => {
      const after = query(request.url).after
      json(response, 200, {
        data: [{ id: after === undefined ? '1' : '2', name: 'Shop', timezone_id: 71 }],
        paging: { cursors: { after: after ?? 'c' }, ...(after === undefined && { next: 'https://…' }) },
      })
    })
    expect(await meta.waba.ownedBy('t', '55')).toEqual([
      { id: '1', name: 'Shop', timezoneId: '71' },
      { id: '2', name: 'Shop', timezoneId: '71' },
    ])
    await meta.waba.clientsOf('t', '55')
    expect(asked.map(({ url }) => path(url))).toEqual([
      '/v23.0/55/owned_whatsapp_business_accounts',
      '/v23.0/55/owned_whatsapp_business_accounts',
      '/v23.0/55/client_whatsapp_business_accounts',
      '/v23.0/55/client_whatsapp_business_accounts',
    ])
  })

  it('a WABA is subscribed with and without an address of its own', async () => {
    const { meta, asked } = await answering((request, response) =>
      json(
        response,
        200,
        request.method === 'GET'
          ? {
              data: [
                {
                  whatsapp_business_api_data: { id: 729402, name: 'Shop' },
                  override_callback_uri: 'https://o',
                },
              ],
            }
          : { success: true },
      ),
    )
    await meta.subscribedApps.subscribe('t', '102')
    await meta.subscribedApps.subscribe('t', '102', { callbackUrl: 'https://o', verifyToken: 'verify-me' })
    await meta.subscribedApps.unsubscribe('t', '102')
    expect(await meta.subscribedApps.list('t', '102')).toEqual([
      { appId: '729402', name: 'Shop', overrideCallbackUrl: 'https://o' },
    ])
    expect(asked.map(({ method, body }) => `${method} ${body}`)).toEqual([
      'POST ',
      'POST {"override_callback_uri":"https://o","verify_token":"verify-me"}',
      'DELETE ',
      'GET ',
    ])
    expect(JSON.stringify(records)).not.toContain('verify-me')
  })

  it('the app gets its webhooks by its own token', async () => {
    const { meta, asked } = await always({ success: true })
    await meta.appWebhooks.subscribe({ callbackUrl: 'https://x.example/hook', verifyToken: 'verify-me' })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v23.0/729402/subscriptions' })
    expect(asked[0]?.headers.authorization).toBe('Bearer 729402|app-secret')
    expect(form(asked[0]!.body)).toMatchObject({
      object: 'whatsapp_business_account',
      callback_url: 'https://x.example/hook',
      verify_token: 'verify-me',
    })
    expect(form(asked[0]!.body).fields?.split(',')).toContain('user_preferences')
    expect(JSON.stringify(records)).not.toMatch(/verify-me|app-secret/)
  })

  it('a profile is read in either of its forms', async () => {
    const profile = { about: 'Plants', websites: ['https://a.example'], vertical: 'RETAIL' }
    for (const data of [[profile], [{ business_profile: profile }]]) {
      const { meta } = await always({ data })
      expect(await meta.profile.get('t', '1')).toEqual(profile)
      await meta.close()
      await server?.close()
    }
  })
})

describe('uploads', () => {
  const file = { name: 'a "b".png', mimeType: 'image/png', content: Buffer.from([0x89, 0x50, 0x00, 0xff]) }

  it('for messages go as one form', async () => {
    const { meta, asked } = await always({ id: '4490709327384033' })
    expect(await meta.media.upload('t', '106', file)).toEqual({ id: '4490709327384033' })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v23.0/106/media' })
    const parsed = await new Response(asked[0]!.body, {
      headers: { 'content-type': asked[0]!.headers['content-type'] ?? '' },
    }).formData()
    expect(parsed.get('messaging_product')).toBe('whatsapp')
    expect(parsed.get('type')).toBe('image/png')
    expect(parsed.get('file')).toMatchObject({ name: 'a _b_.png', type: 'image/png' })
  })

  it('for templates are announced, then sent to the address Meta gave', async () => {
    const { meta, asked } = await answering((request, response) =>
      json(
        response,
        200,
        request.url.includes('/uploads') ? { id: 'upload:MTph==?sig=ARZ_q' } : { h: '4::aW' },
      ),
    )
    expect(await meta.uploads.upload('token', file)).toEqual({ handle: '4::aW' })
    expect(path(asked[0]!.url)).toBe('/v23.0/729402/uploads')
    expect(query(asked[0]!.url)).toEqual({ file_name: 'a "b".png', file_length: '4', file_type: 'image/png' })
    expect(asked[1]).toMatchObject({ method: 'POST', url: '/v23.0/upload:MTph==?sig=ARZ_q' })
    expect(asked[1]?.headers).toMatchObject({
      authorization: 'OAuth token',
      file_offset: '0',
      'content-length': '4',
    })
  })

  it('that Meta refuses say why', async () => {
    const { meta } = await answering((_request, response) =>
      json(response, 400, {
        debug_info: { retriable: false, type: 'PartialRequestError', message: 'bad offset' },
      }),
    )
    const error: unknown = await meta.uploads.send('t', 'upload:x', file.content).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(MetaError)
    expect(error).toMatchObject({ delivery: 'refused', details: 'bad offset' })
  })
})

describe('the record', () => {
  it('holds the call, its answer and what names it to Meta', async () => {
    const { meta } = await always(
      { messages: [{ id: 'wamid.1' }] },
      {
        'x-fb-trace-id': 'TRACE',
        'x-fb-request-id': 'REQUEST',
        'x-fb-rev': '1029',
        'x-app-usage': '{"call_count":12,"total_cputime":3,"total_time":40}',
      },
    )
    await meta.sendPrepared('token-of-shop', '1', '{"to":"+1"}')
    expect(records).toEqual([
      {
        startedAt: expect.any(Number),
        durationMs: expect.any(Number),
        method: 'POST',
        path: '/v23.0/1/messages',
        requestBody: '{"to":"+1"}',
        status: 200,
        responseBody: '{"messages":[{"id":"wamid.1"}]}',
        traceId: 'TRACE',
        requestId: 'REQUEST',
        revision: '1029',
        usagePercent: 40,
      },
    ])
  })

  it('is bounded', async () => {
    const { meta } = await always({ id: '1', name: 'x'.repeat(100_000) })
    await meta.waba.get('t', '1')
    expect(records[0]?.responseBody?.length).toBeLessThan(9_000)
    expect(records[0]?.responseBody).toMatch(/… \(\d+ characters\)$/)
  })

  it('tells what is certain when no answer came', async () => {
    const { meta } = await answering((_request, response) => response.destroy())
    await meta.waba.get('t', '1').catch(() => undefined)
    expect(records[0]).toMatchObject({
      path: expect.stringContaining('/v23.0/1'),
      failure: { delivery: 'unknown' },
    })
    expect(records[0]).not.toHaveProperty('status')
  })
})
