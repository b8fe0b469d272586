import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

const shop = 'https://shop.example'
const text = { heading: 'News', text: '', consent: 'I agree', button: 'Join' }
const values = (privacy_url: string) => ({
  name: 'Counter',
  sites: [shop],
  content: {
    ask_name: true,
    privacy_url,
    address: '412 Laxmi Road, Pune <b>',
    texts: [
      { language: 'en' as const, ...text },
      { language: 'es' as const, ...text, heading: 'Noticias' },
    ],
  },
})
const create = (privacy: string) => server.call(optins.create, { token: asha.token, body: values(privacy) })

it('says on the page and to sites who writes, where they are and what happens with the data', async () => {
  const { id, url } = (await create(`${shop}/privacy?a=1&b="2`)).body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  const path = new URL(url).pathname
  const page = (await server.http.inject({ url: path })).body
  expect(page).toMatch(
    /<a href="https:\/\/shop\.example\/privacy\?a=1&#38;b=&#34;2" target="_blank" rel="noopener">Privacy<\/a>/,
  )
  expect(page).toMatch(/<p class="from">WhatsApp \+[\d ()-]+ · 412 Laxmi Road, Pune &#60;b&#62;<\/p>/)
  const site = async (query: string) =>
    (await server.http.inject({ url: `${path}/widget${query}`, headers: { origin: shop } })).json().words
  expect(await site('')).toMatchObject({
    from: expect.stringMatching(/^WhatsApp \+.* · 412 Laxmi Road, Pune <b>$/),
    privacy: { label: 'Privacy', url: `${shop}/privacy?a=1&b="2` },
    next: '',
    others: [{ language: 'es', label: 'Español' }],
  })
  expect(await site('?lang=es')).toMatchObject({
    heading: 'Noticias',
    privacy: { label: 'Privacidad' },
    others: [{ language: 'en', label: 'English' }],
  })
})

it('stays a page of the QR code in its other languages', async () => {
  const { id, url } = (await create('')).body.form
  const of = { token: asha.token, params: { id } }
  await server.call(optins.open, { ...of, body: { is_open: true } })
  await server.call(optins.openWay, { ...of, params: { id, way: 'link' }, body: { is_open: false } })
  const path = new URL(url).pathname
  const { body } = await server.http.inject({ url: `${path}?way=qr` })
  const link = /<a href="([^"]*)" lang="es">/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const other = await server.http.inject({ url: path + link })
  expect([link, other.statusCode]).toEqual(['?way=qr&lang=es', 200])
  expect(other.body).toContain('Noticias')
})

it('links to web pages alone', async () => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'shop.example',
    'a b',
    'http://shop.example/p',
    'x:',
  ]) {
    const refused = await create(url)
    expect([url, refused.status]).toEqual([url, 400])
  }
  const { id, url } = (await create('')).body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  expect((await server.http.inject({ url: new URL(url).pathname })).body).not.toContain('Privacy')
})
