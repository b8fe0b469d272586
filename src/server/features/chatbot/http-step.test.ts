import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDigits, text } from '#server/features/conversations/conversations.fixture.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually } from '#test/server.ts'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'
import { callKey } from './run/call-key.ts'

let bot: Awaited<ReturnType<typeof openBot>>
let api: Server
let address: string
const calls: string[] = []
const keys = new Map<string, unknown[]>()
/** Calls that wait for the end of `/hanging`, and the most that waited at a time. */
const hanging = { isOver: false, responses: new Set<ServerResponse>(), most: 0 }

beforeAll(async () => {
  api = createServer((request, response) => {
    const path = request.url ?? ''
    calls.push(path)
    keys.set(path, [...(keys.get(path) ?? []), request.headers['idempotency-key']])
    const isFirst = calls.filter((one) => one === path).length === 1
    if (path === '/order') response.end(JSON.stringify({ order: { status: 'on its way \ud800\0!' } }))
    else if (path === '/flaky' && isFirst) response.writeHead(503).end()
    else if (path === '/flaky') response.end(JSON.stringify({ order: { status: 'found' } }))
    else if (path === '/broken') response.writeHead(500).end('{"order": {"status": "never"}}')
    else if (path === '/gone') response.writeHead(404).end()
    else if (path === '/moved') response.writeHead(302, { location: '/order' }).end()
    else if (path === '/page') response.end('<html>Welcome</html>')
    else if (path === '/huge') response.end(`"${'x'.repeat(200_000)}"`)
    else if (path === '/hanging' && hanging.isOver) response.writeHead(404).end()
    else if (path === '/hanging') {
      hanging.responses.add(response)
      response.on('close', () => hanging.responses.delete(response))
      hanging.most = Math.max(hanging.most, hanging.responses.size)
    }
    // Anything else is never answered.
  })
  await new Promise<void>((listening) => api.listen(0, '127.0.0.2', listening))
  address = `http://127.0.0.2:${(api.address() as AddressInfo).port}`
  bot = await openBot()
})
afterAll(async () => {
  await bot?.server.close()
  api?.closeAllConnections()
  api?.close()
})

const call = (url: string) =>
  ({
    id: 'call',
    kind: 'http',
    method: 'GET',
    url,
    headers: [],
    body: '',
    outputs: [{ path: 'order.status', variable: 'status' }],
    next: { next: 'tell', failed: 'sorry' },
  }) as const
const tell = { id: 'tell', kind: 'text', text: 'Your order: {{status}}.', next: { next: 'end' } } as const
const sorry = { id: 'sorry', kind: 'text', text: 'We cannot look now.', next: { next: 'end' } } as const

/** A word leads to a step that calls this address. */
async function callsBy(word: string, url: string, by?: string): Promise<void> {
  const step = call(url.replace('http:', 'https:'))
  const flowId = await bot.startedBy(
    word,
    flowOf({ ...step, headers: [], outputs: [...step.outputs] }, tell, sorry, end),
    by,
  )
  // Only https can be published; the stand-in has no certificate.
  await sql`
    update bot_flow_versions set definition = replace(definition::text, ${step.url}, ${url})::jsonb
    where flow_id = ${flowId}`.execute(bot.server.app.db)
}

/** Somebody comes by a word to a step that calls this address. @returns the timeline when the bot has answered. */
async function calledBy(word: string, url: string) {
  await callsBy(word, url)
  const person = await bot.person()
  await person.say(word)
  return await bot.untilTimeline(await person.conversation(), (all) => textsOf(all).length > 0)
}

it('puts what an address answers into variables, though it cannot be stored as it came', async () => {
  expect(textsOf(await calledBy('order', `${address}/order`))).toEqual(['Your order: on its way \ufffd!.'])
})

