import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { messages } from '#contract/messages.ts'
import { templates } from '#contract/templates.ts'
import { addLeads } from '#server/features/campaigns/campaigns.fixture.ts'
import {
  freshText,
  openConnectedTemplates,
  type TemplateCalls,
} from '#server/features/templates/templates.fixture.ts'
import { eventually, type Person, type TestServer } from '#test/server.ts'
import { archiveMessages } from '../archive/archive-messages.ts'
import { scrubArchives } from '../archive/archived-person.ts'
import { eraseRecipient } from '../model/erase-recipient.ts'
import { linkCodes } from '../model/link-code.ts'
import { allStored, type Visit, visitLink } from './clicks.fixture.ts'

let server: TestServer
let person: Person
let mine: TemplateCalls
beforeAll(async () => {
  ;({ server, person, mine } = await openConnectedTemplates())
  server.sandbox.settings({
    keepContent: true,
    delays: { sent: [1, 5], delivered: [5, 10], read: [10, 20], answer: [1, 2] },
  })
})
afterAll(() => server.close())

const base = 'http://localhost:5002/marketing/l/'
const metaAddress = '157.240.1.35'

const visit = (path: string, how?: Visit) => visitLink(server, path, how)
const open = (code: string, how: Visit = {}) => visit(`/marketing/l/${code}`, how)

let phones = 100
const newPhone = () => `+9198${phones++}00777`

/** A template with one button that counts clicks, approved. */
async function trackedTemplate(url: string, more: object = {}) {
  const { id } = await mine.added({
    ...freshText(),
    type: 'marketing',
    buttons: [{ type: 'URL', text: 'Shop now', url, counts_clicks: true, ...more }],
  })
  return await mine.approved(id)
}

type Sent = { phone: string; code: string; messageId: number }

/** Sends a campaign to so many people and waits until WhatsApp has the messages. */
async function sendCampaign(templateId: number, body: object = {}, people = 1) {
  const sent: Sent[] = []
  const rows = Array.from({ length: people }, () => ({ phone: newPhone() }))
  const leads = await addLeads(server, person.businessId, rows)
  const scheduled = await server.call(campaigns.schedule, {
    token: person.token,
    body: { template_id: templateId, leads, ...body },
  })
  expect(scheduled.body.message).toBe('Campaign scheduled successfully!')
  const { id } = scheduled.body.campaign
  for (const { phone } of rows) {
    const content = await eventually('the message', async () => JSON.stringify(contentTo(phone)), 20_000)
    const { id: messageId } = await server.app.db
      .selectFrom('messages')
      .select('id')
      .where('business_id', '=', person.businessId)
      .where('recipient_phone', '=', phone)
      .executeTakeFirstOrThrow()
    sent.push({ phone, messageId, code: codeIn(content as string) })
  }
  await eventually('the delivery', async () => (await get(id)).outcomes.read === people, 20_000)
  return { id, sent, first: sent[0]! }
}

const contentTo = (phone: string) =>
  server.sandbox.ledger({ to: phone }).rows.find(({ to }) => `+${to}` === phone)?.content

/** The code at the end of a button's address, or of an address in the text. */
function codeIn(content: string): string {
  const found = /"sub_type":"url".*?"text":"(\w+)"/.exec(content) ?? /\/marketing\/l\/(\w+)/.exec(content)
  return found?.[1] ?? ''
}

const get = async (id: number) =>
  (await server.call(campaigns.get, { token: person.token, params: { id } })).body.campaign
const lifeOf = async (id: number) =>
  (await server.call(messages.life, { token: person.token, params: { id } })).body.log
const rowsOf = async (messageId: number) =>
  await server.app.db
    .selectFrom('link_clicks')
    .select(['kind', 'from_provider', 'link'])
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute()

