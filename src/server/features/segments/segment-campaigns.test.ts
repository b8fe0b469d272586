import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import { segments } from '#contract/growth/segments.ts'
import { onboarding } from '#contract/onboarding.ts'
import { privacy } from '#contract/privacy.ts'
import { addLeads, openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { optOut, placeOf, placeSql } from '#server/features/leads/leads.ts'
import { newSandboxAccount } from '#test/connected.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { addPeople } from './segments.fixture.ts'
import { renameTagInSegments } from './segments.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { sent: [1, 5], delivered: [5, 20], read: [20, 40], answer: [1, 2] } })
  shop = await openShop(server)
})
afterAll(() => server.close())

const all = (...rules: SegmentRules['rules']): SegmentRules => ({ match: 'all', rules })
const tagged = (tag: string): SegmentRules => all({ about: 'tag', is: 'any', tags: [tag] })
const create = async (name: string, rules: SegmentRules): Promise<number> => {
  const { status, body } = await server.call(segments.create, { token: shop.token, body: { name, rules } })
  expect([status, body.message]).toEqual([200, body.message])
  return body.segment.id
}
const schedule = async (segment_id: number, more: object = {}) => {
  const { status, body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, audience: { segment_id }, ...more },
  })
  expect([status, body.message]).toEqual([200, 'Campaign scheduled successfully!'])
  return body
}
const get = async (id: number): Promise<Campaign> =>
  (await server.call(campaigns.get, { token: shop.token, params: { id } })).body.campaign
const ended = (id: number) =>
  eventually('the end of the campaign', async () => {
    const campaign = await get(id)
    return campaign.status === 'Completed' && campaign.outcomes.read > 0 && campaign
  })
const receivers = async (id: number): Promise<string[]> => {
  const { rows } = await sql<{ recipient_phone: string }>`select recipient_phone from messages
    where business_id = ${shop.businessId} and campaign_id = ${id} and status <> 'skipped' order by 1`.execute(
    server.app.db,
  )
  return rows.map(({ recipient_phone }) => recipient_phone)
}
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString()
const remove = (id: number) => server.call(segments.remove, { token: shop.token, params: { id } })

it('sends a campaign to the people who are in the segment when it starts, and to no opt-out', async () => {
  await addLeads(server, shop.businessId, [
    { phone: '+919650107777', tags: ['loyal'] },
    { phone: '+919650117777', tags: ['loyal'] },
    { phone: '+919650127777', tags: ['other'] },
    { phone: '+919650137777', tags: ['loyal'], consent: 'none' },
  ])
  const id = await create('Loyal', tagged('loyal'))
  const { campaign, audience } = await schedule(id, { scheduled_at: inTwoDays() })
  expect(audience).toMatchObject({ selected: 3, will_receive: 2 })
  expect((await get(campaign.id)).audience_text).toBe('The segment Loyal')
  // It is drawn at the start: who joined since gets it, who left or opted out does not.
  await sql`update leads set tags = '{loyal}' where phone = '+919650127777'`.execute(server.app.db)
  await sql`update leads set tags = '{}' where phone = '+919650107777'`.execute(server.app.db)
  await optOut(server.app, shop.businessId, ['+919650117777'], { source: 'manual' })
  const expected = await server.call(campaigns.expected, { token: shop.token, params: { id: campaign.id } })
  expect(expected.body.audience).toMatchObject({ selected: 3, will_receive: 1 })
  await sql`update campaigns set scheduled_at = now() where id = ${campaign.id}`.execute(server.app.db)
  const { startCampaign } = await import('../campaigns/run/start.ts')
  await startCampaign(server.app, shop.businessId, campaign.id)
  const done = await ended(campaign.id)
  expect(await receivers(campaign.id)).toEqual(['+919650127777'])
  expect(done.left_out.map(({ reason, count }) => [reason, count])).toEqual([
    ['opted_out', 1],
    ['no_consent', 1],
  ])
  // Its people stay as they were drawn.
  await sql`update leads set tags = '{}' where tags = '{loyal}'`.execute(server.app.db)
  expect((await get(campaign.id)).outcomes.planned).toBe(3)
})

it('is not deleted while a campaign waits to draw its people, and keeps its name afterwards', async () => {
  await addLeads(server, shop.businessId, [{ phone: '+919650207777', tags: ['waiting'] }])
  const id = await create('Waiting', tagged('waiting'))
  const { campaign } = await schedule(id, { scheduled_at: inTwoDays() })
  const refused = await remove(id)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'A campaign that has not started uses this segment. Choose other people there, or cancel, and delete it then.',
  ])
  const { body } = await server.call(segments.get, { token: shop.token, params: { id } })
  expect(body.segment.campaigns).toBe(1)
  expect(
    (await server.call(campaigns.cancel, { token: shop.token, params: { id: campaign.id } })).status,
  ).toBe(200)
  expect((await remove(id)).status).toBe(200)
  expect((await get(campaign.id)).audience_text).toBe('The segment Waiting')
  const again = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, audience: { segment_id: id } },
  })
  expect([again.status, again.body.message]).toEqual([404, 'This segment was not found.'])
})

