import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { optOut } from '#server/features/leads/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { cutAddress } from './limits.ts'
import { markPage } from './page-mark.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

const texts = {
  language: 'en' as const,
  heading: 'Sweet news <script>',
  text: '',
  consent: 'I agree to offers',
  button: 'Join',
}
const values = (consent = texts.consent) => ({
  name: 'Counter',
  tag: 'Festival',
  content: { ask_name: true, texts: [{ ...texts, consent }] },
})

async function openForm() {
  const made = await server.call(optins.create, { token: asha.token, body: values() })
  const { id, url } = made.body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  return { id, path: new URL(url).pathname, code: url.split('/').at(-1) ?? '' }
}
/** The mark of a page that was opened some time ago. */
const pageOf = (code: string, { version = 1, seconds = 60, way = 'qr' as 'qr' | 'link' } = {}) =>
  markPage(server.app, {
    code,
    version,
    language: 'en',
    way,
    at: new Date(server.app.now().getTime() - seconds * 1000),
  })
const post = (path: string, fields: Record<string, string>, address = '203.0.113.77') =>
  server.http.inject({
    method: 'POST',
    url: path,
    remoteAddress: address,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Phone' },
    payload: new URLSearchParams(fields).toString(),
  })
const proofsOf = async (form_id: number, token = asha.token) =>
  (await server.call(optins.proofs, { token, query: { form_id } })).body.proofs
const find = async (search: string) =>
  (await server.call(leads.list, { token: asha.token, query: { search } })).body.leads[0]

it('shows a page without script or session, and closes it', async () => {
  const form = await openForm()
  const page = await server.http.inject({ url: form.path })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Sweet news &#60;script&#62;')
  expect(page.body).not.toContain('<script')
  expect(page.body).not.toContain('checked')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(gzipSync(page.body).length).toBeLessThan(20_000)
  await server.call(optins.open, {
    token: asha.token,
    params: { id: form.id },
    body: { is_open: false },
  })
  expect((await server.http.inject({ url: form.path })).statusCode).toBe(410)
  const late = await post(form.path, { page: pageOf(form.code), phone: '+919822300001', consent: 'yes' })
  expect(late.statusCode).toBe(410)
  expect((await server.http.inject({ url: '/marketing/f/unknown' })).statusCode).toBe(404)
})

it('writes the consent with the words that were shown, once for a page', async () => {
  const form = await openForm()
  const page = pageOf(form.code)
  const body = values('Other words')
  await server.call(optins.save, { token: asha.token, params: { id: form.id }, body })
  const fields = { page, name: 'Meera', phone: '98223 00002', consent: 'yes' }
  const answers = await Promise.all([post(form.path, fields), post(form.path, fields)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const [proof, ...others] = await proofsOf(form.id)
  expect(others).toEqual([])
  expect(proof).toMatchObject({
    version: 1,
    way: 'qr',
    outcome: 'opted_in',
    address: '+919822300002',
    wording: { consent: 'I agree to offers' },
    answers: { name: 'Meera', phone: '+919822300002' },
    network: '203.0.113.0/24',
    user_agent: 'Phone',
  })
  const lead = await find('Meera')
  expect(lead).toMatchObject({ id: proof?.lead_id, consent: 'opted_in', tags: ['Festival'], source: 'form' })
  const change = sql`update optin_proofs set address = '+910000000000'`.execute(server.app.db)
  await expect(change).rejects.toThrow()
  await expect(sql`delete from optin_proofs`.execute(server.app.db)).rejects.toThrow()
  const csv = await server.http.inject({
    url: optins.exportProofs.path,
    headers: { authorization: `Bearer ${asha.token}` },
  })
  expect(csv.body).toContain('I agree to offers')
  const ravi = await server.signUp('Ravi')
  expect(await proofsOf(form.id, ravi.token)).toEqual([])
})

it('lifts no opt-out and overwrites no name', async () => {
  const form = await openForm()
  const phone = '+919822300003'
  const person = { name: 'Nila', phone, source: 'api' }
  await server.call(leads.upload, { token: asha.token, body: { leads: [person] } } as never)
  const send = () => post(form.path, { page: pageOf(form.code), name: 'Mallory', phone, consent: 'yes' })
  await send()
  expect(await find('Nila')).toMatchObject({ consent: 'opted_in' })
  await optOut(server.app, asha.businessId, [phone], { source: 'reply', details: 'STOP' })
  expect((await send()).statusCode).toBe(200)
  expect(await find('Nila')).toMatchObject({ consent: 'opted_out' })
  expect((await proofsOf(form.id)).map(({ outcome }) => outcome)).toEqual(['waiting', 'opted_in'])
})

it('takes nothing from bots, forged or old pages, or without the tick', async () => {
  const form = await openForm()
  const other = await openForm()
  const right = { page: pageOf(form.code), name: 'Bot', phone: '+919822300004', consent: 'yes' }
  const tries: [Record<string, string>, number][] = [
    [{ website: 'http://spam.example' }, 200],
    [{ page: pageOf(form.code, { seconds: 0 }) }, 200],
    [{ page: pageOf(form.code, { seconds: 90_000 }) }, 400],
    [{ page: pageOf(other.code) }, 400],
    [{ page: right.page.replace('.qr.', '.link.') }, 400],
    [{ page: '' }, 400],
    [{ phone: '12' }, 400],
    [{ consent: '' }, 400],
    [{ phone: '"><script>alert(1)</script>' }, 400],
  ]
  for (const [change, status] of tries) {
    const answer = await post(form.path, { ...right, ...change })
    expect([change, answer.statusCode]).toEqual([change, status])
    expect(answer.body).not.toContain('<script')
  }
  expect(await proofsOf(form.id)).toEqual([])
})

it('stops a flood of answers, from one network and for one phone', async () => {
  const form = await openForm()
  const send = (phone: string, address: string) =>
    post(form.path, { page: pageOf(form.code), name: '', phone, consent: 'yes' }, address)
  const statuses: number[] = []
  for (let at = 1; at <= 6; at++) statuses.push((await send('+919822300005', `198.51.${at}.1`)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  for (let at = 1; at <= 60; at++) await send(`+9198224000${String(at).padStart(2, '0')}`, `192.0.2.${at}`)
  expect((await send('+919822400099', '192.0.2.99')).statusCode).toBe(429)
})

it('gives and erases the proofs of a person', async () => {
  const form = await openForm()
  const fields = { page: pageOf(form.code), name: 'Tara', phone: '+919822300006', consent: 'yes' }
  await post(form.path, fields, '198.18.0.1')
  const id = (await find('Tara'))?.id ?? 0
  const file = await server.http.inject({
    url: privacy.personData.path.replace('{id}', String(id)),
    headers: { authorization: `Bearer ${asha.token}` },
  })
  expect(file.json().opt_in_proofs).toMatchObject([{ address: '+919822300006' }])
  const erase = { token: asha.token, params: { id }, body: { confirm: true as const } }
  expect((await server.call(privacy.erase, erase)).status).toBe(200)
  expect(await proofsOf(form.id)).toEqual([])
  // Anybody can type the number of somebody who was erased.
  await post(form.path, { ...fields, page: pageOf(form.code) }, '198.18.0.1')
  expect(await proofsOf(form.id)).toEqual([])
})

it('cuts addresses to their networks', () => {
  expect(cutAddress('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(cutAddress('2001:db8:1:2::3')).toBe('2001:db8:1::/48')
  expect(cutAddress('2001:db8::1')).toBe('2001:db8:0::/48')
  expect(cutAddress('nonsense')).toBeNull()
})
