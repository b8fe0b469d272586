import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { webhookPath } from '#server/features/webhooks/webhooks.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
let account: ConnectedAccount
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

const values = (name: string, more: object = {}) => ({
  name,
  content: {
    ask_name: true,
    texts: [{ language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }],
  },
  ...more,
})

async function openForm(name: string, more: object = {}) {
  const { form } = (await server.call(optins.create, { token: asha.token, body: values(name, more) })).body
  await server.call(optins.open, { token: asha.token, params: { id: form.id }, body: { is_open: true } })
  const { text, url } = form.join
  return { id: form.id, text, url: url ?? '', code: text.split(' ').at(-1) ?? '' }
}

let nr = 0
/** Messages of different people, in one webhook, applied when it returns. */
async function say(...texts: string[]): Promise<string[]> {
  const phones = texts.map(() => `91982270${String(++nr).padStart(4, '0')}`)
  const messages = texts.map((text, at) => ({
    from: phones[at],
    id: `wamid.J${phones[at]}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: text },
  }))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: account.phone_number_id },
    contacts: phones.map((wa_id) => ({ profile: { name: 'Rukmini' }, wa_id })),
    messages,
  }
  const entry = [{ id: account.waba_id, changes: [{ field: 'messages', value }] }]
  const payload = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signWebhook(payload, sandboxSeed.app.secret),
  }
  const answer = await server.http.inject({ method: 'POST', url: webhookPath, payload, headers })
  expect(answer.statusCode).toBe(200)
  const wamids = messages.map(({ id }) => id)
  await eventually('the webhook is applied', async () => {
    const { rows } = await sql`select from inbound_messages where wamid = any(${wamids})`.execute(
      server.app.db,
    )
    return rows.length === wamids.length
  })
  return phones.map((phone) => `+${phone}`)
}

/** Which of some messages were opt-ins of a form. */
async function takenOf(id: number, texts: string[]): Promise<string[]> {
  const phones = await say(...texts)
  const { body } = await server.call(optins.proofs, { token: asha.token, query: { form_id: id, limit: 200 } })
  const agreed = new Set(body.proofs.map(({ address }) => address))
  return texts.filter((_, at) => agreed.has(phones[at] ?? ''))
}

describe('the text to join', () => {
  it('has the name of the form and a short code, and the link prepares it', async () => {
    const { text, url, code } = await openForm('Sweets news')
    expect(text).toMatch(/^JOIN Sweets news [A-Z]\d[A-Z]$/)
    expect(new URL(url).searchParams.get('text')).toBe(text)
    expect(code).not.toMatch(/[AEIOUY012]/)
  })

  it.each([
    ['🎉🪔', 'JOIN'],
    ['!!!', 'JOIN'],
    ['STOP', 'JOIN'],
    ['Stop smoking club', 'JOIN Stop smoking club'],
    ['Two\nlines\r\nof it', 'JOIN Two lines of it'],
    ['Diwali 🪔 sweets', 'JOIN Diwali sweets'],
    ['👨‍👩‍👧 family', 'JOIN family'],
    ['\u202eevil\u202c name', 'JOIN evil name'],
    ['मिठाई समाचार', 'JOIN मिठाई समाचार'],
    ['عروض الحلويات', 'JOIN عروض الحلويات'],
    [`Sweets ${'and more '.repeat(8)}`.trim(), 'JOIN Sweets and more and more and'],
    ['Z'.repeat(80), `JOIN ${'Z'.repeat(30)}`],
    ['क्षि'.repeat(20), `JOIN ${'क्षि'.repeat(20)}`],
  ])('of the name %j begins with %j', async (name, expected) => {
    const { text, code } = await openForm(name)
    expect(text).toBe(`${expected} ${code}`)
    expect(text.length).toBeLessThanOrEqual(140)
  })

  it('refuses a name of 200 letters with a sentence at the field', async () => {
    const body = values('n'.repeat(200))
    const refused = await server.call(optins.create, { token: asha.token, body })
    expect([refused.status, refused.body]).toMatchObject([400, { fields: { name: expect.any(String) } }])
  })

  it('opts in by the code, whatever people change before it', async () => {
    const { id, text, code } = await openForm('Sweets news')
    const texts = [
      text,
      text.toLowerCase(),
      `  JOIN   Sweets\n\nnews  ${code}  `,
      `JOIN ${code}`,
      code,
      `${code.toLowerCase()}!`,
      `news ${code}`,
      `Sweets news ${code}`,
      `JOIN your great shop ${code} 🙏🎉`,
      `🎉 join sweets news ${code} please`,
      `*JOIN* “Sweets news” (${code}).`,
      `\u202bJOIN عروض ${code}\u202c`,
      `JOIN \u2068عروض\u2069\u200f ${code}\u200e`,
      `JOIN عروض${code}`,
      `ＪＯＩＮ ${[...code].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join('')}`,
    ]
    expect(await takenOf(id, texts)).toEqual(texts)
    const { body } = await server.call(optins.get, { token: asha.token, params: { id } })
    expect(body.form.ways).toMatchObject([{ way: 'code', people: texts.length }])
  })

  it('is no opt-in by a question, an opt-out, half a code or the code of nothing', async () => {
    const { id, code } = await openForm('Stop smoking')
    const texts = [
      `What is ${code}?`,
      `I do not want ${code}`,
      `stop ${code}`,
      `JOIN ${code} STOP`,
      `JOIN stop it ${code}`,
      `JOIN Stop smoking ${code.slice(0, 2)}`,
      `JOIN Stop smoking x${code}`,
      'JOIN Stop smoking',
      'JOIN Z3Z9Z',
    ]
    expect(await takenOf(id, texts)).toEqual([])
    expect(await takenOf(id, [`JOIN Stop smoking ${code}`, `Stop smoking ${code}`])).toHaveLength(2)
  })

  it('finds the form of the code although the name looks like the code of another', async () => {
    const other = await openForm('Other')
    const { id, text } = await openForm(`News ${other.code}`)
    expect(await takenOf(id, [text])).toEqual([text])
    expect(await takenOf(other.id, [`JOIN ${other.code}`])).toHaveLength(1)
  })

  it('of an earlier version, six hexadecimal digits, still opts in', async () => {
    const { id } = await openForm('Old posters')
    await sql`update optin_codes set code = 'F8BAFE' where form_id = ${id}`.execute(server.app.db)
    const texts = ['JOIN F8BAFE', 'join f8bafe ', 'JOIN old posters F8BAFE']
    expect(await takenOf(id, texts)).toEqual(texts)
    const { body } = await server.call(optins.get, { token: asha.token, params: { id } })
    expect(body.form.join.text).toBe('JOIN Old posters F8BAFE')
  })

  it('has a code of four signs where all of three are taken', async () => {
    const { id } = await openForm('Busy')
    await sql`
      insert into optin_codes (business_id, code, form_id, version, language)
      select ${asha.businessId}, a || b || c, ${id}, 1, a || b || c
      from regexp_split_to_table('BCDFGHJKMNPQRSTVWXZL', '') a, regexp_split_to_table('3456789', '') b,
        regexp_split_to_table('BCDFGHJKMNPQRSTVWXZL', '') c
      on conflict do nothing`.execute(server.app.db)
    const { code, text, id: full } = await openForm('Full')
    expect(code).toMatch(/^[A-Z]\d[A-Z]\d$/)
    expect(await takenOf(full, [text])).toEqual([text])
  })
})

it('makes a new short link where the name changed; the one before still opts in', async () => {
  const { id, code } = await openForm('Sweets')
  const shorten = () => server.call(optins.shortLink, { token: asha.token, params: { id } })
  const first = (await shorten()).body.form.join
  expect(first).toMatchObject({ text: `JOIN Sweets ${code}`, short: true })
  const renamed = { token: asha.token, params: { id }, body: values('Savouries') }
  const { join } = (await server.call(optins.save, renamed)).body.form
  expect(join).toMatchObject({ text: `JOIN Savouries ${code}`, short: false })
  expect(join.url).toContain(encodeURIComponent(`JOIN Savouries ${code}`))
  const second = (await shorten()).body.form.join
  expect(second).toMatchObject({ text: join.text, short: true })
  expect(second.url).not.toBe(first.url)
  expect(await takenOf(id, [first.text, second.text])).toHaveLength(2)
})