it('narrows a segment by tags and unticked people, in checks and lists of people too', async () => {
  const ids = await addLeads(server, shop.businessId, [
    { phone: '+919650307777', tags: ['narrow'] },
    { phone: '+919650317777', tags: ['narrow', 'staff'] },
    { phone: '+919650327777', tags: ['narrow'] },
  ])
  const segment_id = await create('Narrow', tagged('narrow'))
  const audience = { segment_id, exclude_tags: ['staff'], exclude_lead_ids: [ids[2]!] }
  const body = { template_id: shop.template.weekend_offer!, audience }
  const check = await server.call(campaigns.check, { token: shop.token, body })
  expect(check.body.checks).toMatchObject({ selected: 1, will_receive: 1 })
  const people = await server.call(campaigns.people, { token: shop.token, body })
  expect(people.body.people.map(({ id }) => id)).toEqual([ids[0]])
})

it('writes again to those who read a campaign and did not answer', async () => {
  await addLeads(server, shop.businessId, [
    { phone: '+919650407777', tags: ['first'] },
    { phone: '+919650410001', tags: ['first'] },
  ])
  const first = await schedule(await create('First', tagged('first')))
  await ended(first.campaign.id)
  const made = await server.call(segments.retarget, {
    token: shop.token,
    body: { campaign_id: first.campaign.id, cell: 'not_answered' },
  })
  const { campaign } = await schedule(made.body.segment.id)
  await ended(campaign.id)
  expect(await receivers(campaign.id)).toEqual(['+919650407777'])
})

it('follows merged tags, and forgets the number of an erased person', async () => {
  const [lead] = await addLeads(server, shop.businessId, [
    { phone: '+919650507777', email: 'Mira@example.com' },
  ])
  const group = { match: 'any' as const, rules: tagged('bakery pune').rules as never }
  const id = await create('Rewritten', {
    match: 'any',
    rules: [
      group,
      { about: 'text', field: 'phone', is: 'is', value: '+91 96505 07777' },
      { about: 'text', field: 'email', is: 'is', value: 'mira@example.com' },
      { about: 'text', field: 'name', is: 'contains', value: 'pal' },
    ],
  })
  await server.app.transaction((tx) =>
    renameTagInSegments(tx, shop.businessId, 'bakery pune', 'Bakery in Pune'),
  )
  const erased = await server.call(privacy.erase, {
    token: shop.token,
    params: { id: lead! },
    body: { confirm: true },
  })
  expect(erased.status).toBe(200)
  const { body } = await server.call(segments.get, { token: shop.token, params: { id } })
  expect(body.segment.rules.rules).toEqual([
    { match: 'any', rules: [{ about: 'tag', is: 'any', tags: ['Bakery in Pune'] }] },
    { about: 'text', field: 'phone', is: 'is', value: 'erased' },
    { about: 'text', field: 'email', is: 'is', value: 'erased' },
    { about: 'text', field: 'name', is: 'contains', value: 'pal' },
  ])
})

