import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import type { SegmentCondition, SegmentRules, When } from '#contract/growth/segment-rules.ts'
import { segments } from '#contract/growth/segments.ts'
import { leads } from '#contract/leads.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addVisit, countAll } from '../analytics/analytics.fixture.ts'
import { addPeople } from './segments.fixture.ts'

let server: TestServer
let shop: Person
beforeAll(async () => {
  server = await openTestServer()
  shop = await server.signUp()
  await server.call(leads.upload, {
    token: shop.token,
    body: {
      leads: [
        { name: 'Asha', phone: '+919812399001', tag: 'Diwali' },
        { name: 'Bela', phone: '+919812399002', tag: 'VIP' },
        { name: 'Chandra', phone: '+447911123456', tag: 'Diwali' },
        { name: 'Gita', phone: '+919812399004', tag: 'Diwali' },
      ],
    },
  })
})
afterAll(() => server.close())

const phones = {
  Asha: '+919812399001',
  Bela: '+919812399002',
  Chandra: '+447911123456',
  Gita: '+919812399004',
}
type Name = keyof typeof phones

const fromReport = async (...rules: SegmentCondition[]) => {
  const asked: SegmentRules = { match: 'all', rules }
  const { status, body } = await server.call(segments.fromReport, {
    token: shop.token,
    body: { rules: asked },
  })
  expect([status, body.message]).toEqual([200, body.message])
  return body.segment
}
const namesOf = async (rules: SegmentRules): Promise<string[]> => {
  const { body } = await server.call(segments.people, { token: shop.token, body: { rules } })
  return body.leads.map(({ name }) => name).sort()
}
const found = async (...rules: SegmentCondition[]) => await namesOf((await fromReport(...rules)).rules)

const october = { from: '2026-10-01', to: '2026-10-31' }
const reportOf = async (more: object = {}) =>
  (await server.call(analytics.get, { token: shop.token, query: { ...october, ...more } })).body

it('finds people who came from an ad, as the report of a period counts them', async () => {
  const visit = async (name: Name, adId: string, at: string, phoneNumberId?: string) => {
    await addVisit(server, shop, { adId, address: phones[name], at, ...(phoneNumberId && { phoneNumberId }) })
  }
  await visit('Asha', 'ad-1', '2026-10-05T10:00:00Z', '111')
  // 1 November where the business is.
  await visit('Bela', 'ad-1', '2026-10-31T20:00:00Z')
  await visit('Chandra', 'ad-1', '2026-10-31T18:00:00Z')
  await visit('Gita', 'ad-2', '2026-10-05T10:00:00Z')
  await sql`update conversations c set lead_id = l.id from leads l
    where l.business_id = c.business_id and l.phone = c.address and c.business_id = ${shop.businessId}`.execute(
    server.app.db,
  )
  const ad = (more: object = {}): SegmentCondition => ({
    about: 'ad',
    did: true,
    ad_id: 'ad-1',
    when: october,
    ...more,
  })
  const counted = async (more: object) =>
    (await reportOf(more)).ads.find(({ ad_id }) => ad_id === 'ad-1')?.leads ?? 0

  const segment = await fromReport(ad())
  expect(segment).toMatchObject({
    from_report: true,
    name: 'Came from the ad or post “Headline of ad-1” between Oct 1, 2026 and Oct 31, 2026',
    sentence: 'People who came from the ad or post “Headline of ad-1” between Oct 1, 2026 and Oct 31, 2026.',
  })
  expect((await fromReport(ad())).id).toBe(segment.id)
  expect(await namesOf(segment.rules)).toEqual(['Asha', 'Chandra'])
  expect(await counted({})).toBe(2)
  expect(await found(ad({ country: 'GB' }))).toEqual(['Chandra'])
  expect(await counted({ country: 'GB' })).toBe(1)
  expect(await found(ad({ phone_number_id: '111' }))).toEqual(['Asha'])
  expect(await counted({ phone_number_id: '111' })).toBe(1)
  expect(await found(ad({ when: { from: '2026-11-01', to: '2026-11-01' } }))).toEqual(['Bela'])
  expect(await found(ad({ ad_id: null, when: null }))).toEqual(['Asha', 'Bela', 'Chandra', 'Gita'])
  expect(await found(ad({ did: false, when: null }))).toEqual(['Gita'])
  const { body } = await server.call(segments.menus, { token: shop.token })
  expect(body.menus.ads).toEqual([
    { ad_id: 'ad-1', source_type: 'ad', name: 'Headline of ad-1' },
    { ad_id: 'ad-2', source_type: 'ad', name: 'Headline of ad-2' },
  ])
  const neighbour = await server.signUp()
  const theirs = await server.call(segments.menus, { token: neighbour.token })
  expect(theirs.body.menus.ads).toEqual([])
})

