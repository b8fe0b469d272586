import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { inAudience } from '../records/audience.ts'
import { erasePerson } from '../records/erase-person.ts'
import { indexLeads } from './index-leads.ts'
import { asSearched } from './search-text.ts'

let server: TestServer
let asha: Person
let other: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  other = await server.signUp()
  for (const { businessId } of [asha, other]) await fill(businessId)
})
afterAll(() => server.close())

/** A few leads are enough to be many here. */
const many = 100
const index = (signal?: AbortSignal) => indexLeads(server.app, signal, many)

const fill = (businessId: number) =>
  sql`
  insert into leads (business_id, name, phone, email, tags, consent)
  select ${businessId}, (array['Asha', 'आशा', 'Jürgen ÖZ', 'İpek', 'O''Neil \\ 100%_', 'Ω', 'ASHA MÜLLER'])[n % 7 + 1] || ' ' || n,
    '+9198' || lpad((n * 7919 % 100000000)::text, 8, '0'), case when n % 3 > 0 then 'Person' || n || '@Example.com' end,
    array['t' || n % 5], case when n % 10 = 0 then 'opted_out' else 'none' end
  from generate_series(1, 6000) n`.execute(server.app.db)

const search = async (
  words: string,
  {
    token = asha.token,
    ...query
  }: { token?: string; sort?: 'name' | '-name' | 'oldest'; limit?: number } = {},
) =>
  (await server.call(leads.list, { token, query: { search: words, limit: 500, ...query } as never })).body
    .leads

const ids = async (words: string, query?: Parameters<typeof search>[1]) =>
  (await search(words, query)).map(({ id }) => id)

/** What a walk through all leads finds. */
async function walked(words: string, businessId = asha.businessId): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from leads where business_id = ${businessId} and ${inAudience({ search: words })}
    order by id desc limit 500`.execute(server.app.db)
  return rows.map(({ id }) => Number(id))
}

const counted = async (
  words: string,
  { token = asha.token, ...query }: { token?: string; tag?: string[] } = {},
) => (await server.call(leads.count, { token, query: { search: words, ...query } as never })).body.total

/** What a walk through all leads counts. */
async function countedByWalk(words: string, tags?: string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from leads
    where business_id = ${asha.businessId} and ${inAudience({ search: words, tags })}`.execute(server.app.db)
  return Number(rows[0]?.total)
}

const texts = async (businessId = asha.businessId) => {
  const { rows } = await sql<{ lead_id: number; words: string }>`
    select lead_id, words from lead_search where business_id = ${businessId}`.execute(server.app.db)
  return rows
}
const isWaiting = async (businessId = asha.businessId) =>
  (
    await sql`select from lead_search_pending where business_id = ${businessId} limit 1`.execute(
      server.app.db,
    )
  ).rows.length > 0

const asked = [
  ...[
    'asha',
    'ASHA 4',
    'आशा',
    'आशा 12',
    'jürgen',
    'öz 3',
    'ÖZ',
    'ipek',
    'İpek',
    'müller 55',
    "o'neil",
    '\\ 100%',
    '%_',
    '100%_ 4',
  ],
  ...[
    'person5999@',
    '@example.com',
    'example.com',
    'nobody',
    '9198',
    '098',
    '+91 98 0000',
    '(980) 79',
    'Ω',
    'ω 5',
    'a',
    'zq',
    'as',
    '5x',
    'ÖZ',
    'z',
    'xx',
    'x3',
    '74rg',
    'x 100',
    'neil x',
    'ax',
    'om',
    'ek',
    '99',
    '000',
    'x',
    'k',
    'i',
    'j',
    'w',
  ],
]

