import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  isGroup,
  type SegmentCondition,
  type SegmentGroup,
  type SegmentRules,
} from '#contract/growth/segment-rules.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { countPeople, listPeople, previewRules } from './records/people.ts'
import { inSegmentSql } from './rules/people-sql.ts'
import { readingOf } from './rules/reading.ts'

/** What is known of a lead, as the test wrote it. */
type Facts = {
  id: number
  phone: string
  email: string | null
  tags: string[]
  consent: 'opted_in' | 'none' | 'opted_out'
  wrote_days: number | null
  status: 'read' | 'delivered' | 'sent' | 'failed' | null
  read_days: number | null
  clicks: boolean
  answers: boolean
  bought: boolean
}

let server: TestServer
let businessId: number
let leads: Facts[]

/** The same numbers in each run. */
const random = (() => {
  let state = 20_261_127
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
})()
const oneOf = <T>(choices: readonly T[]): T => choices[random(choices.length)]!

/** Ids around the borders of 64, alone, next to each other, and far apart. */
const ids = [
  ...Array.from({ length: 200 }, (_, nr) => 5_000_000 + nr),
  ...[1, 63, 64, 65, 127, 128].map((id) => 6_000_000 * 64 + id),
  ...Array.from({ length: 60 }, (_, nr) => 7_000_000_000 + nr * 1000),
  2 ** 45 - 1,
  2 ** 45,
]

const factsOf = (id: number, nr: number): Facts => {
  const status = oneOf(['read', 'read', 'delivered', 'sent', 'failed', null] as const)
  return {
    id,
    phone: `+9198${String(10_000_000 + nr)}`,
    email: oneOf([null, '', `p${nr}@example.com`]),
    tags: oneOf([[], ['VIP'], ['Diwali'], ['Diwali', 'VIP']]),
    consent: oneOf(['opted_in', 'none', 'opted_out']),
    wrote_days: oneOf([null, 3, 40]),
    status,
    // A message can be read whose time of reading was not reported.
    read_days: status === 'read' ? oneOf([null, 5, 100]) : null,
    clicks: status === 'read' && random(3) === 0,
    answers: random(4) === 0,
    bought: random(5) === 0,
  }
}

