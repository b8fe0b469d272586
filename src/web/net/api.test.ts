import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { answer, endpoints } from '#contract/endpoint.ts'
import { adoptToken, currentSession, endSession } from '../session/session.ts'
import { addressOf, call } from './api.ts'
import { ApiError, sentenceFor } from './api-error.ts'
import { fileNameOf } from './transfer.ts'

const things = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/things',
    summary: 'List',
    query: z.object({ tag: z.array(z.string()).optional(), search: z.string().optional() }),
    response: answer({ things: z.array(z.string()) }),
  },
  get: {
    method: 'GET',
    path: '/marketing/api/things/{id}',
    summary: 'Get',
    params: z.object({ id: z.number() }),
    response: answer({}),
  },
})

const token = `${btoa('{}')}.${btoa('{}')}.signature`
const answers = (status: number, body: string) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status })),
  )
const failed = async (): Promise<ApiError> => {
  try {
    await call(things.list)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('The call succeeded.')
}

beforeEach(() => adoptToken(token))

afterEach(() => {
  vi.unstubAllGlobals()
  endSession('logout')
})

test('an address carries parameters and query, lists repeated, empty values left out', () => {
  expect(addressOf(things.get, { params: { id: 7 } })).toBe('/marketing/api/things/7')
  expect(addressOf(things.list, { query: { tag: ['a b', 'c'], search: '' } })).toBe(
    '/marketing/api/things?tag=a+b&tag=c',
  )
})

test('a call that was given the password goes on with the token that its answer brings', async () => {
  const next = `${btoa('{"a":1}')}.${btoa('{}')}.signature`
  const fetched = vi.fn(
    async () => new Response('{"success":true,"things":[]}', { headers: { 'session-token': next } }),
  )
  vi.stubGlobal('fetch', fetched)
  await call(things.list)
  expect(currentSession()?.token).toBe(next)
  await call(things.list, undefined, { token })
  expect(currentSession()?.token).toBe(next)
  // A late refusal of the one before ends nothing.
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('{"success":false,"message":"x"}', { status: 401 })),
  )
  await expect(call(things.list, undefined, { token })).rejects.toThrow()
  expect(currentSession()?.token).toBe(next)
})

describe('a call that fails', () => {
  test('shows the server’s sentence and the sentences of its fields', async () => {
    answers(
      422,
      JSON.stringify({
        success: false,
        code: 'rule_broken',
        message: 'No leads selected.',
        fields: { leads: 'Empty.' },
      }),
    )
    const error = await failed()
    expect(error).toMatchObject({
      kind: 'answer',
      code: 'rule_broken',
      status: 422,
      fields: { leads: 'Empty.' },
    })
    expect(sentenceFor(error, { failed: 'Failed', unreachable: 'Server error' })).toBe('No leads selected.')
  })
  test('tells a network that is down from an answer', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    )
    const error = await failed()
    expect(error.kind).toBe('network')
    expect(sentenceFor(error, { failed: 'Failed', unreachable: 'Server error fetching leads' })).toBe(
      'Server error fetching leads',
    )
  })
  test('never shows a proxy’s page', async () => {
    answers(502, '<html>Bad gateway</html>')
    const error = await failed()
    expect(error.kind).toBe('unreadable')
    expect(error.message).not.toContain('html')
  })
  test('is a failure though its status says otherwise', async () => {
    answers(200, JSON.stringify({ success: false, code: 'conflict', message: 'Taken.' }))
    expect((await failed()).code).toBe('conflict')
  })
})

describe('a 401', () => {
  const refusal = JSON.stringify({
    success: false,
    code: 'unauthenticated',
    message: 'Session expired. Please login again.',
  })
  test('ends the session that the call spoke for', async () => {
    adoptToken(token)
    answers(401, refusal)
    await failed()
    expect(currentSession()).toBeNull()
  })
  test('that comes late does not end the session of the next person', async () => {
    adoptToken('an.earlier.token')
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        adoptToken(token)
        return new Response(refusal, { status: 401 })
      }),
    )
    await failed()
    expect(currentSession()?.token).toBe(token)
  })
})

test('a call that needs a session is not sent without one', async () => {
  endSession('logout')
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  expect((await failed()).message).toBe('User not logged in.')
  expect(fetched).not.toHaveBeenCalled()
})

test('the token goes in the header, never in the address', async () => {
  adoptToken(token)
  const fetched = vi.fn(
    async (_address: string, _init: RequestInit) => new Response('{"success":true,"things":[]}'),
  )
  vi.stubGlobal('fetch', fetched)
  await call(things.list, { query: { search: 'a' } })
  const [address, init] = fetched.mock.calls[0]!
  expect(address).toBe('/marketing/api/things?search=a')
  expect((init.headers as Record<string, string>).authorization).toBe(`Bearer ${token}`)
})

test('a file is saved under the name that the server gives', () => {
  expect(fileNameOf('attachment; filename="leads.csv"')).toBe('leads.csv')
  expect(fileNameOf('attachment; filename="x.csv"; filename*=UTF-8\'\'clientes%20Ni%C3%B1o.csv')).toBe(
    'clientes Niño.csv',
  )
  expect(fileNameOf('attachment')).toBeNull()
})