describe('a search with an index', () => {
  beforeAll(async () => {
    await index()
    expect(await texts()).toHaveLength(6000)
    expect(await isWaiting()).toBe(false)
  })

  it.each(asked)('finds what a walk finds: %j', async (words) => {
    expect(await ids(words)).toEqual(await walked(words))
  })

  it.each(asked)('counts what a walk counts: %j', async (words) => {
    expect(await counted(words)).toBe(await countedByWalk(words))
    expect(await counted(words, { tag: ['t1'] })).toBe(await countedByWalk(words, ['t1']))
  })

  it('counts what it finds with a tag', async () => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from leads where business_id = ${asha.businessId} and tags @> '{t1}' and name ilike '%asha%'`.execute(
      server.app.db,
    )
    expect(await counted('asha', { tag: ['t1'] })).toBe(Number(rows[0]?.total))
  })

  it('keeps the order, the pages and the other filters', async () => {
    const all = await search('jürgen', { sort: 'name' })
    expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted())
    expect(await ids('jürgen', { sort: '-name' })).toHaveLength(500)
    const pages: number[] = []
    let cursor: string | null = null
    do {
      const query: object = { search: 'person59', sort: '-name', limit: 7, ...(cursor && { cursor }) }
      const answer: { body: { leads: { id: number }[]; next_cursor: string | null } } = await server.call(
        leads.list,
        { token: asha.token, query: query as never },
      )
      pages.push(...answer.body.leads.map(({ id }) => id))
      cursor = answer.body.next_cursor
    } while (cursor)
    expect(pages).toEqual(await ids('person59', { sort: '-name' }))
    const query = { search: 'person59', consent: 'opted_out', tag: ['t0'] }
    const { body } = await server.call(leads.list, { token: asha.token, query: query as never })
    expect(body.leads.length).toBeGreaterThan(0)
    expect(body.leads.every(({ consent, tags }) => consent === 'opted_out' && tags.includes('t0'))).toBe(true)
  })

  it('finds the few who have a tag, in every order', async () => {
    await sql`
      update leads set tags = tags || array['rare'] where business_id = ${asha.businessId} and phone like '%77'`.execute(
      server.app.db,
    )
    const of = async (query: object) =>
      (await server.call(leads.list, { token: asha.token, query: { limit: 500, ...query } as never })).body
        .leads
    const rare = await of({ tag: ['rare'] })
    expect(rare.length).toBeGreaterThan(0)
    expect(rare.every(({ tags }) => tags.includes('rare'))).toBe(true)
    expect(new Set((await of({ tag: ['rare'], sort: 'name' })).map(({ id }) => id))).toEqual(
      new Set(rare.map(({ id }) => id)),
    )
    const both = await of({ tag: ['rare'], search: 'asha' })
    expect(both).toEqual(rare.filter(({ name, email }) => /asha/i.test(`${name} ${email}`)))
    expect(await of({ tag: ['nobody has it'] })).toEqual([])
  })

  it('finds a new, a renamed and a restored lead at once, and never by a name that it lost', async () => {
    const person = { name: 'Quixote', phone: '+919876500001', source: 'api' }
    await server.call(leads.upload, { token: asha.token, body: { leads: [person] } } as never)
    const [found] = await search('quixo')
    expect(found?.name).toBe('Quixote')
    expect(await counted('quixo')).toBe(1)
    await index()
    expect(await counted('quixo')).toBe(1)
    expect(await isWaiting()).toBe(false)
    const id = found?.id ?? 0
    await server.call(leads.update, {
      token: asha.token,
      params: { id },
      body: { name: 'Rosinante' },
    } as never)
    expect(await ids('quixo')).toEqual([])
    expect(await counted('quixo')).toBe(0)
    expect((await texts()).filter(({ words }) => words.includes('quixo'))).toEqual([])
    expect(await ids('rosinan')).toEqual([id])
    expect(await ids('ro')).toContain(id)
    await index()
    expect(await ids('rosinan')).toEqual([id])
    expect(await ids('ro')).toContain(id)
    expect(await counted('rosinan')).toBe(1)
    const removed = await server.call(leads.bulk, {
      token: asha.token,
      body: { audience: { lead_ids: [id] }, action: 'delete' },
    } as never)
    expect(await ids('rosinan')).toEqual([])
    expect((await texts()).filter(({ words }) => words.includes('rosinan'))).toEqual([])
    await server.call(leads.undoChange, { token: asha.token, params: { id: removed.body.change.id } })
    expect(await ids('rosinan')).toEqual([id])
    await index()
    expect(await ids('rosinan')).toEqual([id])
  })

  it('does not read on from a name into the address', async () => {
    const person = { name: 'Quixada', email: 'quintin@example.com', phone: '+919876501099', source: 'api' }
    await server.call(leads.upload, { token: asha.token, body: { leads: [person] } } as never)
    for (const text of ['ada\nquin', 'adaquin', 'ada quin']) expect(await ids(text)).toEqual([])
    expect(await ids('quixada')).toHaveLength(1)
    expect(await ids('QUINTIN@')).toHaveLength(1)
  })

  it('finds two letters before whatever follows them', async () => {
    const names = ['Wq\tKumar', 'Wq\u0001', 'Wq\u007f!', 'Wqé', 'Wq\\', 'Wq%', 'Wq-', 'kiwq']
    const people = names.map((name, nr) => ({ name, phone: `+9198765010${10 + nr}`, source: 'api' }))
    await server.call(leads.upload, { token: asha.token, body: { leads: people } } as never)
    await index()
    expect(await isWaiting()).toBe(false)
    expect(await ids('wq')).toEqual(await walked('wq'))
    expect(await ids('WQ')).toHaveLength(names.length)
    expect(await counted('wq')).toBe(names.length)
    expect(await counted('ax')).toBe(await countedByWalk('ax'))
  })

  it('never finds another business’s people', async () => {
    const person = { name: 'Dulcinea', phone: '+919876500002', source: 'api' }
    await server.call(leads.upload, { token: other.token, body: { leads: [person] } } as never)
    expect(await ids('dulcinea')).toEqual([])
    expect(await ids('dulcinea', { token: other.token })).toHaveLength(1)
    expect([await counted('dulcinea'), await counted('dulcinea', { token: other.token })]).toEqual([0, 1])
    await index()
    expect([await counted('dulcinea'), await counted('dulcinea', { token: other.token })]).toEqual([0, 1])
    expect(await ids('dulcinea')).toEqual([])
    expect(await ids('dulcinea', { token: other.token })).toHaveLength(1)
  })

  it('waits for a transaction that deletes, and leaves no text of its leads', async () => {
    const person = { name: 'Sancho', phone: '+919876500003', source: 'api' }
    await server.call(leads.upload, { token: asha.token, body: { leads: [person] } } as never)
    await server.app.transaction(async (tx) => {
      await sql`delete from leads where business_id = ${asha.businessId} and name = 'Sancho'`.execute(tx.db)
      await index()
      expect(await isWaiting()).toBe(true)
    })
    await index()
    expect(await isWaiting()).toBe(false)
    expect((await texts()).filter(({ words }) => words.includes('sancho'))).toEqual([])
  })

  it('keeps no text of people who are erased while it is written', async () => {
    await sql`update leads set email = 'x' || email where business_id = ${asha.businessId}`.execute(
      server.app.db,
    )
    const gone = (await search('jürgen', { limit: 60 })).map(({ id }) => id)
    const erasing = gone.map((id, at) =>
      server.app.transaction(async (tx) => {
        if (at % 2 === 0) await erasePerson(tx, asha.businessId, id, async () => undefined)
        else await sql`delete from leads where business_id = ${asha.businessId} and id = ${id}`.execute(tx.db)
      }),
    )
    await Promise.all([index(), ...erasing, index()])
    await index()
    expect(await isWaiting()).toBe(false)
    const left = await sql`
      select from lead_search s where s.business_id = ${asha.businessId} and not exists (
        select from leads where leads.business_id = s.business_id and leads.id = s.lead_id)`.execute(
      server.app.db,
    )
    expect(left.rows).toHaveLength(0)
    expect(gone.length).toBe(60)
  })

  it('loses nothing when it is cut off in the middle of a batch', async () => {
    await sql`update leads set email = 'y' || email where business_id = ${asha.businessId}`.execute(
      server.app.db,
    )
    const cut = index().catch(() => 'cut')
    await eventually('the batch', async () => {
      const found = await sql<{ pid: number }>`
        select pg_cancel_backend(pid), pid from pg_stat_activity
        where datname = current_database() and query like '%insert into lead_search (%' and state = 'active'
          and pid <> pg_backend_pid()`.execute(server.app.db)
      return (found.rows.length > 0 || (await texts()).length > 5000) && found
    })
    expect([undefined, 'cut']).toContain(await cut)
    await index()
    expect(await isWaiting()).toBe(false)
    expect(await ids('yxperson5998@')).toHaveLength(1)
  })

  it('is whole after a job that ended in the middle, or ran twice at once', async () => {
    await sql`update leads set name = name || ' jr' where business_id = ${asha.businessId}`.execute(
      server.app.db,
    )
    const stop = new AbortController()
    stop.abort()
    await index(stop.signal)
    expect(await texts()).toHaveLength(0)
    expect(await ids('jr')).toEqual(await walked('jr'))
    expect(await ids('person5997@')).toHaveLength(0)
    expect(await ids('person5998@')).toHaveLength(1)
    await Promise.all([index(), index(), index()])
    await index()
    expect(await texts()).toHaveLength(
      (await sql`select from leads where business_id = ${asha.businessId}`.execute(server.app.db)).rows
        .length,
    )
    expect(await ids('person5998@')).toHaveLength(1)
  })
})

it('a small business has no texts, and nothing waits for it', async () => {
  const small = await server.signUp()
  await server.call(leads.upload, {
    token: small.token,
    body: { leads: [{ name: 'Only', phone: '+919876500009', source: 'api' }] },
  } as never)
  expect(await isWaiting(small.businessId)).toBe(true)
  await index()
  expect(await isWaiting(small.businessId)).toBe(false)
  expect(await texts(small.businessId)).toEqual([])
  expect(await ids('only', { token: small.token })).toHaveLength(1)
})

it('text is searched as ASCII', () => {
  expect(asSearched('aé\\ 7')).toBe('ax303x251xx 7')
})
