import { createServer as createTlsServer } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import { MetaError } from './errors/meta-error.ts'
import { json, type Loopback, serveHttp, serveTcp } from './loopback-servers.ts'
import { createMeta, type Meta, type MetaOptions } from './meta.ts'

/** For every way a request can go wrong: is it certain that Meta does not have it? */

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
})

async function on(server: Promise<Loopback>): Promise<Loopback> {
  const started = await server
  open.push(started)
  return started
}

function metaAt(graphUrl: string, options: Partial<MetaOptions> = {}): Meta {
  const meta = createMeta({
    graphUrl,
    version: 'v23.0',
    appId: '1',
    appSecret: 'app-secret',
    requestTimeoutMs: 5_000,
    ...options,
  })
  open.push(meta)
  return meta
}

const send = (meta: Meta) => meta.sendPrepared('token', '106540352242922', '{"to":"+16505551234"}')

async function failure(work: Promise<unknown>): Promise<MetaError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MetaError)) throw new Error(`expected a MetaError, got ${String(error)}`)
  return error
}

/** A port without a listener: one that was just released. */
async function deadUrl(): Promise<string> {
  const server = await serveHttp(() => undefined)
  await server.close()
  return server.url
}

const accepted = {
  messaging_product: 'whatsapp',
  contacts: [{ input: '+16505551234', wa_id: '16505551234' }],
  messages: [{ id: 'wamid.1', message_status: 'accepted' }],
}

describe('never sent', () => {
  it('is what a refused connection means', async () => {
    const error = await failure(send(metaAt(await deadUrl())))
    expect(error.delivery).toBe('never_sent')
    expect(error.retry).toBe(true)
    expect(error.message).toContain('ECONNREFUSED')
  })

  it('holds for all that wait in line behind a refused connection', async () => {
    const meta = metaAt(await deadUrl(), { messageConnections: 3 })
    const errors = await Promise.all(Array.from({ length: 40 }, () => failure(send(meta))))
    expect(new Set(errors.map((error) => error.delivery))).toEqual(new Set(['never_sent']))
  })

  it('is what an address that does not exist means', async () => {
    const error = await failure(send(metaAt('http://graph.invalid')))
    expect(error.delivery).toBe('never_sent')
  })

  it('is the result of an untrusted certificate', async () => {
    const requests: string[] = []
    const server = createTlsServer(selfSigned, (request, response) => {
      requests.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => void server.close(() => resolve())) })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the test server has no port')
    const error = await failure(send(metaAt(`https://127.0.0.1:${address.port}`)))
    expect(error.delivery).toBe('never_sent')
    expect(requests).toEqual([])
  })

  it('is the result of a TLS handshake with a server without TLS', async () => {
    const server = await on(serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    const error = await failure(send(metaAt(server.url.replace('http:', 'https:'))))
    expect(error.delivery).toBe('never_sent')
  })

  it('is what a TLS handshake that never ends means', async () => {
    const server = await on(serveTcp(() => undefined))
    const url = server.url.replace('http:', 'https:')
    const error = await failure(send(metaAt(url, { connectTimeoutMs: 100, requestTimeoutMs: 3_000 })))
    expect(error.delivery).toBe('never_sent')
    expect(error.message).toContain('UND_ERR_CONNECT_TIMEOUT')
  })

  it('is what giving up in the queue means, and the request never leaves later', async () => {
    const waiting: (() => void)[] = []
    const server = await on(
      serveHttp((_request, response) => void waiting.push(() => json(response, 200, accepted))),
    )
    const meta = metaAt(server.url, { messageConnections: 1, requestTimeoutMs: 1000 })
    const first = failure(send(meta))
    const second = failure(send(meta))
    // Both limits pass while nothing else can happen: a connection freed in between would take the second.
    setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200), 900)
    expect((await second).delivery).toBe('never_sent')
    expect((await first).delivery).toBe('unknown')
    // The connection is free again: what was given up must not be the next on it.
    const last = send(meta)
    await until(() => server.received.length === 2)
    for (const answer of waiting) answer()
    expect((await last).wamid).toBe('wamid.1')
    expect(server.received).toHaveLength(2)
  })

  it('is what a closed client means', async () => {
    const server = await on(serveHttp((_request, response) => json(response, 200, accepted)))
    const meta = metaAt(server.url)
    await send(meta)
    await meta.close()
    const error = await failure(send(meta))
    expect(error.delivery).toBe('never_sent')
    expect(server.received).toHaveLength(1)
  })

  it('is the result of a token with a line break, and the owner is informed', async () => {
    const server = await on(serveHttp((_request, response) => json(response, 200, accepted)))
    const error = await failure(metaAt(server.url).sendPrepared('abc\ndef', '1', '{}'))
    expect(error.delivery).toBe('never_sent')
    expect(error.action).toBe('stop_account')
    expect(server.received).toEqual([])
  })
})

