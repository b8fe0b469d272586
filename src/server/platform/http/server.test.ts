import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import pino from 'pino'
import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createSecrets } from '../secrets.ts'
import { createHttp, type Http } from './server.ts'

type More = Partial<Parameters<typeof createHttp>[0]>

const open = (more: More = {}): Promise<Http> =>
  createHttp({
    log: createLog('silent'),
    authenticate: () => Promise.reject(new Error('nobody calls')),
    frameOrigins: [],
    ...more,
  })

it('distinguishes people behind a trusted proxy, and trusts no other client’s header', async () => {
  const who = async (
    trustedProxies: More['trustedProxies'],
    remoteAddress: string,
    forwarded: string,
  ): Promise<string> => {
    const http = await open({ trustedProxies })
    http.get('/who', async ({ ip }) => ip)
    const { body } = await http.inject({
      url: '/who',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
    })
    await http.close()
    return body
  }
  expect(await who(undefined, '127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  expect(await who(undefined, '172.18.0.3', '203.0.113.8')).toBe('172.18.0.3')
  expect(await who(['172.16.0.0/12'], '172.18.0.3', '198.51.100.1, 203.0.113.8')).toBe('203.0.113.8')
  expect(await who(['172.16.0.0/12'], '203.0.113.9', '127.0.0.1')).toBe('203.0.113.9')
  expect(await who(1, '203.0.113.9', '198.51.100.1, 203.0.113.8')).toBe('203.0.113.8')
  expect(await who(2, '203.0.113.9', '198.51.100.1, 203.0.113.8')).toBe('198.51.100.1')
  expect(await who([], '127.0.0.1', '203.0.113.7')).toBe('127.0.0.1')
})

it('logs no failure of what stops because its caller is gone, and every other', async () => {
  const lines: string[] = []
  const http = await open({ log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }) })
  const stopped = Promise.withResolvers<void>()
  http.get('/long', async (_request, { raw }) => {
    await once(raw, 'close')
    stopped.resolve()
    throw new DOMException('This operation was aborted', 'AbortError')
  })
  http.get('/own', async () => {
    throw new DOMException('a time limit of our own', 'AbortError')
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const caller = connect((http.server.address() as AddressInfo).port)
  caller.write('GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n')
  caller.setTimeout(200, () => caller.destroy())
  await stopped.promise
  expect((await http.inject({ url: '/own' })).statusCode).toBe(500)
  await http.close()
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['a request failed'])
  expect(lines[0]).toContain('a time limit of our own')
})

it('tells browsers to keep to https where the install is reached by it, and to use no more of a device', async () => {
  const headersOf = async (https: false | 'host' | 'subdomains') => {
    const http = await open({ https })
    http.get('/page', async () => 'page')
    const { headers } = await http.inject({ url: '/page' })
    await http.close()
    return headers
  }
  const headers = await headersOf('host')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  const below = await headersOf('subdomains')
  expect(below['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect((await headersOf(false))['strict-transport-security']).toBeUndefined()
})

it('allows the avatar service, but not for a person who turned it off', async () => {
  const http = await open({ avatarOrigin: 'https://avatars.example' })
  http.get('/page', async () => 'page')
  const pictures = async (cookie?: string): Promise<string> => {
    const { headers } = await http.inject({ url: '/page', headers: cookie ? { cookie } : {} })
    return /img-src [^;]*/.exec(String(headers['content-security-policy']))?.[0] ?? ''
  }
  expect(await pictures()).toContain('https://avatars.example')
  expect(await pictures('a=b; avatars=on')).toContain('https://avatars.example')
  expect(await pictures('a=b; avatars=off')).not.toContain('avatars.example')
  expect(await pictures('__Host-avatars=off')).not.toContain('avatars.example')
  await http.close()
})

it('does not wait half an hour for an upload that hangs', async () => {
  const http = await open({ underWayMs: 200 })
  http.post('/upload', async () => 'done')
  await http.listen({ port: 0, host: '127.0.0.1' })
  const arrived = once(http.server, 'request')
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    'POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"half',
  )
  await arrived
  const started = performance.now()
  await http.close()
  expect(performance.now() - started).toBeLessThan(60_000)
})

it('says which key is missing where a kept token cannot be read', async () => {
  const http = await open()
  const sealed = createSecrets(randomBytes(32)).seal('token', 'a row')
  http.get('/token', async () => createSecrets(randomBytes(32)).open(sealed, 'a row'))
  const answer = await http.inject('/token')
  expect(answer.statusCode).toBe(409)
  expect(answer.json().message).toContain('Restore the old ENCRYPTION_KEY or secrets.json')
  await http.close()
})
