import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxSeed } from '../sandbox.ts'
import { offer, openSandbox } from '../test-callback.fixture.ts'

let open: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  open = await openSandbox()
})
afterAll(() => open.close())
afterEach(() => void vi.useRealTimers())

const path = `/v23.0/${sandboxSeed.phone.id}/messages`
const filled = (text: unknown) => ({
  ...offer,
  components: [{ type: 'body', parameters: [{ type: 'text', text }] }],
})
const shipped = (components: unknown[]) => ({
  name: 'order_shipped',
  language: { code: 'en_US' },
  components,
})
const two = {
  type: 'body',
  parameters: [
    { type: 'text', text: 'Asha' },
    { type: 'text', text: 'A-17' },
  ],
}
const track = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'A-17' }] }

describe('an accepted message', () => {
  it('is answered as Graph does, and reported as sent, delivered and read with its callback data', async () => {
    const { body, status } = await open.send('+91 98765-43210', offer, {
      biz_opaque_callback_data: 'row 1 "ä"',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      messaging_product: 'whatsapp',
      contacts: [{ input: '+91 98765-43210', wa_id: '919876543210' }],
      messages: [{ id: expect.stringMatching(/^wamid\.HBgM/), message_status: 'accepted' }],
    })
    const id = body.messages[0].id
    await open.callback.until(() =>
      open.callback.statuses().some((row) => row.id === id && row.status === 'read'),
    )
    const rows = open.callback.statuses().filter((row) => row.id === id)
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read'])
    expect(rows[0]).toMatchObject({
      recipient_id: '919876543210',
      biz_opaque_callback_data: 'row 1 "ä"',
      timestamp: expect.stringMatching(/^\d{10}$/),
      pricing: { pricing_model: 'PMP', type: 'regular', category: 'marketing' },
    })
    expect(rows[2]).not.toHaveProperty('pricing')
    expect(open.callback.badSignatures).toEqual([])
    expect(open.callback.bodies.every((text) => /^[ -~]*$/.test(text))).toBe(true)
  })

  it('is in the ledger with its text and its reported statuses', async () => {
    await open.send('+919876543211', shipped([two, track]), { biz_opaque_callback_data: 'row 2' })
    await open.sandbox.settled()
    const { rows } = open.sandbox.ledger({ callback: 'row 2' })
    expect(rows).toMatchObject([
      {
        to: '919876543211',
        template: 'order_shipped',
        category: 'utility',
        statuses: ['sent', 'delivered', 'read'],
        error: null,
        content: [two, track],
      },
    ])
  })

  it('takes the token in the query and paths without a version', async () => {
    const answer = await fetch(
      `${open.sandbox.url}/${sandboxSeed.phone.id}/messages?access_token=${sandboxSeed.systemUserToken}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          to: '+919876543212',
          type: 'template',
          template: offer,
        }),
      },
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get('facebook-api-version')).toBe('v24.0')
  })

  it('takes forms whose objects are JSON text', async () => {
    const answer = await fetch(`${open.sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxSeed.systemUserToken}` },
      body: new URLSearchParams({
        messaging_product: 'whatsapp',
        to: '+919876543213',
        type: 'template',
        template: JSON.stringify(offer),
      }),
    })
    expect(answer.status).toBe(200)
  })
})

describe('a refused message', () => {
  const cases: [
    what: string,
    code: number,
    status: number,
    details: RegExp | null,
    body: Record<string, unknown>,
  ][] = [
    ['names no product', 100, 400, null, { to: '+919876543210', type: 'template', template: offer }],
    ['names nobody', 100, 400, null, { messaging_product: 'whatsapp', type: 'template', template: offer }],
    [
      'is for no number',
      131009,
      400,
      /not a phone number/,
      { messaging_product: 'whatsapp', to: 'Asha', type: 'template', template: offer },
    ],
    [
      'is for the sender itself',
      131021,
      400,
      null,
      { messaging_product: 'whatsapp', to: '+1 212-555-0142', type: 'template', template: offer },
    ],
    [
      'is of an unknown type',
      131051,
      400,
      null,
      { messaging_product: 'whatsapp', to: '+919876543210', type: 'poster' },
    ],
    [
      'lacks its content',
      131008,
      400,
      /text/,
      { messaging_product: 'whatsapp', to: '+919876543210', type: 'text' },
    ],
    [
      'carries too long callback data',
      100,
      400,
      /512/,
      {
        messaging_product: 'whatsapp',
        to: '+919876543210',
        type: 'template',
        template: offer,
        biz_opaque_callback_data: 'x'.repeat(513),
      },
    ],
  ]
  it.each(cases)('that %s gets %i', async (_what, code, status, details, body) => {
    const answer = await open.graph('POST', path, body)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatchObject({
      code,
      type: 'OAuthException',
      fbtrace_id: expect.stringMatching(/^A/),
    })
    if (details) expect(answer.body.error.error_data.details).toMatch(details)
  })

  const templates: [
    what: string,
    code: number,
    status: number,
    details: RegExp,
    template: Record<string, unknown>,
  ][] = [
    [
      'too few parameters',
      132000,
      400,
      /\(0\) does not match the expected number of params \(1\)/,
      { ...offer, components: [] },
    ],
    [
      'an unknown template',
      132001,
      404,
      /\(nothing\) does not exist in en_US/,
      { ...offer, name: 'nothing' },
    ],
    ['another language', 132001, 404, /does not exist in hi/, { ...offer, language: { code: 'hi' } }],
    ['no language', 131008, 400, /language/, { name: 'weekend_offer' }],
    [
      'a named parameter for a positional template',
      132012,
      400,
      /positional/,
      {
        ...offer,
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'A', parameter_name: 'name' }] }],
      },
    ],
    ['an empty text', 131008, 400, /missing text value/, filled('')],
    ['a new line in a parameter', 132018, 400, /new-line/, filled('A\nB')],
    ['five spaces in a parameter', 132018, 400, /consecutive spaces/, filled('A     B')],
    ['a text that becomes too long', 132005, 400, /1024/, filled('x'.repeat(1000))],
    [
      'a picture where a text belongs',
      132012,
      400,
      /expected TEXT/,
      {
        ...offer,
        components: [
          { type: 'body', parameters: [{ type: 'image', image: { link: 'https://a.example/b.png' } }] },
        ],
      },
    ],
    [
      'no button parameter',
      131008,
      400,
      /Button at index 0 of type Url requires a parameter/,
      shipped([two]),
    ],
    [
      'a button that is not there',
      131009,
      400,
      /index 3 does not exist/,
      shipped([two, { ...track, index: 3 }]),
    ],
    [
      'a header that is not there',
      132000,
      400,
      /header/,
      shipped([{ type: 'header', parameters: [{ type: 'text', text: 'A' }] }, two, track]),
    ],
  ]
  it.each(templates)('with %s gets %i', async (_what, code, status, details, template) => {
    const answer = await open.send('+919876543210', template)
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toBe(code)
    expect(answer.body.error.error_data.details).toMatch(details)
  })

  it('gets 100 for the contents of a parameter before v23', async () => {
    // A day on which v22 answers itself.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) })
    const answer = await open.graph('POST', `/v22.0/${sandboxSeed.phone.id}/messages`, {
      messaging_product: 'whatsapp',
      to: '+919876543210',
      type: 'template',
      template: filled('A\tB'),
    })
    expect(answer.body.error.code).toBe(100)
  })

  it('by an unregistered number gets 133010, by an unknown one 100/33', async () => {
    const body = { messaging_product: 'whatsapp', to: '+919876543210', type: 'template', template: offer }
    expect(
      (await open.graph('POST', `/v23.0/${sandboxSeed.secondPhone.id}/messages`, body)).body.error.code,
    ).toBe(133010)
    expect((await open.graph('POST', '/v23.0/123456789/messages', body)).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
    })
  })

  it('without, with a wrong, an expired and a too weak token gets 104, 190, 190/463 and 200', async () => {
    const body = { messaging_product: 'whatsapp', to: '+919876543210', type: 'template', template: offer }
    const expired = open.sandbox.token({ expires_in_seconds: -5 })
    const weak = open.sandbox.token({ scopes: ['whatsapp_business_management'] })
    const codes = []
    for (const token of ['', 'nonsense', expired, weak]) {
      const { status, body: answer } = await open.graph('POST', path, body, token)
      codes.push([status, answer.error.code, answer.error.error_subcode])
    }
    expect(codes).toEqual([
      [401, 104, undefined],
      [401, 190, undefined],
      [401, 190, 463],
      [403, 200, undefined],
    ])
  })

  it('of which the body is no JSON gets 100', async () => {
    const answer = await fetch(`${open.sandbox.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxSeed.systemUserToken}`, 'content-type': 'application/json' },
      body: '{"to":',
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 100 } })
  })
})

describe('a free-form message', () => {
  it('fails with 131047 before the person wrote, and is read afterwards', async () => {
    const text = { messaging_product: 'whatsapp', to: '+919811122234', type: 'text', text: { body: 'Hello' } }
    await open.graph('POST', path, { ...text, biz_opaque_callback_data: 'closed' })
    open.sandbox.inbound({ from: '+919811122234', text: 'Hi there' })
    await open.graph('POST', path, { ...text, biz_opaque_callback_data: 'open' })
    await open.sandbox.settled()
    expect(open.sandbox.ledger({ callback: 'closed' }).rows).toMatchObject([
      { error: 131047, statuses: ['failed'] },
    ])
    expect(open.sandbox.ledger({ callback: 'open' }).rows).toMatchObject([
      { error: null, statuses: ['sent', 'delivered', 'read'] },
    ])
    const failed = open.callback.statuses().find((row) => row.biz_opaque_callback_data === 'closed')
    expect(failed).toMatchObject({
      errors: [{ code: 131047, title: 'Re-engagement message', error_data: { details: expect.any(String) } }],
    })
  })
})
