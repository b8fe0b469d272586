import { describe, expect, it } from 'vitest'
import { always, answering, formOf, pathOf, queryOf } from '../loopback-meta.ts'
import { json } from '../loopback-servers.ts'

describe('accounts and webhooks', () => {
  it('WABAs of a portfolio are listed over all pages', async () => {
    const { meta, asked } = await answering((request, response) => {
      const after = queryOf(request.url).after
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
    expect(asked.map(({ url }) => pathOf(url))).toEqual([
      '/v23.0/55/owned_whatsapp_business_accounts',
      '/v23.0/55/owned_whatsapp_business_accounts',
      '/v23.0/55/client_whatsapp_business_accounts',
      '/v23.0/55/client_whatsapp_business_accounts',
    ])
  })

  it('a WABA is subscribed with and without an address of its own', async () => {
    const { meta, asked, records } = await answering((request, response) =>
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
    const { meta, asked, records } = await always({ success: true })
    await meta.appWebhooks.subscribe({ callbackUrl: 'https://x.example/hook', verifyToken: 'verify-me' })
    expect(asked[0]).toMatchObject({ method: 'POST', url: '/v23.0/729402/subscriptions' })
    expect(asked[0]?.headers.authorization).toBe('Bearer 729402|app-secret')
    expect(formOf(asked[0]!.body)).toMatchObject({
      object: 'whatsapp_business_account',
      callback_url: 'https://x.example/hook',
      verify_token: 'verify-me',
    })
    expect(formOf(asked[0]!.body).fields?.split(',')).toContain('user_preferences')
    expect(JSON.stringify(records)).not.toMatch(/verify-me|app-secret/)
  })
})
