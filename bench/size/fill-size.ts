import { sql } from 'kysely'
import { countMarked } from '#server/features/analytics/rollups/keep.ts'
import { searchedText } from '#server/features/leads/find/search-text.ts'
import { fillQuickly } from '../fill-quickly.ts'
import { fillInbox } from '../inbox/fill-inbox.ts'
import type { Bench } from '../open-bench.ts'

export type BusinessSize = { leads: number; messages: number; campaigns: number; businesses: number }

/** A rare error code, a frequent one, and one without messages. */
export const [rareCode, frequentCode, noCode] = [131031, 131026, 131052]
/** In the names of 20 leads of each million. */
export const rareName = 'Quetzalli'
/** One lead in 5,000 has it. */
export const rareTag = 'wholesale'

type Db = Bench['app']['db']

/**
 * One business with so many leads, messages and campaigns among many small ones. A tenth of the messages is in its
 * inbox; the others are of campaigns over two years, each to a stretch of the leads.
 */
export async function fillSize(bench: Bench, size: BusinessSize): Promise<void> {
  const { app, businessId } = bench
  const inbox = { conversations: Math.ceil(size.leads / 20), messages: size.messages / 10, neighbours: 0 }
  await fillInbox(bench, inbox)
  await fillQuickly(app, ['leads', 'lead_search', 'suppressions', 'analytics_leads'], async ({ db }) => {
    await sql`
      insert into businesses (name, country, timezone)
      select 'Neighbour ' || n, 'IN', 'Asia/Kolkata' from generate_series(1, ${size.businesses}::int) n`.execute(
      db,
    )
    await addLeads(db, sql`(select id from businesses where id <> ${businessId})`, 100)
    await addLeads(db, sql`(select ${businessId}::bigint as id)`, size.leads)
    await sql`insert into lead_search_businesses (business_id) values (${businessId}) on conflict do nothing`.execute(
      db,
    )
    await sql`delete from lead_search_pending`.execute(db)
    await sql`
      insert into lead_search (business_id, lead_id, words)
      select business_id, id, ${searchedText} from leads where business_id = ${businessId}
      on conflict do nothing`.execute(db)
    await sql`
      insert into suppressions (business_id, address, reason)
      select business_id, phone, 'reply' from leads
      where business_id = ${businessId} and consent = 'opted_out' and id % 10 = 0`.execute(db)
  })
  const templateId = await addTemplate(bench)
  await fillQuickly(app, ['messages'], async ({ db }) => {
    const small = Math.min(200, size.messages / 100)
    await sql`
      insert into message_contents (business_id, template_name, language, category, components)
      select id, 'offer', 'en', 'MARKETING', '[]' from businesses where id <> ${businessId}`.execute(db)
    await sql`
      insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, attempts, created_at,
        claimed_at, accepted_at)
      select b.id, (select id from message_contents c where c.business_id = b.id limit 1), 'n' || b.id,
        '+9177' || lpad(n::text, 8, '0'), 'read', 1, t, t, t
      from generate_series(1, ${small}::int) n, businesses b,
        lateral (select now() - n * interval '700 days' / ${small}::int as t) at
      where b.id <> ${businessId} order by n, b.id`.execute(db)
    await addCampaigns(db, { ...bench, templateId }, size)
  })
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select distinct business_id, 'messages', id >> 13 from messages where business_id = ${businessId}
    union select distinct business_id, 'leads', id >> 13 from leads where business_id = ${businessId}`.execute(
    app.db,
  )
  for (let counted = 1; counted > 0; ) counted = await countMarked(app)
  await sql`vacuum analyze businesses, campaigns, dispatches, message_contents, analytics_marks, analytics_messages,
    lead_tallies, message_tallies`.execute(app.db)
}

/** Numbers in no order; tags, further columns; one in ten without consent, one in a hundred opted out. */
async function addLeads(db: Db, businesses: ReturnType<typeof sql>, count: number): Promise<void> {
  await sql`
    insert into leads (business_id, name, phone, email, tags, attributes, source, consent, created_at, updated_at)
    select b.id,
      case when n % 50000 = 7 then ${rareName} else (array['Asha', 'Ravi', 'Meera', 'José', 'फ़रीदा'])[1 + n % 5] end || ' ' || n,
      '+9177' || lpad((n * 7368787 % 100000000)::text, 8, '0'), 'person' || n || '@example.com',
      array['imported', 'list ' || n % 10] || case when n % 5000 = 3 then array[${rareTag}] else '{}'::text[] end,
      jsonb_build_object('Order', 'A-' || n, 'City', 'Pune'), 'import',
      case when n % 100 = 0 then 'opted_out' when n % 10 = 0 then 'none' else 'opted_in' end, at, at
    from generate_series(1, ${count}::bigint) n, ${businesses} b,
      lateral (select now() - (${count}::bigint - n) * (interval '700 days' / ${count}::bigint) as at) times
    order by n, b.id`.execute(db)
}

/** An approved template with two variables. */
async function addTemplate({ app, businessId }: Bench): Promise<number> {
  const components = [{ type: 'BODY', text: 'Hello {{1}}, your offer {{2}} ends on Sunday.' }]
  await sql`
    insert into provider_templates (business_id, id, waba_id, name, language, category, status, components)
    select ${businessId}, '900000000000001', waba_id, 'sunday_offer', 'en', 'MARKETING', 'APPROVED',
      ${JSON.stringify(components)}::jsonb from whatsapp_accounts where business_id = ${businessId} limit 1`.execute(
    app.db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into templates (business_id, title, message, type, language, name, provider_template_id)
    values (${businessId}, 'Sunday offer', ${components[0]!.text}, 'marketing', 'en', 'sunday_offer', '900000000000001')
    returning id`.execute(app.db)
  return Number(rows[0]!.id)
}

