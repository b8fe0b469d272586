import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoint.ts'
import { adoptToken, endSession } from '../session/session.ts'
import { type LiveState, stream } from './stream.ts'

const { live } = endpoints({
  live: { method: 'GET', path: '/marketing/api/live', summary: 'Live', raw: true, response: z.unknown() },
})
const token = `${btoa('{}')}.${btoa('{}')}.signature`

/** An answer that says these pieces and then ends. */
const says = (...pieces: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

/** Follows the stream against these answers, one a connection, until `done` says so. */
async function follow(
  answers: ((init: RequestInit) => Response)[],
  done: (seen: string[], states: LiveState[]) => boolean,
) {
  const stop = new AbortController()
  const seen: string[] = []
  const states: LiveState[] = []
  const headers: Record<string, string>[] = []
  let connection = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_address: string, init: RequestInit) => {
      headers.push(init.headers as Record<string, string>)
      const next = answers[Math.min(connection, answers.length - 1)]!
      connection += 1
      return next(init)
    }),
  )
  const check = () => done(seen, states) && stop.abort()
  await stream(live, undefined, {
    onEvent: (event) => {
      seen.push(event.data)
      check()
    },
    onState: (state) => {
      states.push(state)
      check()
    },
    signal: stop.signal,
  })
  return { seen, states, headers }
}

afterEach(() => {
  vi.unstubAllGlobals()
  endSession('logout')
})

test('a stream that breaks is taken up again after the last event, with the token in the header', async () => {
  adoptToken(token)
  const { seen, headers } = await follow(
    [() => says('retry: 1\n\nid: 4\nda', 'ta: one\n\n'), () => says('id: 5\ndata: two\n\n')],
    (events) => events.includes('two'),
  )
  expect(seen).toEqual(['one', 'two'])
  expect(headers[0]).toMatchObject({ authorization: `Bearer ${token}`, accept: 'text/event-stream' })
  expect(headers[0]).not.toHaveProperty('last-event-id')
  expect(headers[1]).toMatchObject({ 'last-event-id': '4' })
})

test('after two failures the screen polls, and goes live again when the stream is back', async () => {
  const broken = () => new Response('<html>', { status: 502 })
  const { states } = await follow(
    [() => says('retry: 1\n\n'), broken, broken, () => says('data: back\n\n')],
    (events) => events.includes('back'),
  )
  expect(states.filter((state, index) => state !== states[index - 1])).toEqual(['live', 'polling', 'live'])
})

test('a refusal is final: the screen polls and the server is not asked again', async () => {
  const refusal = JSON.stringify({ success: false, code: 'not_found', message: 'Not there.' })
  const { states, headers } = await follow([() => new Response(refusal, { status: 404 })], () => false)
  expect(states).toEqual(['polling'])
  expect(headers).toHaveLength(1)
})

test('a stream through which nothing comes is held up somewhere: the screen polls meanwhile', async () => {
  vi.useFakeTimers()
  try {
    const silent = ({ signal }: RequestInit) =>
      new Response(
        new ReadableStream({
          start: (controller) =>
            signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      )
    const following = follow([silent], (_, states) => states.includes('polling'))
    await vi.advanceTimersByTimeAsync(5_100)
    expect((await following).states).toEqual(['polling'])
  } finally {
    vi.useRealTimers()
  }
})