it('tries again where the next try may go well, and then says nothing of it', async () => {
  const items = await calledBy('flaky', `${address}/flaky`)
  expect(textsOf(items)).toEqual(['Your order: found.'])
  expect(items.filter(({ type }) => type === 'event')).toEqual([])
  expect(calls.filter((path) => path === '/flaky')).toHaveLength(2)
  const [first, second] = keys.get('/flaky')!
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).toBe(first)
})

it.each([
  ['broken', { fault: 'status', status: 500 }, 3],
  ['gone', { fault: 'status', status: 404 }, 1],
  ['moved', { fault: 'status', status: 302 }, 1],
  ['page', { fault: 'not_json', status: null }, 1],
  ['huge', { fault: 'too_large', status: null }, 1],
  ['silent', { fault: 'timeout', status: null }, 3],
])(
  'goes the way for a failure where an address is %s, and the team reads why',
  async (word, why, times) => {
    const items = await calledBy(word, `${address}/${word}`)
    expect(textsOf(items)).toEqual(['We cannot look now.'])
    const failure = items.find(({ event }) => event === 'bot_call_failed')
    expect(failure?.details).toMatchObject({ ...why, host: new URL(address).host })
    expect(calls.filter((path) => path === `/${word}`)).toHaveLength(times)
  },
  40_000,
)

it('calls no address of our own network, and says so', async () => {
  const items = await calledBy('inside', 'https://127.0.0.1/secret')
  expect(textsOf(items)).toEqual(['We cannot look now.'])
  expect(items.find(({ event }) => event === 'bot_call_failed')?.details).toMatchObject({
    host: '127.0.0.1',
    fault: 'not_public',
    status: null,
  })
})

it('names a visit alike in each process and after two conversations became one, and each visit by itself', async () => {
  await calledBy('order again', `${address}/order`)
  const [one, other] = keys.get('/order')!
  expect(other).toMatch(/^[0-9a-f]{64}$/)
  expect(other).not.toBe(one)
  const at = { business_id: 1, conversation_id: 2, run: 3, step: 'call', visit: 1 }
  const from = { cause: 'wamid.1', flowId: 4 }
  const key = callKey(at, from)
  expect(callKey({ ...at }, { ...from })).toBe(key)
  expect(callKey({ ...at, conversation_id: 9 }, from)).toBe(key)
  expect(callKey({ ...at, conversation_id: 9, run: 10, call_key: key }, from)).toBe(key)
  const others = [
    callKey({ ...at, visit: 2 }, from),
    callKey({ ...at, run: 4 }, from),
    callKey({ ...at, step: 'pay' }, from),
    callKey(at, { ...from, cause: null }),
  ]
  expect(new Set([key, ...others]).size).toBe(5)
})

it('answers the people of a business within seconds while the address of another answers nobody', async () => {
  const { server, stranger } = bot
  const theirs = await connectSeededAccount(server, stranger)
  await callsBy('hanging', `${address}/hanging`)
  await callsBy('order', `${address}/order`, stranger.token)
  await Promise.all(Array.from({ length: 40 }, () => bot.deliver(newDigits(), [text('hanging')])))
  await eventually('calls that hang', async () => hanging.responses.size >= 4)
  const answeredAfter = async (): Promise<number> => {
    const from = performance.now()
    const { length } = keys.get('/order') ?? []
    await bot.deliver(newDigits(), [text('order')], theirs)
    await eventually('the call', async () => (keys.get('/order') ?? []).length > length)
    return performance.now() - from
  }
  // A place that a hanging call holds is free after 18 seconds.
  expect(await answeredAfter()).toBeLessThan(5_000)
  expect(hanging.most).toBeLessThan(12)
  hanging.isOver = true
  for (const response of hanging.responses) response.writeHead(404).end()
  // Each place that becomes free is taken at once: by the look of each second it would take nine.
  const callsOf = () => calls.filter((path) => path === '/hanging').length
  await eventually('everybody of the first', async () => callsOf() >= 40, 20_000)
}, 60_000)
