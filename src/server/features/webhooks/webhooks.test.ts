import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhooks } from '#contract/webhooks.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { partitionOf } from './queue/partitions.ts'
import { webhookPath } from './webhooks.ts'

let server: TestServer
let asha: Person
let account: { waba_id: string; phone_number_id: string }

beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

/** A `messages` webhook of Asha's number. */
const about = (value: object, of = account): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: of.waba_id,
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '12125550142', phone_number_id: of.phone_number_id },
            ...value,
          },
        },
      ],
    },
  ],
})

const status = (id: string, name: string, at = 1_790_000_000): object => ({
  id,
  status: name,
  timestamp: String(at),
  recipient_id: '919812345678',
})

async function post(body: object | string, header?: string) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return await server.http.inject({
    method: 'POST',
    url: webhookPath,
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': header ?? signWebhook(bytes, sandboxSeed.app.secret),
    },
  })
}

/** A message that left and was accepted under this provider id. */
async function sentMessage(providerId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with content as (
      insert into message_contents (business_id, template_name, language, category, components)
      values (${asha.businessId}, 'order_update', 'en_US', 'UTILITY', '[]') returning id
    )
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, wamid, accepted_at, sent_at)
    select ${asha.businessId}, id, ${account.phone_number_id}, '+919812345678', 'sent', ${providerId}, now(), now() from content
    returning id`.execute(server.app.db)
  return rows[0]!.id
}

const messageStatus = async (id: number): Promise<string | undefined> =>
  (await server.app.db.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirst())
    ?.status

const stored = async (id: number) =>
  await server.app.db.selectFrom('webhook_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const applied = (id: number) =>
  eventually('applied', async () => {
    const waits = await server.app.db.selectFrom('webhook_queue').selectAll().where('id', '=', id).execute()
    return waits.length === 0 ? await stored(id) : null
  })

describe('the handshake', () => {
  const ask = (token: string, mode = 'subscribe') =>
    server.http.inject({
      method: 'GET',
      url: webhookPath,
      query: { 'hub.mode': mode, 'hub.challenge': '1158201444', 'hub.verify_token': token },
    })

  it('gives the challenge back as it came, to whoever knows the verify token', async () => {
    const answer = await ask(server.app.settings.meta.verifyToken)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('1158201444')
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  })
  it('is refused with another token, or for another purpose', async () => {
    expect((await ask('guess')).statusCode).toBe(403)
    expect((await ask(server.app.settings.meta.verifyToken, 'unsubscribe')).statusCode).toBe(403)
  })

  it.each(['hub.mode', 'hub.verify_token', 'hub.challenge'])(
    'is refused where %s comes twice, or not at all',
    async (name) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.challenge': '1158201444',
        'hub.verify_token': server.app.settings.meta.verifyToken,
      })
      const send = () => server.http.inject({ method: 'GET', url: `${webhookPath}?${query}` })
      query.append(name, query.get(name)!)
      expect((await send()).statusCode).toBe(400)
      query.delete(name)
      expect((await send()).statusCode).toBe(400)
    },
  )
})

describe('a webhook', () => {
  const count = async (): Promise<number> =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from webhook_events`.execute(server.app.db)).rows[0]!.n,
    )

  // The first that refuses anything: what others refused would be counted with it.
  it('that is refused is counted by its reason, with a write a second however many come', async () => {
    const { db } = server.app
    const counted = async (): Promise<Record<string, number>> => {
      const rows = await db.selectFrom('webhook_refusals').select(['reason', 'count']).execute()
      return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
    }
    const body = JSON.stringify(about({ statuses: [status('wamid.secret', 'read')] }))
    await sql`create table refusal_writes (at timestamptz default now())`.execute(db)
    await sql`create function note_write() returns trigger language plpgsql as $$
      begin insert into refusal_writes default values; return null; end $$`.execute(db)
    await sql`create trigger note_write after insert on webhook_refusals for each statement execute function note_write()`.execute(
      db,
    )
    const started = performance.now()
    await Promise.all(Array.from({ length: 200 }, () => post(body, `sha256=${'0'.repeat(64)}`)))
    await Promise.all(Array.from({ length: 7 }, () => post(body, '')))
    const after = await eventually('all are counted', async () => {
      const now = await counted()
      return now.missing_signature === 7 && now
    })
    const seconds = (performance.now() - started) / 1000
    expect(after).toEqual({ missing_signature: 7, wrong_signature: 200 })
    const { rows: writes } = await sql<{ n: number }>`select count(*)::int as n from refusal_writes`.execute(
      db,
    )
    expect(writes[0]!.n).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    await sql`drop trigger note_write on webhook_refusals`.execute(db)
  })

  it.each([
    ['no signature', undefined],
    ['a wrong signature', `sha256=${'0'.repeat(64)}`],
    ['a signature of another kind', 'sha1=abc'],
  ])('with %s is refused and not stored', async (_, header) => {
    const before = await count()
    const answer = await post(about({ statuses: [status('wamid.x', 'read')] }), header ?? '')
    expect(answer.statusCode).toBe(403)
    expect(await count()).toBe(before)
  })

  it('is on disk, byte for byte, before it is answered', async () => {
    const body = JSON.stringify(about({ statuses: [status('wamid.bytes', 'read')] }), null, 3)
    const answer = await post(body)
    expect(answer.statusCode).toBe(200)
    const row = await stored(Number(answer.headers['x-webhook-event-id']))
    expect(row.body.toString()).toBe(body)
  })

  it('moves its message forward, and a double or a late one changes nothing', async () => {
    const id = await sentMessage('wamid.forward')
    await post(about({ statuses: [status('wamid.forward', 'read')] }))
    await eventually('read', async () => (await messageStatus(id)) === 'read')
    const again = await post(
      about({
        statuses: [
          status('wamid.forward', 'read'),
          status('wamid.forward', 'delivered'),
          status('wamid.forward', 'sent'),
        ],
      }),
    )
    await applied(Number(again.headers['x-webhook-event-id']))
    expect(await messageStatus(id)).toBe('read')
  })

  it('is applied entry by entry and change by change', async () => {
    const ids = await Promise.all(['wamid.e1', 'wamid.e2', 'wamid.e3'].map(sentMessage))
    const one = (about({ statuses: [status('wamid.e1', 'delivered')] }) as { entry: object[] }).entry[0]
    const two = (
      about({ statuses: [status('wamid.e2', 'delivered'), status('wamid.e3', 'read')] }) as {
        entry: object[]
      }
    ).entry[0]
    await post({ object: 'whatsapp_business_account', entry: [one, two] })
    await eventually('all', async () => {
      const [a, b, c] = await Promise.all(ids.map(messageStatus))
      return a === 'delivered' && b === 'delivered' && c === 'read'
    })
  })

  it('that is of a kind we do not know is kept and says so', async () => {
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: account.waba_id, changes: [{ field: 'brand_new_field', value: { a: 1 } }] }],
    }
    const answer = await post(body)
    const row = await applied(Number(answer.headers['x-webhook-event-id']))
    expect(row.problem).toBe('nothing_recognised')
    expect(row.fields).toEqual(['brand_new_field'])
    expect(row.business_id).toBe(asha.businessId)
  })

  it('that is no JSON is kept with its fault', async () => {
    const answer = await post('{"object":')
    const row = await applied(Number(answer.headers['x-webhook-event-id']))
    expect(row.problem).toBe('not_json')
  })

  it('survives a flood: each of 500 at once is stored under its own number', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => post(about({ statuses: [status(`wamid.flood${n}`, 'sent')] }))),
    )
    const ids = answers.map(({ headers }) => Number(headers['x-webhook-event-id']))
    expect(new Set(ids).size).toBe(500)
    const sample = await stored(ids[321]!)
    expect(sample.body.toString()).toContain('wamid.flood321"')
  })
})

