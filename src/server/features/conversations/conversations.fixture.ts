import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { conversations, type TimelineItem } from '#contract/conversations.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { webhookPath } from '#server/features/webhooks/webhooks.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { connectSeededAccount } from '#test/connected.ts'
import {
  eventually,
  openTestServer,
  type Person,
  type TestServer,
  type TestServerOptions,
} from '#test/server.ts'

export type Message = { id?: string; at?: number; from_user_id?: string } & Record<string, unknown>
export type Inbox = Awaited<ReturnType<typeof openInbox>>

let nr = 0
/** Endings that mean nothing to the sandbox: those from 0001 to 0062, and 9, are people with a fate of their own. */
export const newDigits = () => `91983${110_500 + ++nr}4`
export const newWamid = () => `wamid.CV${++nr}`
export const text = (body: string) => ({ type: 'text', text: { body } })

/** A business with a number that customers write to, and a stranger to it. */
export async function openInbox(options: Pick<TestServerOptions, 'linkNetworks' | 'keys'> = {}) {
  const server: TestServer = await openTestServer({ jobs: true, ...options })
  const asha: Person = await server.signUp()
  const stranger: Person = await server.signUp()
  const account = await connectSeededAccount(server, asha)
  const numbered = ({ at = Date.now(), ...message }: Message) => ({
    id: newWamid(),
    timestamp: String(Math.floor(at / 1000)),
    ...message,
  })
  async function post(field: string, more: object, to = account): Promise<void> {
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '12125550142', phone_number_id: to.phone_number_id },
      ...more,
    }
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: to.waba_id, changes: [{ field, value }] }],
    }
    const bytes = Buffer.from(JSON.stringify(body))
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
  const deliver = (digits: string | null, messages: Message[], to = account) => {
    const more = {
      contacts: digits ? [{ profile: { name: 'Rukmini Bai' }, wa_id: digits }] : [],
      messages: messages.map((message) => ({ ...(digits && { from: digits }), ...numbered(message) })),
    }
    return post('messages', more, to)
  }
  /** What the owner does in the phone app. */
  const echo = (digits: string, messages: Message[]) =>
    post('smb_message_echoes', {
      message_echoes: messages.map((message) => ({
        from: '12125550142',
        to: digits,
        ...numbered(message),
      })),
    })

  const list = async (query: object = {}) =>
    (await server.call(conversations.list, { token: asha.token, query })).body.conversations
  const conversationWith = (digits: string, query: object = {}) =>
    eventually(`a conversation with ${digits}`, async () =>
      (await list(query)).find(({ address }) => address === `+${digits}`),
    )
  async function timeline(id: number): Promise<TimelineItem[]> {
    const { body } = await server.call(conversations.timeline, {
      token: asha.token,
      params: { id },
      query: { limit: 200 },
    })
    return body.items.toReversed()
  }
  const untilTimeline = (id: number, isSo: (items: TimelineItem[]) => boolean) =>
    eventually('the timeline', async () => {
      const items = await timeline(id)
      return isSo(items) && items
    })
  const send = (id: number, message: object, more: object = {}, token = asha.token) =>
    server.call(conversations.send, {
      token,
      params: { id },
      body: { send_key: randomUUID(), message, ...more },
    } as never)
  async function started(): Promise<{ id: number; digits: string }> {
    const digits = newDigits()
    await deliver(digits, [text('Is the shop open?')])
    return { id: (await conversationWith(digits)).id, digits }
  }
  return {
    server,
    asha,
    stranger,
    account,
    post,
    deliver,
    echo,
    list,
    conversationWith,
    timeline,
    untilTimeline,
    send,
    started,
  }
}
