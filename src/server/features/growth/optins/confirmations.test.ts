import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { leads } from '#contract/leads.ts'
import { privacy } from '#contract/privacy.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { newTemplate } from '#sandbox/world/seed.ts'
import { optOut } from '#server/features/leads/leads.ts'
import { syncNow } from '#server/features/templates/provider/sync.ts'
import { webhookPath } from '#server/features/webhooks/webhooks.ts'
import { up } from '#server/migrations/1063-codes-of-posters.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { isCluster } from '#test/cluster.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { markPage } from './page-mark.ts'

let server: TestServer
let asha: Person
let ravi: Person
let account: ConnectedAccount
let others: ConnectedAccount
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
  ravi = await server.signUp('Ravi')
  others = await connectSeededAccount(server, ravi)
  const components = [
    { type: 'BODY', text: 'Do you want our offers on WhatsApp?' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Yes, confirm' },
        { type: 'QUICK_REPLY', text: 'Not me' },
      ],
    },
  ]
  server.sandbox.world.templates.add({
    ...newTemplate(account.waba_id, 'confirm_optin', 'en_US', 'UTILITY', components),
    status: 'APPROVED',
  })
  await syncNow(server.app, asha.businessId)
})
afterAll(() => server.close())

let nr = 0
const newDigits = () => `9198225${String(++nr).padStart(5, '0')}`
const confirm = { template_name: 'confirm_optin', language: 'en_US' }
const text = { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join' }
const values = (more: object = {}) => ({
  name: 'Counter',
  tag: 'Festival',
  content: { ask_name: true, texts: [text] },
  ...more,
})

async function openForm(more: object) {
  const { body } = await server.call(optins.create, { token: asha.token, body: values(more) })
  const { id, url, join } = body.form
  await server.call(optins.open, { token: asha.token, params: { id }, body: { is_open: true } })
  return { id, join, path: new URL(url).pathname, code: url.split('/').at(-1) ?? '' }
}
async function submit({ path, code }: { path: string; code: string }, digits: string): Promise<void> {
  const at = new Date(server.app.now().getTime() - 60_000)
  const page = markPage(server.app, { code, version: 1, language: 'en', way: 'qr', at })
  const answer = await server.http.inject({
    method: 'POST',
    url: path,
    remoteAddress: `203.0.${++nr}.7`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ page, name: 'Meera', phone: `+${digits}`, consent: 'yes' }).toString(),
  })
  expect(answer.statusCode).toBe(200)
}
/** A message of somebody, signed, through the front door. */
async function says(digits: string, content: object, { to = account, id = `wamid.OP${++nr}` } = {}) {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: to.phone_number_id },
    contacts: [{ profile: { name: 'Rukmini' }, wa_id: digits }],
    messages: [{ from: digits, id, timestamp: String(Math.floor(Date.now() / 1000)), ...content }],
  }
  const changes = [{ field: 'messages', value }]
  const body = { object: 'whatsapp_business_account', entry: [{ id: to.waba_id, changes }] }
  const payload = Buffer.from(JSON.stringify(body))
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signWebhook(payload, sandboxSeed.app.secret),
  }
  const answer = await server.http.inject({ method: 'POST', url: webhookPath, payload, headers })
  expect(answer.statusCode).toBe(200)
  await eventually('the webhook is applied', async () => {
    const { rows } = await sql`select from inbound_messages where wamid = ${id}`.execute(server.app.db)
    return rows.length > 0
  })
}
const write = (body: string) => ({ type: 'text', text: { body } })
const press = (wamid: string, label: string) => ({
  type: 'button',
  button: { text: label, payload: label },
  context: { from: '12125550142', id: wamid },
})
const messagesTo = (digits: string) =>
  server.app.db
    .selectFrom('messages')
    .select(['wamid', 'status'])
    .where('recipient_phone', '=', `+${digits}`)
    .execute()
const questionTo = (digits: string) =>
  eventually('the question', async () => (await messagesTo(digits)).find(({ wamid }) => wamid)?.wamid)
const proofsOf = async (form_id: number) =>
  (await server.call(optins.proofs, { token: asha.token, query: { form_id } })).body.proofs
const find = async (digits: string) =>
  (await server.call(leads.list, { token: asha.token, query: { search: digits } })).body.leads[0]