describe('what is stored', () => {
  it('can be looked at and applied again by whom it concerns, and by nobody else', async () => {
    const id = await sentMessage('wamid.replayed')
    const answer = await post(about({ statuses: [status('wamid.replayed', 'delivered')] }))
    const eventId = Number(answer.headers['x-webhook-event-id'])
    await applied(eventId)
    await server.app.db
      .updateTable('messages')
      .set({ status: 'sent', delivered_at: null })
      .where('id', '=', id)
      .execute()

    const stranger = await server.signUp('Ravi')
    for (const endpoint of [webhooks.get, webhooks.replay]) {
      expect((await server.call(endpoint, { token: stranger.token, params: { id: eventId } })).status).toBe(
        404,
      )
    }
    expect(await messageStatus(id)).toBe('sent')

    const list = await server.call(webhooks.list, { token: asha.token, query: { limit: 5 } })
    expect(list.body.events[0]).toMatchObject({ id: eventId, state: 'applied', fields: ['status'] })
    expect(list.body.found).toMatchObject({ more: false })
    expect(list.body.found!.count).toBeGreaterThanOrEqual(list.body.events.length)
    const others = await server.call(webhooks.list, {
      token: asha.token,
      query: { field: 'template_status' },
    })
    expect(others.body).toMatchObject({ events: [], found: { count: 0, more: false } })
    const replayed = await server.call(webhooks.replay, { token: asha.token, params: { id: eventId } })
    expect(replayed.body.outcomes).toHaveLength(1)
    expect(await messageStatus(id)).toBe('delivered')
  })
})

