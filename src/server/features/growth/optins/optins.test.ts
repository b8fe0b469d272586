import { createHash, createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { findWork, workBits } from '#contract/growth/work.ts'
import { type FieldKind, fields } from '#contract/leads/fields.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { optOut } from '#server/features/leads/leads.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
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
  expect(page.body).toContain('<option value="IN" selected>+91 India</option>')
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

it('closes one way alone, for those too who have the page already', async () => {
  const form = await openForm()
  const turn = (way: 'link' | 'qr', is_open: boolean) =>
    server.call(optins.openWay, { token: asha.token, params: { id: form.id, way }, body: { is_open } })
  const statusOf = async (way: 'link' | 'qr', phone: string) => [
    (await server.http.inject({ url: `${form.path}?way=${way}` })).statusCode,
    (await post(form.path, { page: pageOf(form.code, { way }), phone, consent: 'yes' })).statusCode,
  ]
  await turn('qr', false)
  expect((await turn('qr', false)).body.form).toMatchObject({ is_open: true, ways_off: ['qr'] })
  expect(await statusOf('qr', '+919822300101')).toEqual([410, 410])
  expect(await statusOf('link', '+919822300102')).toEqual([200, 200])
  expect((await turn('qr', true)).body.form.ways_off).toEqual([])
  expect(await statusOf('qr', '+919822300103')).toEqual([200, 200])
  expect((await proofsOf(form.id)).map(({ address }) => address)).toEqual(['+919822300103', '+919822300102'])
})

it('is not saved over an edit that was first; switching it is no edit', async () => {
  const made = await server.call(optins.create, { token: asha.token, body: values() })
  const { id, revision } = made.body.form
  const save = (consent: string, read?: number) =>
    server.call(optins.save, {
      token: asha.token,
      params: { id },
      body: { ...values(consent), revision: read },
    })
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  const first = await save('Words of the lawyer', revision)
  expect([first.status, first.body.form.version]).toEqual([200, 2])
  const late = await save(texts.consent, revision)
  expect([late.status, late.body.message]).toEqual([
    409,
    'This form was edited meanwhile. Reload it and make your change again.',
  ])
  const { form } = (await server.call(optins.get, { token: asha.token, params: { id } })).body
  expect(form.content.texts[0]?.consent).toBe('Words of the lawyer')
  expect((await save('Other words', form.revision)).status).toBe(200)
  expect((await save('Words of a program')).status).toBe(200)
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

it('reads a phone with the country that was chosen, and a code that was written before it', async () => {
  const form = await openForm()
  const send = (country: string, phone: string, address: string) =>
    post(form.path, { page: pageOf(form.code), country, phone, consent: 'yes' }, address)
  await send('GB', '07911 123456', '203.0.114.1')
  await send('GB', '+91 98223 00014', '203.0.115.1')
  await send('nowhere', '98223 00015', '203.0.116.1')
  expect((await proofsOf(form.id)).map(({ address }) => address).sort()).toEqual([
    '+447911123456',
    '+919822300014',
    '+919822300015',
  ])
  const again = await send('GB', '12', '203.0.117.1')
  expect(again.statusCode).toBe(400)
  expect(again.body).toContain('<option value="GB" selected>+44 United Kingdom</option>')
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
    [{ page: pageOf(form.code, { seconds: 0 }) }, 400],
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

it('asks pages of a flooded form for work, and people without a script to wait', async () => {
  const form = await openForm()
  const send = (page: string, more: Record<string, string>, address: string) =>
    post(form.path, { page, name: '', consent: 'yes', phone: '+919822500001', ...more }, address)
  expect((await send(pageOf(form.code), {}, '198.18.20.1')).statusCode).toBe(200)
  // As after 300 answers within the hour.
  const key = server.app.secrets.keyFor(`opt-in attempts of business ${asha.businessId}`)
  const subject = createHmac('sha256', key).update(`form ${form.id}`).digest('hex')
  const flood = sql`update optin_attempts set count = 300 where subject = ${subject}`
  expect((await flood.execute(server.app.db)).numAffectedRows).toBe(1n)
  const page = await server.http.inject({ url: form.path })
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(page.body) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
  expect(gzipSync(page.body).length).toBeLessThan(20_000)
  expect(page.body).toContain('<option value="IN" selected>+91 India</option>')
  const young = pageOf(form.code, { seconds: 10 })
  const asked = await send(young, { phone: '+919822500002' }, '198.18.21.1')
  expect([asked.statusCode, asked.body.includes('name="work"')]).toEqual([429, true])
  const challenge = young.slice(young.lastIndexOf('.') + 1)
  const found = findWork(challenge, workBits, 0, 2 ** 26)
  for (const [work, status] of [
    [String(found + 1), 429],
    ['-1', 429],
    [String(found), 200],
  ] as const)
    expect((await send(young, { phone: '+919822500003', work }, '198.18.22.1')).statusCode).toBe(status)
  const old = () => pageOf(form.code, { seconds: 40 })
  const statuses: number[] = []
  for (let at = 0; at < 4; at++)
    statuses.push((await send(old(), { phone: `+91982250001${at}` }, '198.18.23.1')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
}, 60_000)

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

it('asks for fields of the lead, takes only what fits them, and keeps them with the proof', async () => {
  const own: { name: string; kind: FieldKind; choices?: string[] }[] = [
    { name: 'Area', kind: 'text' },
    { name: 'Birthday', kind: 'date' },
    { name: 'Size', kind: 'choice', choices: ['S', 'M'] },
    { name: 'Member', kind: 'yes_no' },
    { name: 'Children', kind: 'number' },
  ]
  for (const body of own) await server.call(fields.add, { token: asha.token, body: { choices: [], ...body } })
  const field = (name: string, required = false) => ({ is: 'custom' as const, name, required })
  const asked = [
    { is: 'email' as const, required: true },
    { ...field('area', true), labels: { en: 'Your area <b>' } },
    ...['Birthday', 'Size', 'Member', 'Children'].map((name) => field(name)),
  ]
  const create = (wanted: object[], token = asha.token) => {
    const content = { ...values().content, fields: wanted }
    return server.call(optins.create, { token, body: { ...values(), content } as never })
  }
  const made = await create(asked)
  const { id, url, content } = made.body.form
  expect(content.fields[3]).toMatchObject({ name: 'Size', kind: 'choice', choices: ['S', 'M'] })
  expect((await create([field('Nothing')])).status).toBe(400)
  expect((await create([field('Area'), field('AREA')])).status).toBe(400)
  expect((await create([field('Area')], (await server.signUp('Ravi')).token)).status).toBe(400)
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  const path = new URL(url).pathname
  const code = url.split('/').at(-1)!
  const page = (await server.http.inject({ url: path })).body
  expect(page).toContain('Your area &#60;b&#62;')
  expect(page).toContain('<option value="S">S</option>')
  expect(page).toMatch(/type="date" name="f2"/)
  expect(gzipSync(page).length).toBeLessThan(20_000)
  const right = {
    phone: '+919822300031',
    name: 'Uma',
    consent: 'yes',
    f0: 'uma@example.com',
    f1: 'Kothrud',
    f2: '1990-05-01',
    f3: 's',
    f4: 'yes',
    f5: '2',
  }
  const send = (change: object) =>
    post(path, { page: pageOf(code), ...right, ...change } as Record<string, string>, '198.18.7.1')
  for (const wrong of [
    { f0: '' },
    { f0: 'nobody' },
    { f1: ' ' },
    { f2: '2001-02-29' },
    { f3: 'XL' },
    { f4: 'perhaps' },
    { f5: '"><script>alert(1)</script>' },
  ]) {
    const answer = await send(wrong)
    expect([wrong, answer.statusCode]).toEqual([wrong, 400])
    expect(answer.body).toContain('aria-invalid')
    expect(answer.body).not.toContain('<script')
    expect(answer.body).toContain('value="Uma"')
  }
  expect(await proofsOf(id)).toEqual([])
  expect((await send({})).statusCode).toBe(200)
  const told = { Area: 'Kothrud', Birthday: '1990-05-01', Size: 'S', Member: 'yes', Children: '2' }
  expect(await find('Uma')).toMatchObject({ email: 'uma@example.com', attributes: told })
  expect((await proofsOf(id))[0]).toMatchObject({
    answers: { name: 'Uma', phone: '+919822300031', email: 'uma@example.com', ...told },
  })
  // Somebody else may know the number: what is known stays.
  const other = { f0: 'mallory@example.com', f1: 'Elsewhere', f2: '', f3: '', f4: '', f5: '' }
  expect((await send(other)).statusCode).toBe(200)
  expect(await find('Uma')).toMatchObject({ email: 'uma@example.com', attributes: told })
  const csv = await server.http.inject({
    url: `${optins.exportProofs.path}?form_id=${id}`,
    headers: { authorization: `Bearer ${asha.token}` },
  })
  expect(csv.body).toContain('Birthday: 1990-05-01')
})

it('counts visitors of a day once, by the way they came, without a cookie, and no programs', async () => {
  const form = await openForm()
  const phone =
    'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
  const visit = (address: string, agent = phone, query = '') =>
    server.http.inject({ url: form.path + query, remoteAddress: address, headers: { 'user-agent': agent } })
  await Promise.all(['198.18.9.1', '198.18.9.1', '198.18.9.2'].map((address) => visit(address)))
  await visit('198.18.9.1')
  await visit('198.18.9.3', 'WhatsApp/2.24.20.89 A')
  await visit('198.18.9.4', 'curl/8.5.0')
  const rows = async () =>
    (
      await sql<{ pages: number; people: number }>`
        select pages, people from optin_visits where form_id = ${form.id}`.execute(server.app.db)
    ).rows
  await eventually('the visits are counted', async () => (await rows())[0]?.pages === 4)
  expect(await rows()).toEqual([{ pages: 4, people: 2 }])
  await visit('198.18.9.1', phone, '?way=qr')
  await visit('198.18.9.5', phone, '?way=qr')
  await visit('198.18.9.5', phone, '?way=qr')
  await eventually('the scans are counted', async () => (await rows())[0]?.pages === 7)
  const fields = { page: pageOf(form.code), name: 'Vani', phone: '+919822300041', consent: 'yes' }
  expect((await post(form.path, fields, '198.18.9.1')).statusCode).toBe(200)
  const { form: shown } = (await server.call(optins.get, { token: asha.token, params: { id: form.id } })).body
  const ways = [
    { way: 'link', people: 0, visits: 2, agreed: 0 },
    { way: 'qr', people: 1, visits: 2, agreed: 1 },
  ]
  expect(shown).toMatchObject({ visits: 3, agreed_on_page: 1, people: 1, ways })
  const { recent } = (await server.call(optins.list, { token: asha.token })).body
  expect(recent.days).toBe(90)
  expect(recent.opted_in).toBeGreaterThan(0)
  const { rows: visitors } = await sql<{ row: string }>`
    select to_jsonb(v)::text as row from optin_visitors v where form_id = ${form.id}`.execute(server.app.db)
  expect(visitors).toHaveLength(7)
  expect(JSON.stringify(visitors)).not.toContain('198.18')
})

it('cuts addresses to their networks', () => {
  expect(cutAddress('::ffff:203.0.113.9')).toBe('203.0.113.0/24')
  expect(cutAddress('2001:db8:1:2::3')).toBe('2001:db8:1::/48')
  expect(cutAddress('2001:db8::1')).toBe('2001:db8:0::/48')
  expect(cutAddress('nonsense')).toBeNull()
})
