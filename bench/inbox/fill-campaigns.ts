import { sql } from 'kysely'
import type { Bench } from '../open-bench.ts'

/** In the text of one campaign of a thousand, and of every one. */
export const campaignWord = 'laddoo'
export const everyCampaignWord = 'orders'

const count = 1000
const words = 100
const few = 40

/**
 * A thousand campaigns with 100 words each: the newest with a message for each conversation, the one before it with
 * one for each of the 40 oldest conversations.
 */
export async function fillCampaigns({ app, businessId, phoneNumberId }: Bench): Promise<void> {
  await app.transaction(async ({ db }) => {
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local session_replication_role = replica`.execute(db)
    const { rows } = await sql<{ id: number }>`
      insert into templates (business_id, title, message, type, name)
      values (${businessId}, 'Offer', 'Offer', 'marketing', 'offer') returning id`.execute(db)
    await sql`
      with contents as (
        insert into message_contents (business_id, template_name, language, category, components)
        select ${businessId}, 'offer_' || n, 'en_US', 'MARKETING', jsonb_build_array(
          jsonb_build_object('type', 'HEADER', 'format', 'TEXT', 'text', 'Offer ' || n),
          jsonb_build_object('type', 'BODY', 'text', 'Hello {{1}}, all ' || ${everyCampaignWord}::text || ' of '
            || case when n = ${count}::int - 50 then ${campaignWord}::text else 'cake' end || ' '
            || (select string_agg(substr(md5((n * w)::text), 1, 6), ' ') from generate_series(1, ${words}::int) w)))
        from generate_series(1, ${count}::int) n returning id
      )
      insert into campaigns (business_id, name, status, template_id, content_id, phone_number_id, audience, scheduled_at,
        timezone, created_by, started_at, planned_at, finished_at)
      select ${businessId}, 'Offer of day ' || row_number() over (order by id), 'Completed', ${rows[0]!.id}, id,
        ${phoneNumberId}, '{}', at, 'UTC', 1, at, at, at
      from contents cross join lateral (select now() - (${count}::int - id % ${count}::int) * interval '8 hours' as at) t
      order by id`.execute(db)
    const to = (nth: number, people: ReturnType<typeof sql>) => sql`
      insert into messages (business_id, campaign_id, lead_id, content_id, phone_number_id, recipient_phone, variables,
        status, attempts, wamid, created_at, claimed_at, accepted_at, read_at)
      select ${businessId}, k.id, c.lead_id, k.content_id, ${phoneNumberId}, c.address, array['Asha'], 'read', 1,
        'wamid.bench.campaign.' || k.id || '.' || c.id, k.started_at, k.started_at, k.started_at, k.started_at
      from (select * from campaigns where business_id = ${businessId} order by id desc offset ${nth} limit 1) k,
        (${people}) c`
    const those = sql`select * from conversations where business_id = ${businessId}`
    await to(0, those).execute(db)
    await to(1, sql`${those} order by last_at limit ${few}`).execute(db)
    await sql`
      insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id,
        cursor_id, opened_at, drained_at)
      select k.business_id, k.id, k.phone_number_id, k.content_id, 'closed', min(m.id), max(m.id), max(m.id),
        k.started_at, k.started_at
      from campaigns k join messages m on m.business_id = k.business_id and m.campaign_id = k.id
      group by k.business_id, k.id`.execute(db)
  })
  for (const table of ['campaigns', 'message_contents', 'messages', 'dispatches'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(app.db)
}
