import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import qrcode from 'qrcode'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { WidgetWords } from '#contract/growth/optin-pages.ts'
import { optins } from '#contract/growth/optins.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markPage } from './page-mark.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

const shop = 'https://shop.example'
const texts = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
const content = { ask_name: true, texts: [texts] }

async function openForm(sites = [shop]) {
  const values = { name: 'Site', content, sites }
  const made = await server.call(optins.create, { token: asha.token, body: values })
  const { id, url } = made.body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  return { id, url, code: url.split('/').at(-1) ?? '', sites: made.body.form.sites }
}
const show = (code: string, origin?: string, query = '') =>
  server.http.inject({ url: `/marketing/f/${code}/widget${query}`, headers: origin ? { origin } : {} })
const send = (code: string, fields: Record<string, string>, origin = shop) =>
  server.http.inject({
    method: 'POST',
    url: `/marketing/f/${code}/widget`,
    remoteAddress: '203.0.113.9',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    payload: new URLSearchParams(fields).toString(),
  })
const pageOf = (code: string, way: 'widget' | 'link' = 'widget') =>
  markPage(server.app, {
    code,
    version: 1,
    language: 'en',
    way,
    at: new Date(server.app.now().getTime() - 60_000),
  })
const proofsOf = async (form_id: number) =>
  (await server.call(optins.proofs, { token: asha.token, query: { form_id } })).body.proofs

it('is shown on the sites of the form alone', async () => {
  const form = await openForm()
  const shown = await show(form.code, shop)
  expect(shown.headers['access-control-allow-origin']).toBe(shop)
  expect(shown.headers['access-control-allow-credentials']).toBeUndefined()
  expect(shown.headers.vary).toContain('origin')
  expect(shown.json().words).toMatchObject({ heading: 'News', consent: 'I agree', ask_name: true })
  for (const origin of ['https://shop.example.evil.example', 'http://shop.example', 'null', undefined]) {
    const refused = await show(form.code, origin)
    expect([origin, refused.statusCode]).toEqual([origin, 403])
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    expect(refused.body).not.toContain('I agree')
  }
  expect((await show('unknown', shop)).statusCode).toBe(404)
  const ofWidget = { id: form.id, way: 'widget' as const }
  await server.call(optins.openWay, { token: asha.token, params: ofWidget, body: { is_open: false } })
  expect((await show(form.code, shop)).statusCode).toBe(409)
  expect((await send(form.code, { page: pageOf(form.code), consent: 'yes' })).statusCode).toBe(409)
  await server.call(optins.openWay, { token: asha.token, params: ofWidget, body: { is_open: true } })
  expect((await show(form.code, shop)).statusCode).toBe(200)
  const close = { token: asha.token, params: { id: form.id }, body: { is_open: false } }
  await server.call(optins.open, close)
  expect((await show(form.code, shop)).statusCode).toBe(409)
})

it('keeps the site with the proof, once for a page', async () => {
  const form = await openForm()
  const fields = { page: pageOf(form.code), name: 'Meera', phone: '98223 10001', consent: 'yes' }
  const answers = await Promise.all([send(form.code, fields), send(form.code, fields)])
  for (const answer of answers) {
    expect(answer.headers['access-control-allow-origin']).toBe(shop)
    expect(answer.json().answer).toMatchObject({ outcome: 'thanks', heading: 'Thank you!' })
  }
  // A visitor from elsewhere chooses the code of their country.
  const { words } = (await show(form.code, shop)).json()
  expect(words).toMatchObject({ country: 'IN', code: expect.any(String) })
  expect(words.codes).toContainEqual({ value: 'GB', label: '+44 United Kingdom' })
  const visitor = { ...fields, page: pageOf(form.code), name: 'Tom', phone: '07400 123456', country: 'GB' }
  await send(form.code, visitor)
  expect(await proofsOf(form.id)).toMatchObject([
    { way: 'widget', address: '+447400123456' },
    { way: 'widget', site: shop, outcome: 'opted_in', address: '+919822310001' },
  ])
})

it('asks again with the words as they are now', async () => {
  const form = await openForm()
  const page = pageOf(form.code)
  const right = { page, name: '', phone: '98223 10002', consent: 'yes' }
  const tries: [Record<string, string>, string][] = [
    [{ phone: '12' }, 'needPhone'],
    [{ consent: '' }, 'needConsent'],
    [{ page: '' }, 'old'],
    // The public page's own mark is no good on a site.
    [{ page: pageOf(form.code, 'link') }, 'old'],
  ]
  const changed = { ...content, texts: [{ ...texts, consent: 'Other words' }] }
  const body = { name: 'Site', content: changed, sites: [shop] }
  await server.call(optins.save, { token: asha.token, params: { id: form.id }, body })
  for (const [change, fault] of tries) {
    const { answer } = (await send(form.code, { ...right, ...change })).json() as {
      answer: { outcome: string; faults: { fault: string }[]; words: WidgetWords }
    }
    expect(answer).toMatchObject({ outcome: 'again', faults: [{ fault }], words: { consent: 'Other words' } })
  }
  const elsewhere = await send(form.code, right, 'https://elsewhere.example')
  expect(elsewhere.statusCode).toBe(403)
  expect(await proofsOf(form.id)).toEqual([])
  // What was shown counts, though the form has other words since.
  expect((await send(form.code, right)).json().answer.outcome).toBe('thanks')
  expect(await proofsOf(form.id)).toMatchObject([{ version: 1, wording: { consent: 'I agree' } }])
})

it('takes sites by their origin, and nothing else', async () => {
  const given = ['shop.example', 'HTTPS://Shop.Example/path?x#y', 'http://localhost:8080', shop]
  expect((await openForm(given)).sites).toEqual([shop, 'http://localhost:8080'])
  for (const site of ['http://shop.example', 'javascript:alert(1)', 'https://a@shop.example', 'a b', '']) {
    const body = { name: 'Site', content, sites: [site] }
    const refused = await server.call(optins.create, { token: asha.token, body })
    expect([site, refused.status]).toEqual([site, 400])
  }
})

it('has a poster whose code a phone can read', async () => {
  const form = await openForm()
  const { body } = await server.call(optins.poster, { token: asha.token, params: { id: form.id } })
  expect(body.poster.address).toBe(`${form.url}?way=qr`)
  expect(body.poster.consent).toBe('I agree')
  const svg = await qrcode.toString(body.poster.address, { type: 'svg', margin: 4 })
  const image = await sharp(Buffer.from(svg), { density: 300 }).resize(600).png().toBuffer()
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = (await readFile(wasm)).buffer as ArrayBuffer
  prepareZXingModule({ overrides: { wasmBinary } })
  const found = await readBarcodes(new Uint8Array(image))
  expect(found.map(({ text }) => text)).toEqual([body.poster.address])
  const ravi = await server.signUp('Ravi')
  const foreign = await server.call(optins.poster, { token: ravi.token, params: { id: form.id } })
  expect(foreign.status).toBe(404)
})