describe('the list of what is stored', () => {
  it('is the oldest or the newest first, in pages that join without a gap', async () => {
    const list = async (query: object) =>
      (await server.call(webhooks.list, { token: asha.token, query: query as never })).body
    const paged = async (sort: string) => {
      const seen: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await list({ sort, limit: 200, ...(cursor && { cursor }) })
        seen.push(...page.events.map(({ id }) => id))
        cursor = page.next_cursor
      }
      return seen
    }
    const newest = await paged('newest')
    // The flood is among them.
    expect(newest.length).toBeGreaterThan(500)
    expect(newest).toEqual(newest.toSorted((a, b) => b - a))
    expect(await paged('oldest')).toEqual(newest.toReversed())
    const answer = await server.call(webhooks.list, { token: asha.token, query: { sort: 'bytes' } as never })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { sort: 'Sort by newest or oldest.' } })
  })
})

describe('a webhook about two businesses', () => {
  it('does what it says for both, and is shown to the operator alone', async () => {
    const ravi = await server.signUp('Ravi')
    const others = await connectSeededAccount(server, ravi)
    const id = await sentMessage('wamid.shared')
    const entries = [
      (about({ statuses: [status('wamid.shared', 'read')] }) as { entry: object[] }).entry[0],
      (about({ statuses: [status('wamid.other', 'read')] }, others) as { entry: object[] }).entry[0],
    ]
    const answer = await post({ object: 'whatsapp_business_account', entry: entries })
    const eventId = Number(answer.headers['x-webhook-event-id'])
    await applied(eventId)
    expect(await messageStatus(id)).toBe('read')
    // Asha signed up first and so is the operator: she sees what belongs to nobody alone.
    expect((await server.call(webhooks.get, { token: asha.token, params: { id: eventId } })).status).toBe(200)
    expect((await server.call(webhooks.get, { token: ravi.token, params: { id: eventId } })).status).toBe(404)
  })
})

