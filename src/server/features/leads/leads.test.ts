import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { audienceQuery, optOut, recordInbound, resolveLeads } from './leads.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  asha = await server.signUp()
})

type Given = {
  name: string
  phone: string
  email?: string
  tag?: string
  source?: string
  consent?: 'opted_in'
  consent_source?: string
}

async function add(...people: Given[]) {
  // Only what is entered by hand needs a tag.
  const given = people.map((person) => (person.tag ? person : { source: 'api', ...person }))
  return await server.call(leads.upload, { token: asha.token, body: { leads: given } } as never)
}
async function list(query: Record<string, unknown> = {}) {
  const { body } = await server.call(leads.list, { token: asha.token, query })
  return body
}
async function only() {
  const { leads: all } = await list()
  expect(all).toHaveLength(1)
  return all[0] as (typeof all)[number]
}

describe('adding leads', () => {
  it('keeps of each where they came from and how they agreed, and nothing of the others', async () => {
    const { body } = await add(
      {
        name: 'A',
        phone: '+919823011208',
        source: 'fair',
        consent: 'opted_in',
        consent_source: 'at the fair',
      },
      {
        name: 'B',
        phone: '+919823011209',
        source: 'shop',
        consent: 'opted_in',
        consent_source: 'at the till',
      },
      { name: 'C', phone: '+919823011210', tag: 'list', consent: 'opted_in' },
    )
    expect(body).toMatchObject({ rows: 3, created: 3 })
    const { leads: all } = await list({ sort: 'name' })
    expect(all.map(({ source }) => source)).toEqual(['fair', 'shop', 'manual'])
    const words = await server.app.db
      .selectFrom('consent_changes')
      .select('details')
      .where('business_id', '=', asha.businessId)
      .orderBy('phone')
      .execute()
    expect(words.map(({ details }) => details)).toEqual(['at the fair', 'at the till', null])
  })

  it('stores a national number with the country of the business', async () => {
    const { status, body } = await add({ name: 'Vaishali', phone: '98230 11208', tag: 'wedding' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      rows: 1,
      created: 1,
      updated: 0,
      skipped: 0,
      rejected: 0,
      message: 'Lead added successfully',
    })
    expect(await only()).toMatchObject({
      name: 'Vaishali',
      phone: '+919823011208',
      tag: 'wedding',
      source: 'manual',
      consent: 'none',
    })
  })

  it('updates a known number with what is given, adds the tag and erases nothing', async () => {
    await add({ name: 'V. Patwardhan', phone: '+919823011208', email: 'v@example.com', tag: 'wedding' })
    const { body } = await add({ name: '', phone: '09823011208', source: 'api', tag: 'kothrud' })
    expect(body).toMatchObject({ rows: 1, created: 0, updated: 1 })
    expect(await only()).toMatchObject({
      name: 'V. Patwardhan',
      email: 'v@example.com',
      tag: 'kothrud',
      tags: ['wedding', 'kothrud'],
    })
    await add({ name: 'Vaishali P', phone: '+919823011208', tag: 'wedding' })
    expect(await only()).toMatchObject({ name: 'Vaishali P', tags: ['kothrud', 'wedding'] })
  })

  it('counts every row: created, updated, skipped and rejected', async () => {
    await add({ name: 'A', phone: '+919823011208' })
    const { body } = await add(
      { name: 'A again', phone: '+91 98230 11208' },
      { name: 'B', phone: '9823011209' },
      { name: 'B twice', phone: '+919823011209', email: 'b@example.com' },
      { name: 'nobody', phone: '12' },
    )
    expect(body).toMatchObject({ rows: 4, created: 1, updated: 1, skipped: 1, rejected: 1 })
    expect(body.reasons.map(({ reason }) => reason).sort()).toEqual(['not_valid', 'repeated'])
    const { leads: all } = await list({ search: 'b twice' })
    expect(all[0]).toMatchObject({ email: 'b@example.com' })
  })

  it('refuses a lead whose number cannot be read, and says why', async () => {
    const { status, body } = await add({ name: 'A', phone: '9.19877E+11' })
    expect(status).toBe(422)
    expect(body.message).toMatch(/Excel lost the last digits/)
    expect(body.fields).toHaveProperty('leads.0.phone')
  })
})

