import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { runImport } from '../import/run-import.ts'
import { optOut, recordInbound } from '../leads.ts'
import { readSearch } from './keywords.ts'
import { scrapeLeads } from './scrape.ts'

type Asked = { path: string; agent: string; query: string; at: number }
type Answer = {
  status?: number
  json?: unknown
  body?: string
  headers?: Record<string, string>
  hangUp?: boolean
}

/** Both directories on a loopback port, answering what the test says. */
let directory: Server
let base: string
let asked: Asked[] = []
let answer: (asked: Asked) => Answer

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  directory = createServer((request, response) => {
    void respond(request).then(({ status = 200, json, body, headers, hangUp }) => {
      if (hangUp) return void response.destroy()
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body ?? JSON.stringify(json))
    })
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => directory.once('listening', listening))
  base = `http://127.0.0.1:${(directory.address() as AddressInfo).port}`
})
afterAll(async () => {
  directory.close()
  await server.close()
})
beforeEach(async () => {
  asked = []
  answer = ({ path, query }) => {
    const isMumbai = query.toLowerCase().includes('mumbai')
    if (path.startsWith('/search')) return { json: [isMumbai ? { ...pune, osm_id: '7888990' } : pune] }
    return { json: overpass(bakeries) }
  }
  asha = await server.signUp()
})
afterEach(async () => {
  await server.app.db.deleteFrom('directory_answers').execute()
  await server.app.db.deleteFrom('directory_turns').execute()
})

async function respond(request: IncomingMessage): Promise<Answer> {
  const body = await text(request)
  const url = new URL(request.url ?? '/', 'http://x')
  const one = {
    path: url.pathname,
    agent: request.headers['user-agent'] ?? '',
    query: url.searchParams.get('q') ?? new URLSearchParams(body).get('data') ?? '',
    at: performance.now(),
  }
  asked.push(one)
  return answer(one)
}

const pune = {
  osm_type: 'relation',
  osm_id: '10321',
  lat: '18.52',
  lon: '73.85',
  category: 'boundary',
  type: 'administrative',
  addresstype: 'city',
  name: 'Pune',
  display_name: 'Pune, Maharashtra, India',
  address: { country_code: 'in' },
  boundingbox: ['18.4', '18.6', '73.7', '74.0'],
}
const bakeries = [
  {
    type: 'node',
    id: 1,
    tags: {
      name: 'Kayani Bakery',
      shop: 'bakery',
      phone: '020 2636 0517',
      'contact:email': 'Kayani@Example.com',
      'addr:street': 'East Street',
      'addr:city': 'Pune',
    },
  },
  {
    type: 'way',
    id: 2,
    tags: {
      name: 'Mobile one',
      shop: 'bakery',
      phone: '020 2553 8846; 98230 11208',
      mobile: '+91 98230 11209',
    },
  },
  { type: 'node', id: 3, tags: { name: 'Same number', shop: 'bakery', phone: '+91 20 2636 0517' } },
  { type: 'node', id: 4, tags: { name: 'Unreadable', shop: 'bakery', phone: 'ask inside' } },
]
const overpass = (elements: unknown[], remark?: string) => ({
  version: 0.6,
  elements,
  ...(remark && { remark }),
})

/** The product with the directories at the loopback server; two names of it, so that each has its own turns. */
function app(): App {
  const directories = { nominatimUrl: base, overpassUrl: base.replace('127.0.0.1', 'localhost') }
  return { ...server.app, settings: { ...server.app.settings, directories } }
}
const scrape = (query: string) => scrapeLeads(app(), asha.businessId, { query })
const problem = async (query: string) => {
  await server.app.db.deleteFrom('directory_turns').execute()
  return await scrape(query).then(
    () => 'nothing',
    (error: { code: string; message: string }) => error,
  )
}

