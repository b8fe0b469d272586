import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { picture, pictureBomb } from '#test/files/pictures.ts'
import { formOf } from '#test/http/requests.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

const text = (language: 'en' | 'hi' | 'es' | 'pt-BR') => ({
  language,
  heading: 'Sweet news',
  text: 'New boxes and festival offers, about 4 messages a month.',
  consent: 'I agree to get offers on WhatsApp. I can reply STOP at any time.',
  button: 'Join',
})

async function openForm() {
  const texts = (['en', 'hi', 'es', 'pt-BR'] as const).map(text)
  const body = { name: 'Counter', content: { ask_name: true, texts } }
  const made = await server.call(optins.create, { token: asha.token, body })
  const { id, url } = made.body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  return { id, path: new URL(url).pathname, code: url.split('/').at(-1) ?? '' }
}
async function upload(id: number, content: Buffer, token = asha.token) {
  const { payload, headers } = await formOf({ file: { name: 'shop.jpg', content } }, token)
  const url = optins.setPhoto.path.replace('{id}', String(id))
  return await server.http.inject({ method: 'POST', url, payload, headers })
}
/** Hardly to be made small: each pixel has a colour of its own. */
const noise = () =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .withMetadata({ exif: { IFD0: { Copyright: 'Asha' } } })
    .jpeg()
    .toBuffer()

it('makes a photo small, serves it from its own address and keeps the page below 20 kB', async () => {
  const form = await openForm()
  const { version } = (await server.call(optins.get, { token: asha.token, params: { id: form.id } })).body
    .form
  const before = (await server.http.inject({ url: form.path })).body
  expect(before).not.toContain('<img')
  const answer = (await upload(form.id, await noise())).json()
  expect(answer.form.version).toBe(version)
  const page = await server.http.inject({ url: form.path, headers: { 'accept-language': 'hi' } })
  const [tag = '', src = ''] = /<img [^>]*src="([^"]*)"[^>]*>/.exec(page.body) ?? []
  expect(src).toBe(answer.form.photo)
  expect(tag).toContain('alt=""')
  expect(page.headers['content-security-policy']).toContain("img-src 'self';")
  const photo = await server.http.inject({ url: src })
  expect(photo.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(gzipSync(page.body).length + photo.rawPayload.length).toBeLessThan(20_000)
  const { format, width = 0, height = 0, exif } = await sharp(photo.rawPayload).metadata()
  expect([format, width / height, exif]).toEqual(['webp', 2.5, undefined])

  // A simple picture stays as wide as it is shown.
  await upload(form.id, await picture({ width: 900, height: 900 }))
  const { form: next } = (await server.call(optins.get, { token: asha.token, params: { id: form.id } })).body
  expect(next.photo).not.toBe(src)
  expect((await server.http.inject({ url: src })).statusCode).toBe(404)
  const plain = await server.http.inject({ url: next.photo ?? '' })
  expect((await sharp(plain.rawPayload).metadata()).width).toBe(800)
  const other = await openForm()
  expect(
    (await server.http.inject({ url: (next.photo ?? '').replace(form.code, other.code) })).statusCode,
  ).toBe(404)
  const removed = await server.call(optins.removePhoto, { token: asha.token, params: { id: form.id } })
  expect(removed.body.form.photo).toBeNull()
  expect((await server.http.inject({ url: form.path })).body).not.toContain('<img')
})

it('takes pictures alone, by their content, of the owner’s forms', async () => {
  const form = await openForm()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const cut = (await noise()).subarray(0, 40_000)
  for (const [content, status] of [
    [svg, 415],
    [Buffer.from('<script>alert(1)</script>'), 415],
    [cut, 422],
    [pictureBomb(30_000, 30_000), 422],
  ] as const) {
    const answer = await upload(form.id, content)
    expect([answer.statusCode, typeof answer.json().fields?.file]).toEqual([status, 'string'])
  }
  const ravi = await server.signUp('Ravi')
  const good = await picture({ width: 40, height: 40 })
  expect((await upload(form.id, good, ravi.token)).statusCode).toBe(404)
  const theirs = { token: ravi.token, params: { id: form.id } }
  expect((await server.call(optins.removePhoto, theirs)).status).toBe(404)
  expect((await server.http.inject({ url: form.path })).body).not.toContain('<img')
  const large = sql`update optin_forms set photo = ${Buffer.alloc(10_001)} where id = ${form.id}`
  await expect(large.execute(server.app.db)).rejects.toThrow('photo')
})

it('limits how often an address asks for photos', async () => {
  const form = await openForm()
  const ask = async (address: string) =>
    (await server.http.inject({ url: `${form.path}/photo/0123456789abcdef`, remoteAddress: address }))
      .statusCode
  const many = await Promise.all(Array.from({ length: 100 }, () => ask('203.0.113.5')))
  expect(many.filter((status) => status === 404)).toHaveLength(60)
  expect(many.filter((status) => status === 429)).toHaveLength(40)
  expect(await ask('203.0.113.6')).toBe(404)
})