describe('the list', () => {
  it('pages through every lead exactly once, in each order', async () => {
    await add(
      ...Array.from({ length: 25 }, (_, at) => ({
        name: `P${at % 5} Żółć`,
        phone: `+9198230112${String(at).padStart(2, '0')}`,
      })),
    )
    for (const sort of ['name', '-name', 'newest', 'oldest']) {
      const seen: number[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page = await list({ sort, limit: 7, ...(cursor && { cursor }) })
        seen.push(...page.leads.map(({ id }) => id))
        cursor = page.next_cursor
      }
      expect(new Set(seen).size).toBe(25)
      expect(seen).toHaveLength(25)
    }
  })

  it('filters by any of the tags, by consent, and searches name, phone and email', async () => {
    await add(
      {
        name: 'Meenakshi 100%',
        phone: '+919881120467',
        tag: 'wedding',
        consent: 'opted_in',
        consent_source: 'till',
      },
      { name: 'Farhan', phone: '+919763455012', tag: 'diwali', email: 'farhan@example.com' },
      { name: 'Rukmini', phone: '+919422018894', tag: 'kothrud' },
    )
    const names = async (query: Record<string, unknown>) =>
      (await list({ ...query, sort: 'name' })).leads.map(({ name }) => name)
    expect(await names({ tag: 'wedding' })).toEqual(['Meenakshi 100%'])
    const both = await server.http.inject({
      url: `${leads.list.path}?tag=wedding&tag=diwali&sort=name`,
      headers: { authorization: `Bearer ${asha.token}` },
    })
    expect(both.json().leads.map(({ name }: { name: string }) => name)).toEqual(['Farhan', 'Meenakshi 100%'])
    expect(await names({ consent: 'opted_in' })).toEqual(['Meenakshi 100%'])
    expect(await names({ search: '98811 204' })).toEqual(['Meenakshi 100%'])
    expect(await names({ search: '097634' })).toEqual(['Farhan'])
    expect(await names({ search: 'FARHAN@' })).toEqual(['Farhan'])
    expect(await names({ search: '0%' })).toEqual(['Meenakshi 100%'])
    expect((await list({ tag: 'wedding' })).total).toBe(1)
    // A list that goes on is not kept waiting for its count.
    expect((await list({ limit: 1 })).total).toBeNull()
    const count = await server.call(leads.count, { token: asha.token, query: { consent: 'none' } })
    expect(count.body.total).toBe(2)
    const { body } = await server.call(leads.tags, { token: asha.token })
    expect(body.tags).toContainEqual({ tag: 'wedding', leads: 1 })
    const { body: counted } = await server.call(leads.summary, { token: asha.token })
    expect(counted.summary).toMatchObject({ total: 3, writable: 1, no_consent: 2, opted_out: 0 })
  })

  it("never shows another business's leads", async () => {
    await add({ name: 'Ours', phone: '+919823011208' })
    const { id } = await only()
    const other = await server.signUp()
    expect((await server.call(leads.list, { token: other.token })).body.leads).toEqual([])
    expect((await server.call(leads.get, { token: other.token, params: { id } })).status).toBe(404)
    expect((await server.call(leads.remove, { token: other.token, params: { id } })).status).toBe(404)
    const bulk = await server.call(leads.bulk, {
      token: other.token,
      body: { audience: { lead_ids: [id] }, action: 'delete' },
    })
    expect(bulk.body.changed).toBe(0)
    await only()
  })
})