describe('a search', () => {
  it('keeps the businesses with a usable phone, without consent, and names its source', async () => {
    const found = await scrape('bakery in Pune')
    expect(found).toMatchObject({
      message: 'Found 2 leads',
      places: 4,
      created: 2,
      updated: 0,
      keyword: 'bakery',
      place: 'Pune, Maharashtra, India',
    })
    expect(found.leads).toMatchObject([
      {
        phone: '+912026360517',
        email: 'kayani@example.com',
        tag: 'bakery in Pune',
        source: 'openstreetmap',
        consent: 'none',
        attribution: expect.stringContaining('OpenStreetMap'),
      },
      {
        name: 'Mobile one',
        phone: '+919823011209',
        attributes: {
          'Other phones': '+912025538846, +919823011208',
          OpenStreetMap: 'https://www.openstreetmap.org/way/2',
        },
      },
    ])
    expect(asked.map(({ query }) => query)).toEqual([
      'Pune',
      expect.stringContaining('area(3600010321)->.a;(nwr["shop"~"^(bakery|pastry|confectionery)$"]'),
    ])
    for (const { agent } of asked) expect(agent).toMatch(/^Tidings.*http/)
  })

  it('overwrites nothing that is known, and lets no opt-out back in', async () => {
    await server.call(leads.upload, {
      token: asha.token,
      body: { leads: [{ name: 'My baker', phone: '+912026360517', email: 'mine@example.com', tag: 'mine' }] },
    })
    await optOut(server.app, asha.businessId, ['+919823011209'], { source: 'reply' })
    const { leads: found, updated } = await scrape('bakery in Pune')
    expect(updated).toBe(1)
    expect(found).toMatchObject([
      { name: 'My baker', email: 'mine@example.com', source: 'manual', attributes: { City: 'Pune' } },
      { name: 'Mobile one', consent: 'opted_out' },
    ])
  })

  it('asks once for what it was told within thirty days, and waits a second between questions to a server', async () => {
    await scrape('bakery in Pune')
    await scrape('bakery in Pune')
    expect(asked).toHaveLength(2)
    await scrape('bakery in Kothrud')
    // Both names lie in the same boundary: its list is known.
    expect(asked).toHaveLength(3)
    expect((asked[2]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(1000)
  })

  it('asks once more where the directory is busy for a moment', async () => {
    let refused = 0
    answer = ({ path }) => {
      if (path.startsWith('/search') && refused++ === 0)
        return { status: 429, headers: { 'retry-after': '1' } }
      return path.startsWith('/search') ? { json: [pune] } : { json: overpass(bakeries) }
    }
    expect(await scrape('bakery in Pune')).toMatchObject({ message: 'Found 2 leads' })
    expect((asked[1]?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(1000)
  })

  it('finds who wrote by the other spelling of their number as the lead they are', async () => {
    const wrote = { phone: '+551187654321', bsuid: null, name: '', text: 'Oi', kind: 'text', wamid: 'w' }
    await recordInbound(server.app, [{ businessId: asha.businessId, ...wrote, at: new Date() }])
    const elements = [{ type: 'node', id: 5, tags: { name: 'Padaria', mobile: '+55 11 98765-4321' } }]
    answer = ({ path }) => ({ json: path.startsWith('/search') ? [pune] : overpass(elements) })
    expect(await scrape('bakery in Pune')).toMatchObject({
      message: 'Found 1 leads',
      note: null,
      created: 0,
      updated: 1,
      leads: [{ name: 'Padaria', phone: wrote.phone }],
    })
  })

  it('has a tag of whole characters, however long it is', async () => {
    const found = await scrape(`bakery in ${'x'.repeat(49)}😀 Pune`)
    expect(found).toMatchObject({ message: 'Found 2 leads', tag: `bakery in ${'x'.repeat(49)}` })
  })

  it('cannot be talked into another query', async () => {
    answer = ({ path }) => (path.startsWith('/search') ? { json: [pune] } : { json: overpass([]) })
    await scrape('x"];node(1);out;//\\ .* in Pune')
    const query = asked.at(-1)?.query ?? ''
    expect(query).toContain('["name"~"x\\"\\\\];node\\\\(1\\\\);out;//\\\\\\\\ \\\\.\\\\*",i]')
  })
})

describe('a search that was kept', () => {
  it('is undone as an upload is', async () => {
    await server.call(leads.upload, {
      token: asha.token,
      body: { leads: [{ name: 'My baker', phone: '+912026360517', tag: 'mine' }] },
    })
    const { import_id } = await scrape('bakery in Pune')
    const params = { id: import_id ?? 0 }
    const other = await server.signUp()
    expect((await server.call(leads.undoImport, { token: other.token, params })).status).toBe(404)
    const { body } = await server.call(leads.listImports, { token: asha.token, query: {} })
    expect(body.imports).toMatchObject([
      { kind: 'search', file_name: 'bakery in Pune', status: 'done', counts: { created: 1, updated: 1 } },
    ])
    expect((await server.call(leads.undoImport, { token: asha.token, params })).status).toBe(200)
    await runImport(server.app, asha.businessId, params.id)
    const { body: left } = await server.call(leads.list, { token: asha.token, query: {} })
    expect(left.leads).toMatchObject([{ name: 'My baker', tags: ['mine'], attributes: {}, email: null }])
  })

  it('shares one tag with all spellings of its query', async () => {
    const spellings = [
      'bakery in Pune',
      ' BAKERIES  in  pune',
      'Pune bakery',
      'Púne, bakery',
      'bakery near Pune',
    ]
    const tags = []
    for (const query of spellings) tags.push((await scrape(query)).tag)
    // Another script or name: the directory finds the same place.
    tags.push(...(await Promise.all(['पुणे में बेकरी', 'bakery in Poona'].map(scrape))).map(({ tag }) => tag))
    expect(new Set(tags)).toEqual(new Set(['bakery in Pune']))
    expect((await scrape('dentist in Poona')).tag).toBe('dentist in Poona')
    expect((await scrape('bakery in Mumbai')).tag).toBe('bakery in Mumbai')
  })

  it('goes on with the tag of a search from before searches were recorded', async () => {
    await scrape('Pune bakery')
    await server.app.db.deleteFrom('lead_imports').where('business_id', '=', asha.businessId).execute()
    expect((await scrape('bakery in Pune')).tag).toBe('Pune bakery')
    // A tag of the owner's own is none of a search.
    await server.call(leads.upload, {
      token: asha.token,
      body: { leads: [{ name: 'Mine', phone: '+919823011208', tag: 'Mumbai bakery' }] },
    })
    expect((await scrape('bakery in Mumbai')).tag).toBe('bakery in Mumbai')
  })

  it('keeps nothing when it is cancelled, whatever it was doing', async () => {
    for (const finding of [true, false]) {
      const gone = new AbortController()
      const first = answer
      answer = (one) => {
        if (one.path.startsWith('/search') === finding) gone.abort()
        return first(one)
      }
      await expect(
        scrapeLeads(app(), asha.businessId, { query: 'bakery in Pune' }, { signal: gone.signal }),
      ).rejects.toThrow()
      answer = first
    }
    const { body } = await server.call(leads.list, { token: asha.token, query: {} })
    expect(body.leads).toEqual([])
    expect(
      await server.app.db
        .selectFrom('lead_imports')
        .select('id')
        .where('business_id', '=', asha.businessId)
        .execute(),
    ).toEqual([])
  })
})

describe('nothing found, blocked, busy, cut short and unreachable', () => {
  it('are told apart', async () => {
    answer = ({ path }) => (path.startsWith('/search') ? { json: [] } : { json: overpass([]) })
    expect(await scrape('bakery in Nowhereville')).toMatchObject({
      leads: [],
      message: 'Found 0 leads',
      note: expect.stringContaining("doesn't know this place"),
    })
    answer = ({ path }) => (path.startsWith('/search') ? { json: [pune] } : { json: overpass([]) })
    expect(await scrape('florist in Pune')).toMatchObject({
      leads: [],
      note: 'No florist with a public phone number is listed in Pune.',
    })
    answer = ({ path }) =>
      path.startsWith('/search') ? { json: [pune] } : { status: 403, body: '<html>Forbidden</html>' }
    expect(await problem('gym in Pune')).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('blocked'),
    })
    answer = () => ({ body: '<html>Please do not scrape</html>' })
    expect(await problem('hotel in Pune')).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('blocked'),
    })
    answer = () => ({ status: 429, headers: { 'retry-after': '17' }, body: 'Too many requests' })
    expect(await problem('hotel in Pune')).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 17 })
    answer = () => ({
      json: overpass([], 'runtime error: Query timed out in "query" at line 3 after 61 seconds.'),
    })
    expect(await problem('hotel in Pune')).toMatchObject({
      code: 'provider_timeout',
      message: expect.stringContaining('too large'),
    })
    answer = () => ({ hangUp: true })
    expect(await problem('hotel in Pune')).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining("can't be reached"),
    })
  })
})

