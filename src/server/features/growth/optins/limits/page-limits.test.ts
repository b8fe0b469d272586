import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
let path: string
const shop = 'https://shop.example'
beforeAll(async () => {
  server = await openTestServer()
  const { token } = await server.signUp()
  const texts = [{ language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }]
  const body = { name: 'Counter', sites: [shop], content: { ask_name: true, texts } }
  const { id, url } = (await server.call(optins.create, { token, body })).body.form
  await server.call(optins.open, { token, params: { id }, body: { is_open: true } })
  path = new URL(url).pathname
})
afterAll(() => server.close())

const ask = async (method: 'GET' | 'POST', url: string, address: string) => {
  const headers = { origin: shop, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const payload = method === 'POST' ? 'phone=12' : ''
  const answer = await server.http.inject({ method, url, remoteAddress: address, headers, payload })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers }
}
const statuses = async (method: 'GET' | 'POST', url: string, address: string, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => ask(method, url, address)))).map(
    ({ status }) => status,
  )

it.each([
  ['GET', '', 200, 60],
  ['GET', '/widget', 200, 60],
  ['POST', '', 400, 30],
  ['POST', '/widget', 200, 30],
  ['GET', '0unknown', 404, 60],
  ['POST', '0unknown', 404, 30],
] as const)('limits how often an address asks for %s %s', async (method, end, status, most) => {
  const address = `203.0.113.${(method + end).length}`
  const all = await statuses(method, path + end, address, most + 10)
  expect([all.filter((one) => one === status).length, all.filter((one) => one === 429).length]).toEqual([
    most,
    10,
  ])
  expect(await statuses(method, path + end, `198.51.100.${end.length}`, 1)).toEqual([status])
})

it('shows people a page, and programs a code with the time to wait', async () => {
  const many = Array.from({ length: 60 }, () => ask('GET', `${path}0`, '203.0.113.200'))
  await Promise.all(many)
  const page = await ask('GET', path, '203.0.113.200')
  expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(page.body).toContain('Please wait')
  const code = await server.http.inject({ url: path, remoteAddress: '203.0.113.200' })
  expect([code.statusCode, code.headers['retry-after']]).toEqual([429, '10'])
})