describe('webhooks of several numbers', () => {
  it('are applied side by side: one that waits for a row holds up its own number alone', async () => {
    const numberOf = (partition: number) =>
      Array.from({ length: 100 }, (_, n) => ({ ...account, phone_number_id: `10654${n}` })).find(
        ({ phone_number_id }) =>
          partitionOf({ wabaId: account.waba_id, phoneNumberId: phone_number_id } as never) === partition,
      )!
    const [first, second] = [numberOf(1), numberOf(2)]
    const [{ businessId }, { db }] = [asha, server.app]
    const [held, free, next] = await Promise.all(['wamid.held', 'wamid.free', 'wamid.next'].map(sentMessage))
    const from = (ids: (number | undefined)[], { phone_number_id }: typeof account) =>
      sql`update messages set phone_number_id = ${phone_number_id} where id = any(${ids}::bigint[])`.execute(
        db,
      )
    await Promise.all([from([held, next], first), from([free], second)])
    const client = await server.app.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select from messages where business_id = ${businessId} and id = ${held} for update`)
      const ofFirst = about({ statuses: [status('wamid.held', 'read')] }, first) as { entry: object[] }
      const ofSecond = about({ statuses: [status('wamid.free', 'read')] }, second) as { entry: object[] }
      // One POST about both numbers is applied in two parts.
      const both = await post({ ...ofFirst, entry: [...ofFirst.entry, ...ofSecond.entry] })
      await post(about({ statuses: [status('wamid.next', 'read')] }, first))
      await eventually('the free number goes on', async () => (await messageStatus(free!)) === 'read')
      expect(await messageStatus(held!)).toBe('sent')
      // What follows of the same number keeps its order.
      expect(await messageStatus(next!)).toBe('sent')
      await client.query('commit')
      await applied(Number(both.headers['x-webhook-event-id']))
      await eventually('both are read', async () => (await messageStatus(next!)) === 'read')
      expect(await messageStatus(held!)).toBe('read')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('the tester', () => {
  it('delivers a signed event and tells what it was taken for and did', async () => {
    const id = await sentMessage('wamid.tested')
    const body = about({ statuses: [status('wamid.tested', 'delivered')] }) as never
    const answer = await server.call(webhooks.test, { token: asha.token, body })
    expect(answer.body.message).toBe('Webhook test sent successfully!')
    expect(answer.body.status).toBe(200)
    expect(answer.body.outcomes).toEqual([{ event: 'message status', did: expect.any(String) }])
    expect(await messageStatus(id)).toBe('delivered')
  })

  it('takes the sample of a message event with an enqueued one inside: kept, and nothing is concerned', async () => {
    const body = { type: 'message-event', payload: { id: 'x', type: 'enqueued' } }
    const answer = await server.call(webhooks.test, { token: asha.token, body })
    expect(answer.status).toBe(200)
    expect(answer.body.outcomes[0]?.event).toBe('unknown event')
  })

  it('refuses a body about another business, and does nothing', async () => {
    const ravi = await server.signUp('Ravi')
    const id = await sentMessage('wamid.foreign')
    const body = about({ statuses: [status('wamid.foreign', 'read')] }) as never
    const answer = await server.call(webhooks.test, { token: ravi.token, body })
    expect(answer.status).toBe(404)
    expect(await messageStatus(id)).toBe('sent')
  })
})

describe('the watchdog', () => {
  it('speaks up when messages go out and no webhook comes back', async () => {
    const quiet = await server.call(webhooks.health, { token: asha.token })
    expect(quiet.body.warning).toBeNull()
    await sql`insert into lanes (business_id, phone_number_id, progressed_at)
      values (${asha.businessId}, ${account.phone_number_id}, now()) on conflict (business_id, phone_number_id)
      do update set progressed_at = excluded.progressed_at`.execute(server.app.db)
    await sql`update webhook_events set received_at = now() - interval '20 minutes' where business_id = ${asha.businessId}`.execute(
      server.app.db,
    )
    const silence = await server.call(webhooks.health, { token: asha.token })
    expect(silence.body.warning).toContain('sent us nothing')
  })
})