describe('an opt-out', () => {
  it('outlives the deletion of the lead and its return', async () => {
    await add({ name: 'Rukmini', phone: '+919422018894', consent: 'opted_in', consent_source: 'till' })
    await optOut(server.app, asha.businessId, ['+919422018894'], { source: 'reply', details: 'STOP' })
    const { id } = await only()
    await server.call(leads.remove, { token: asha.token, params: { id } })
    await add({ name: 'Rukmini', phone: '+919422018894', consent: 'opted_in', consent_source: 'till' })
    const back = await only()
    expect(back).toMatchObject({ consent: 'opted_out', consent_source: 'reply' })
    const { body } = await server.call(leads.get, { token: asha.token, params: { id: back.id } })
    expect(body.suppressed).toBe(true)
    expect(body.history.map(({ details }) => details)).toContain('STOP')
  })

  it('is final for forms and files, and lifted by the person or with the words by hand', async () => {
    await add({ name: 'Rukmini', phone: '+919422018894' })
    const { id } = await only()
    const consent = (body: object) =>
      server.call(leads.setConsent, { token: asha.token, params: { id }, body } as never)
    await consent({ consent: 'opted_out' })
    await add({ name: 'Rukmini', phone: '+919422018894', consent: 'opted_in', consent_source: 'a form' })
    expect((await only()).consent).toBe('opted_out')
    expect((await consent({ consent: 'opted_in' })).status).toBe(422)
    expect((await consent({ consent: 'none' })).status).toBe(422)
    expect((await consent({ consent: 'opted_in', details: 'She asked at the till' })).body.lead.consent).toBe(
      'opted_in',
    )
    const { body } = await server.call(leads.get, { token: asha.token, params: { id } })
    expect(body.suppressed).toBe(false)
    expect(body.history[0]).toMatchObject({
      kind: 'consent',
      status: 'opted_in',
      details: 'She asked at the till',
    })
  })

  it('comes by STOP words in any language, and goes when the person asks for messages', async () => {
    await add({ name: 'Rukmini', phone: '+919422018894', consent: 'opted_in', consent_source: 'till' })
    const say = (text: string, at: string) =>
      recordInbound(server.app, [
        {
          businessId: asha.businessId,
          phone: '+919422018894',
          bsuid: null,
          name: null,
          text,
          at: new Date(at),
        },
      ])
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    await say('Please stop by on Friday', later(1))
    expect((await only()).consent).toBe('opted_in')
    await say('कृपया बंद करें!', later(2))
    expect((await only()).consent).toBe('opted_out')
    // The same event twice, and one that is older, change nothing.
    await say('कृपया बंद करें!', later(2))
    await say('UNSTOP', later(1))
    expect((await only()).consent).toBe('opted_out')
    await say('START', later(3))
    expect((await only()).consent).toBe('opted_out')
    await say('unstop', later(4))
    expect((await only()).consent).toBe('opted_in')
  })

  it('reaches a lead whose number WhatsApp writes in another way', async () => {
    await add({ name: 'João', phone: '+5511987654321' })
    await optOut(server.app, asha.businessId, ['+551187654321'], { source: 'reply', details: 'SAIR' })
    expect((await only()).consent).toBe('opted_out')
  })
})

describe('an inbound message', () => {
  it('makes a lead of a stranger, also of one without a number', async () => {
    const at = new Date()
    await recordInbound(server.app, [
      {
        businessId: asha.businessId,
        phone: '+919422018894',
        bsuid: 'IN.1',
        name: 'Rukmini',
        text: 'Hello',
        at,
      },
      { businessId: asha.businessId, phone: null, bsuid: 'IN.2', name: 'Ghost', text: 'STOP', at },
    ])
    const { leads: all } = await list({ sort: 'name' })
    expect(all).toMatchObject([
      { name: 'Ghost', phone: null, consent: 'opted_out', source: 'inbound' },
      { name: 'Rukmini', phone: '+919422018894', consent: 'none' },
    ])
  })
})

