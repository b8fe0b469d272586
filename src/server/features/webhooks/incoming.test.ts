import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { webhooks } from '#contract/webhooks.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { webhookPath } from './webhooks.ts'

let server: TestServer
let asha: Person
let account: { waba_id: string; phone_number_id: string }
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

let nr = 0
const newDigits = () => `9198200${String(++nr).padStart(5, '0')}`
const seconds = (at: number) => String(Math.floor(at / 1000))

/** A webhook as WhatsApp sends it, signed, through the front door. */
async function deliver(field: string, value: object): Promise<void> {
  const bytes = Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: account.waba_id,
          changes: [
            {
              field,
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '12125550142', phone_number_id: account.phone_number_id },
                ...value,
              },
            },
          ],
        },
      ],
    }),
  )
  const { statusCode } = await server.http.inject({
    method: 'POST',
    url: webhookPath,
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signWebhook(bytes, sandboxSeed.app.secret),
    },
  })
  expect(statusCode).toBe(200)
}

const says = (digits: string, content: object, at = Date.now()) =>
  deliver('messages', {
    contacts: [{ profile: { name: 'Rukmini' }, wa_id: digits }],
    messages: [{ from: digits, id: `wamid.IN${++nr}`, timestamp: seconds(at), ...content }],
  })
const text = (body: string) => ({ type: 'text', text: { body } })
const prefers = (digits: string, value: string, at = Date.now()) =>
  deliver('user_preferences', {
    user_preferences: [
      {
        wa_id: digits,
        value,
        category: 'marketing_messages',
        detail: `asked to ${value}`,
        timestamp: seconds(at),
      },
    ],
  })

/** A lead that agreed yesterday. */
async function addLead(): Promise<string> {
  const digits = newDigits()
  const { status } = await server.call(leads.upload, {
    token: asha.token,
    body: {
      leads: [
        { name: 'Rukmini', phone: `+${digits}`, tag: 'till', consent: 'opted_in', consent_source: 'till' },
      ],
    },
  })
  expect(status).toBe(200)
  await server.app.db
    .updateTable('leads')
    .set({ consent_at: new Date(Date.now() - 86_400_000) })
    .where('phone', '=', `+${digits}`)
    .execute()
  return digits
}

const find = async (digits: string) => {
  const { body } = await server.call(leads.list, { token: asha.token, query: { search: digits } })
  return body.leads[0]
}
const whenConsent = (digits: string, consent: string) =>
  eventually(`${digits} ${consent}`, async () => (await find(digits))?.consent === consent)
const isSuppressed = async (digits: string) =>
  (await server.app.db
    .selectFrom('suppressions')
    .select('address')
    .where('business_id', '=', asha.businessId)
    .where('address', '=', `+${digits}`)
    .executeTakeFirst()) !== undefined

describe('somebody who writes', () => {
  it.each([
    ['STOP', text('STOP')],
    ['the word in Hindi', text('बंद करें')],
    ['a button of a template', { type: 'button', button: { text: 'Stop promotions', payload: 'x' } }],
    [
      'a reply button',
      {
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Unsubscribe' } },
      },
    ],
  ])('opts out by %s, and the number stays on the suppression list', async (_, content) => {
    const digits = await addLead()
    await says(digits, content)
    await whenConsent(digits, 'opted_out')
    expect(await isSuppressed(digits)).toBe(true)
  })

  it('comes back by asking for messages, and what was said before that changes nothing any more', async () => {
    const digits = await addLead()
    const now = Date.now()
    await says(digits, text('STOP'), now - 60_000)
    await whenConsent(digits, 'opted_out')
    await says(digits, text('UNSTOP'), now - 30_000)
    await whenConsent(digits, 'opted_in')
    expect(await isSuppressed(digits)).toBe(false)
    await says(digits, text('STOP'), now - 45_000)
    const other = await addLead()
    await says(other, text('STOP'))
    await whenConsent(other, 'opted_out')
    expect([(await find(digits))?.consent, await isSuppressed(digits)]).toEqual(['opted_in', false])
  })

  it('becomes a lead when nobody knew them, and no other business learns of it', async () => {
    const digits = newDigits()
    await says(digits, text('Do you deliver to Pune?'))
    await eventually('the lead', async () => await find(digits))
    expect(await find(digits)).toMatchObject({ name: 'Rukmini', consent: 'none', source: 'inbound' })
    const other = await server.signUp()
    const { body } = await server.call(leads.list, { token: other.token })
    expect(body.leads).toEqual([])
  })

  it('in a group says nothing to the business', async () => {
    const digits = await addLead()
    await deliver('messages', {
      messages: [
        { from: digits, id: 'wamid.G1', timestamp: seconds(Date.now()), group_id: 'g', ...text('STOP') },
      ],
    })
    const other = await addLead()
    await says(other, text('STOP'))
    await whenConsent(other, 'opted_out')
    expect((await find(digits))?.consent).toBe('opted_in')
  })
})

describe('a preference set in WhatsApp', () => {
  it('stops and allows advertising', async () => {
    const digits = await addLead()
    await prefers(digits, 'stop', Date.now() - 60_000)
    await whenConsent(digits, 'opted_out')
    const { body } = await server.call(leads.get, {
      token: asha.token,
      params: { id: (await find(digits))!.id },
    })
    expect(body.suppressed).toBe(true)
    expect(JSON.stringify(body.history)).toContain('asked to stop')
    await prefers(digits, 'resume')
    await whenConsent(digits, 'opted_in')
    expect(await isSuppressed(digits)).toBe(false)
  })
})

it('tells the tester what it did', async () => {
  const digits = await addLead()
  const body = {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: account.waba_id,
        changes: [
          {
            field: 'messages',
            value: {
              metadata: { phone_number_id: account.phone_number_id },
              messages: [{ from: digits, id: 'wamid.T1', timestamp: seconds(Date.now()), ...text('STOP') }],
            },
          },
        ],
      },
    ],
  }
  const answer = await server.call(webhooks.test, { token: asha.token, body: body as never })
  expect(answer.body.outcomes).toEqual([{ event: 'incoming message', did: `+${digits} opted out.` }])
})
