import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { newPhone, openShop, planCampaign, rowOf, type Shop, untilOutcomes } from '../messages.fixture.ts'
import { walkLogs } from './walk-logs.ts'

let server: TestServer
let shop: Shop
let stranger: Person
let campaign: number
let phones: string[]
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { sent: [5, 20], delivered: [20, 40], read: [40, 80] } })
  // Each status once: the webhooks of a message are counted here.
  server.sandbox.faults({ statuses: { doubled: 0 } })
  shop = await openShop(server)
  stranger = await server.signUp()
  phones = [...Array.from({ length: 5 }, () => newPhone()), newPhone('0001')]
  campaign = await planCampaign(server, shop, phones)
  await untilOutcomes(server, shop, campaign, { read: 5, failed: 1 })
})
afterAll(() => server.close())

const logs = async (query: object = {}, token = shop.token) =>
  (await server.call(messages.logs, { token, query: query as never })).body
const send = (body: object, token: string | undefined = shop.token) =>
  server.call(messages.send, { ...(token && { token }), body: body as never })

describe('the logs', () => {
  it('show the spec’s fields, the newest first, with the text as it was read', async () => {
    const { logs: rows } = await logs()
    expect(rows).toHaveLength(6)
    expect(rows[0]).toMatchObject({
      recipient_phone: phones[5],
      template_name: 'weekend_offer',
      message_body: 'Hello Asha, everything in our shop is 20 percent off until Sunday evening.',
      status: 'failed',
      error_code: 131026,
      explanation: 'This number is not on WhatsApp, or cannot get messages from businesses.',
    })
    expect(Date.parse(rows[0]!.timestamp)).toBeGreaterThan(Date.now() - 60_000)
    expect(rows[1]).toMatchObject({ status: 'read', explanation: null })
  })

  it('come in pages that join without a gap', async () => {
    const first = await logs({ limit: 4 })
    const second = await logs({ limit: 4, cursor: first.next_cursor })
    expect([...first.logs, ...second.logs].map(({ recipient_phone }) => recipient_phone)).toEqual(
      [...phones].reverse(),
    )
    expect(second.next_cursor).toBeNull()
    // Counted once, with the first page: of all that the filter finds, not of the page.
    expect(first.found).toEqual({ count: 6, more: false })
    expect(second.found).toBeNull()
    expect((await logs({ limit: 50 })).found).toEqual({ count: 6, more: false })
    expect((await logs({ limit: 2, status: 'read' })).found).toEqual({ count: 5, more: false })
    expect((await server.call(messages.logs, { token: shop.token, query: { cursor: 'x' } })).status).toBe(400)
  })

  it('come the oldest first, in pages that join without a gap, and so does their file', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await logs({ sort: 'oldest', limit: 4, ...(cursor && { cursor }) })
      seen.push(...page.logs.map(({ recipient_phone }) => recipient_phone))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(phones)
    for (const [query, order] of [
      ['', [...phones].reverse()],
      ['?sort=oldest', phones],
    ] as const) {
      const file = await server.http.inject({
        method: 'GET',
        url: `${messages.exportCsv.path}${query}`,
        headers: { authorization: `Bearer ${shop.token}` },
      })
      const lines = file.body.trim().split('\r\n').slice(1)
      expect(lines.map((line) => order.find((phone) => line.includes(phone)))).toEqual(order)
    }
  })

  it('of a time come the oldest first from its beginning on, with nobody missing', async () => {
    const hour = 3_600_000
    const time = (hoursAgo: number) => new Date(Date.now() - hoursAgo * hour)
    const set = (phone: string, hoursAgo: number) =>
      server.app.db
        .updateTable('messages')
        .set({ created_at: time(hoursAgo) })
        .where('business_id', '=', shop.businessId)
        .where('recipient_phone', '=', phone)
        .execute()
    // The third began to be written earlier than the two before it, as a large campaign does.
    const ages = [50, 49, 48.5, 49.1, 20, 10]
    for (const [at, phone] of phones.entries()) await set(phone, ages[at]!)
    for (const since of [60, 49.5, 49.05, 48.9, 30, 15, 1]) {
      const { logs: rows } = await logs({ sort: 'oldest', from: time(since).toISOString() })
      expect(
        rows.map(({ recipient_phone }) => recipient_phone),
        `since ${since} h`,
      ).toEqual(phones.filter((_, at) => ages[at]! < since))
    }
    for (const phone of phones) await set(phone, 0)
  })

  it('are in no other order', async () => {
    const answer = await server.call(messages.logs, {
      token: shop.token,
      query: { sort: 'status' } as never,
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { sort: 'Sort by newest or oldest.' } })
  })

  it.each([
    ['status', () => ({ status: 'failed' }), 1],
    ['two statuses', () => ({ campaign_id: campaign }), 6],
    ['another campaign', () => ({ campaign_id: 999_999 }), 0],
    ['an error', () => ({ error_code: 131026 }), 1],
    ['one of several errors', () => ({ error_code: [131026, 131049] }), 1],
    ['another error', () => ({ error_code: 131049 }), 0],
    ['no error', () => ({ error_code: ['none'] }), 5],
    ['a template', () => ({ search: 'Weekend_off' }), 6],
    ['another template', () => ({ search: 'order_shipped' }), 0],
    ['a phone', () => ({ search: phones[2] }), 1],
    ['a phone with spaces', () => ({ search: `${phones[2]!.slice(0, 6)} ${phones[2]!.slice(6)}` }), 1],
    ['the beginning of a phone', () => ({ search: '9198' }), 6],
    ['any part of a phone', () => ({ search: phones[2]!.slice(5, 11) }), 1],
    ['nobody', () => ({ search: 'Zzyzx' }), 0],
    ['the time before', () => ({ to: new Date(Date.now() - 3600_000).toISOString() }), 0],
    ['the time since', () => ({ from: new Date(Date.now() - 3600_000).toISOString() }), 6],
  ])('are filtered by %s', async (_, query, count) => {
    expect((await logs(query())).logs).toHaveLength(count)
  })

  it('find a person by name', async () => {
    const lead = await server.app.db
      .insertInto('leads')
      .values({ business_id: shop.businessId, name: 'Meenakshi 100%', phone: newPhone() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.app.db
      .updateTable('messages')
      .set({ lead_id: lead.id })
      .where('recipient_phone', '=', phones[0]!)
      .execute()
    expect((await logs({ search: 'meena' })).logs.map(({ lead_name }) => lead_name)).toEqual([
      'Meenakshi 100%',
    ])
    expect((await logs({ search: '0%' })).logs).toHaveLength(1)
    expect((await logs({ search: 'Meenaks_i' })).logs).toHaveLength(0)
  })

  it('are looked through a piece at a time where there are many, and the pieces join without a gap', async () => {
    const many = await server.signUp()
    const { businessId } = many
    const { rows } = await sql<{ id: number }>`
      with content as (
        insert into message_contents (business_id, template_name, language, category, components)
        values (${businessId}, 'many', 'en_US', 'UTILITY', '[]') returning id
      )
      insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, variables)
      select ${businessId}, id, '1', '+9177' || lpad(n::text, 8, '0'), 'read',
        array[case when n % 1100 = 7 then 'Quetzalli' else 'Asha' end]
      from content, generate_series(1, 2600) n returning id`.execute(server.app.db)
    const wanted = [7, 1107, 2207].map((n) => rows[n - 1]!.id)
    for (const sort of ['newest', 'oldest'] as const) {
      const found: number[] = []
      let [pieces, after] = [0, undefined as number | undefined]
      do {
        const walk = { filter: { status: undefined, search: 'quetzalli' }, sort, after, rows: 51 }
        const { ids, stoppedAt } = await walkLogs(server.app, businessId, walk, 0)
        found.push(...ids)
        after = stoppedAt?.id
        pieces++
      } while (after !== undefined)
      expect(pieces).toBe(3)
      expect(found).toEqual(sort === 'oldest' ? wanted : wanted.toReversed())
    }
    const whole = await logs({ search: 'quetzalli' }, many.token)
    expect(whole.logs.map(({ id }) => id)).toEqual(wanted.toReversed())
  })

  it('are counted by status', async () => {
    const { body } = await server.call(messages.summary, { token: shop.token, query: {} })
    expect(body).toMatchObject({ planned: 6, by_status: { read: 5, failed: 1, unknown: 0 } })
  })

  it('are exported with the same filters, and no cell is a formula', async () => {
    await server.app.db
      .updateTable('messages')
      .set({ variables: ['=1+1'] })
      .where('recipient_phone', '=', phones[5]!)
      .execute()
    await server.app.db
      .updateTable('messages')
      .set({ error_title: '=cmd()' })
      .where('recipient_phone', '=', phones[5]!)
      .execute()
    const answer = await server.http.inject({
      method: 'GET',
      url: `${messages.exportCsv.path}?status=failed`,
      headers: { authorization: `Bearer ${shop.token}` },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    const lines = answer.body.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Recipient')
    expect(lines[1]).toContain(phones[5])
    expect(lines[1]).toContain("'=cmd()")
  })

  it('are exported again from where a download was cut, to nobody else', async () => {
    const ask = (headers: object, token = shop.token) =>
      server.http.inject({
        method: 'GET',
        url: messages.exportCsv.path,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
    const whole = await ask({})
    const rest = await ask({ range: 'bytes=40-', 'if-range': String(whole.headers.etag) })
    expect(rest.statusCode).toBe(206)
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(40))).toBe(true)
    const other = await ask({ range: 'bytes=0-', 'if-range': String(whole.headers.etag) }, stranger.token)
    expect([other.statusCode, other.body.includes(phones[0]!)]).toEqual([200, false])
  })

  it('show nothing of another business', async () => {
    const row = await rowOf(server, campaign, phones[0]!)
    expect((await logs({}, stranger.token)).logs).toEqual([])
    expect((await server.call(messages.life, { token: stranger.token, params: { id: row.id } })).status).toBe(
      404,
    )
    const settle = await server.call(messages.settleUnknown, {
      token: stranger.token,
      body: { ids: [row.id], as: 'write_off' },
    })
    expect(settle.status).toBe(404)
  })
})

describe('the life of a message', () => {
  it('has each step with its time, and what the provider told', async () => {
    const row = await rowOf(server, campaign, phones[1]!)
    const life = await eventually('the webhooks', async () => {
      const { body } = await server.call(messages.life, { token: shop.token, params: { id: row.id } })
      return body.log.events.length === 3 && body.log
    })
    expect(life.life.map(({ status }) => status)).toEqual([
      'queued',
      'sending',
      'accepted',
      'sent',
      'delivered',
      'read',
    ])
    expect(life.life.find(({ status }) => status === 'accepted')?.text).toMatch(/^After [\d,]+ ms$/)
    expect(life.events.map(({ status }) => status.status).sort()).toEqual(['delivered', 'read', 'sent'])
    expect(life.events.every(({ status }) => status.id === life.wamid)).toBe(true)
    expect(life).toMatchObject({
      attempts: 1,
      can_settle: false,
      price: { category: 'marketing', type: 'regular' },
    })
  })

  it('of one that failed has the provider’s words', async () => {
    const row = await rowOf(server, campaign, phones[5]!)
    const { body } = await server.call(messages.life, { token: shop.token, params: { id: row.id } })
    expect(body.log.life.at(-1)).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('(131026)'),
    })
  })
})

describe('sending one message', () => {
  const offer = { template_name: 'weekend_offer', parameters: ['Asha'] }

  it('answers that it was sent, and the logs have it', async () => {
    const to = newPhone()
    const { status, body } = await send({ ...offer, to })
    expect(status).toBe(200)
    expect(body.message).toBe('Message sent successfully.')
    expect((await logs({ search: to })).logs).toHaveLength(1)
  })

  it('splits a text of parameters at its commas', async () => {
    const { body } = await send({
      to: newPhone(),
      template_name: 'order_shipped',
      parameters: ' Asha , A-1, A-1',
    })
    expect(body.message).toBe('Message sent successfully.')
  })

  it('answers with the provider’s refusal', async () => {
    const { status, body } = await send({ ...offer, to: newPhone('0030') })
    expect(status).toBe(502)
    expect(body.error).toContain('not on WhatsApp')
  })

  it('says that nobody knows when no answer came', async () => {
    const { status, body } = await send({ ...offer, to: newPhone('0041') })
    expect(status).toBe(504)
    expect(body.error).toContain("we don't know if it took the message")
  })

  it.each([
    [{ to: '98765', ...offer }, 400, 'Invalid phone number format. Use E.164 format (e.g., +919876543210).'],
    [{ to: '+919800000144', template_name: ' ' }, 400, 'Template name is required.'],
    [
      { to: '+919800000144', template_name: 'none_such' },
      422,
      'There is no template “none_such” in en_US. Check its name and language.',
    ],
    [
      { to: '+919800000144', template_name: 'weekend_offer', parameters: [] },
      422,
      'This template needs 1 parameter, separated by commas; 0 were given.',
    ],
    [
      { to: '+919800000144', template_name: 'hello_world', parameters: ['x'] },
      422,
      'This template takes no parameters. Leave them empty.',
    ],
    [
      { to: '+919800000144', template_name: 'weekend_offer', parameters: [' '] },
      422,
      'Parameter 1 is empty. WhatsApp takes no empty values.',
    ],
  ])('refuses %j in a sentence', async (body, status, sentence) => {
    const answer = await send(body)
    expect(answer.status).toBe(status)
    expect([answer.body.message, ...Object.values(answer.body.fields ?? {})]).toContain(sentence)
  })

  it('needs a login and a connected number', async () => {
    expect((await send({ ...offer, to: newPhone() }, '')).status).toBe(401)
    const answer = await send({ ...offer, to: newPhone() }, stranger.token)
    expect(answer.status).toBe(422)
    expect(answer.body.error).toContain('No WhatsApp number is connected')
  })
})

describe('what happens to messages without an answer', () => {
  it('is a choice of the owner', async () => {
    const before = await server.call(messages.getSettings, { token: shop.token })
    expect(before.body.settings).toEqual({
      settling_seconds: 600,
      unknown_action: 'ask',
      marketing_cap: null,
    })
    const saved = await server.call(messages.saveSettings, {
      token: shop.token,
      body: { unknown_action: 'write_off' },
    })
    expect(saved.body.settings).toEqual({
      settling_seconds: 600,
      unknown_action: 'write_off',
      marketing_cap: null,
    })
  })
})