async function write(owner: number, people: Facts[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p (id bigint, phone text, email text, tags jsonb,
    consent text, wrote_days int, status text, read_days int, clicks boolean, answers boolean, bought boolean)`
  const { db } = server.app
  await sql`insert into leads (business_id, id, name, phone, email, tags, source, attributes, consent, last_inbound_at)
    overriding system value select ${owner}::bigint, p.id, 'Person ' || p.id, p.phone, p.email, array(select jsonb_array_elements_text(p.tags)),
      'csv', '{}', p.consent, now() - p.wrote_days * interval '1 day' from ${rows}`.execute(db)
  await sql`insert into message_contents (business_id, template_name, language, category, components, fixed)
    values (${owner}, 'offer', 'en', 'MARKETING', '[]', '{}')`.execute(db)
  await sql`insert into messages (business_id, lead_id, content_id, phone_number_id, recipient_phone, status, sent_at, read_at)
    select ${owner}::bigint, p.id, (select max(id) from message_contents where business_id = ${owner}), '1', p.phone,
      p.status, now(), now() - p.read_days * interval '1 day' from ${rows} where p.status is not null`.execute(
    db,
  )
  await sql`insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    select m.business_id, m.id, 0, 'person', m.id % 2 = 0, now() + interval '1 hour' from messages m
    join ${rows} on p.id = m.lead_id and p.clicks where m.business_id = ${owner}`.execute(db)
  await sql`update messages set delivered_at = now() where business_id = ${owner} and status = 'read'`.execute(
    db,
  )
  await sql`insert into lead_replies (business_id, lead_id, address, kind, message_id, at)
    select ${owner}::bigint, p.id, p.phone, 'text', 1, now() from ${rows} where p.answers`.execute(db)
  await sql`insert into conversions (business_id, key, event, amount, at, address, lead_id, source, created_at)
    select ${owner}::bigint, p.phone, 'purchase', 900, now(), p.phone, p.id, 'api', now() from ${rows}
    where p.bought`.execute(db)
  // What is of no lead any more is in no set and in no opposite of one.
  await sql`update conversions set lead_id = null where business_id = ${owner} and key = ${people[0]!.phone}`.execute(
    db,
  )
  await sql`analyze leads, messages, link_clicks`.execute(db)
}

beforeAll(async () => {
  server = await openTestServer()
  const [shop, neighbour] = [await server.signUp(), await server.signUp()]
  businessId = shop.businessId
  leads = ids.map(factsOf)
  leads[0]!.bought = true
  await write(businessId, leads)
  // The same ids in another business, all of whom did everything.
  const busy = { status: 'read', read_days: 5, clicks: true, answers: true, bought: true } as const
  await write(
    neighbour.businessId,
    leads.map((lead) => ({ ...lead, ...busy, tags: ['Diwali', 'VIP'], consent: 'opted_in' })),
  )
  leads[0]!.bought = false
})
afterAll(() => server.close())

const message = (deed: 'sent' | 'delivered' | 'read' | 'clicked' | 'answered' | 'failed', days?: number) =>
  ({
    about: 'message',
    did: true,
    deed,
    campaign_id: null,
    link: null,
    when: days === undefined ? null : { days },
  }) satisfies SegmentCondition

/** Each condition beside what it means. */
const meanings: [SegmentCondition, (lead: Facts) => boolean][] = [
  [{ about: 'tag', is: 'any', tags: ['Diwali'] }, ({ tags }) => tags.includes('Diwali')],
  [{ about: 'tag', is: 'none', tags: ['VIP', 'Gone'] }, ({ tags }) => !tags.includes('VIP')],
  [{ about: 'consent', did: true, consent: 'opted_in' }, ({ consent }) => consent === 'opted_in'],
  [{ about: 'wrote', did: true, when: { days: 30 } }, ({ wrote_days: days }) => days === 3],
  [{ about: 'text', field: 'email', is: 'unknown', value: '' }, ({ email }) => !email],
  [{ about: 'text', field: 'email', is: 'contains_not', value: '7' }, ({ email }) => !email?.includes('7')],
  [message('sent'), ({ status }) => status !== null && status !== 'failed'],
  [message('delivered'), ({ status }) => status === 'delivered' || status === 'read'],
  [message('read'), ({ status }) => status === 'read'],
  [message('read', 30), ({ read_days: days }) => days === 5],
  [message('failed'), ({ status }) => status === 'failed'],
  [message('clicked'), ({ clicks }) => clicks],
  [message('answered'), ({ answers }) => answers],
  [{ about: 'converted', did: true, when: null }, ({ bought }) => bought],
  [{ about: 'conversation', did: true, state: 'any' }, () => false],
]

type Rule = SegmentCondition | SegmentGroup
type Meant = { rule: Rule; holds: (lead: Facts) => boolean }

function anyCondition(): Meant & { rule: SegmentCondition } {
  const [rule, holds] = oneOf(meanings)
  if (!('did' in rule) || random(2) === 0) return { rule, holds }
  return { rule: { ...rule, did: false }, holds: (lead) => !holds(lead) }
}

const joined = (match: 'all' | 'any', parts: Meant[]) => (lead: Facts) =>
  match === 'all' ? parts.every(({ holds }) => holds(lead)) : parts.some(({ holds }) => holds(lead))

function anyRule(): Meant {
  if (random(2) === 0) return anyCondition()
  const match = oneOf(['all', 'any'] as const)
  const parts = Array.from({ length: 1 + random(3) }, anyCondition)
  return { rule: { match, rules: parts.map(({ rule }) => rule) }, holds: joined(match, parts) }
}

it('finds whom groups, opposites and missing values mean, in counts, previews, pages and audiences', async () => {
  const { app } = server
  const reading = await readingOf(app, businessId)
  const sizes = new Set<number>()
  let groups = 0
  for (let nr = 0; nr < 150; nr++) {
    const match = oneOf(['all', 'any'] as const)
    const parts = Array.from({ length: 1 + random(4) }, anyRule)
    const rules: SegmentRules = { match, rules: parts.map(({ rule }) => rule) }
    const idsOf = (holds: (lead: Facts) => boolean) => leads.filter(holds).map(({ id }) => id)
    const meant = idsOf(joined(match, parts))
    const { rows } = await sql<{ id: number }>`select id from leads where business_id = ${businessId}
      and ${inSegmentSql(rules, reading)} order by id`.execute(app.db)
    const after = meant[Math.floor(meant.length / 2)]
    const page = await listPeople(app, businessId, { rules, after_lead_id: after, limit: 7 })
    const older = meant.filter((id) => after === undefined || id < after).sort((a, b) => b - a)
    const found = {
      rules,
      page: page.leads.map(({ id }) => id),
      next: page.next_after,
      ids: rows.map(({ id }) => Number(id)),
      count: await countPeople(app, businessId, rules),
      preview: await previewRules(app, businessId, { rules, estimate: false }),
    }
    expect(found).toMatchObject({
      rules,
      page: older.slice(0, 7),
      next: older.length > 7 ? older[6] : null,
      ids: meant.sort((a, b) => a - b),
      count: meant.length,
      preview: {
        leads: leads.length,
        people: meant.length,
        parts: parts.map(({ holds }, last) => ({
          alone: idsOf(holds).length,
          left: idsOf(joined(match, parts.slice(0, last + 1))).length,
        })),
      },
    })
    sizes.add(meant.length)
    groups += rules.rules.filter(isGroup).length
  }
  // The rules were not all of one kind.
  expect(sizes.size).toBeGreaterThan(50)
  expect(groups).toBeGreaterThan(100)
})

it('finds nobody in a business without leads', async () => {
  const { businessId: empty } = await server.signUp()
  const rules: SegmentRules = {
    match: 'any',
    rules: [message('read'), { ...message('clicked'), did: false }],
  }
  expect(await countPeople(server.app, empty, rules)).toBe(0)
  expect(await previewRules(server.app, empty, { rules, estimate: true })).toMatchObject({
    leads: 0,
    people: 0,
    parts: [
      { alone: 0, left: 0 },
      { alone: 0, left: 0 },
    ],
  })
})
