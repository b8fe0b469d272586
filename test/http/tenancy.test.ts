import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { pathWith } from '#contract/endpoint.ts'
import { leads } from '#contract/leads.ts'
import { webhooks } from '#contract/webhooks.ts'
import { replayWebhook } from '#server/features/webhooks/webhooks.ts'
import { businessChannel, notify } from '#server/platform/notify.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { eventually, openTestServer, type TestServer } from '../server.ts'
import type { EndpointCall } from './calls/endpoint-call.ts'
import { endpointCalls } from './calls/endpoint-calls.ts'
import { allEndpoints, fieldsOf, idPathsOf, type NamedEndpoint } from './contract-fields.ts'
import { follow, type Reply, type Request, request, withValue } from './requests.ts'
import { webhookMixes } from './webhook-mixes.ts'
import { firstId, openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from './whole-business.ts'

/** Asha's business is what must stay hidden and untouched; Ravi is the one who tries. */
let server: TestServer
let asha: WholeBusiness
let ravi: WholeBusiness
/** A business that does not exist: ids of nothing, next to Asha's. */
let nobody: WholeBusiness
/** The endpoints that show Asha the word that marks her things. */
const marked: string[] = []
let before: Record<string, unknown[]>
/** The jobs that were queued before Ravi tried anything. */
let queued: string[]

beforeAll(async () => {
  // Without jobs nothing moves but what a call does; what a call would have a job do is looked at in the queue.
  server = await openTestServer()
  await readyForWholeBusinesses(server)
  asha = await openWholeBusiness(server, 'Quillmarzipan')
  ravi = await openWholeBusiness(server, 'Tamarindcopper')
  nobody = missingThings(asha)
  for (const { name, endpoint } of guarded.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const { own } = rowFor(name)
    if (endpoint.params && !own) continue
    const ask = () => request(server, endpoint, own?.(asha) ?? {}, asha.token)
    let reply = await ask()
    // A stream is read for a moment only: on a busy machine its first event may come after that.
    const end = Date.now() + 30_000
    while (isToShow({ name, endpoint }) && !shows(reply, asha) && Date.now() < end) reply = await ask()
    if (shows(reply, asha)) marked.push(name)
  }
  before = await rowsOf(asha.person.businessId)
  const jobs = await sql<{ id: string }>`select id from pgboss.job`.execute(server.app.db)
  queued = jobs.rows.map(({ id }) => id)
})
afterAll(() => server.close())

/** The same shape with free ids: the numbers after Asha's, and provider ids of the same length. */
function missingThings(of: WholeBusiness): WholeBusiness {
  const missing = (value: unknown): unknown => {
    if (typeof value === 'number') return value + 1
    if (typeof value === 'string') {
      if (/^[0-9a-f]{8}-/.test(value)) return randomUUID()
      return value.replaceAll(/\d/g, (digit) => String(9 - Number(digit))).replaceAll(/[aeiou]/g, 'y')
    }
    if (Array.isArray(value)) return value.map(missing)
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, missing(each)]))
    }
    return value
  }
  return missing(of) as WholeBusiness
}

/** Every row of a business, by table: all tables that carry a business's id, and the business itself. */
async function rowsOf(businessId: number): Promise<Record<string, unknown[]>> {
  const tables = await tenantTables()
  const found: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t
      where business_id = ${businessId} order by 1`.execute(server.app.db)
    found[table] = rows.map(({ row }) => row)
  }
  const { rows } = await sql`select * from businesses where id = ${businessId}`.execute(server.app.db)
  return { ...found, businesses: rows }
}

async function tenantTables(): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id'
      and table_name not in (select relname from pg_class where relispartition) order by 1`.execute(
    server.app.db,
  )
  return rows.map(({ table }) => table)
}

const rowFor = (name: string): EndpointCall => endpointCalls[name] ?? {}
const placeOf = (name: string): number => Object.keys(endpointCalls).indexOf(name)
const guarded = allEndpoints.filter(({ endpoint }) => endpoint.access !== 'public')
/** Whether the answer must say something of the business. */
const isToShow = ({ name, endpoint }: NamedEndpoint): boolean =>
  endpoint.method === 'GET' && !!rowFor(name).own && !rowFor(name).mute && isNaming({ name, endpoint })
