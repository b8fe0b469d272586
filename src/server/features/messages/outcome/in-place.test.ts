import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isCluster } from '#test/cluster.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { newPhone, openShop, planCampaign, type Shop, untilOutcomes } from '../messages.fixture.ts'

// An update that changes no indexed column can stay in its page and write into no index (HOT).
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ jobs: true, log: 'error' })
  server.sandbox.settings({ delays: { sent: [5, 20], delivered: [400, 500], read: [1000, 1100] } })
  shop = await openShop(server)
  await sql`create table changed_columns (before text, after text, name text)`.execute(server.app.db)
  await sql`
    create function note_changed_columns() returns trigger language plpgsql as $$ begin
      insert into changed_columns select old.status, new.status, n.key
        from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o using (key)
        where n.value is distinct from o.value;
      return null;
    end $$`.execute(server.app.db)
  await sql`
    create trigger note_changed_columns after update on messages for each row execute function note_changed_columns()`.execute(
    server.app.db,
  )
})
afterAll(() => server.close())

type Broken = { before: string; after: string; index: string }

/** The indexes that an update from one status to another writes into: one of their columns changes. */
async function brokenIndexes(): Promise<string[]> {
  const { rows } = await sql<Broken>`
    with columns as (
      select i.indexrelid, a.attname from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
      join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any(i.indkey::smallint[])
        or exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
          and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
      -- from PostgreSQL 16 on a BRIN index does not count
      where i.indrelid = 'messages'::regclass and am.amname <> 'brin'
    )
    select distinct before, after, indexrelid::regclass::text as index
    from changed_columns join columns on attname = name order by 1, 2, 3`.execute(server.app.db)
  return rows.map(({ before, after, index }) => `${before} to ${after}: ${index}`)
}

const steps = async (): Promise<string[]> => {
  const { rows } = await sql<{ step: string }>`
    select distinct before || ' to ' || after as step from changed_columns`.execute(server.app.db)
  return rows.map(({ step }) => step)
}

// It notes changes in a table beside the messages, which a cluster's nodes do not have.
it.skipIf(isCluster)(
  'changes no indexed column from the claim of a message until it is read, but for the provider’s id',
  async () => {
    const campaign = await planCampaign(
      server,
      shop,
      Array.from({ length: 20 }, () => newPhone()),
    )
    await untilOutcomes(server, shop, campaign, { planned: 20, read: 20 })
    expect(await steps()).toEqual(
      expect.arrayContaining([
        'queued to sending',
        'sending to sent',
        expect.stringMatching(/ to delivered$/),
        expect.stringMatching(/ to read$/),
      ]),
    )
    // The provider's id comes once: by it a status finds its message that names it alone.
    expect(await brokenIndexes()).toEqual(['sending to sent: messages_wamid'])

    // One more index on any of these columns would take part in every update.
    await sql`create index too_much on messages (business_id, read_at)`.execute(server.app.db)
    expect(await brokenIndexes()).toContainEqual(expect.stringMatching(/ to read: too_much$/))
    await sql`drop index too_much`.execute(server.app.db)

    // Three partial indexes hold the few that failed: by them these are found among millions that arrived.
    // A report that is quicker than the answer brings the provider's id with the failure.
    server.sandbox.settings({ delays: { sent: [400, 500] } })
    const failing = await planCampaign(server, shop, [newPhone('0001')])
    await untilOutcomes(server, shop, failing, { failed: 1 })
    const broken = (await brokenIndexes()).map((one) => one.replace(/^(sent|sending) to failed/, 'failed'))
    expect(broken.sort()).toEqual([
      'failed: messages_error_code',
      'failed: messages_failed',
      'failed: messages_undelivered',
      'sending to sent: messages_wamid',
    ])
  },
)
