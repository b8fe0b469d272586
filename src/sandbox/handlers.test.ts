import { type IncomingHttpHeaders, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxSeed, startSandbox } from './sandbox.ts'
import { offer, openSandbox, templateMessage } from './test-callback.fixture.ts'

let open: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  open = await openSandbox({
    host: '0.0.0.0',
    controlSecret: 'of-this-install',
    appSecret: 'app-secret-of-this-install',
    callbackOrigins: ['http://127.0.0.1:1'],
  })
})
afterAll(() => open.close())

type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer; host?: string }

/** A request as it is written: fetch would tidy the path and set the host itself. */
function ask(path: string, { method = 'GET', headers = {}, body, host = '127.0.0.1' }: Sent = {}) {
  return new Promise<{ status: number; body: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const asked = request({ host, port: open.sandbox.port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: answer.headers,
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const secret = { 'x-sandbox-secret': 'of-this-install' }
const token = { authorization: `Bearer ${sandboxSeed.systemUserToken}` }

describe('the controls', () => {
  it('answer who has the secret of the install, at this machine', async () => {
    expect((await ask('/sandbox/state', { headers: secret })).status).toBe(200)
  })

  it.each([
    ['without the secret', {}],
    ['with a wrong one', { 'x-sandbox-secret': 'of-this-instal!' }],
    ['under the name of another site', { ...secret, host: 'evil.example' }],
    ['for a page of another site', { ...secret, origin: 'https://evil.example' }],
    ['for a page of this machine at another port', { ...secret, origin: 'http://127.0.0.1:9' }],
  ])('refuse a request %s', async (_, headers) => {
    for (const [method, path] of [
      ['GET', '/sandbox/state'],
      ['GET', '/sandbox/ledger'],
      ['POST', '/sandbox/callback'],
      ['POST', '//sandbox/reset'],
    ] as const) {
      const { status, body } = await ask(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })
      expect([path, status]).toEqual([path, 403])
      expect(body).not.toContain(sandboxSeed.systemUserToken)
    }
  })

  it('and the page of messages are for this machine alone; the provider side answers as it is bound', async () => {
    const external = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4')?.address
    // Without a network there is no access to restrict.
    if (!external) return
    for (const path of ['/sandbox/state', '/', '/sandbox']) {
      expect((await ask(path, { host: external, headers: { ...secret, host: 'localhost' } })).status).toBe(
        403,
      )
    }
    const graph = await ask(`/v23.0/${sandboxSeed.waba.id}`, { host: external, headers: token })
    expect(graph.status).toBe(200)
  })

  it('show the page to this machine only under its own name', async () => {
    expect((await ask('/')).body).toContain('app-secret-of-this-install')
    expect((await ask('/', { headers: { host: 'evil.example' } })).status).toBe(403)
  })
})

describe('the provider side', () => {
  it('signs with the secret of the install and accepts no other', async () => {
    const answer = async (value: string) =>
      (await ask(`/v23.0/${sandboxSeed.app.id}/subscriptions?access_token=${sandboxSeed.app.id}|${value}`))
        .status
    expect(await answer('app-secret-of-this-install')).toBe(200)
    expect(await answer(sandboxSeed.app.secret)).toBe(401)
  })

  it('posts webhooks to its own product only', async () => {
    const elsewhere = encodeURIComponent('http://169.254.169.254/latest')
    const override = await ask(
      `/v23.0/${sandboxSeed.waba.id}/subscribed_apps?override_callback_uri=${elsewhere}&verify_token=x`,
      { method: 'POST', headers: token },
    )
    expect([override.status, override.body]).toEqual([400, expect.stringContaining('own product only')])
    const own = await ask('/sandbox/callback', {
      method: 'POST',
      headers: secret,
      body: '{"url":"http://169.254.169.254/"}',
    })
    expect(own.status).toBe(400)
  })

  it('reads no more than it needs, and a file only for a good token', async () => {
    const path = `/v23.0/${sandboxSeed.phone.id}`
    const large = Buffer.alloc(2 * 1024 * 1024, 'a')
    const json = { 'content-type': 'application/json' }
    const message = await ask(`${path}/messages`, {
      method: 'POST',
      headers: { ...token, ...json },
      body: large,
    })
    expect(message.status).toBe(413)
    const control = await ask('/sandbox/settings', { method: 'POST', headers: secret, body: large })
    expect(control.status).toBe(413)
    const file = { 'content-type': 'application/octet-stream' }
    const stranger = await ask(`${path}/media`, { method: 'POST', headers: file, body: large })
    expect(stranger.status).toBe(401)
    expect(stranger.body).toContain('OAuthException')
  })

  it('stops reading a file that is too large while it comes, and reads few at once', async () => {
    const path = `/v23.0/${sandboxSeed.phone.id}/media`
    const headers = { ...token, 'content-type': 'application/octet-stream' }
    const upload = () => {
      const asked = request({ host: '127.0.0.1', port: open.sandbox.port, path, method: 'POST', headers })
      const answered = new Promise<number>((resolve, reject) => {
        asked.on('response', (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        asked.on('error', reject)
      })
      return { asked, answered }
    }
    const patient = { timeout: 60_000 }
    const stalled = [upload(), upload(), upload()]
    for (const { asked } of stalled) await new Promise((resolve) => asked.write('a', resolve))
    for (const { answered } of stalled) answered.catch(() => undefined)
    const state = async () => (await ask(path, { method: 'POST', headers, body: 'a' })).status
    await vi.waitFor(async () => expect(await state()).toBe(429), patient)
    for (const { asked } of stalled) asked.destroy()
    await vi.waitFor(async () => expect(await state()).not.toBe(429), patient)
    // No length is announced: it is counted.
    const { asked, answered } = upload()
    const chunk = Buffer.alloc(1024 * 1024)
    let written = 0
    let status = 0
    void answered.then((is) => {
      status = is
    })
    while (status === 0 && written < 200) {
      written++
      await new Promise((resolve) => asked.write(chunk, resolve))
    }
    asked.destroy()
    expect([status, written > 100, written < 200]).toEqual([413, true, true])
  })

  it('takes a form without a content type, and JSON too', async () => {
    const path = `/v23.0/${sandboxSeed.phone.id}/messages`
    const send = async (body: string) => (await ask(path, { method: 'POST', headers: token, body })).status
    const form = new URLSearchParams(
      Object.entries(templateMessage('+919822220001', offer)).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    expect(await send(form.toString())).toBe(200)
    expect(await send(JSON.stringify(templateMessage('+919822220002', offer)))).toBe(200)
    expect(await send('{"broken')).toBe(400)
  })

  it.each(['//', '///v23.0//', '//[', '//evil.example:99999/x', '*', '/%', 'http://%/'])(
    'outlives the address %s',
    async (path) => {
      const { status } = await ask(path, { headers: token })
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThan(500)
      const twice = await ask(`//v23.0//${sandboxSeed.waba.id}`, { headers: token })
      expect([twice.status, JSON.parse(twice.body).id]).toEqual([200, sandboxSeed.waba.id])
    },
  )

  it('reads templates one by one through their account, and only there', async () => {
    const templates = `/v23.0/${sandboxSeed.waba.id}/message_templates`
    const { body: list } = await open.graph('GET', `${templates}?name=weekend_offer`)
    const one = await open.graph('GET', `${templates}/${list.data[0].id}`)
    expect([one.status, one.body]).toMatchObject([200, { id: list.data[0].id, name: 'weekend_offer' }])
    for (const id of ['12345', sandboxSeed.phone.id]) {
      expect((await open.graph('GET', `${templates}/${id}`)).body.error).toMatchObject({ code: 100 })
    }
    expect((await open.graph('DELETE', `${templates}/${list.data[0].id}`)).status).toBe(400)
  })

  it('lets tests of its own turn the controls without a secret, from this machine', async () => {
    const plain = await startSandbox({ port: 0 })
    expect((await fetch(`${plain.url}/sandbox/state`)).status).toBe(200)
    const foreign = await fetch(`${plain.url}/sandbox/state`, { headers: { origin: 'https://evil.example' } })
    expect(foreign.status).toBe(403)
    await plain.close()
  })
})
