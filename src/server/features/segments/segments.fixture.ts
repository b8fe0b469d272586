import { sql } from 'kysely'
import type { TestServer } from '#test/server.ts'

/** Who is in the business: each differs from the others in what a condition asks for. */
export async function addPeople(server: TestServer, businessId: number): Promise<void> {
  const { db } = server.app
  const start = 919_800_000_000 + businessId * 1000
  await sql`
    insert into leads (business_id, name, phone, email, tags, source, attributes, consent, unreachable_at,
      last_inbound_at, created_at)
    select ${businessId}::bigint, p.name, '+' || (${start}::bigint + p.nr), p.email, p.tags::text[], p.source,
      p.attributes::jsonb, p.consent, case when p.name = 'Gita' then now() end,
      now() - (p.wrote_days || ' days')::interval, now() - (p.added_days || ' days')::interval
    from (values
      (1, 'Asha', 'asha@example.com', '{Diwali}', 'manual', '{"City":"Pune","Points":"120","Birthday":"1990-11-24"}', 'opted_in', 3, 1),
      (2, 'Bela', 'bela@example.org', '{Diwali,VIP}', 'csv', '{"City":"Mumbai","Points":"9"}', 'opted_in', 40, 10),
      (3, 'Chandra', null, '{VIP}', 'csv', '{"Birthday":"1985-03-02","Points":"many"}', 'none', null, 100),
      (4, 'Gita 100%_', null, '{}', 'api', '{}', 'opted_out', null, 400)
    ) p (nr, name, email, tags, source, attributes, consent, wrote_days, added_days)`.execute(db)
  await sql`update leads set unreachable_at = now() where name like 'Gita%'`.execute(db)
  await sql`insert into message_contents (business_id, template_name, language, category, components, fixed)
    values (${businessId}, 'offer', 'en', 'MARKETING', '[]', '{}')`.execute(db)
  await sql`insert into templates (business_id, title, message, type, name)
    values (${businessId}, 'Offer', 'Offer', 'marketing', 'offer')`.execute(db)
  const { rows } = await sql<{ id: number }>`
    with given as materialized (select t.id as template_id, m.id as content_id, n.phone_number_id, u.id as user_id
    from templates t, message_contents m, phone_numbers n, users u where t.name = 'offer'
      and t.business_id = ${businessId} and m.business_id = ${businessId} and n.business_id = ${businessId}
      and u.business_id = ${businessId} limit 1)
    insert into campaigns (business_id, name, template_id, content_id, phone_number_id, audience, status, scheduled_at,
      timezone, created_by, planned_at)
    select ${businessId}::bigint, 'Offer', template_id, content_id, phone_number_id, '{}', 'Completed', now(), 'UTC',
      user_id, now() from given
    returning id`.execute(db)
  const campaign = rows[0]!.id
  await sql`
    insert into messages (business_id, campaign_id, lead_id, content_id, phone_number_id, recipient_phone, status,
      sent_at, delivered_at, read_at, failed_at)
    select ${businessId}, ${campaign}, l.id, (select max(id) from message_contents where business_id = ${businessId}), '1', l.phone,
      case l.name when 'Asha' then 'read' when 'Bela' then 'delivered' when 'Chandra' then 'sent' else 'failed' end,
      now() - interval '20 days', now() - interval '20 days', now() - interval '5 days', now()
    from leads l where l.business_id = ${businessId} order by l.id`.execute(db)
  await sql`
    insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id, cursor_id)
    select ${businessId}, ${campaign}, '1', max(content_id), 'closed', min(id), max(id), max(id) from messages
    where business_id = ${businessId}`.execute(db)
  await sql`
    insert into link_clicks (business_id, message_id, link, kind, from_provider, clicked_at)
    select business_id, id, 1, case status when 'read' then 'person' else 'bot' end, false, now() - interval '2 days'
    from messages where business_id = ${businessId}`.execute(db)
  await sql`
    insert into lead_replies (business_id, lead_id, address, kind, campaign_id, at)
    select business_id, id, phone, 'text', ${campaign}, now() from leads
    where business_id = ${businessId} and name = 'Bela'`.execute(db)
  await sql`
    with given as materialized (select * from leads where business_id = ${businessId})
    insert into conversions (business_id, key, event, amount, refund_of, at, address, lead_id, source, created_at)
    select business_id, name || kind, 'purchase', case kind when 'bought' then 900 else -900 end,
      case kind when 'refund' then 'x' end, now() - interval '40 days', phone, id, 'api', now()
    from given, unnest(array['bought', 'refund']) kind
    where (name, kind) in (('Asha', 'bought'), ('Bela', 'refund'))`.execute(db)
  await sql`
    insert into conversations (business_id, lead_id, address, phone_number_id, state, created_at, last_at)
    select business_id, id, phone, '1', 'open', now(), now() from leads
    where business_id = ${businessId} and name = 'Asha'`.execute(db)
}
