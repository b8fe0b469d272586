import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { conversations } from '#contract/conversations.ts'
import { team } from '#contract/team.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, type Person } from '#test/server.ts'
import { type Inbox, newDigits, openInbox } from '../conversations.fixture.ts'

/** An MP4 by its first bytes. */
const film = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 256)),
])

let inbox: Inbox
let { server, asha, stranger, account, conversationWith, untilTimeline } = {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, stranger, account, conversationWith, untilTimeline } = inbox)
})
afterAll(() => server.close())
afterEach(() => void vi.useRealTimers())

async function sent(mime: string, data: Buffer, name?: string): Promise<number> {
  const digits = newDigits()
  server.sandbox.inbound({
    from: digits,
    phone_number_id: account.phone_number_id,
    file: { mime, data: data.toString('base64'), ...(name && { name }) },
  })
  const { id } = await conversationWith(digits)
  const items = await untilTimeline(id, (all) => all[0]?.file?.state === 'ready')
  return items[0]!.file!.id
}

const ask = (id: number, token = asha.token) =>
  server.call(conversations.fileAddress, { token, params: { id }, body: {} })
const addressOf = async (id: number, token = asha.token) => {
  const { status, body } = await ask(id, token)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.address
}
const play = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.http.inject({ method, url, headers })

it('is read without a header, in ranges, and neither kept nor named to others', async () => {
  const address = await addressOf(await sent('video/mp4', film, 'saree.mp4'))
  const whole = await play(address)
  expect(whole.statusCode).toBe(200)
  expect(whole.rawPayload.equals(film)).toBe(true)
  const headers = {
    'content-type': 'video/mp4',
    'content-length': String(film.length),
    'content-disposition': `inline; filename="saree.mp4"; filename*=UTF-8''saree.mp4`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  }
  expect(whole.headers).toMatchObject(headers)
  const head = await play(address, {}, 'HEAD')
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  expect(head.headers).toMatchObject(headers)
  const part = await play(address, { range: 'bytes=1000-1999' })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 1000-1999/${film.length}`])
  expect(part.rawPayload.equals(film.subarray(1000, 2000))).toBe(true)
  const rest = await play(address, { range: 'bytes=5000-' })
  expect(rest.rawPayload.equals(film.subarray(5000))).toBe(true)
  const last = await play(address, { range: 'bytes=-24' })
  expect([last.statusCode, last.rawPayload.equals(film.subarray(-24))]).toEqual([206, true])
  const beyond = await play(address, { range: `bytes=${film.length}-` })
  expect([beyond.statusCode, beyond.headers['content-range'], beyond.rawPayload.length]).toEqual([
    416,
    `bytes */${film.length}`,
    0,
  ])
})

it('is given for recordings and films alone, to their business alone', async () => {
  const id = await sent('video/mp4', film)
  expect((await ask(id, stranger.token)).status).toBe(404)
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgwLPnGk6WQAAAABJRU5ErkJggg==',
    'base64',
  )
  expect((await ask(await sent('image/png', png))).status).toBe(404)
})

it('is worth nothing for another file or business, changed, or without its signature', async () => {
  const id = await sent('video/mp4', film)
  const other = await sent('video/mp4', Buffer.concat([film, film]))
  const address = await addressOf(id)
  const [business = '', session = '', playable = '', until = '', signature = ''] = address
    .split('key=')[1]!
    .split('.')
  const with_ = (...parts: (string | number)[]) => `${address.split('key=')[0]}key=${parts.join('.')}`
  const first = signature.startsWith('A') ? 'B' : 'A'
  const forged = {
    'another file': address.replace(`/${id}/`, `/${other}/`),
    'another business': with_(stranger.businessId, session, playable, until, signature),
    'another session': with_(business, '00000000-0000-4000-8000-000000000000', playable, until, signature),
    'another copy': with_(business, session, 1, until, signature),
    'a later time': with_(business, session, playable, Number(until) + 60_000, signature),
    'another signature': with_(business, session, playable, until, first + signature.slice(1)),
    'a short signature': with_(business, session, playable, until, signature.slice(1)),
    'no signature': with_(business, session, playable, until),
    nothing: with_(''),
  }
  for (const [name, url] of Object.entries(forged)) {
    const answer = await play(url)
    expect(answer.statusCode, name).toBe(404)
    expect(answer.rawPayload.includes(film.subarray(0, 24)), name).toBe(false)
  }
  expect((await play(address)).statusCode).toBe(200)
})

it('of another business reads nothing of this one', async () => {
  const id = await sent('video/mp4', film)
  const theirs = await connectSeededAccount(server, stranger)
  server.sandbox.inbound({
    from: newDigits(),
    phone_number_id: theirs.phone_number_id,
    file: { mime: 'video/mp4', data: Buffer.concat([film, Buffer.from('theirs')]).toString('base64') },
  })
  const { id: theirId } = await eventually('their film', () =>
    server.app.db
      .selectFrom('chat_files')
      .select('id')
      .where('business_id', '=', stranger.businessId)
      .where('state', '=', 'ready')
      .executeTakeFirst(),
  )
  expect((await ask(Number(theirId))).status).toBe(404)
  const address = await addressOf(Number(theirId), stranger.token)
  expect((await play(address)).rawPayload.subarray(film.length).toString()).toBe('theirs')
  expect((await play(address.replace(`/${theirId}/`, `/${id}/`))).statusCode).toBe(404)
})

it('lasts ten minutes', async () => {
  const { body } = await ask(await sent('video/mp4', film))
  expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(600_000)
  const given = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: given + 9 * 60_000 })
  expect((await play(body.address)).statusCode).toBe(200)
  vi.setSystemTime(given + 10 * 60_000)
  expect((await play(body.address)).statusCode).toBe(404)
})

it('ends with the session: at the logout, and when the member is removed', async () => {
  const id = await sent('video/mp4', film)
  const member = await joined()
  const theirs = await addressOf(id, member.token)
  const mine = await addressOf(id)
  expect((await play(theirs)).statusCode).toBe(200)
  const removed = await server.call(team.remove, { token: asha.token, params: { id: member.userId } })
  expect(removed.status, JSON.stringify(removed.body)).toBe(200)
  expect((await play(theirs)).statusCode).toBe(404)
  expect((await play(mine)).statusCode).toBe(200)
  const again = await joined()
  const last = await addressOf(id, again.token)
  await server.call(accounts.logout, { token: again.token })
  expect((await play(last)).statusCode).toBe(404)
})

let nr = 0
async function joined(): Promise<Pick<Person, 'token' | 'userId'>> {
  const { body: invited } = await server.call(team.invite, { token: asha.token, body: {} })
  const { status, body } = await server.call(team.join, {
    body: {
      token: invited.link.split('/').at(-1) ?? '',
      name: 'Meera',
      email: `meera-${++nr}@example.com`,
      password: 'battery staple',
    },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return { token: body.token, userId: body.user.id }
}
