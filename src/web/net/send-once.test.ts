import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { answer, endpoints } from '#contract/endpoint.ts'
import { adoptToken, endSession } from '../session/session.ts'
import { sentenceFor } from './api-error.ts'
import { sendOnce } from './send-once.ts'

const { post } = endpoints({
  post: {
    method: 'POST',
    path: '/marketing/api/letters',
    summary: 'Send',
    body: z.object({ to: z.string() }),
    response: answer({}),
  },
})

const done = () => new Response('{"success":true}')
const refused = (status: number, code: string) => () =>
  new Response(JSON.stringify({ success: false, code, message: 'For programs' }), { status })

let answers: (() => Response)[] = []
let keys: (string | undefined)[] = []
const send = (to = 'Asha') =>
  sendOnce(post, { body: { to } }).then(
    () => 'sent',
    (error: unknown) => sentenceFor(error, { failed: 'Refused', unreachable: 'Lost' }),
  )

beforeEach(() => {
  adoptToken(`${btoa('{}')}.${btoa('{}')}.signature`)
  keys = []
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    return (answers.shift() ?? done)()
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  endSession('logout')
})

const lost = (): Response => {
  throw new TypeError('Failed to fetch')
}
const proxyPage = () => new Response('<h1>504</h1>', { status: 504 })

test('a call whose answer was lost keeps its key until there is an answer', async () => {
  answers = [lost, proxyPage, refused(503, 'unavailable'), refused(409, 'idempotency_under_way')]
  expect([await send(), await send(), await send(), await send(), await send()]).toEqual([
    'Lost',
    'Lost',
    'For programs',
    'The first try is still running. Try again in a few seconds.',
    'sent',
  ])
  expect(keys[0]).toMatch(/^[\d-]+$/)
  expect(new Set(keys).size).toBe(1)
  await send()
  expect(keys[5]).not.toBe(keys[0])
})

test('other words, a refusal, and a day later: another key', async () => {
  answers = [lost, done, refused(409, 'idempotency_outcome_unknown')]
  expect([await send(), await send('Ravi'), await send(), await send()]).toEqual([
    'Lost',
    'sent',
    'The first try was interrupted and may have worked. Check first, then try again.',
    'sent',
  ])
  expect(keys[2]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
  answers = [lost]
  await send()
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000 })
  await send()
  expect(new Set(keys).size).toBe(5)
})
