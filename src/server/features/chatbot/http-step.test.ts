import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { end, flowOf, openBot, textsOf } from './chatbot.fixture.ts'

let bot: Awaited<ReturnType<typeof openBot>>
let api: Server
let address: string
const calls: string[] = []

beforeAll(async () => {
  api = createServer((request, response) => {
    const path = request.url ?? ''
    calls.push(path)
    const isFirst = calls.filter((one) => one === path).length === 1
    if (path === '/order') response.end(JSON.stringify({ order: { status: 'on its way \ud800\0!' } }))
    else if (path === '/flaky' && isFirst) response.writeHead(503).end()
    else if (path === '/flaky') response.end(JSON.stringify({ order: { status: 'found' } }))
    else if (path === '/broken') response.writeHead(500).end('{"order": {"status": "never"}}')
    else if (path === '/gone') response.writeHead(404).end()
    else if (path === '/moved') response.writeHead(302, { location: '/order' }).end()
    else if (path === '/page') response.end('<html>Welcome</html>')
    else if (path === '/huge') response.end(`"${'x'.repeat(200_000)}"`)
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

/** Somebody comes by a word to a step that calls this address. @returns the timeline when the bot has answered. */
async function calledBy(word: string, url: string) {
  const step = call(url.replace('http:', 'https:'))
  const flowId = await bot.startedBy(
    word,
    flowOf({ ...step, headers: [], outputs: [...step.outputs] }, tell, sorry, end),
  )
  // Only https can be published; the stand-in has no certificate.
  await sql`
    update bot_flow_versions set definition = replace(definition::text, ${step.url}, ${url})::jsonb
    where flow_id = ${flowId}`.execute(bot.server.app.db)
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