describe('unknown', () => {
  it('is what a connection reset before the request was read means', async () => {
    const server = await on(
      serveTcp(async (socket) => {
        socket.pause()
        // The request is in the machine's buffers by then: whether it arrived cannot be seen from outside.
        await turns(50)
        socket.resetAndDestroy()
      }),
    )
    expect((await failure(send(metaAt(server.url)))).delivery).toBe('unknown')
  })

  it('is what a connection reset after the request was read means', async () => {
    const server = await on(serveTcp((socket) => socket.once('data', () => socket.resetAndDestroy())))
    expect((await failure(send(metaAt(server.url)))).delivery).toBe('unknown')
  })

  it('is what a connection closed politely without an answer means, and nothing is sent twice', async () => {
    let connections = 0
    const server = await on(
      serveTcp((socket) => {
        connections += 1
        socket.once('data', () => socket.end())
      }),
    )
    expect((await failure(send(metaAt(server.url)))).delivery).toBe('unknown')
    expect(connections).toBe(1)
  })

  it('is what an idle connection closed at the moment of the next request means', async () => {
    let requests = 0
    const server = await on(
      serveTcp((socket) => {
        socket.on('data', () => {
          requests += 1
          if (requests > 1) return socket.destroy()
          const body = JSON.stringify(accepted)
          socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
        })
      }),
    )
    const meta = metaAt(server.url, { messageConnections: 1 })
    await send(meta)
    expect((await failure(send(meta))).delivery).toBe('unknown')
    expect(requests).toBe(2)
  })

  it('is what silence means', async () => {
    const server = await on(serveHttp(() => undefined))
    const error = await failure(send(metaAt(server.url, { requestTimeoutMs: 200 })))
    expect(error.delivery).toBe('unknown')
    expect(server.received).toHaveLength(1)
  })

  it('is what an answer that stops in the middle means', async () => {
    const server = await on(
      serveTcp((socket) => {
        socket.once('data', () => {
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 400\r\n\r\n{"messages":')
        })
      }),
    )
    expect((await failure(send(metaAt(server.url)))).delivery).toBe('unknown')
  })

  it('is what an answer that trickles past the time limit means', async () => {
    const server = await on(
      serveHttp((_request, response) => {
        response.writeHead(200)
        response.write('{')
      }),
    )
    expect((await failure(send(metaAt(server.url, { requestTimeoutMs: 200 })))).delivery).toBe('unknown')
  })

  it('is what bytes that are no HTTP mean', async () => {
    const server = await on(serveTcp((socket) => socket.once('data', () => socket.end('220 smtp ready\r\n'))))
    expect((await failure(send(metaAt(server.url)))).delivery).toBe('unknown')
  })

  it.each([500, 502, 503, 504, 408, 302])('is what a page of HTML with status %i means', async (status) => {
    const server = await on(
      serveHttp((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html', location: '/elsewhere' })
        response.end('<html><body>Sorry, something went wrong.</body></html>')
      }),
    )
    const error = await failure(send(metaAt(server.url)))
    expect(error).toMatchObject({ delivery: 'unknown', httpStatus: status, action: 'retry' })
    expect(server.received).toHaveLength(1)
  })

  it.each(['', 'OK', '{}', '{"messages":[]}', '{"messages":[{"id":""}]}', '<html>', 'null'])(
    'is what a success without a message id means: %j',
    async (body) => {
      const server = await on(
        serveHttp((_request, response) => {
          response.writeHead(200)
          response.end(body)
        }),
      )
      expect((await failure(send(metaAt(server.url)))).delivery).toBe('unknown')
    },
  )
})

describe('refused', () => {
  it.each([400, 401, 429, 500, 503])('is what an error object means, with status %i', async (status) => {
    const server = await on(
      serveHttp((_request, response) =>
        json(response, status, {
          error: {
            message: '(#130429) Rate limit hit',
            type: 'OAuthException',
            code: 130429,
            error_subcode: 2494055,
            error_data: { messaging_product: 'whatsapp', details: 'Cloud API message throughput' },
            error_user_title: 'Slow down',
            error_user_msg: 'Too many messages',
            fbtrace_id: 'Az8or2yhqkZfEZ-_4Qn_Bam',
          },
        }),
      ),
    )
    const error = await failure(send(metaAt(server.url)))
    expect(error).toMatchObject({
      delivery: 'refused',
      code: 130429,
      subcode: 2494055,
      httpStatus: status,
      action: 'pause_number',
      details: 'Cloud API message throughput',
      userTitle: 'Slow down',
      userMessage: 'Too many messages',
      fbtraceId: 'Az8or2yhqkZfEZ-_4Qn_Bam',
      retry: true,
      ours: false,
    })
  })

  it('is what an error object in an answer of 200 means', async () => {
    const body = { error: { message: 'no', type: 'OAuthException', code: 190 } }
    const server = await on(serveHttp((_request, response) => json(response, 200, body)))
    const meta = metaAt(server.url)
    expect(await failure(meta.waba.get('token', '1'))).toMatchObject({ delivery: 'refused', code: 190 })
    expect(await failure(send(meta))).toMatchObject({ delivery: 'refused', code: 190 })
  })

  it('is what a firewall in between means, and nothing is written off for it', async () => {
    const server = await on(
      serveHttp((_request, response) => {
        response.writeHead(403, { 'content-type': 'text/html' })
        response.end('<h1>Blocked by your administrator</h1>')
      }),
    )
    const error = await failure(send(metaAt(server.url)))
    expect(error).toMatchObject({ delivery: 'refused', httpStatus: 403, action: 'retry' })
    expect(error.waits?.afterwards).toBe('repeat')
  })

  it('is what a 4xx whose body got lost means', async () => {
    const server = await on(
      serveTcp((socket) => {
        socket.once('data', () => {
          socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 400\r\n\r\n{"error":')
        })
      }),
    )
    expect(await failure(send(metaAt(server.url)))).toMatchObject({
      delivery: 'refused',
      httpStatus: 400,
      action: 'retry',
    })
  })

  it('waits as long as Meta asks, by either header', async () => {
    const usage = { '102290129340398': [{ call_count: 100, estimated_time_to_regain_access: 7 }] }
    const server = await on(
      serveHttp((_request, response) =>
        json(
          response,
          400,
          { error: { message: 'limit', code: 80007 } },
          { 'retry-after': '30', 'x-business-use-case-usage': JSON.stringify(usage) },
        ),
      ),
    )
    const error = await failure(send(metaAt(server.url)))
    expect(error.retryAfterMs).toBe(7 * 60_000)
    expect(error.waitMs(0)).toBe(7 * 60_000)
    expect(error.waitMs(3)).toBe(3_600_000)
  })

  it.each(['1e15', '99999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'waits a day at most, however long %s is',
    async (header) => {
      const server = await on(
        serveHttp((_request, response) =>
          json(response, 429, { error: { message: 'limit', code: 80007 } }, { 'retry-after': header }),
        ),
      )
      expect((await failure(send(metaAt(server.url)))).retryAfterMs).toBe(86_400_000)
    },
  )

  it('never repeats the token that Meta quotes', async () => {
    const server = await on(
      serveHttp((_request, response) =>
        json(response, 400, {
          error: { message: 'Malformed access token EAAGsecrettoken', type: 'OAuthException', code: 190 },
        }),
      ),
    )
    const records: string[] = []
    const meta = metaAt(server.url, { record: (exchange) => void records.push(JSON.stringify(exchange)) })
    const errors = [
      await failure(meta.sendPrepared('EAAGsecrettoken', '1', '{}')),
      await failure(meta.waba.get('EAAGsecrettoken', '1')),
    ]
    for (const error of errors)
      expect(`${error.message} ${JSON.stringify(error)}`).not.toContain('EAAGsecret')
    expect(records).toHaveLength(2)
    expect(records.join()).not.toContain('EAAGsecret')
  })
})

/** Lets the event loop go round so often. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

/** A self-signed certificate for 127.0.0.1, made for these tests. */
const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1EezZaiDF+U7sIJK
7Au5/FJLznKF0LQDRfBAufa/frChRANCAARjVHDUXFECXHznq3r12V2qSijcU1cP
GEvlA9jZgOWJXK0mGu7b4q9ykCkfInc9u/gi54oGYMhlBAuY+4x/bZ/M
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjjCCATSgAwIBAgIUU2RXWvXV0nlwUaD/S/oDfG+X21IwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMB4XDTI2MTEyMDA5NDQxMloXDTM2MTExNzA5
NDQxMlowFDESMBAGA1UEAwwJMTI3LjAuMC4xMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEY1Rw1FxRAlx856t69dldqkoo3FNXDxhL5QPY2YDliVytJhru2+KvcpAp
HyJ3Pbv4IueKBmDIZQQLmPuMf22fzKNkMGIwHQYDVR0OBBYEFKl+7akUlMOMprY9
QeL9AiJkSm5AMB8GA1UdIwQYMBaAFKl+7akUlMOMprY9QeL9AiJkSm5AMA8GA1Ud
EwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNIADBFAiAO
brdws3rG0OgYEwcLbL71EZHiIzqKTgkrjQW9tMzeQgIhAIi6q/22o/wRbR8djasX
CYjR47WGTBkOuLYvcfXjP/Nv
-----END CERTIFICATE-----`,
}
