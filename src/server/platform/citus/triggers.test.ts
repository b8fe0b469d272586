import pg from 'pg'
import { expect, it } from 'vitest'
import { isCluster } from '#test/cluster.ts'
import { cloneDatabase } from '#test/server.ts'
import { triggersOf } from './distribute.ts'
import { byBusiness, rewritten, type TriggerFunction } from './triggers.ts'

/** Each statement changes rows of two businesses; one of them has an address for events, and sequences. */
const writes = `
  insert into businesses (name, country, timezone) values ('Asha', 'IN', 'UTC'), ('Ben', 'IN', 'UTC');
  insert into users (business_id, name, email, password_hash)
    select id, name, lower(name) || '@example.com', '' from businesses;
  insert into hook_endpoints (business_id, name, url, kinds, batch, secret_ciphertext, secret_key_id, user_id, created_at)
    select business_id, 'all', 'https://example.com', '{lead.created,lead.opted_in,lead.opted_out}', 10, '', '', id, now()
    from users where name = 'Asha';
  insert into sequences (business_id, name, state, version, trigger_on, trigger_tag, again, enters_from, created_at, updated_at)
    select id, on_, 'running', 1, on_, tag, true, now() - interval '1 day', now(), now()
    from businesses, (values ('lead', null), ('tag', 'vip'), ('conversion', null), ('segment', null)) as t (on_, tag) where name = 'Asha';
  insert into sequence_versions (business_id, sequence_id, version, content, created_at)
    select business_id, id, 1, '[]', now() from sequences;
  insert into attribution_settings (business_id, window_days, bought_tag, exchange_rates)
    select id, 7, 'bought', '{}' from businesses;
  insert into leads (business_id, name, phone, tags)
    select b.id, n, '+91980000000' || b.id || row_number() over (partition by b.id order by n), t::text[]
    from businesses b, (values ('Chandra', '{vip}'), ('Dev', '{bought}'), ('Esha', '{}')) as l (n, t)
    order by b.id, n;
  update leads set tags = tags || '{new}' where name <> 'Esha';
  insert into consent_changes (business_id, lead_id, phone, consent, source)
    select business_id, id, phone, case name when 'Dev' then 'opted_out' else 'opted_in' end, 'manual' from leads order by id;
  insert into conversions (business_id, key, event, amount, currency, at, address, lead_id, source, created_at)
    select business_id, 'order ' || id, 'purchase', 900, 'INR', now(), phone, id, 'api', now() from leads order by id;
  insert into conversions (business_id, key, event, amount, currency, refund_of, at, address, lead_id, source, created_at)
    select business_id, 'refund ' || id, 'purchase', -300, 'INR', 'order ' || id, now(), phone, id, 'api', now()
    from leads where name = 'Chandra' order by id;
  delete from leads where name = 'Esha';
  set tidings.known_people = 'on';
  insert into leads (business_id, name, phone, tags)
    select id, 'Farah', '+91980000009' || id, '{vip,bought}' from businesses order by id;
  update leads set tags = tags || '{bought}' where name = 'Chandra'`

/** What the triggers wrote, in an order of its own. */
const wrote = {
  marks: 'select distinct business_id, kind, block from analytics_marks order by 1, 2, 3',
  searches: 'select business_id, first_id, last_id from lead_search_pending order by 1, 2, 3',
  hooks: 'select business_id, kind, subject from hook_events order by 1, 2, 3',
  entered: 'select business_id, sequence_id, lead_id, state from sequence_people order by 1, 2, 3',
  members: `select m.business_id, l.name from sequence_members m join leads l on l.id = m.lead_id order by 1, 2`,
  bought: 'select business_id, key, paid_back from conversions order by 1, 2',
}

async function written(rewrite: boolean): Promise<{ functions: TriggerFunction[]; rows: unknown }> {
  const { databaseUrl, drop } = await cloneDatabase()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const functions = (await triggersOf(client)).filter(({ sets }) => sets.length > 0)
    if (rewrite) for (const one of functions) await client.query(byBusiness(one))
    await client.query(writes)
    const rows: Record<string, unknown> = {}
    for (const [name, query] of Object.entries(wrote)) rows[name] = (await client.query(query)).rows
    return { functions: await triggersOf(client), rows }
  } finally {
    await client.end()
    await drop()
  }
}

// A cluster has the replaced functions alone.
it.skipIf(isCluster)(
  'triggers that take one business after the other write what those write that take all at once',
  async () => {
    const [together, apart] = [await written(false), await written(true)]
    const changed = apart.functions.filter(({ source }) => source.includes(rewritten))
    expect(changed.length).toBeGreaterThan(20)
    expect(changed.map(({ name }) => name)).toEqual(
      together.functions.filter(({ sets }) => sets.length > 0).map(({ name }) => name),
    )
    expect(apart.rows).toEqual(together.rows)
    for (const rows of Object.values(together.rows as Record<string, unknown[]>))
      expect(rows.length).toBeGreaterThan(1)
  },
)

it('a trigger that reads its rows in a way that is not known is refused', () => {
  const read = (source: string) => () =>
    byBusiness({ name: 'kept', source, table: 'leads', sets: ['changed'] })
  expect(read('begin perform count(*) from leads, changed; return null; end')).toThrow(
    'reads changed in another way',
  )
  expect(read('begin if found then return new; end if; return null; end')).toThrow('ends in another way')
  expect(read('begin return new; end')).toThrow('written in another way')
})
