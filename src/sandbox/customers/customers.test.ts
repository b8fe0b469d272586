import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { sandboxSeed } from '../world/seed.ts'
import type { ChatLine } from './chat-view.ts'
import { personas } from './personas.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  sandbox.settings({
    delays: { sent: [1, 1], delivered: [1, 1], read: [1, 2], reply: [1, 2] },
    pairRate: false,
  })
})
afterAll(() => sandbox.close())

const phone = sandboxSeed.phone.id
const headers = { authorization: `Bearer ${sandboxSeed.systemUserToken}`, 'content-type': 'application/json' }
const send = async (to: string, message: object) => {
  const body = JSON.stringify({ messaging_product: 'whatsapp', to, ...message })
  const answer = await fetch(`${sandbox.url}/v25.0/${phone}/messages`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
}
const chat = async (from: string): Promise<ChatLine[]> => {
  const answer = await fetch(`${sandbox.url}/customer/chat?phone=${phone}&from=${from}`)
  return ((await answer.json()) as { lines: ChatLine[] }).lines
}
const act = (from: string, action: object, more: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/customer/chat`, {
    method: 'POST',
    headers: more,
    body: JSON.stringify({ phone, from, ...action }),
  })

const buttons = {
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text: 'Which size?' },
    action: { buttons: [{ type: 'reply', reply: { id: 's', title: 'Small' } }] },
  },
}

it('shows a person what arrived, and takes what they do', async () => {
  const from = '919800000777'
  expect((await act(from, { text: 'Hello' })).status).toBe(200)
  await send(from, buttons)
  const [, question] = await chat(from)
  expect(question).toMatchObject({ from: 'business', text: 'Which size?', buttons: [{ title: 'Small' }] })
  await act(from, { button: { message_id: question!.id, id: 's' } })
  await act(from, { reaction: { message_id: question!.id, emoji: '👍' } })
  await act(from, { location: { latitude: 1, longitude: 2, name: 'Shop' } })
  await act(from, { file: { mime: 'image/png', data: 'iVBORw0KGgo=' } })
  const lines = await chat(from)
  expect(lines.map(({ type }) => type)).toEqual([
    'text',
    'interactive',
    'interactive',
    'reaction',
    'location',
    'image',
  ])
  expect(lines[2]).toMatchObject({ from: 'person', text: 'Small', context: question!.id })
  const file = await fetch(`${sandbox.url}/customer/media/${lines[5]!.media!.id}`)
  expect([file.status, file.headers.get('content-security-policy')]).toEqual([200, 'sandbox'])
  expect(await (await fetch(`${sandbox.url}/customer`)).text()).toContain('Be the customer')
})

it('refuses what is not there, and pages of other sites', async () => {
  expect((await act('919800000778', {})).status).toBe(400)
  expect((await act('919800000778', { button: { message_id: 'x', id: 'y' } })).status).toBe(400)
  expect((await act('1', { text: 'Hello' })).status).toBe(400)
  const foreign = await act('919800000778', { text: 'Hello' }, { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
})

it('plays people who press, answer, write in bursts, send everything, delete, move and come from an ad', async () => {
  for (const [at, persona] of Object.keys(personas).entries()) {
    const from = `9198000010${at}7`
    const ids = sandbox.persona({ persona, from, count: 7, after_ms: 1 })
    expect(new Set(ids).size).toBe(ids.length)
    await sandbox.settled()
  }
  const at = (persona: string) => `9198000010${Object.keys(personas).indexOf(persona)}7`
  expect(await chat(at('burst'))).toHaveLength(7)
  expect((await chat(at('late'))).map(({ text }) => text)).toEqual([
    'Hello, one moment',
    'Sorry, I was away. Still there?',
  ])
  expect((await chat(at('media'))).map(({ type }) => type).sort()).toEqual(
    [
      'audio',
      'contacts',
      'document',
      'image',
      'interactive',
      'location',
      'order',
      'sticker',
      'unsupported',
      'video',
    ].sort(),
  )
  await act(at('presses'), { text: 'Hi' })
  await send(at('presses'), buttons)
  await sandbox.settled()
  expect((await chat(at('presses'))).at(-1)).toMatchObject({ from: 'person', text: 'Small' })
  expect(() => sandbox.persona({ persona: 'toString', from: '919800000001' })).toThrow('no such person')
})