describe('a form that asks on WhatsApp', () => {
  it('offers only templates that can ask', async () => {
    const { body } = await server.call(optins.questions, { token: asha.token })
    expect(body.questions).toMatchObject([{ ...confirm, button: 'Yes, confirm' }])
    const wrong = { template_name: 'weekend_offer', language: 'en_US' }
    const refused = await server.call(optins.create, {
      token: asha.token,
      body: values({ confirm: wrong }),
    })
    expect(refused.status).toBe(400)
    const foreign = await server.call(optins.create, { token: ravi.token, body: values({ confirm }) })
    expect(foreign.status).toBe(400)
  })

  it('sends one question and records the consent when its button is pressed, once', async () => {
    const form = await openForm({ confirm })
    const digits = newDigits()
    await Promise.all([submit(form, digits), submit(form, digits)])
    const wamid = await questionTo(digits)
    expect(await find(digits)).toBeUndefined()
    expect((await proofsOf(form.id)).map(({ outcome }) => outcome)).toEqual(['asked', 'asked'])
    await says(digits, press(wamid, 'Yes, confirm'))
    await says(digits, press(wamid, 'Yes, confirm'))
    expect(await find(digits)).toMatchObject({ consent: 'opted_in', tags: ['Festival'] })
    const [proof, ...earlier] = await proofsOf(form.id)
    expect(proof).toMatchObject({ outcome: 'opted_in', way: 'button', address: `+${digits}` })
    expect(proof?.wamid).toMatch(/^wamid\.OP/)
    expect(earlier).toHaveLength(2)
    expect(await messagesTo(digits)).toHaveLength(1)
  })

  it('asks once for two forms, and the button confirms both', async () => {
    const forms = await Promise.all(['FormA', 'FormB'].map((tag) => openForm({ confirm, tag })))
    const digits = newDigits()
    for (const form of [...forms, ...forms]) await submit(form, digits)
    await says(digits, press(await questionTo(digits), 'Yes, confirm'))
    expect([(await find(digits))?.tags, await messagesTo(digits)]).toMatchObject([['FormA', 'FormB'], [{}]])
    for (const { id } of forms) expect((await proofsOf(id))[0]).toMatchObject({ outcome: 'opted_in' })
  })

  it('takes no answer of another button, of another business or of somebody else', async () => {
    const form = await openForm({ confirm })
    const [digits, stranger] = [newDigits(), newDigits()]
    await submit(form, digits)
    const wamid = await questionTo(digits)
    await says(digits, press(wamid, 'Yes, confirm'), { to: others })
    await says(stranger, press(wamid, 'Yes, confirm'))
    expect((await find(digits))?.consent).toBeUndefined()
    await says(digits, press(wamid, 'Not me'))
    await says(digits, press(wamid, 'Yes, confirm'))
    expect(await find(digits)).toMatchObject({ consent: 'none' })
    expect((await find(stranger))?.consent).toBe('none')
  })

  it('takes an answer before the id of its message for one to a question that leaves, and not before', async () => {
    const form = await openForm({ confirm })
    const digits = newDigits()
    await submit(form, digits)
    const wamid = await questionTo(digits)
    const { rows } = await sql<{ id: number }>`
      update messages set wamid = null, status = 'queued', due_at = now() + interval '1 day'
      where business_id = ${asha.businessId} and wamid = ${wamid} returning id`.execute(server.app.db)
    // The same word on a button of something else that they got.
    await says(digits, press(wamid, 'Yes, confirm'))
    expect((await find(digits))?.consent).not.toBe('opted_in')
    await sql`update messages set status = 'unknown' where business_id = ${asha.businessId}
      and id = ${rows[0]?.id}`.execute(server.app.db)
    await says(digits, press(wamid, 'Yes, confirm'))
    expect(await find(digits)).toMatchObject({ consent: 'opted_in' })
  })

  it('takes no answer after an opt-out or after a week', async () => {
    const form = await openForm({ confirm })
    const [gone, late] = [newDigits(), newDigits()]
    for (const digits of [gone, late]) await submit(form, digits)
    const [toGone, toLate] = [await questionTo(gone), await questionTo(late)]
    await says(gone, write('STOP'))
    await says(gone, press(toGone, 'Yes, confirm'))
    expect(await find(gone)).toMatchObject({ consent: 'opted_out' })
    await sql`update optin_confirmations set expires_at = now() - interval '1 minute'
      where address = ${`+${late}`}`.execute(server.app.db)
    await says(late, press(toLate, 'Yes, confirm'))
    expect(await find(late)).toMatchObject({ consent: 'none' })
    expect((await proofsOf(form.id)).map(({ outcome }) => outcome)).toEqual(['waiting', 'asked', 'asked'])
  })

  it('sends nothing to people who opted out', async () => {
    const form = await openForm({ confirm })
    const digits = newDigits()
    await optOut(server.app, asha.businessId, [`+${digits}`], { source: 'reply', details: 'STOP' })
    await submit(form, digits)
    expect(await messagesTo(digits)).toEqual([])
    expect((await proofsOf(form.id)).map(({ outcome }) => outcome)).toEqual(['waiting'])
  })
})

