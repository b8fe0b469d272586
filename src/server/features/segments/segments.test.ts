import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SegmentCondition, SegmentRules } from '#contract/growth/segment-rules.ts'
import { segments } from '#contract/growth/segments.ts'
import { businessDay } from '#server/features/accounts/accounts.ts'
import { optOut } from '#server/features/leads/leads.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addPeople } from './segments.fixture.ts'

let server: TestServer
let shop: Person
/** A business with the same tags, whose people must never be found. */
let neighbour: Person
beforeAll(async () => {
  server = await openTestServer()
  shop = await server.signUp()
  neighbour = await server.signUp()
  for (const person of [shop, neighbour]) {
    await connectSeededAccount(server, person)
    await addPeople(server, person.businessId)
  }
})
afterAll(() => server.close())

const campaignOf = async ({ businessId }: Person): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from campaigns where business_id = ${businessId} and name = 'Offer'`.execute(server.app.db)
  return rows[0]!.id
}
const all = (...rules: SegmentRules['rules']): SegmentRules => ({ match: 'all', rules })
const preview = async (rules: SegmentRules) =>
  (await server.call(segments.preview, { token: shop.token, body: { rules } })).body.preview
const namesOf = async (rules: SegmentRules): Promise<string[]> => {
  const { body } = await server.call(segments.people, { token: shop.token, body: { rules } })
  return body.leads.map(({ name }) => name.split(' ')[0]!).sort()
}
const message = (more: object): SegmentCondition => ({
  about: 'message',
  did: true,
  deed: 'sent',
  campaign_id: null,
  link: null,
  when: null,
  ...more,
})
const create = async (name: string, rules: SegmentRules) => {
  const { status, body } = await server.call(segments.create, { token: shop.token, body: { name, rules } })
  expect([status, body.message]).toEqual([200, body.message])
  return body.segment
}

describe('each condition finds its people and nobody else', () => {
  const everyone = ['Asha', 'Bela', 'Chandra', 'Gita']
  const cases: [string, SegmentCondition, string[]][] = [
    ['any tag', { about: 'tag', is: 'any', tags: ['Diwali', 'VIP'] }, ['Asha', 'Bela', 'Chandra']],
    ['all tags', { about: 'tag', is: 'all', tags: ['Diwali', 'VIP'] }, ['Bela']],
    ['no tag', { about: 'tag', is: 'none', tags: ['Diwali'] }, ['Chandra', 'Gita']],
    ['consent', { about: 'consent', did: true, consent: 'opted_in' }, ['Asha', 'Bela']],
    ['no consent', { about: 'consent', did: false, consent: 'opted_in' }, ['Chandra', 'Gita']],
    ['reachable', { about: 'reachable', did: false, days: null }, ['Gita']],
    ['unreachable for 90 days', { about: 'reachable', did: false, days: 90 }, []],
    ['name', { about: 'text', field: 'name', is: 'is', value: 'asha' }, ['Asha']],
    ['name with wildcards', { about: 'text', field: 'name', is: 'contains', value: '0%_' }, ['Gita']],
    [
      'other name',
      { about: 'text', field: 'name', is: 'is_not', value: 'ASHA' },
      ['Bela', 'Chandra', 'Gita'],
    ],
    ['phone', { about: 'text', field: 'phone', is: 'starts', value: '+91' }, everyone],
    ['email', { about: 'text', field: 'email', is: 'contains', value: 'example.ORG' }, ['Bela']],
    [
      'not that email',
      { about: 'text', field: 'email', is: 'contains_not', value: '.com' },
      ['Bela', 'Chandra', 'Gita'],
    ],
    ['no email', { about: 'text', field: 'email', is: 'unknown', value: '' }, ['Chandra', 'Gita']],
    ['some email', { about: 'text', field: 'email', is: 'known', value: '' }, ['Asha', 'Bela']],
    ['field', { about: 'field', name: 'City', is: 'is', value: 'pune' }, ['Asha']],
    [
      'other field',
      { about: 'field', name: 'City', is: 'is_not', value: 'pune' },
      ['Bela', 'Chandra', 'Gita'],
    ],
    ['number above', { about: 'field', name: 'Points', is: 'more', value: '10' }, ['Asha']],
    ['number below', { about: 'field', name: 'Points', is: 'less', value: '10' }, ['Bela']],
    ['date before', { about: 'field', name: 'Birthday', is: 'before', value: '1990-01-01' }, ['Chandra']],
    ['date after', { about: 'field', name: 'Birthday', is: 'after', value: '1990-01-01' }, ['Asha']],
    ['a field of nobody', { about: 'field', name: 'Nothing', is: 'known', value: '' }, []],
    ['source', { about: 'source', did: true, sources: ['csv'] }, ['Bela', 'Chandra']],
    ['other sources', { about: 'source', did: false, sources: ['csv'] }, ['Asha', 'Gita']],
    ['added lately', { about: 'added', did: true, when: { days: 30 } }, ['Asha', 'Bela']],
    ['added before', { about: 'added', did: false, when: { days: 30 } }, ['Chandra', 'Gita']],
    ['added since', { about: 'added', did: true, when: { since: '2000-01-01' } }, everyone],
    ['wrote', { about: 'wrote', did: true, when: null }, ['Asha', 'Bela']],
    ['wrote lately', { about: 'wrote', did: true, when: { days: 30 } }, ['Asha']],
    ['did not write lately', { about: 'wrote', did: false, when: { days: 30 } }, ['Bela', 'Chandra', 'Gita']],
    ['sent', message({}), ['Asha', 'Bela', 'Chandra']],
    ['delivered', message({ deed: 'delivered' }), ['Asha', 'Bela']],
    ['not delivered', message({ deed: 'delivered', did: false }), ['Chandra', 'Gita']],
    ['delivered lately', message({ deed: 'delivered', when: { days: 10 } }), []],
    ['read', message({ deed: 'read' }), ['Asha']],
    ['read lately', message({ deed: 'read', when: { days: 10 } }), ['Asha']],
    ['read too long ago', message({ deed: 'read', when: { days: 3 } }), []],
    ['clicked, no bots', message({ deed: 'clicked' }), ['Asha']],
    ['clicked lately', message({ deed: 'clicked', when: { days: 1 } }), []],
    ['answered', message({ deed: 'answered' }), ['Bela']],
    ['failed', message({ deed: 'failed' }), ['Gita']],
    ['converted, no refunds', { about: 'converted', did: true, when: null }, ['Asha']],
    [
      'not converted lately',
      { about: 'converted', did: false, when: { days: 30 } },
      ['Asha', 'Bela', 'Chandra', 'Gita'],
    ],
    ['conversation', { about: 'conversation', did: true, state: 'open' }, ['Asha']],
    ['no conversation', { about: 'conversation', did: false, state: 'any' }, ['Bela', 'Chandra', 'Gita']],
    ['closed conversation', { about: 'conversation', did: true, state: 'closed' }, []],
    ['no form', { about: 'optin', did: false, form_id: null, when: null }, everyone],
  ]
  it.each(cases)('%s', async (_, condition, expected) => {
    expect(await namesOf(all(condition))).toEqual(expected)
    const { people, sentence } = await preview(all(condition))
    expect(people).toBe(expected.length)
    expect(sentence).toMatch(/^People who .+\.$/)
    expect(sentence).not.toMatch(/ {2}|[{}]|undefined/)
  })

  it('of one campaign, and of one of its links', async () => {
    const campaign_id = await campaignOf(shop)
    expect(await namesOf(all(message({ deed: 'delivered', campaign_id })))).toEqual(['Asha', 'Bela'])
    expect(await namesOf(all(message({ deed: 'clicked', campaign_id, link: 1 })))).toEqual(['Asha'])
    expect(await namesOf(all(message({ deed: 'clicked', campaign_id, link: 0 })))).toEqual([])
    const { sentence } = await preview(all(message({ deed: 'clicked', did: false, campaign_id, link: 1 })))
    expect(sentence).toBe('People who did not click link 2 in “Offer”.')
  })

  it('a birthday in this month of any year', async () => {
    const month = (await businessDay(server.app, shop.businessId, new Date())).slice(5, 7)
    await sql`update leads set attributes = attributes || jsonb_build_object('Day', '1971-' || ${month}::text || '-15')
      where business_id = ${shop.businessId} and name = 'Bela'`.execute(server.app.db)
    expect(await namesOf(all({ about: 'field', name: 'Day', is: 'this_month', value: '' }))).toEqual(['Bela'])
  })
})

describe('rules', () => {
  const diwali: SegmentCondition = { about: 'tag', is: 'any', tags: ['Diwali'] }
  const vip: SegmentCondition = { about: 'tag', is: 'any', tags: ['VIP'] }
  const agreed: SegmentCondition = { about: 'consent', did: true, consent: 'opted_in' }

  it('counts each rule alone and what is left after it', async () => {
    const counted = await preview(
      all(agreed, vip, { match: 'any', rules: [diwali, message({ deed: 'read' })] }),
    )
    expect(counted).toMatchObject({ leads: 4, people: 1 })
    expect(counted.parts.map(({ alone, left }) => [alone, left])).toEqual([
      [2, 2],
      [2, 1],
      [2, 1],
    ])
    expect(counted.sentence).toBe(
      'People who agreed to marketing, have the tag VIP, and (have the tag Diwali or read a message).',
    )
  })

  it('joins by or on both levels', async () => {
    const rules: SegmentRules = {
      match: 'any',
      rules: [
        { match: 'all', rules: [diwali, vip] },
        { about: 'reachable', did: false, days: null },
      ],
    }
    expect(await namesOf(rules)).toEqual(['Bela', 'Gita'])
    expect((await preview(rules)).parts.map(({ left }) => left)).toEqual([1, 2])
  })

  it('names one set once however many conditions ask for it', async () => {
    const rules = all(message({ deed: 'read' }), {
      match: 'any',
      rules: [message({ deed: 'read', did: false }), agreed],
    })
    expect(await namesOf(rules)).toEqual(['Asha'])
  })
})

describe('a saved segment', () => {
  const rules = all({ about: 'tag', is: 'any', tags: ['Diwali'] })

  it('is listed, counted, renamed, copied and deleted', async () => {
    const made = await create('Festival', rules)
    expect(made).toMatchObject({ name: 'Festival', rules, people: null, campaigns: 0, sequences: 0 })
    const counted = await server.call(segments.count, { token: shop.token, params: { id: made.id } })
    expect(counted.body.segment).toMatchObject({ people: 2 })
    const again = await server.call(segments.create, { token: shop.token, body: { name: 'festival', rules } })
    expect([again.status, again.body.fields]).toEqual([
      409,
      { name: 'There is a segment named festival already. Choose another name.' },
    ])
    const copies = await Promise.all(
      [1, 2].map(() => server.call(segments.copy, { token: shop.token, params: { id: made.id } })),
    )
    expect(copies.map(({ status }) => status).sort()).toContain(200)
    const saved = await server.call(segments.save, {
      token: shop.token,
      params: { id: made.id },
      body: { name: 'Festivals', rules: all({ about: 'tag', is: 'any', tags: ['VIP'] }) },
    })
    expect(saved.body.segment).toMatchObject({ name: 'Festivals', people: null })
    expect((await server.call(segments.remove, { token: shop.token, params: { id: made.id } })).status).toBe(
      200,
    )
    expect((await server.call(segments.get, { token: shop.token, params: { id: made.id } })).status).toBe(404)
    const { body } = await server.call(segments.list, { token: shop.token })
    expect(body.segments.map(({ name }) => name)).toContain('Festival (copy)')
    expect(body.segments.map(({ name }) => name)).not.toContain('Festivals')
  })

  it('is exported with the columns of leads', async () => {
    const { id } = await create('Export', rules)
    const { body } = await server.http.inject({
      url: `/marketing/api/segments/${id}/export`,
      headers: { authorization: `Bearer ${shop.token}` },
    })
    const lines = body.trim().split(/\r?\n/)
    expect(lines[0]).toContain('Name,Phone,Email')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Bela', 'Asha'])
  })

  it('is made from a cell of a campaign once', async () => {
    const body = { campaign_id: await campaignOf(shop), cell: 'not_read' as const }
    const made = await server.call(segments.retarget, { token: shop.token, body })
    expect(made.body.segment.name).toBe('Offer: delivered, not read')
    expect(await namesOf(made.body.segment.rules)).toEqual(['Bela'])
    const again = await server.call(segments.retarget, { token: shop.token, body })
    expect(again.body.segment.id).toBe(made.body.segment.id)
    const ofTemplate = async (template: string) => {
      const wanted = { ...body, template, variant: 1 }
      const one = (await server.call(segments.retarget, { token: shop.token, body: wanted })).body.segment
      return [one.name, await namesOf(one.rules)]
    }
    await sql`update messages set variant = 1 where campaign_id = ${body.campaign_id}`.execute(server.app.db)
    const { rows: templates } = await sql<{ name: string }>`
      select distinct c.template_name as name from message_contents c
      join messages m on m.business_id = c.business_id and m.content_id = c.id
      where m.campaign_id = ${body.campaign_id}`.execute(server.app.db)
    const name = templates[0]!.name
    expect(await ofTemplate(name)).toEqual([
      `Offer, template ${name}, version A: delivered, not read`,
      ['Bela'],
    ])
    expect((await ofTemplate('another'))[1]).toEqual([])
    const clicked = { ...body, cell: 'not_converted' as const }
    const rest = await server.call(segments.retarget, { token: shop.token, body: clicked })
    expect(rest.body.segment.rules.rules).toMatchObject([
      { about: 'message', deed: 'clicked', did: true, campaign_id: body.campaign_id },
      { about: 'converted', did: false, when: { since: expect.any(String) } },
    ])
  })

  it('is made from a cell of all messages since a day, and of a reason to fail that passes', async () => {
    const post = (body: object) => server.call(segments.retarget, { token: shop.token, body: body as never })
    const made = await post({ cell: 'not_read', since: '2020-01-01', tag: 'VIP' })
    expect(made.body.segment).toMatchObject({
      name: 'since Jan 1, 2020, VIP: delivered, not read',
      rules: {
        rules: [{ deed: 'delivered' }, { deed: 'read', did: false }, { about: 'tag', tags: ['VIP'] }],
      },
    })
    expect((await post({ cell: 'not_read' })).status).toBe(400)
    const later = await post({ cell: 'failed_for_now', since: '2020-01-01' })
    const failing = (code: number) =>
      sql`update messages set error_code = ${code} where business_id = ${shop.businessId} and status = 'failed'`.execute(
        server.app.db,
      )
    // The limit on marketing for one person passes, a block does not.
    await failing(131049)
    const found = await namesOf(later.body.segment.rules)
    expect(found.length).toBeGreaterThan(0)
    await failing(130403)
    expect(await namesOf(later.body.segment.rules)).toEqual([])
    const byCode = async (code: number) =>
      await namesOf((await post({ cell: 'failed', since: '2020-01-01', code })).body.segment.rules)
    expect([await byCode(130403), await byCode(131049)]).toEqual([found, []])
  })

  it('follows what people do', async () => {
    const { id } = await create('Agreed', all({ about: 'consent', did: true, consent: 'opted_in' }))
    const count = async () =>
      (await server.call(segments.count, { token: shop.token, params: { id } })).body.segment.people
    expect(await count()).toBe(2)
    const { rows } = await sql<{ id: number; phone: string }>`
      select id, phone from leads where business_id = ${shop.businessId} and name = 'Bela'`.execute(
      server.app.db,
    )
    await server.app.transaction((tx) => optOut(tx, shop.businessId, [rows[0]!.phone], { source: 'manual' }))
    expect(await count()).toBe(1)
  })

  it('names what there is to choose from', async () => {
    const { menus } = (await server.call(segments.menus, { token: shop.token })).body
    expect(menus).toMatchObject({
      columns: ['Birthday', 'City', 'Day', 'Points'],
      sources: ['api', 'csv', 'manual'],
    })
  })
})

describe('refuses', () => {
  const post = (rules: unknown) =>
    server.http.inject({
      method: 'POST',
      url: '/marketing/api/segments/preview',
      headers: { authorization: `Bearer ${shop.token}` },
      payload: { rules } as object,
    })
  const tag = { about: 'tag', is: 'any', tags: ['Diwali'] }
  it.each([
    ['no rules', { match: 'all', rules: [] }],
    ['an unknown condition', { match: 'all', rules: [{ about: 'password', is: 'is', value: 'x' }] }],
    [
      'an unknown field',
      { match: 'all', rules: [{ about: 'text', field: 'business_id', is: 'is', value: '1' }] },
    ],
    [
      'an unknown test',
      { match: 'all', rules: [{ about: 'text', field: 'name', is: 'regex', value: '.*' }] },
    ],
    [
      'a number that is none',
      { match: 'all', rules: [{ about: 'field', name: 'Points', is: 'more', value: '1; drop' }] },
    ],
    [
      'a date that is none',
      { match: 'all', rules: [{ about: 'field', name: 'Day', is: 'before', value: '2026-02-31' }] },
    ],
    [
      'a test without a value',
      { match: 'all', rules: [{ about: 'text', field: 'name', is: 'is', value: ' ' }] },
    ],
    [
      'days beyond ten years',
      { match: 'all', rules: [{ about: 'wrote', did: true, when: { days: 99_999 } }] },
    ],
    [
      'a link of no campaign',
      { match: 'all', rules: [{ about: 'message', did: true, deed: 'clicked', link: 1 }] },
    ],
    ['a third level', { match: 'all', rules: [{ match: 'any', rules: [{ match: 'all', rules: [tag] }] }] }],
    ['a huge tree', { match: 'all', rules: Array.from({ length: 5000 }, () => tag) }],
    [
      'many groups',
      {
        match: 'all',
        rules: Array.from({ length: 10 }, () => ({ match: 'any', rules: Array(10).fill(tag) })),
      },
    ],
    ['a wrong type', 'all'],
  ])('%s', async (_, rules) => {
    const { statusCode, body } = await post(rules)
    expect(statusCode).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'invalid_input' })
  })

  it('takes code in values as text', async () => {
    const values = [
      `'; drop table leads; --`,
      '<script>alert(1)</script>',
      '(a+)+$',
      '\\',
      '%',
      '$1',
      '{name}',
    ]
    for (const value of values) {
      expect(await namesOf(all({ about: 'text', field: 'name', is: 'is', value }))).toEqual([])
      expect(await namesOf(all({ about: 'field', name: value, is: 'contains', value }))).toEqual([])
      expect((await preview(all({ about: 'text', field: 'name', is: 'is', value }))).sentence).toContain(
        value,
      )
    }
  })

  it('campaigns, forms and segments of others', async () => {
    const campaign_id = await campaignOf(neighbour)
    const { status } = await server.call(segments.preview, {
      token: shop.token,
      body: { rules: all(message({ campaign_id })) },
    })
    expect(status).toBe(404)
    const mine = await create('Mine', all({ about: 'reachable', did: true, days: null }))
    for (const endpoint of [segments.get, segments.copy, segments.count, segments.remove]) {
      expect((await server.call(endpoint, { token: neighbour.token, params: { id: mine.id } })).status).toBe(
        404,
      )
    }
  })
})