it('takes a time between two days where it is known, and refuses one that ends before it begins', async () => {
  const added: SegmentCondition = { about: 'added', did: true, when: october }
  const addedAt = {
    Asha: '2026-10-31T18:29:00Z',
    Bela: '2026-10-31T18:30:00Z',
    Chandra: '2026-09-30T18:30:00Z',
  }
  for (const [name, at] of Object.entries(addedAt))
    await sql`update leads set created_at = ${at}::timestamptz
      where business_id = ${shop.businessId} and name = ${name}`.execute(server.app.db)
  expect(await found(added)).toEqual(['Asha', 'Chandra'])
  expect(await found({ ...added, did: false })).toEqual(['Bela', 'Gita'])
  const refused = async (rule: object) =>
    (
      await server.call(segments.fromReport, {
        token: shop.token,
        body: { rules: { match: 'all', rules: [rule as never] } },
      })
    ).status
  expect(await refused({ ...added, when: { from: '2026-10-02', to: '2026-10-01' } })).toBe(400)
  // Only the last message that a person wrote is known.
  expect(await refused({ about: 'wrote', did: true, when: october })).toBe(400)
})

it('finds people who bought after a campaign, an ad or nothing, by click and by read', async () => {
  const buyers = await server.signUp()
  await connectSeededAccount(server, buyers)
  await addPeople(server, buyers.businessId)
  const { token, businessId } = buyers
  const { db } = server.app
  await sql`update messages m set read_at = null from leads l
    where m.business_id = ${businessId} and l.business_id = m.business_id and l.id = m.lead_id and l.name = 'Chandra'`.execute(
    db,
  )
  const { body: all } = await server.call(leads.list, { token, query: {} })
  const phoneOf = (name: string) => all.leads.find((lead) => lead.name.startsWith(name))!.phone!
  await addVisit(server, buyers, { adId: 'ad-9', address: phoneOf('Gita'), at: new Date().toISOString() })
  const bought = { Asha: 500, Bela: 200, Chandra: 900, Gita: 700 }
  for (const [name, value] of Object.entries(bought)) {
    const body = { key: name, event: 'purchase', phone: phoneOf(name), value, currency: 'INR' }
    expect((await server.call(conversions.record, { token, body })).status).toBe(200)
  }
  const { body: report } = await server.call(analytics.get, { token, query: {} })
  const rows = report.conversions.by.map(({ touch, id, count, by_read }) => [touch, id, count, by_read.count])
  const campaign = report.conversions.by.find(({ touch }) => touch === 'campaign')!.id!
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      ['campaign', campaign, 1, 2],
      [null, null, 2, 1],
      ['ad', 'ad-9', 1, 1],
    ]),
  )

  type Bought = Extract<SegmentCondition, { about: 'converted' }>
  const rule = (more: Partial<Bought>): SegmentRules => ({
    match: 'all',
    rules: [{ about: 'converted', did: true, when: { since: report.period.from }, ...more }],
  })
  const ask = async (more: Partial<Bought>) => {
    const { status, body } = await server.call(segments.fromReport, { token, body: { rules: rule(more) } })
    if (status !== 200) return status
    const { rules } = body.segment
    const people = await server.call(segments.people, { token, body: { rules } })
    const counted = await server.call(segments.preview, { token, body: { rules } })
    expect(counted.body.preview.people).toBe(people.body.leads.length)
    return people.body.leads.map(({ name }) => name.split(' ')[0]).sort()
  }
  const ofCampaign = { touch: 'campaign', campaign_id: Number(campaign) } as const
  expect(await ask(ofCampaign)).toEqual(['Asha'])
  expect(await ask({ ...ofCampaign, by_read: true })).toEqual(['Asha', 'Bela'])
  expect(await ask({ touch: 'none' })).toEqual(['Bela', 'Chandra'])
  expect(await ask({ touch: 'none', by_read: true })).toEqual(['Chandra'])
  expect(await ask({ touch: 'ad', ad_id: 'ad-9' })).toEqual(['Gita'])
  expect(await ask({ touch: 'ad', ad_id: 'ad-8' })).toEqual([])
  expect(await ask({ touch: 'sequence' })).toEqual([])
  expect(await ask({ ...ofCampaign, did: false })).toEqual(['Bela', 'Chandra', 'Gita'])
  // Of the message that was the touch, of the person, and of the purchase.
  expect(await ask({ by_read: true, template: 'offer' })).toEqual(['Asha', 'Bela'])
  expect(await ask({ by_read: true, template: 'another' })).toEqual([])
  expect(await ask({ ...ofCampaign, country: 'IN' })).toEqual(['Asha'])
  expect(await ask({ ...ofCampaign, country: 'GB' })).toEqual([])
  expect(await ask({ at_least: 50_000, currency: 'INR' })).toEqual(['Asha', 'Chandra', 'Gita'])
  expect(await ask({ at_least: 50_000, currency: 'EUR' })).toEqual([])
  expect(await ask({ event: 'booking', touch: 'none' })).toEqual([])

  const { body } = await server.call(segments.preview, {
    token,
    body: { rules: rule({ ...ofCampaign, by_read: true, at_least: 20_050, currency: 'INR', when: null }) },
  })
  expect(body.preview.sentence).toBe(
    'People who bought or converted (after the campaign “Offer”, a read message counts, for at least ₹200.50).',
  )
  expect(await ask({ touch: 'campaign', campaign_id: 999_999 })).toBe(404)
  expect(await ask({ touch: 'sequence', sequence_id: 999_999 })).toBe(404)
  expect(await ask({ touch: 'form', form_id: 999_999 })).toBe(404)
  expect(await ask({ touch: 'ad', campaign_id: Number(campaign) })).toBe(400)
  expect(await ask({ at_least: 50_000 })).toBe(400)
  const { body: menus } = await server.call(segments.menus, { token })
  expect(menus.menus.currencies).toEqual(['INR'])
})