async function addCampaigns(
  db: Db,
  { businessId, phoneNumberId, contentId, templateId }: Bench & { templateId: number },
  { leads, messages, campaigns }: BusinessSize,
): Promise<void> {
  const each = Math.floor((messages * 0.9) / campaigns)
  await sql`
    insert into campaigns (business_id, name, status, template_id, content_id, phone_number_id, audience,
      scheduled_at, timezone, created_by, created_at, started_at, planned_at, finished_at)
    select ${businessId}, 'Offer ' || n, 'Completed', ${templateId}, ${contentId}, ${phoneNumberId}, '{"all": true}',
      t, 'UTC', 1, t, t, t, t + interval '1 hour'
    from generate_series(1, ${campaigns}::int) n,
      lateral (select now() - (${campaigns}::int - n) * (interval '700 days' / ${campaigns}::int) - interval '2 hours' as t) at
    order by n`.execute(db)
  await sql`
    create temporary table people on commit drop as
    select row_number() over (order by id) as nr, id, name, phone from leads
    where business_id = ${businessId} and phone like '+9177%'`.execute(db)
  await sql`create unique index on people (nr)`.execute(db)
  await sql`analyze people`.execute(db)
  await sql`create temporary sequence message_nr`.execute(db)
  await sql`select setval('message_nr', max(id)) from messages`.execute(db)
  await sql`
    insert into messages (business_id, id, campaign_id, lead_id, content_id, phone_number_id, recipient_phone,
      variables, status, reason, attempts, wamid, created_at, claimed_at, accepted_at, sent_at, delivered_at, read_at,
      failed_at, error_code, error_title, price_category, price_type)
    overriding system value
    select ${businessId}, nextval('message_nr'), c.id, p.id, ${contentId}, ${phoneNumberId}, p.phone,
      array[p.name, 'A-' || p.nr], s.status, case when s.status = 'skipped' then 'opted_out' end,
      1, 'wamid.size.' || c.id || '.' || n, c.started_at, c.started_at, t, t,
      case when s.status in ('delivered', 'read') then t end, case when s.status = 'read' then t end,
      case when s.status = 'failed' then t end,
      case when s.status = 'failed' then case when n % 25000 = 10 then ${rareCode}::int else (array[${frequentCode}::int, 131049, 131047])[1 + n % 3] end end,
      case when s.status = 'failed' then 'Message undeliverable' end, 'marketing', 'regular'
    from (select *, row_number() over (order by id) as nr from campaigns where business_id = ${businessId}) c
    cross join generate_series(1, ${each}::int) n
    cross join lateral (select 1 + ((c.nr - 1) * ${each}::bigint + n - 1) % ${leads}::bigint as nr,
      c.started_at + n * interval '3600 s' / ${each}::int as t,
      case when n % 50 = 10 then 'failed' when n % 100 = 5 then 'skipped' when n % 3 = 0 then 'read'
        when n % 7 = 0 then 'sent' else 'delivered' end as status) s
    join people p on p.nr = s.nr
    order by c.id, n`.execute(db)
  await sql`select setval(pg_get_serial_sequence('messages', 'id'), nextval('message_nr'))`.execute(db)
  await sql`
    insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id, cursor_id,
      drained_at, opened_at)
    select m.business_id, m.campaign_id, ${phoneNumberId}, ${contentId}, 'open', min(id), max(id), max(id), max(accepted_at),
      min(created_at)
    from messages m where business_id = ${businessId} and campaign_id is not null group by 1, 2`.execute(db)
}
