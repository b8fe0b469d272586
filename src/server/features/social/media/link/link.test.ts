import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socialMedia } from '#contract/social/social.ts'
import { outsidePerUser } from '#server/features/accounts/accounts.ts'
import { isPublic } from '#server/platform/outside/public-addresses.ts'
import { cpuTime } from '#test/cpu-time.ts'
import { picture } from '#test/files/pictures.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { fetchMediaFromUrl } from '../fetch-media.ts'
import { readHead } from './page-head.ts'

const opened: Server[] = []

/** A site on this machine; answers its origin. */
async function site(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const page = (head: string): string => `<!doctype html><html><head>${head}</head><body>Hello</body></html>`
const html = { 'content-type': 'text/html; charset=utf-8' }

/** May fetch from this machine, as if it were a public site. */
let open: TestServer
let closed: TestServer
let asha: Person
let ravi: Person
beforeAll(async () => {
  ;[open, closed] = await Promise.all([openTestServer({ linkNetworks: ['127.0.0.1/32'] }), openTestServer()])
  ;[asha, ravi] = await Promise.all([open.signUp(), closed.signUp()])
})
afterAll(async () => {
  for (const server of opened) server.close()
  await Promise.all([open.close(), closed.close()])
})

const preview = (url: string) => open.call(socialMedia.linkPreview, { token: asha.token, body: { url } })

describe('the preview of a link', () => {
  it('has the title, text and picture of the page, as text and data', async () => {
    const photo = await picture({ width: 1200, height: 630 })
    const origin = await site((request, reply) => {
      if (request.url === '/photo.png')
        return reply.writeHead(200, { 'content-type': 'image/png' }).end(photo)
      if (request.url === '/old') return reply.writeHead(301, { location: '/new' }).end()
      reply.writeHead(200, html).end(
        page(`<title>Not this</title><!-- <meta property="og:title" content="Nor this"> -->
          <script>const a = '<meta property="og:title" content="Nor that">'</script>
          <meta property="og:title" content="Caf&eacute; &amp; Cake &#128522; <b>bold</b>">
          <META name='description' content='Fresh   bread
            daily'><meta property=og:image content="/photo.png">`),
      )
    })
    const { status, body } = await preview(`${origin}/old`)
    expect(status).toBe(200)
    expect(body.preview).toMatchObject({
      url: `${origin}/new`,
      title: 'Café & Cake 😊 <b>bold</b>',
      description: 'Fresh bread daily',
      site_name: new URL(origin).host,
      image: expect.stringMatching(/^data:image\/jpeg;base64,/),
    })
    expect(body.preview.image?.length).toBeLessThan(100_000)
  })

  it('reads packed pages and old encodings, and no more than the beginning', async () => {
    const origin = await site((request, reply) => {
      if (request.url === '/latin') {
        const text = Buffer.from(page('<meta charset="iso-8859-1"><title>Pão</title>'), 'latin1')
        return reply.writeHead(200, { 'content-type': 'text/html' }).end(text)
      }
      if (request.url === '/bomb') {
        const bomb = gzipSync(Buffer.alloc(50_000_000, 32))
        return reply.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(bomb)
      }
      const packed = gzipSync(page('<title>Packed</title>'))
      return reply.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(packed)
    })
    expect((await preview(`${origin}/latin`)).body.preview.title).toBe('Pão')
    expect((await preview(`${origin}/gzip`)).body.preview.title).toBe('Packed')
    expect((await preview(`${origin}/bomb`)).body.preview.title).toBe(new URL(origin).host)
  })

  it('says what is wrong with an address', async () => {
    const origin = await site((request, reply) => {
      if (request.url === '/loop') return reply.writeHead(302, { location: '/loop' }).end()
      if (request.url === '/cut') return request.socket.destroy()
      if (request.url === '/json')
        return reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      return reply.writeHead(404).end()
    })
    const host = new URL(origin).host
    for (const [url, message] of [
      ['notes', 'Enter an address that starts with http:// or https://.'],
      ['file:///etc/passwd', 'Enter an address that starts with http:// or https://.'],
      [
        `${origin.replace('//', '//user:secret@')}/`,
        'Enter an address that starts with http:// or https://.',
      ],
      [`${origin}/missing`, `${host} answered with error 404. Check the address.`],
      [`${origin}/loop`, `${host} sends us from page to page. Enter the final address.`],
      [`${origin}/cut`, `${host} did not answer. Check the address or try again.`],
      [`${origin}/json`, 'This address is not a web page, so there is no preview.'],
      ['http://no-such-host.invalid/', 'We could not find no-such-host.invalid. Check the address.'],
    ] as const) {
      const { status, body } = await preview(url)
      expect({ url, status, message: body.message, field: body.fields?.url }).toEqual({
        url,
        status: 422,
        message,
        field: message,
      })
    }
  })
})

describe('many addresses in a row', () => {
  it('are refused for the person who had them opened, and for nobody else', async () => {
    const [meena, dev] = await Promise.all([closed.signUp(), closed.signUp()])
    const opened = (token: string) =>
      closed.call(socialMedia.linkPreview, { token, body: { url: 'http://127.0.0.1/' } })
    const statuses: number[] = []
    for (let group = 0; group < outsidePerUser / 10; group++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => opened(meena.token)))
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(new Set(statuses)).toEqual(new Set([422]))
    const { status, body } = await opened(meena.token)
    expect([status, body.message]).toEqual([429, 'You opened too many addresses. Try again in 15 minutes.'])
    expect((await opened(dev.token)).status).toBe(422)
  })
})

