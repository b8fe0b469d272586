import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { dashboard } from '#contract/dashboard.ts'
import {
  mostStreamsPerAddress,
  mostStreamsPerUser,
  openEventStream,
} from '#server/platform/http/event-stream.ts'
import { eventually, openTestServer, type TestServer } from '../server.ts'

/** What a session opened ends with it: an open stream would show every message on a lost laptop. */
let server: TestServer
beforeAll(async () => {
  // The first heartbeat of a stream comes at a random moment, and asks too: here as late as it can.
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  server = await openTestServer()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
})

async function listen(token: string) {
  const answer = await fetch(server.url + dashboard.live.path, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  const listening = { ended: false }
  const read = async (): Promise<void> => {
    for await (const _ of answer.body ?? []);
    listening.ended = true
  }
  void read()
  return listening
}

it('ends the streams of a person who logs out, and no others', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
  const [hers, his] = [await listen(asha.token), await listen(ravi.token)]
  await server.call(accounts.logout, { token: asha.token })
  await eventually('her stream has ended', async () => hers.ended)
  expect(his.ended).toBe(false)
})

it('ends the streams of the other sessions when the password is changed', async () => {
  const { email, token } = await server.signUp()
  const login = await server.call(accounts.login, { body: { email, password: 'correct horse' } })
  const [old, current] = [await listen(token), await listen(login.body.token)]
  const saved = await server.call(accounts.saveSettings, {
    token: login.body.token,
    body: { name: 'Asha', email, new_password: 'quite another horse', current_password: 'correct horse' },
  })
  expect(saved.status).toBe(200)
  await eventually('the old stream has ended', async () => old.ended)
  expect(current.ended).toBe(false)
})

it('has only the streams of an ended session ask whether they may stay', async () => {
  const [asha, ...others] = await Promise.all(Array.from({ length: 4 }, () => server.signUp()))
  const [hers, hersToo] = [await listen(asha!.token), await listen(asha!.token)]
  const rest = await Promise.all(others.map(({ token }) => listen(token)))
  const asked: string[] = []
  const { isOpenSession } = server.http
  server.http.isOpenSession = (session) => {
    asked.push(session.sessionId)
    return isOpenSession(session)
  }
  try {
    await server.call(accounts.logout, { token: asha!.token })
    await eventually('her streams have ended', async () => hers.ended && hersToo.ended)
  } finally {
    server.http.isOpenSession = isOpenSession
  }
  const own = server.app.db.selectFrom('sessions').select('id').where('user_id', '=', asha!.userId)
  // Once for all streams of her session.
  expect(asked).toEqual([(await own.executeTakeFirstOrThrow()).id])
  expect(rest.some(({ ended }) => ended)).toBe(false)
})

it('answers clearly when a person has too many live pages open, and others are not concerned', async () => {
  const [asha, ravi] = [await server.signUp(), await server.signUp('Ravi')]
  const leaving = new AbortController()
  // Kept: the garbage collector closes a stream without references.
  const opened: Response[] = []
  const open = async (token: string, signal?: AbortSignal) => {
    const answer = await fetch(server.url + dashboard.live.path, {
      headers: { authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    })
    opened.push(answer)
    return answer
  }
  const first = await open(asha.token, leaving.signal)
  for (let nr = 1; nr < mostStreamsPerUser; nr++) expect((await open(asha.token)).status).toBe(200)
  const tooMany = await open(asha.token)
  expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await tooMany.json()).toMatchObject({
    success: false,
    code: 'rate_limited',
    message: 'You have 20 live pages open. Close some of them. This page works without live updates.',
  })
  expect((await open(ravi.token)).status).toBe(200)
  expect(first.status).toBe(200)
  leaving.abort()
  await eventually('there is room again', async () => (await open(asha.token)).status === 200)
  expect(opened.length).toBeGreaterThan(mostStreamsPerUser)
})

it('counts the streams of a network address, whoever reads them; the next one waits', async () => {
  const person = await server.signUp()
  const open = async () => {
    const leaving = new AbortController()
    const { status, headers, body } = await fetch(server.url + dashboard.live.path, {
      headers: { authorization: `Bearer ${person.token}` },
      signal: leaving.signal,
    })
    const said =
      status === 200 ? undefined : ((await new Response(body).json()) as { message: string }).message
    leaving.abort()
    return { status, said, wait: headers.get('retry-after') }
  }
  // Each of another person and session; no socket is behind them. Readers of the other tests may be open still.
  const others: EventEmitter[] = []
  const openAnother = () => {
    const raw = new EventEmitter()
    const answer = { writeHead: () => undefined, write: () => true, end: () => undefined }
    const reply = { hijack: () => undefined, getHeaders: () => ({}), raw: answer }
    const request = { ip: '127.0.0.1', raw, server: { isOpenSession: async () => true } }
    const reader = { businessId: -1, userId: -1 - others.length, sessionId: `reader ${others.length}` }
    openEventStream(request as unknown as FastifyRequest, reply as unknown as FastifyReply, reader)
    others.push(raw)
  }
  try {
    expect(() => {
      while (others.length <= mostStreamsPerAddress) openAnother()
    }).toThrow('Too many live pages are open from your network.')
    expect(await open()).toEqual({
      status: 429,
      wait: '60',
      said: 'Too many live pages are open from your network. This page works without live updates.',
    })
    others.pop()?.emit('close')
    expect((await open()).status).toBe(200)
  } finally {
    for (const raw of others) raw.emit('close')
  }
})