/** What the poster of a form has people send. */
async function posterOf(id: number, lang: 'en' | 'hi'): Promise<string> {
  const { body } = await server.call(optins.poster, { token: asha.token, params: { id }, query: { lang } })
  return new URL(body.poster.address).searchParams.get('text') ?? ''
}
/** Why the consent of somebody changed. */
const reasonsOf = async (digits: string) =>
  (
    await server.app.db
      .selectFrom('consent_changes')
      .select('details')
      .where('phone', '=', `+${digits}`)
      .execute()
  ).map(({ details }) => details)

/** How people came to a form, as its list says. */
const waysOf = async (id: number) =>
  (await server.call(optins.get, { token: asha.token, params: { id } })).body.form.ways

describe('a message that joins', () => {
  it('is an opt-in by the code of the form, with the message as proof', async () => {
    const form = await openForm({})
    const digits = newDigits()
    expect(form.join.url).toContain(encodeURIComponent(form.join.text))
    const id = `wamid.OPX${++nr}`
    await says(digits, write(`${form.join.text} `), { id })
    expect(await find(digits)).toMatchObject({ consent: 'opted_in', tags: ['Festival'] })
    expect(await proofsOf(form.id)).toMatchObject([{ way: 'message', outcome: 'opted_in', wamid: id }])
    const other = newDigits()
    await says(other, write(form.join.text), { to: others })
    await says(newDigits(), write('JOIN 000000'))
    expect(await proofsOf(form.id)).toHaveLength(1)
    expect(await waysOf(form.id)).toEqual([{ way: 'code', people: 1, visits: 0, agreed: 0 }])
  })

  it('is booked on the text of the poster that has its code, however the form changes', async () => {
    const inHindi = {
      language: 'hi' as const,
      heading: 'समाचार',
      text: '',
      consent: 'मैं सहमत हूँ',
      button: 'जुड़ें',
    }
    const content = (consent: string) => ({ ask_name: true, texts: [{ ...text, consent }, inHindi] })
    const { id } = await openForm({ content: content('First text') })
    const printed = await posterOf(id, 'hi')
    for (const consent of ['Second text', 'Third text'])
      await server.call(optins.save, {
        token: asha.token,
        params: { id },
        body: values({ content: content(consent) }),
      })
    const english = await posterOf(id, 'en')
    expect(await posterOf(id, 'en')).toEqual(english)
    expect(new Set([printed, english, await posterOf(id, 'hi')]).size).toBe(3)
    const [ofPrinted, ofEnglish] = [newDigits(), newDigits()]
    await says(ofPrinted, write(printed))
    await says(ofEnglish, write(english))
    expect(await proofsOf(id)).toMatchObject([
      { version: 3, language: 'en', wording: { consent: 'Third text' } },
      { version: 1, language: 'hi', wording: { heading: 'समाचार', consent: 'मैं सहमत हूँ' } },
    ])
    expect(await reasonsOf(ofPrinted)).toEqual(['मैं सहमत हूँ'])
    expect(await waysOf(id)).toEqual([{ way: 'code', people: 2, visits: 0, agreed: 0 }])
  })

  it('names no text where a link or a keyword shows none', async () => {
    const form = await openForm({ keyword: 'Modak' })
    expect(form.join.text).not.toBe(await posterOf(form.id, 'en'))
    const [byLink, byWord] = [newDigits(), newDigits()]
    await says(byLink, write(form.join.text))
    await says(byWord, write('Modak'))
    const notKnown = { version: null, language: null, wording: null, wording_sha256: null }
    expect(await proofsOf(form.id)).toMatchObject([notKnown, notKnown])
    expect(await reasonsOf(byLink)).toEqual([form.join.text])
    expect(await reasonsOf(byWord)).toEqual(['Modak'])
  })

  it('is an opt-in by the keyword alone; words with a meaning are refused', async () => {
    const form = await openForm({ keyword: 'Mithai Club' })
    const digits = newDigits()
    await says(digits, write('mithai club!'))
    await says(newDigits(), write('what is the mithai club'))
    expect(await proofsOf(form.id)).toMatchObject([{ address: `+${digits}` }])
    expect(await waysOf(form.id)).toEqual([{ way: 'keyword', people: 1, visits: 0, agreed: 0 }])
    for (const keyword of ['STOP', 'mithai CLUB', 'start', '!']) {
      const refused = await server.call(optins.create, { token: asha.token, body: values({ keyword }) })
      expect([keyword, refused.status]).toEqual([keyword, 400])
    }
  })

  it('is nothing to a closed form', async () => {
    const form = await openForm({ keyword: 'Diwali' })
    const closed = { token: asha.token, params: { id: form.id }, body: { is_open: false } }
    await server.call(optins.open, closed)
    await says(newDigits(), write('diwali'))
    expect(await proofsOf(form.id)).toEqual([])
  })

  it('is nothing by a way that is closed', async () => {
    const { id, join } = await openForm({ keyword: 'Jalebi' })
    const close = (way: 'code' | 'keyword') =>
      server.call(optins.openWay, { token: asha.token, params: { id, way }, body: { is_open: false } })
    const printed = await posterOf(id, 'en')
    await close('code')
    for (const text of [join.text, printed]) await says(newDigits(), write(text))
    expect(await proofsOf(id)).toEqual([])
    await says(newDigits(), write('jalebi'))
    expect(await proofsOf(id)).toHaveLength(1)
    await close('keyword')
    await says(newDigits(), write('jalebi'))
    expect(await proofsOf(id)).toHaveLength(1)
  })
})

