import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markPage } from '../page-mark.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
})
afterAll(() => server.close())

const shop = 'https://shop.example'
const values = (consent: string) => ({
  name: 'Counter',
  sites: [shop],
  content: {
    ask_name: true,
    fields: [{ is: 'email' as const, required: true }],
    texts: [{ language: 'en' as const, heading: 'News', text: '', consent, button: 'Join' }],
  },
})

async function openForm() {
  const made = await server.call(optins.create, { token: asha.token, body: values('I agree') })
  const { id, url } = made.body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  const code = url.split('/').at(-1) ?? ''
  const page = (way: 'link' | 'widget') =>
    markPage(server.app, {
      code,
      version: 1,
      language: 'en',
      way,
      at: new Date(server.app.now().getTime() - 60_000),
    })
  const post = (fields: Record<string, string>, way: 'link' | 'widget' = 'link') =>
    server.http.inject({
      method: 'POST',
      url: `/marketing/f/${code}${way === 'widget' ? '/widget' : ''}`,
      headers: { origin: shop, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ page: page(way), name: 'Uma', ...fields }).toString(),
    })
  return { id, post }
}
const tagOf = (html: string, name: string): string =>
  new RegExp(`<[^<>]* name="${name}"[^<>]*>`).exec(html)?.[0] ?? ''

it('names every field at fault on the page, at the field, and goes to the first', async () => {
  const { post } = await openForm()
  const all = (await post({ phone: '12', f0: 'nobody' })).body
  for (const [name, id, sentence] of [
    ['phone', 'fault-needPhone', 'Enter a WhatsApp number with its country code.'],
    ['f0', 'fault-0', 'Check what you entered here.'],
    ['consent', 'fault-needConsent', 'Tick the box if you agree.'],
  ] as const) {
    expect(tagOf(all, name)).toContain(`aria-invalid="true" aria-describedby="${id}"`)
    expect(all).toContain(`<p class="bad" role="alert" id="${id}">${sentence}</p>`)
  }
  expect(all.split('autofocus')).toHaveLength(2)
  expect(tagOf(all, 'phone')).toContain('autofocus')
  for (const [name, value] of [
    ['name', 'Uma'],
    ['phone', '12'],
    ['f0', 'nobody'],
  ] as const)
    expect(tagOf(all, name)).toContain(`value="${value}"`)
  const rest = (await post({ phone: '98223 00031' })).body
  expect(tagOf(rest, 'phone')).not.toContain('aria-invalid')
  expect(tagOf(rest, 'f0')).toContain('autofocus')
})

it('leaves the box as the person left it, and empty beside other words', async () => {
  const { id, post } = await openForm()
  const wrong = { phone: '12', f0: 'uma@example.com' }
  expect(tagOf((await post({ ...wrong, consent: 'yes' })).body, 'consent')).toContain(' checked')
  expect(tagOf((await post(wrong)).body, 'consent')).not.toContain('checked')
  const forged = { ...wrong, consent: 'yes', page: 'x' }
  expect(tagOf((await post(forged)).body, 'consent')).not.toContain('checked')
  await server.call(optins.save, { token: asha.token, params: { id }, body: values('I agree to more') })
  const changed = (await post({ ...wrong, consent: 'yes' })).body
  expect(changed).toContain('I agree to more')
  expect(tagOf(changed, 'consent')).not.toContain('checked')
})

it('names every field at fault to a site', async () => {
  const { post } = await openForm()
  const { answer } = (await post({ phone: '12' }, 'widget')).json()
  expect(answer.faults).toEqual([
    { fault: 'needPhone', field: null, sentence: 'Enter a WhatsApp number with its country code.' },
    { fault: 'needField', field: 0, sentence: 'Fill this in.' },
    { fault: 'needConsent', field: null, sentence: 'Tick the box if you agree.' },
  ])
})