it('is made of messages by price, country, day and the hour of the person’s own clock', async () => {
  await addPeople(server, shop.businessId)
  // A Tuesday, 20:00 in India.
  const { rows } = await sql<{ id: number }>`
    with offer as (select id from campaigns where business_id = ${shop.businessId} and name = 'Offer'),
    moved as (update messages set accepted_at = '2027-06-01T14:30:00Z' where business_id = ${shop.businessId}
      and campaign_id = (select id from offer))
    select id from offer`.execute(server.app.db)
  const made = async (scope: object) => {
    const body = { campaign_id: Number(rows[0]!.id), cell: 'not_read' as const, ...scope }
    return (await server.call(segments.retarget, { token: shop.token, body })).body.segment
  }
  const found = async (scope: object) => {
    const body = { rules: (await made(scope)).rules }
    const { leads } = (await server.call(segments.people, { token: shop.token, body })).body
    return leads.map(({ name }) => name)
  }
  const hour = { weekday: 2, hour: 20 }
  const right = { country: 'IN', category: 'MARKETING', day: '2027-06-01', their_hour: hour }
  expect((await made(right)).name).toBe(
    'Offer, marketing, India, sent on Jun 1, 2027, sent Tuesday…: delivered, not read',
  )
  expect(await found(right)).toEqual(['Bela'])
  // Of a period that is over, and of a number.
  const { rows: senders } = await sql<{ number: string; display: string }>`
    select n.phone_number_id as number, n.display_phone_number as display from phone_numbers n
    where n.business_id = ${shop.businessId} limit 1`.execute(server.app.db)
  const { number, display } = senders[0]!
  await sql`update messages set phone_number_id = ${number} where business_id = ${shop.businessId}
    and campaign_id = ${Number(rows[0]!.id)}`.execute(server.app.db)
  const week = { from: '2027-05-30', to: '2027-06-01' }
  const past = { campaign_id: null, days: week, phone_number_id: number }
  expect((await made(past)).name).toBe(
    `sent May 30, 2027 to Jun 1, 2027, from ${display}: delivered, not read`,
  )
  expect(await found(past)).toEqual(['Bela'])
  expect(await found({ ...past, cell: 'answered' })).toEqual(['Bela'])
  expect(await found({ ...past, cell: 'clicked' })).toEqual(['Asha'])
  const backwards = { campaign_id: null, cell: 'not_read' as const, days: { from: week.to, to: week.from } }
  const refused = await server.call(segments.retarget, { token: shop.token, body: backwards })
  expect(refused.status).toBe(400)
  const wrong = [
    { country: 'US' },
    { days: { from: '2027-05-30', to: '2027-05-31' } },
    { days: { from: '2027-06-02', to: '2027-06-03' } },
    { phone_number_id: '1' },
    { category: 'UTILITY' },
    { day: '2027-06-02' },
    { their_hour: { ...hour, hour: 9 } },
  ]
  for (const one of wrong) expect(await found({ ...right, ...one })).toEqual([])
})

it('knows where an address is as the figures do', async () => {
  const beginnings = Array.from({ length: 9_000 }, (_, index) => `+${index + 1000}`)
  const all = [...beginnings, 'IN.24', 'BR.Ab', 'erase', '']
  const { rows } = await sql`
    select ${placeSql('country', sql`a`)} as country, ${placeSql('zone', sql`a`)} as zone
    from unnest(${all.map((one) => `${one}5550148`)}::text[]) with ordinality u (a, nr) order by nr`.execute(
    server.app.db,
  )
  expect(rows).toEqual(all.map(placeOf))
})

it('counts clicks from Meta’s network from two seconds after the delivery on, and shows what people spent', async () => {
  const { token, businessId } = await server.signUp()
  const account = newSandboxAccount(server)
  await server.call(onboarding.connectToken, { token, body: { token: account.token } })
  await addPeople(server, businessId)
  const found = async (match: 'all' | 'any', did: boolean) => {
    const rules = [
      { about: 'message' as const, deed: 'clicked' as const, did, campaign_id: null, link: null, when: null },
    ]
    const { body } = await server.call(segments.people, { token, body: { rules: { match, rules } } })
    return body
  }
  const clicked = async (seconds: number): Promise<string[][]> => {
    const { rows } = await sql<{ id: number; at: Date }>`
      select m.id, m.delivered_at + ${seconds}::int * interval '1 second' as at from messages m
      where m.business_id = ${businessId} and m.id in (
        select message_id from link_clicks where business_id = ${businessId} and kind = 'person')`.execute(
      server.app.db,
    )
    for (const { id, at } of rows)
      await sql`update link_clicks set from_provider = true, clicked_at = ${at}
        where business_id = ${businessId} and kind = 'person' and message_id = ${id}`.execute(server.app.db)
    const all = [await found('all', true), await found('all', false), await found('any', true)]
    return all.map(({ leads }) => leads.map(({ name }) => name.split(' ')[0]!).sort())
  }
  const others = ['Bela', 'Chandra', 'Gita']
  expect(await clicked(1)).toEqual([[], ['Asha', ...others], []])
  expect(await clicked(3)).toEqual([['Asha'], others, ['Asha']])
  const { leads, spent } = await found('all', true)
  await sql`
    insert into conversions (business_id, key, event, amount, currency, at, address, source, created_at)
    select ${businessId}, 'order ' || amount, 'purchase', amount, 'INR', now(), ${leads[0]!.phone}, 'api', now()
    from (values (900), (250)) v (amount)`.execute(server.app.db)
  const before = spent.reduce((sum, { amount }) => sum + amount, 0)
  const after = (await found('all', true)).spent
  expect(after.reduce((sum, { amount }) => sum + amount, 0) - before).toBe(1150)
  expect(after.every(({ lead_id }) => lead_id === leads[0]!.id)).toBe(true)
})