it('records an opt-out after an opt-in as proof, and erases all of it', async () => {
  const form = await openForm({ keyword: 'Laddoo' })
  const digits = newDigits()
  await says(digits, write('laddoo'))
  await says(digits, write('STOP'), { id: 'wamid.OPSTOP' })
  const { id = 0 } = (await find(digits)) ?? {}
  const { body } = await server.call(optins.proofs, { token: asha.token, query: { lead_id: id } })
  expect(body.proofs).toMatchObject([
    { outcome: 'opted_out', way: 'withdrawal', wamid: 'wamid.OPSTOP', answers: { details: 'STOP' } },
    { outcome: 'opted_in', form_id: form.id },
  ])
  const erase = { token: asha.token, params: { id }, body: { confirm: true as const } }
  expect((await server.call(privacy.erase, erase)).status).toBe(200)
  const { rows } = await sql`select from optin_proofs where address = ${`+${digits}`}`.execute(server.app.db)
  expect(rows).toEqual([])
})

it('shows an opt-out of somebody who agreed on no form, with their message', async () => {
  const digits = newDigits()
  await says(digits, write('hello'))
  await says(digits, write('STOP'), { id: 'wamid.OPSTOP2' })
  const { id = 0 } = (await find(digits)) ?? {}
  const { body } = await server.call(optins.consents, { token: asha.token, query: { lead_id: id } })
  expect(body.consents).toMatchObject([
    {
      record: 'change',
      outcome: 'opted_out',
      way: 'reply',
      wamid: 'wamid.OPSTOP2',
      answers: { details: 'STOP' },
    },
  ])
})

// Migrations of before a cluster was supported never meet tables that were given to nodes.
it.skipIf(isCluster)(
  'keeps printed codes of earlier versions, and corrects proofs that named a text nobody saw',
  async () => {
    const [same, changed] = [await openForm({}), await openForm({})]
    const content = { ask_name: true, texts: [{ ...text, consent: 'Other text' }] }
    const save = { token: asha.token, params: { id: changed.id }, body: values({ content }) }
    await server.call(optins.save, save)
    const { db } = server.app
    const { rows } = await sql<{ join_code: string }>`
    select join_code from optin_forms where id in (${same.id}, ${changed.id}) order by id`.execute(db)
    const [ofSame, ofChanged] = rows.map(({ join_code }) => `JOIN ${join_code}`)
    for (const [{ id }, version, message] of [
      [same, 1, ofSame],
      [changed, 2, ofChanged],
    ] as const)
      await sql`
      insert into optin_proofs (business_id, form_id, version, language, way, outcome, address, wording_sha256,
        answers, page_id, at)
      values (${asha.businessId}, ${id}, ${version}, 'en', 'message', 'opted_in', '+919822500000', '\\x01',
        ${JSON.stringify({ message })}::jsonb, ${`old ${id}`}, now())`.execute(db)
    await sql`drop table optin_codes`.execute(db)
    // What a later migration forbids.
    await sql`alter table consent_changes disable trigger rows_stay`.execute(db)
    await db.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
    await sql`alter table consent_changes enable trigger rows_stay`.execute(db)
    await says(newDigits(), write(ofSame ?? ''))
    await says(newDigits(), write(ofChanged ?? ''))
    const known = { version: 1, language: 'en', wording: { consent: 'I agree' } }
    const notKnown = { version: null, language: null, wording: null, wording_sha256: null }
    expect(await proofsOf(same.id)).toMatchObject([known, known])
    expect(await proofsOf(changed.id)).toMatchObject([notKnown, notKnown])
    const codeIn = (text = '') => text.split(' ').at(-1)
    expect(await posterOf(same.id, 'en')).toBe(`JOIN Counter ${codeIn(ofSame)}`)
    expect(codeIn(await posterOf(changed.id, 'en'))).not.toBe(codeIn(ofChanged))
    const { body } = await server.call(optins.get, { token: asha.token, params: { id: same.id } })
    expect(codeIn(body.form.join.text)).not.toBe(codeIn(ofSame))
  },
)
