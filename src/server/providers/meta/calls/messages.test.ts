import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { always, answering } from '../loopback-meta.ts'
import { json } from '../loopback-servers.ts'

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
      wamid: 'wamid.1',
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
    expect(await meta.sendPrepared('token', '1', text)).toEqual({ wamid: 'wamid.2' })
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
    expect(sent.map(({ wamid }) => wamid)).toEqual(ids)
  })

  it('says of a message when it leaves on a connection that has carried another', async () => {
    const used: string[] = []
    const { meta } = await answering((request, response) => {
      const { id } = JSON.parse(request.body)
      json(response, 200, { messages: [{ id }] }, used.length === 1 ? { connection: 'close' } : {})
    })
    const sendAtOnce = async (...ids: string[]) => {
      const onUsedConnection = (id: string) => () => used.push(id)
      await Promise.all(
        ids.map((id) =>
          meta.sendPrepared('t', '1', JSON.stringify({ id }), { onUsedConnection: onUsedConnection(id) }),
        ),
      )
      // A connection takes its next request in the turn after the answer.
      await setTimeout(20)
    }
    await sendAtOnce('first')
    await sendAtOnce('second')
    expect(used).toEqual(['second'])
    await sendAtOnce('after a closed one')
    expect(used).toEqual(['second'])
    used.push('from here on all stay open')
    await sendAtOnce('a', 'b', 'c')
    await sendAtOnce('d', 'e', 'f')
    expect(used.slice(2)).toEqual(['d', 'e', 'f'])
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