describe('an audience', () => {
  it('is nobody when it names nothing, and says who is suppressed', async () => {
    await add(
      { name: 'A', phone: '+919422018894', tag: 'x' },
      { name: 'B', phone: '+919422018895', tag: 'y' },
    )
    await optOut(server.app, asha.businessId, ['+919422018895'], { source: 'manual' })
    const run = (audience: object) => audienceQuery(server.app.db, asha.businessId, audience).execute()
    expect(await run({})).toEqual([])
    expect(await run({ exclude_tags: ['x'] })).toEqual([])
    expect(
      (await run({ all: true, exclude_tags: ['x'] })).map(({ name, suppressed }) => [name, suppressed]),
    ).toEqual([['B', true]])
    expect((await run({ tags: ['x', 'y'] })).length).toBe(2)
  })

  it('is resolved from ids, leads and numbers; a foreign id is not found', async () => {
    await add({ name: 'A', phone: '+919422018894' })
    const { id } = await only()
    const { lead_ids } = await resolveLeads(server.app, asha.businessId, [
      id,
      { id, name: 'A' },
      { name: 'N', phone: '+919422018899' },
    ])
    expect(lead_ids).toHaveLength(2)
    const other = await server.signUp()
    await expect(resolveLeads(server.app, other.businessId, [id])).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('leaves nobody out in silence: a number that cannot be read is named, and nobody is added', async () => {
    const named = [{ phone: '+919422018894' }, { phone: '12' }, { phone: 'call me' }]
    await expect(resolveLeads(server.app, asha.businessId, named)).rejects.toMatchObject({
      code: 'rule_broken',
      message: "2 of these numbers cannot be used. The first: This number doesn't exist. Check its digits.",
      fields: {
        'leads.1.phone': "This number doesn't exist. Check its digits.",
        'leads.2.phone': 'This is not a phone number.',
      },
    })
    expect((await list()).leads).toEqual([])
  })
})

describe('bulk work and export', () => {
  it('tags, untags and deletes what a filter finds', async () => {
    await add(
      { name: 'A', phone: '+919422018894', tag: 'x' },
      { name: 'B', phone: '+919422018895', tag: 'x' },
      { name: 'C', phone: '+919422018896' },
    )
    const bulk = async (body: object) =>
      (await server.call(leads.bulk, { token: asha.token, body } as never)).body.changed
    expect(await bulk({ audience: { tags: ['x'] }, action: 'tag', tag: 'vip' })).toBe(2)
    expect(await bulk({ audience: { all: true }, action: 'tag', tag: 'vip' })).toBe(1)
    expect(await bulk({ audience: { all: true }, action: 'untag', tag: 'x' })).toBe(2)
    expect((await list({ tag: 'x' })).total).toBe(0)
    expect(await bulk({ audience: {}, action: 'delete' })).toBeUndefined()
    expect((await list()).total).toBe(3)
    expect(await bulk({ audience: { tags: ['vip'] }, action: 'delete' })).toBe(3)
  })

  it('exports a view as CSV that no spreadsheet runs', async () => {
    await add(
      { name: '=HYPERLINK("http://evil")', phone: '+919422018894', tag: 'x' },
      { name: 'Ravi', phone: '+919422018895', tag: 'x' },
      { name: 'B', phone: '+919422018896' },
    )
    // As people may call themselves in WhatsApp.
    await server.app.db
      .updateTable('leads')
      .set({ name: 'Ravi\n=1+1;@SUM(A1)' })
      .where('business_id', '=', asha.businessId)
      .where('phone', '=', '+919422018895')
      .execute()
    const answer = await server.http.inject({
      url: `${leads.export.path}?tag=x`,
      headers: { authorization: `Bearer ${asha.token}` },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    const lines = answer.body.split('\r\n')
    expect(lines[0]).toBe(
      '\ufeffName,Phone,Email,Tags,Source,Consent,Consent date,Consent source,Added,Attribution',
    )
    const rows = lines.slice(1).sort()
    expect(rows[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/evil""\)",\+919422018894,,x,manual,,,/)
    expect(rows[2]).toMatch(/^"Ravi\n'=1\+1;'@SUM\(A1\)",\+919422018895,,x,manual,,,/)
    expect(rows).toHaveLength(3)
  })

  it('refuses to give a lead the number of another', async () => {
    await add({ name: 'A', phone: '+919422018894' }, { name: 'B', phone: '+919422018895' })
    const [a] = (await list({ search: 'A' })).leads as { id: number }[]
    const { status, body } = await server.call(leads.update, {
      token: asha.token,
      params: { id: a?.id ?? 0 },
      body: { phone: '94220 18895' },
    })
    expect(status).toBe(409)
    expect(body.fields).toHaveProperty('phone')
    const known = await server.call(leads.known, { token: asha.token, query: { phone: '09422018895' } })
    expect(known.body).toMatchObject({ phone: '+919422018895', lead: { name: 'B' }, suppressed: false })
  })
})