describe('our own network', () => {
  const notPublic = 'This address is not on the public internet, so we do not open it.'

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0.0.0.0/',
    'http://93.184.216.34:22/',
  ])('is not opened by %s', async (url) => {
    const { status, body } = await closed.call(socialMedia.linkPreview, { token: ravi.token, body: { url } })
    expect([status, body.message]).toEqual([422, notPublic])
    await expect(fetchMediaFromUrl(closed.app, ravi.businessId, ravi.userId, url)).rejects.toMatchObject({
      message: notPublic,
      fields: { media_url: notPublic },
    })
  })

  it.each([
    'http://169.254.169.254/',
    'http://127.0.0.2/',
    'http://[::1]:80/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
  ])('is not opened by a redirect to %s', async (location) => {
    const origin = await site((_, reply) => reply.writeHead(302, { location }).end())
    expect((await preview(origin)).status).toBe(422)
  })

  it('is not reached by a name, before or while a connection is made', async () => {
    const asked: string[] = []
    const origin = await site((request, reply) => {
      asked.push(request.url ?? '')
      reply.writeHead(200, html).end(page('<title>Secret</title>'))
    })
    const { port } = new URL(origin)
    const { body } = await closed.call(socialMedia.linkPreview, {
      token: ravi.token,
      body: { url: `http://localhost:${port}/` },
    })
    expect(body.message).toBe(notPublic)
    expect(asked).toEqual([])
  })

  it('is everything that is not public', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111'])
      expect(isPublic(address), address).toBe(true)
    for (const address of [
      '100.64.0.1',
      '172.31.255.255',
      '198.19.0.1',
      '255.255.255.255',
      'fe80::1%eth0',
      'fd00::1',
      '2002:7f00:1::',
      '::',
      'ff02::1',
      '2001:0:1::',
      'name',
    ])
      expect(isPublic(address), address).toBe(false)
  })
})

describe('media at an address', () => {
  it('are stored as if they were uploaded', async () => {
    const photo = await picture({ width: 50, height: 40 })
    const origin = await site((_, reply) => reply.writeHead(200, { 'content-type': 'text/plain' }).end(photo))
    const media = await fetchMediaFromUrl(
      open.app,
      asha.businessId,
      asha.userId,
      `${origin}/My%20shop.jpg?x=1`,
    )
    expect(media).toMatchObject({ kind: 'image', mime: 'image/png', width: 50, fileName: 'My shop.jpg' })
  })

  it('are refused with a sentence when they are something else, too large or cut', async () => {
    const photo = await picture({ width: 300, height: 300 })
    const origin = await site((request, reply) => {
      if (request.url === '/page') return reply.writeHead(200, html).end(page(''))
      if (request.url === '/large') return reply.writeHead(200, { 'content-length': 2 ** 31 }).end(photo)
      reply.writeHead(200, { 'content-length': photo.length })
      reply.write(photo.subarray(0, 200), () => request.socket.destroy())
    })
    const host = new URL(origin).host
    for (const [path, message] of [
      ['/page', 'The media must be an image or a video.'],
      ['/large', 'The file at this address is larger than 1 GB.'],
      ['/cut', `${host} did not answer. Check the address or try again.`],
    ] as const) {
      await expect(
        fetchMediaFromUrl(open.app, asha.businessId, asha.userId, `${origin}${path}`),
        path,
      ).rejects.toMatchObject({ message, fields: { media_url: message } })
    }
  })
})

describe('the head of a page', () => {
  it('is read in a moment, however hostile the page is', async () => {
    const hostile = [
      '<meta ',
      '<meta a="',
      "<meta a='",
      '<title>',
      '<!--',
      '<script>',
      '<meta a=<',
      '&#',
      '</title <',
    ]
    const ms = await cpuTime(() => {
      for (const text of hostile) readHead(text.repeat(500_000 / text.length))
    })
    expect(ms).toBeLessThan(3_000)
  })
})
