import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { leads } from '#contract/leads.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { openShop, type Shop } from '../campaigns.fixture.ts'
import { mergeTags } from './merge-tags.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer()
  shop = await openShop(server)
})
afterAll(() => server.close())

/** Leads as searches kept them before all spellings of a query had one tag. */
beforeEach(async () => {
  const { db } = server.app
  for (const table of [
    'campaign_events',
    'campaigns',
    'campaign_drafts',
    'lead_tag_aliases',
    'lead_tags',
    'leads',
  ])
    await sql`delete from ${sql.table(table)} where business_id = ${shop.businessId}`.execute(db)
  await sql`
    insert into leads (business_id, name, phone, tags, source, consent)
    select ${shop.businessId}, 'L' || n, '+91982301' || lpad(n::text, 4, '0'), tags, source, 'opted_in' from (values
      (1, array['Bakery in Pune'], 'openstreetmap'),
      (2, array['Bakery in Pune', 'vip', 'bakeries pune'], 'openstreetmap'),
      (3, array['bakeries pune'], 'openstreetmap'),
      (4, array['pune bakery'], 'openstreetmap'),
      (5, array['pune bakery'], 'manual')) as l (n, tags, source)`.execute(db)
  await sql`
    insert into lead_tags (business_id, tag) select distinct ${shop.businessId}::bigint, tag
    from leads, unnest(tags) tag where business_id = ${shop.businessId}`.execute(db)
  await check()
})

const check = () =>
  sql`insert into lead_tag_checks (business_id, due_at) values (${shop.businessId}, now() - interval '1 minute')
    on conflict (business_id) do update set due_at = excluded.due_at`.execute(server.app.db)
const tagsOf = async () =>
  (
    await server.app.db
      .selectFrom('leads')
      .select('tags')
      .where('business_id', '=', shop.businessId)
      .orderBy('phone')
      .execute()
  ).map(({ tags }) => tags)
async function schedule(tags: string[], exclude_tags: string[] = []): Promise<number> {
  const answer = await server.call(campaigns.schedule, {
    token: shop.token,
    body: {
      template_id: shop.template.weekend_offer!,
      audience: { tags, exclude_tags },
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    },
  } as never)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return (answer.body as { campaign: { id: number } }).campaign.id
}
const audienceOf = async (id: number) =>
  (
    await server.app.db
      .selectFrom('campaigns')
      .select('audience')
      .where('business_id', '=', shop.businessId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).audience
const listed = async (tag: string) =>
  (
    await server.call(leads.list, { token: shop.token, query: { tag: [tag], sort: 'oldest' } } as never)
  ).body.leads.map(({ name }: { name: string }) => name)

it('gives the leads of one search one tag, and leaves a list of the owner’s own alone', async () => {
  await mergeTags(server.app)
  expect(await tagsOf()).toEqual([
    ['Bakery in Pune'],
    ['Bakery in Pune', 'vip'],
    ['Bakery in Pune'],
    ['pune bakery'],
    ['pune bakery'],
  ])
  // The old name still finds them, until it is given to leads again.
  expect(await listed('bakeries pune')).toEqual(['L1', 'L2', 'L3'])
  await server.call(leads.upload, {
    token: shop.token,
    body: { leads: [{ name: 'New', phone: '+919823011208', tag: 'bakeries pune' }] },
  })
  expect(await listed('bakeries pune')).toEqual(['New'])
})

it('renames the tag in scheduled campaigns and drafts that name all of them', async () => {
  const id = await schedule(['bakeries pune', 'Bakery in Pune'])
  await sql`
    insert into campaign_drafts (business_id, name, form, created_by, updated_at)
    values (${shop.businessId}, 'Draft', '{"tags": ["bakeries pune"], "notTags": ["vip"]}', 1, now())`.execute(
    server.app.db,
  )
  await mergeTags(server.app)
  expect(await audienceOf(id)).toMatchObject({ tags: ['Bakery in Pune'] })
  const { rows } = await sql<{ form: object }>`select form from campaign_drafts
    where business_id = ${shop.businessId}`.execute(server.app.db)
  expect(rows[0]?.form).toEqual({ tags: ['Bakery in Pune'], notTags: ['vip'] })
})

it('waits while a scheduled campaign names one of them, which would reach other people', async () => {
  const id = await schedule(['bakeries pune'])
  await mergeTags(server.app)
  expect((await tagsOf())[2]).toEqual(['bakeries pune'])
  expect(await audienceOf(id)).toMatchObject({ tags: ['bakeries pune'] })
  await server.app.db.updateTable('campaigns').set({ status: 'Cancelled' }).where('id', '=', id).execute()
  // Not due before an hour has gone.
  await mergeTags(server.app)
  expect((await tagsOf())[2]).toEqual(['bakeries pune'])
  await check()
  await mergeTags(server.app)
  expect((await tagsOf())[2]).toEqual(['Bakery in Pune'])
  expect(await audienceOf(id)).toMatchObject({ tags: ['Bakery in Pune'] })
})

it('lets what was done before be undone, to the tag of today', async () => {
  const removed = await server.call(leads.bulk, {
    token: shop.token,
    body: { audience: { tags: ['bakeries pune'] }, action: 'delete' },
  } as never)
  await sql`insert into leads (business_id, name, phone, tags, source)
    values (${shop.businessId}, 'L6', '+919823010006', array['bakeries pune'], 'openstreetmap')`.execute(
    server.app.db,
  )
  await Promise.all([mergeTags(server.app), mergeTags(server.app)])
  const { id } = (removed.body as { change: { id: number } }).change
  await server.call(leads.undoChange, { token: shop.token, params: { id } })
  expect((await tagsOf()).filter((tags) => tags.includes('bakeries pune'))).toEqual([])
  expect(await listed('Bakery in Pune')).toEqual(['L1', 'L2', 'L3', 'L6'])
})