it('finds people who agreed on a day, and new leads of a source, as the report counts them', async () => {
  const token = shop.token
  await sql`insert into consent_changes (business_id, lead_id, phone, consent, source, at)
    select l.business_id, l.id, l.phone, c.consent, 'reply', c.at from leads l join (values
      ('Asha', 'opted_in', '2026-10-10T18:29:00Z'::timestamptz),
      ('Bela', 'opted_in', '2026-10-10T18:31:00Z'),
      ('Chandra', 'opted_out', '2026-10-10T10:00:00Z')) c (name, consent, at) on c.name = l.name
    where l.business_id = ${shop.businessId}`.execute(server.app.db)
  await sql`update leads set source = 'csv' where business_id = ${shop.businessId} and name = 'Asha'`.execute(
    server.app.db,
  )
  await countAll(server)
  const { consent, leads: sources } = await reportOf()
  const day = (at: string) => consent.days.find((one) => one.day === at)!
  const agreed = (when: When, did = true): SegmentCondition => ({
    about: 'consent',
    did,
    consent: 'opted_in',
    when,
  })
  const ten = { from: '2026-10-10', to: '2026-10-10' }
  expect(await found(agreed(ten))).toEqual(['Asha'])
  expect(day('2026-10-10')).toMatchObject({ opted_in: 1, opted_out: 1 })
  expect(await found(agreed(october))).toEqual(['Asha', 'Bela'])
  expect(consent).toMatchObject({ opted_in: 2, opted_out: 1 })
  expect(await found(agreed(ten, false))).toEqual(['Bela', 'Chandra', 'Gita'])
  expect(await found({ about: 'consent', did: true, consent: 'opted_out', when: ten })).toEqual(['Chandra'])
  expect((await fromReport(agreed(ten))).sentence).toBe('People who agreed to marketing on Oct 10, 2026.')
  const none: SegmentCondition = { about: 'consent', did: true, consent: 'none', when: ten }
  const refused = await server.call(segments.fromReport, {
    token,
    body: { rules: { match: 'all', rules: [none] } },
  })
  expect(refused.status).toBe(400)

  for (const { source, count } of sources.filter((one) => one.count > 0)) {
    const people = await found(
      { about: 'source', did: true, sources: [source] },
      { about: 'added', did: true, when: october },
    )
    expect([source, people.length]).toEqual([source, count])
  }
  expect(sources.find(({ source }) => source === 'csv')?.count).toBe(1)
})