describe('a button that counts clicks', () => {
  it('goes to WhatsApp with an address of ours, and its own address is kept here', async () => {
    const template = await trackedTemplate('https://shop.example/sale?from=whatsapp')
    const remote = server.sandbox.world.templates.byId.get(template.provider_template_id!)!
    expect(remote.components.at(-1)!.buttons).toEqual([
      { type: 'URL', text: 'Shop now', url: `${base}{{1}}`, example: [expect.stringMatching(/\/l\/\w+$/)] },
    ])
    expect(template.buttons).toEqual([
      {
        type: 'URL',
        text: 'Shop now',
        value: 'https://shop.example/sale?from=whatsapp',
        counts_clicks: true,
      },
    ])
    expect(template.variables.map(({ key }) => key)).toEqual(['name'])
    await mine.sync()
    expect((await mine.get(template.id)).buttons).toEqual(template.buttons)
  })

  it('sends each person on, counts them once, and all of their clicks', async () => {
    const template = await trackedTemplate('https://shop.example/sale?from=whatsapp')
    const { id, sent, first } = await sendCampaign(template.id, {}, 3)
    expect(new Set(sent.map(({ code }) => code)).size).toBe(3)
    expect((await get(id)).clicks).toEqual({ total: 0, people: 0, rate: 0 })
    for (const code of [first.code, first.code, sent[1]!.code]) {
      const answer = await open(code)
      expect([answer.statusCode, answer.headers.location]).toEqual([
        302,
        'https://shop.example/sale?from=whatsapp',
      ])
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect((await get(id)).clicks).toEqual({ total: 3, people: 2, rate: 2 / 3 })
    const { life } = await lifeOf(first.messageId)
    expect(life.at(-1)).toMatchObject({ status: 'clicked', text: 'Opened 2 times' })
    expect((await lifeOf(sent[2]!.messageId)).life.some(({ status }) => status === 'clicked')).toBe(false)
    expect((await visit(`/l/${sent[2]!.code}`)).statusCode).toBe(302)
    const { rows } = await sql`
      select distinct k.campaign_id::int, k.lead_id = m.lead_id as is_theirs from link_clicks k
      join messages m on m.business_id = k.business_id and m.id = k.message_id
      where m.campaign_id = ${id}`.execute(server.app.db)
    expect(rows).toEqual([{ campaign_id: id, is_theirs: true }])
  })

  it('continues its address for each person, and never leads to another site', async () => {
    const template = await trackedTemplate('https://shop.example/track/{{1}}', {
      sample: 'https://shop.example/track/A-1042',
    })
    expect(template.variables.map(({ key }) => key)).toEqual(['name', 'button.0'])
    const ends = {
      'A 7/b': 'A%207/b',
      '//evil.example': '//evil.example',
      '../../x': null,
      '@evil.example': null,
    }
    for (const [value, end] of Object.entries(ends)) {
      const parameters = { 'button.0': { text: value } }
      const { first } = await sendCampaign(template.id, { parameters })
      const { statusCode, headers } = await open(first.code)
      expect(statusCode).toBe(302)
      expect(new URL(String(headers.location)).origin).toBe('https://shop.example')
      if (end) expect(headers.location).toBe(`https://shop.example/track/${end}`)
    }
  })

  it('needs a whole site before its variable', async () => {
    const { status, body } = await mine.add({
      buttons: [
        {
          type: 'URL',
          text: 'Go',
          url: 'https://shop.{{1}}',
          sample: 'https://shop.example',
          counts_clicks: true,
        },
      ],
    })
    expect([status, body.fields?.['buttons.0.value']]).toEqual([
      422,
      'Put a / after the site before {{1}}, as in https://shop.example/{{1}}.',
    ])
  })

  it('gets another address without a new review', async () => {
    const template = await trackedTemplate('https://shop.example/old')
    const changed = await server.call(templates.change, {
      token: person.token,
      params: { id: template.id },
      body: {
        title: template.title,
        message: template.message,
        buttons: [{ type: 'URL', text: 'Shop now', url: 'https://shop.example/new', counts_clicks: true }],
      },
    })
    expect([changed.status, changed.body.template.status]).toEqual([200, 'approved'])
    const { first } = await sendCampaign(template.id)
    expect((await open(first.code)).headers.location).toBe('https://shop.example/new')
  })
})

describe('addresses in the text', () => {
  const text = 'Look: https://shop.example/a?b=1, or https://shop.example/b.'
  let templateId: number
  beforeAll(async () => {
    const { title } = freshText()
    const message = `Hello {{name}}, here is news of our shop for you today: {{news}} See you soon. ${title}`
    const { id } = await mine.added({ title, message, type: 'marketing' })
    await mine.approved(id)
    templateId = id
  })

  it('that the owner wrote are tracked where the campaign says so', async () => {
    const parameters = { news: { text } }
    const { id, first } = await sendCampaign(templateId, { parameters, count_clicks: true })
    const content = JSON.stringify(contentTo(first.phone))
    const codes = [...content.matchAll(/\/marketing\/l\/(\w+)/g)].map(([, code]) => code!)
    expect(codes).toHaveLength(2)
    expect(content).toMatch(/Look: \S+\/l\/\w+, or \S+\/l\/\w+\./)
    const answers = [await open(codes[0]!), await open(codes[1]!)]
    expect(answers.map(({ headers }) => headers.location)).toEqual([
      'https://shop.example/a?b=1',
      'https://shop.example/b',
    ])
    expect((await get(id)).clicks).toEqual({ total: 2, people: 1, rate: 1 })
  })

  it('of a single message are tracked where the call says so', async () => {
    const { template_name } = await mine.get(templateId)
    const to = newPhone()
    const { status } = await server.call(messages.send, {
      token: person.token,
      body: { to, template_name, parameters: ['Asha', 'https://shop.example/one'], count_clicks: true },
    })
    expect(status).toBe(200)
    const content = await eventually('the message', async () => JSON.stringify(contentTo(to)), 20_000)
    expect((await open(codeIn(content))).headers.location).toBe('https://shop.example/one')
  })

  it('stay as they are without it, and so do addresses in the data of a lead', async () => {
    const plain = await sendCampaign(templateId, { parameters: { news: { text } } })
    expect(JSON.stringify(contentTo(plain.first.phone))).toContain(text)
    expect((await get(plain.id)).clicks).toBeNull()
    const [lead] = await addLeads(server, person.businessId, [
      { phone: newPhone(), name: 'https://evil.example/x' },
    ])
    const { phone } = await server.app.db
      .selectFrom('leads')
      .select('phone')
      .where('id', '=', lead!)
      .executeTakeFirstOrThrow()
    await server.call(campaigns.schedule, {
      token: person.token,
      body: { template_id: templateId, leads: [lead!], count_clicks: true, parameters: { news: { text } } },
    })
    const content = await eventually('the message', async () => JSON.stringify(contentTo(phone!)), 20_000)
    expect(content).toContain('https://evil.example/x')
  })
})

it('counts people who click at the sandbox, and not what WhatsApp looks at', async () => {
  const template = await trackedTemplate('https://shop.example/sale')
  const { id, first } = await sendCampaign(template.id)
  for (const as of ['preview', 'bot', 'person'] as const) {
    const clicked = await server.sandbox.click({ to: first.phone, as, at: server.url })
    expect(clicked).toMatchObject({ status: 302, location: 'https://shop.example/sale' })
  }
  await allStored(server)
  expect((await get(id)).clicks).toMatchObject({ total: 1, people: 1 })
})

describe('what nobody clicked', () => {
  it('is kept and not counted: previews, programs, and Meta’s look while it delivers', async () => {
    const template = await trackedTemplate('https://shop.example/sale')
    const { id, first } = await sendCampaign(template.id)
    const delivered = (await lifeOf(first.messageId)).life.find(({ status }) => status === 'delivered')!
    expect((await open(first.code, { method: 'HEAD' })).statusCode).toBe(302)
    expect((await open(first.code, { agent: 'WhatsApp/2.24.20.89 A' })).statusCode).toBe(302)
    expect((await open(first.code, { agent: 'curl/8.5.0' })).statusCode).toBe(302)
    await open(first.code, { from: metaAddress })
    const setClick = (at: Date) =>
      server.app.db
        .updateTable('link_clicks')
        .set({ clicked_at: at })
        .where('message_id', '=', first.messageId)
        .where('from_provider', '=', true)
        .execute()
    await setClick(new Date(new Date(delivered.at).getTime() + 1_000))
    expect((await rowsOf(first.messageId)).map(({ kind }) => kind)).toEqual([
      'preview',
      'preview',
      'bot',
      'person',
    ])
    expect((await get(id)).clicks).toMatchObject({ total: 0, people: 0 })
    // Somebody who works at Meta reads it later.
    await setClick(new Date(new Date(delivered.at).getTime() + 60_000))
    expect((await get(id)).clicks).toMatchObject({ total: 1, people: 1 })
  })
})

describe('a code that leads nowhere', () => {
  it('is not found when it is forged, cut, foreign or another link’s', async () => {
    const template = await trackedTemplate('https://shop.example/sale')
    const { first } = await sendCampaign(template.id)
    const codes = linkCodes(server.app)
    const real = codes.read(first.code)!
    const wrong = [
      first.code.slice(0, -1),
      `${first.code}A`,
      `${first.code.slice(0, 8)}${first.code[8] === 'a' ? 'b' : 'a'}${first.code.slice(9)}`,
      'https:%2F%2Fevil.example',
      '..%2F..%2Fetc%2Fpasswd',
      codes.write({ ...real, link: 7 }),
      codes.write({ ...real, contentId: 999_999 }),
    ]
    for (const [at, code] of wrong.entries()) {
      const answer = await open(code, { from: `203.0.113.${at}` })
      expect([code, answer.statusCode, answer.headers.location]).toEqual([code, 404, undefined])
      expect(answer.body).toContain('Link not found')
    }
    const hindi = await open('wrong', { from: '203.0.113.77', language: 'hi' })
    expect(hindi.body).toContain('लिंक नहीं मिला')
    expect(hindi.headers['content-security-policy']).toContain("default-src 'none'")
    expect(await rowsOf(first.messageId)).toEqual([])
    const evil = await visit(`/marketing/l/${first.code}?url=https://evil.example&to=//evil.example`)
    expect(evil.headers.location).toBe('https://shop.example/sale')
  })

  it('is gone with its business, and with the data of the person it was made for', async () => {
    const codes = linkCodes(server.app)
    const gone = codes.write({ businessId: 424_242, contentId: 1, messageId: 1, link: 0 })
    const answer = await open(gone)
    expect([answer.statusCode, answer.headers.location]).toEqual([410, undefined])
    expect(answer.body).toContain('Link no longer works')
    const template = await trackedTemplate('https://shop.example/t/{{1}}', {
      sample: 'https://shop.example/t/A',
    })
    const { first } = await sendCampaign(template.id, { parameters: { 'button.0': { text: 'mine' } } })
    expect((await open(first.code)).statusCode).toBe(302)
    expect(await rowsOf(first.messageId)).toHaveLength(1)
    await server.app.transaction((tx) => eraseRecipient(tx, person.businessId, [first.phone]))
    expect((await open(first.code)).statusCode).toBe(410)
    expect(await rowsOf(first.messageId)).toEqual([])
  })

  it('leads on from an archived message, until its person is erased', async () => {
    const template = await trackedTemplate('https://shop.example/t/{{1}}', {
      sample: 'https://shop.example/t/A',
    })
    const { id, first } = await sendCampaign(template.id, { parameters: { 'button.0': { text: 'mine' } } })
    await sql`update dispatches set drained_at = now() where campaign_id = ${id}`.execute(server.app.db)
    await archiveMessages(server.app, new Date(Date.now() + 62 * 86_400_000))
    const { rows } = await sql<{ phone: string }>`
      select recipient_phone as phone from messages where id = ${first.messageId}`.execute(server.app.db)
    expect(rows[0]?.phone).toMatch(/^archived:/)
    expect((await open(first.code)).headers.location).toBe('https://shop.example/t/mine')
    await scrubArchives(server.app, person.businessId, [first.phone], async () => undefined)
    expect((await open(first.code)).statusCode).toBe(410)
  })

  it('does not leave a campaign’s links behind when its template is deleted', async () => {
    const template = await trackedTemplate('https://shop.example/kept')
    const { first } = await sendCampaign(template.id)
    expect((await mine.remove(template.id)).status).toBe(200)
    expect((await open(first.code)).headers.location).toBe('https://shop.example/kept')
  })

  it('is refused after too many tries from one address, and so is one link without end', async () => {
    const template = await trackedTemplate('https://shop.example/sale')
    const { first } = await sendCampaign(template.id)
    const from = '198.51.100.9'
    const tries = await Promise.all(Array.from({ length: 40 }, (_, at) => open(`wrong${at}`, { from })))
    expect(tries.some(({ statusCode }) => statusCode === 429)).toBe(true)
    // Their neighbour behind the same address still gets through.
    expect((await open(first.code, { from })).statusCode).toBe(302)
    const flood = await Promise.all(Array.from({ length: 60 }, () => open(first.code)))
    const stored = flood.filter(({ statusCode }) => statusCode === 302).length
    expect(flood.some(({ statusCode }) => statusCode === 429)).toBe(true)
    await eventually(
      'each click that was answered is stored',
      async () => (await rowsOf(first.messageId)).length >= stored + 1,
    )
    expect(await rowsOf(first.messageId)).toHaveLength(stored + 1)
  })
})

it('another business sees nothing of the clicks', async () => {
  const template = await trackedTemplate('https://shop.example/sale')
  const { id, first } = await sendCampaign(template.id)
  await open(first.code)
  const stranger = await server.signUp()
  expect((await server.call(campaigns.get, { token: stranger.token, params: { id } })).status).toBe(404)
  const life = await server.call(messages.life, { token: stranger.token, params: { id: first.messageId } })
  expect(life.status).toBe(404)
})