it.each([
  ['bakery in Pune', 'bakery', 'Pune'],
  ['Bakeries near Kothrud, Pune', 'Bakeries', 'Kothrud, Pune'],
  ['dentist Pune', 'dentist', 'Pune'],
  ['Pune hotels', 'hotels', 'Pune'],
  ['panaderías en Puebla', 'panaderías', 'Puebla'],
  ['yoga studio Ubud', 'yoga studio', 'Ubud'],
  ['Kothrud', null, 'Kothrud'],
  ['pharmacy', 'pharmacy', null],
  ['vegan tacos in Austin', 'vegan tacos', 'Austin'],
  ['पुणे में बेकरी', 'बेकरी', 'पुणे'],
  ['बेकरी में पुणे', 'बेकरी', 'पुणे'],
  ['पुणे के पास मिठाई की दुकान', 'मिठाई की दुकान', 'पुणे'],
  ['कोथरूड, पुणे में होटलों', 'होटलों', 'कोथरूड, पुणे'],
  ['पुणे की बेकरियाँ', 'बेकरियाँ', 'पुणे'],
  ['Pune mein bakery', 'bakery', 'Pune'],
  ['pune me restaurant', 'restaurant', 'pune'],
  ['pune ke dentist', 'dentist', 'pune'],
  ['बेकरी पुणे', 'बेकरी', 'पुणे'],
  ['बेकरी पुणे में', 'बेकरी', 'पुणे'],
  ['कपड़े की दुकान जयपुर', 'कपड़े की दुकान', 'जयपुर'],
  ['जयपुर में कपड़े की दुकान।', 'कपड़े की दुकान', 'जयपुर'],
  ['"bakeries of Pune"', 'bakeries', 'Pune'],
  ['Coffee-shop Pune.', 'Coffee-shop', 'Pune'],
  ['पुणे', null, 'पुणे'],
])('%j asks for %s in %s', (query, keyword, place) => {
  expect(readSearch(query)).toEqual({ keyword, place })
})

describe('against the sandbox, as in practice mode', () => {
  it('finds businesses of a kind in a town, all businesses of a town, and a whole country', async () => {
    const call = (query: string) => server.call(leads.scrape, { token: asha.token, body: { query } })
    const bakeriesFound = await call('restaurant in Madhupuri')
    expect(bakeriesFound.status, bakeriesFound.body.message).toBe(200)
    expect(bakeriesFound.body.leads.length).toBeGreaterThan(3)
    expect(bakeriesFound.body.message).toBe(`Found ${bakeriesFound.body.leads.length} leads`)
    for (const { phone, consent } of bakeriesFound.body.leads) {
      expect(phone).toMatch(/^\+91/)
      expect(consent).toBe('none')
    }
    const town = await call('Madhupuri')
    expect(town.body.leads.length).toBeGreaterThan(bakeriesFound.body.leads.length)
    const country = await call('restaurant')
    expect(country.body.leads.length).toBeGreaterThan(bakeriesFound.body.leads.length)
    const nowhere = await call('restaurant in Atlantis')
    expect(nowhere.body).toMatchObject({ leads: [], message: 'Found 0 leads' })
  })
})