const isNaming = ({ name, endpoint }: NamedEndpoint): boolean =>
  idPathsOf(endpoint).length > 0 || rowFor(name).also !== undefined
const naming = guarded.filter(isNaming).sort((a, b) => placeOf(a.name) - placeOf(b.name))

/** An answer without what differs from call to call: ids of ours and of the provider, and times. */
function comparable({ status, text }: Reply, other: WholeBusiness): string {
  let plain = text.replaceAll(new RegExp(other.word, 'gi'), '#')
  for (const id of [...JSON.stringify(other).matchAll(/"([\w.-]*\d{5}[\w.-]*)"/g)]) {
    plain = plain.replaceAll(id[1]!, '#')
  }
  return (
    `${status} ${plain}`
      .replaceAll(/"request_id":"[^"]*"/g, '')
      // The first heartbeat of a stream comes at a moment by chance, and says nothing.
      .replaceAll(': here\n\n', '')
      // The signature of a file changes with the time.
      .replaceAll(/\/marketing\/media\/[^/"]+/g, '/marketing/media/S')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'T')
      .replaceAll(ownIds, '#')
  )
}
const ownIds = new RegExp(`(?<!\\d)${String(firstId).slice(0, 3)}\\d{3}(?!\\d)`, 'g')

const shows = (reply: Reply, business: WholeBusiness): boolean =>
  reply.text.toLowerCase().includes(business.word.toLowerCase())

/** Ravi's request about another business's row, in each way that the endpoint takes one. */
function attempts(row: EndpointCall): Record<string, (other: WholeBusiness) => Request> {
  const own = (): Request => row.own?.(ravi) ?? {}
  const found: Record<string, (other: WholeBusiness) => Request> = {}
  for (const [path, idOf] of Object.entries(row.ids ?? {})) {
    found[path] = (other) => withValue(own(), path, idOf(other))
    if (path.endsWith('[]') && !row.once) {
      const list = path.slice(0, -2)
      found[`${path} among own`] = (other) => withValue(own(), list, [idOf(ravi), idOf(other)])
    }
  }
  for (const [what, build] of Object.entries(row.also ?? {})) found[what] = (other) => build(ravi, other)
  return found
}

describe('what the tests know', () => {
  it('is every id that a request of the contract carries', () => {
    const missing = allEndpoints.flatMap(({ name, endpoint }) => {
      const known = Object.keys(rowFor(name).ids ?? {})
      return idPathsOf(endpoint)
        .filter((path) => !known.includes(path))
        .map(
          (path) =>
            `${name} takes an id at ${path}: say in test/http/calls/endpoint-calls.ts which thing it names.`,
        )
    })
    expect(missing).toEqual([])
  })

  it('is nothing that the contract does not have any more', () => {
    const names = new Map(allEndpoints.map(({ name, endpoint }) => [name, idPathsOf(endpoint)]))
    const gone = Object.entries(endpointCalls).flatMap(([name, { ids = {} }]) => {
      const paths = names.get(name)
      if (!paths) return [`${name} is not in the contract: remove it from test/http/calls/endpoint-calls.ts.`]
      return Object.keys(ids)
        .filter((path) => !paths.includes(path))
        .map((path) => `${name} takes no id at ${path}: remove it from test/http/calls/endpoint-calls.ts.`)
    })
    expect(gone).toEqual([])
  })

  it('is every table that holds something of a business', async () => {
    /** Tables without a business: the businesses themselves, what is public or the install's, the tags it writes into callback data, its own secrets, hashes of failed logins, and which state the database is in. */
    const shared = [
      'businesses',
      'callback_tags',
      'database_guard',
      'directory_answers',
      'directory_turns',
      'gone_links',
      'install_marks',
      'install_secrets',
      'journals',
      'login_failures',
      'retention_runs',
      'retention_settings',
      'social_withdrawals',
      'webhook_packing',
      'webhook_queue',
      'webhook_refusals',
    ]
    const { rows } = await sql<{ table: string }>`
      select table_name as table from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
        and table_name not in (select relname from pg_class where relispartition)`.execute(server.app.db)
    const tenant = await tenantTables()
    const neither = rows.map(({ table }) => table).filter((table) => !tenant.includes(table))
    expect(neither.sort()).toEqual(shared)
  })

  it('fills each of them', () => {
    const empty = Object.keys(before).filter((table) => before[table]?.length === 0)
    expect(empty.map((table) => `Put a row into ${table} in test/http/whole-business.ts.`)).toEqual([])
  })

  it('is what a business sees of its own, so that not seeing it means something', () => {
    const missing = naming
      .filter(isToShow)
      .map(({ name }) => name)
      .filter((name) => !marked.includes(name))
    expect(missing).toEqual([])
    expect(marked.length).toBeGreaterThan(20)
  })
})

describe('a request without an id', () => {
  const plain = guarded.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.params)
  it.each(plain)('$name shows nothing of another business', async ({ name, endpoint }) => {
    const fields = fieldsOf(endpoint).map(({ path }) => path)
    const queries: Record<string, unknown>[] = [rowFor(name).own?.(ravi).query ?? {}]
    if (fields.includes('query.search')) queries.push({ search: asha.word }, { search: '+919811100' })
    if (fields.includes('query.tag[]')) queries.push({ tag: [`${asha.word} tag`] }, { tag: ['shared tag'] })
    if (fields.includes('query.phone')) queries.push({ phone: '+919811100001' })
    if (fields.includes('query.cursor')) {
      const page = await request(server, endpoint, { query: { limit: 1 } }, asha.token)
      const { next_cursor } = JSON.parse(page.text) as { next_cursor: string | null }
      if (next_cursor) queries.push({ cursor: next_cursor })
    }
    for (const query of queries) {
      const reply = await request(server, endpoint, { query }, ravi.token)
      expect(reply.status, `${JSON.stringify(query)}: ${reply.text}`).toBeLessThan(500)
      expect(shows(reply, asha), `${JSON.stringify(query)}: ${reply.text}`).toBe(false)
    }
  })
})

describe('a listener', () => {
  const note = (channel: string, payload: string) => notify(server.app.db, channel, payload)
  const moves = ({ text }: { text: string }): number => text.split('event: moved').length - 1

  it('receives no event of another business', async () => {
    const address = `${server.url}${dashboard.live.path}`
    const [ashas, ravis] = [await follow(address, asha.token), await follow(address, ravi.token)]
    await eventually('both are open', async () => moves(ashas.received) === 1 && moves(ravis.received) === 1)
    const { businessId } = asha.person
    await eventually('Asha hears it', async () => {
      // Listening begins a moment after the stream is open.
      // On Ravi's channels too: businesses share them.
      for (const id of [businessId, ravi.person.businessId]) {
        await note(businessChannel('messages', id), `${businessId}:${asha.campaign}`)
        await note(businessChannel('campaigns', id), `${businessId}:${asha.campaign}`)
      }
      return moves(ashas.received) > 1
    })
    await request(server, dashboard.stats, {}, ravi.token)
    expect(moves(ravis.received)).toBe(1)
    await Promise.all([ashas.leave(), ravis.leave()])
  })

  it("receives no event of another's search under the same id", async () => {
    const path = pathWith(leads.scrapeEvents.path, { search_id: asha.search })
    const ravis = await follow(`${server.url}${path}`, ravi.token)
    await eventually('Ravi hears his own', async () => {
      const about = ({ person }: WholeBusiness, place: string) =>
        `${person.businessId}:${asha.search}:${JSON.stringify({ step: 'place', place })}`
      await note('lead_searches', about(asha, `${asha.word} in Pune`))
      await note('lead_searches', about(ravi, 'his own'))
      return ravis.received.text.includes('his own')
    })
    expect(ravis.received.text).not.toContain(asha.word)
    await ravis.leave()
  })
})

describe('a request with an id of another business', () => {
  it.each(naming)('$name is told what they are told of a missing one', async ({ name, endpoint }) => {
    const row = rowFor(name)
    for (const [way, build] of Object.entries(attempts(row))) {
      if (row.settles) await request(server, endpoint, build(nobody), ravi.token)
      const foreign = await request(server, endpoint, build(asha), ravi.token)
      const missing = await request(server, endpoint, build(nobody), ravi.token)
      // What was sent may come back.
      const named = JSON.stringify(build(asha)).toLowerCase().includes(asha.word.toLowerCase())
      if (!named) expect(shows(foreign, asha), `${way}: ${foreign.text}`).toBe(false)
      expect(comparable(foreign, asha), way).toBe(comparable(missing, nobody))
      if (way.startsWith('params.')) expect(foreign.status, way).toBe(row.finds === 'nothing' ? 200 : 404)
      expect(foreign.status, `${way}: ${foreign.text}`).toBeLessThan(500)
    }
    // With the things that are theirs the same call goes through: the ids were what was wrong with it.
    if (row.own) {
      const own = await request(server, endpoint, row.own(ravi), ravi.token)
      expect(own.status, own.text).toBe(row.status ?? 200)
    }
  })
})

describe('the webhook tester', () => {
  /** Named so that no mix is forgotten: 4 numbers in 4 accounts with 5 things said, and 7 said of an account. */
  it('takes what is wholly its own, and answers all else as if it did not exist', async () => {
    const mixes = webhookMixes(ravi, asha)
    expect(Object.keys(mixes)).toHaveLength(4 * 4 * 5 + 4 * 7)
    for (const [what, build] of Object.entries(mixes)) {
      const foreign = await request(server, webhooks.test, build(ravi, asha), ravi.token)
      const missing = await request(server, webhooks.test, build(ravi, nobody), ravi.token)
      expect(shows(foreign, asha), `${what}: ${foreign.text}`).toBe(false)
      expect(comparable(foreign, asha), what).toBe(comparable(missing, nobody))
      expect(foreign.status, `${what}: ${foreign.text}`).toBeLessThan(500)
      if (/theirs|nobody's|inside/.test(what)) expect(foreign.status, what).toBe(404)
      else expect(foreign.status, `${what}: ${foreign.text}`).toBe(200)
    }
  })

  it('accepts its test header from its own tests only', async () => {
    const answer = await fetch(`${server.url}/marketing/api/webhooks/meta`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'x-webhook-test': 'guess' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('a webhook whose number and account disagree', () => {
  it('changes nothing of either', async () => {
    const { businessId } = ravi.person
    const ravis = await rowsOf(businessId)
    const mixed = Object.entries(webhookMixes(ravi, asha)).filter(([what]) =>
      /own number in theirs|theirs number in own/.test(what),
    )
    expect(mixed).toHaveLength(2 * 5)
    for (const [what, build] of mixed) {
      const bytes = Buffer.from(JSON.stringify(build(ravi, asha).body))
      const answer = await server.http.inject({
        method: 'POST',
        url: '/marketing/api/webhooks/meta',
        payload: bytes,
        headers: { 'x-hub-signature-256': signWebhook(bytes, server.app.settings.meta.appSecret) },
      })
      expect(answer.statusCode, what).toBe(200)
      const id = Number(answer.headers['x-webhook-event-id'])
      const outcomes = await replayWebhook(server.app, 'terminal', id)
      expect(outcomes[0]?.did, what).toBe(
        'The number does not belong to this WhatsApp account. Nothing was changed.',
      )
    }
    expect(await rowsOf(businessId)).toEqual(ravis)
  })
})

describe('afterwards', () => {
  it('every row of the other business is as it was', async () => {
    const after = await rowsOf(asha.person.businessId)
    for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table])
  })

  it('no job was queued about it', async () => {
    const { rows } = await sql<{ name: string; data: unknown }>`
      select name, data from pgboss.job
      where data->>'business_id' = ${String(asha.person.businessId)} and id <> all(${queued}::uuid[])`.execute(
      server.app.db,
    )
    expect(rows).toEqual([])
    expect(queued.length).toBeGreaterThan(0)
  })
})
