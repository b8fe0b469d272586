import { sql } from 'kysely'
import type { ConversationPerson } from '#contract/conversations/person.ts'
import type { MessageStatus } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'

const mostCampaigns = 20
const mostNotes = 10
/** A message after that is no answer to the campaign any more. */
const replyHours = 72

/** Derived from the rows: nothing of it is kept twice. @throws AppError `not_found` */
export async function readPerson(app: App, businessId: number, id: number): Promise<ConversationPerson> {
  const known = await app.db
    .selectFrom('conversations')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw notFound('conversation')
  const [campaigns, from, notes] = await Promise.all([
    campaignsTo(app, businessId, id),
    cameFrom(app, businessId, id),
    notesOf(app, businessId, id),
  ])
  return { ...campaigns, came_from: from, notes }
}

async function campaignsTo(app: App, businessId: number, id: number) {
  const { rows } = await sql<{
    campaign_id: number
    name: string
    status: string
    at: Date
    replied_at: Date | null
    total: number
  }>`
    with got as (
      select m.campaign_id, k.name, m.status, coalesce(m.accepted_at, m.claimed_at) as at,
        lead(coalesce(m.accepted_at, m.claimed_at)) over (order by coalesce(m.accepted_at, m.claimed_at), m.id)
          as next_at,
        count(*) over ()::int as total
      from messages m
      join campaigns k on k.business_id = m.business_id and k.id = m.campaign_id
      where m.business_id = ${businessId} and m.recipient_phone in (
          select a.address collate "C" from conversation_addresses a
          where a.business_id = ${businessId} and a.conversation_id = ${id})
        and m.status not in ('skipped', 'cancelled', 'queued') and coalesce(m.accepted_at, m.claimed_at) is not null
    )
    select g.campaign_id, g.name, g.status, g.at, g.total, (
      select min(i.at) from inbound_messages i
      where i.business_id = ${businessId} and i.conversation_id = ${id} and not i.echo and i.at > g.at
        and i.at < least(g.next_at, g.at + make_interval(hours => ${replyHours}))) as replied_at
    from got g order by g.at desc limit ${mostCampaigns}`.execute(app.db)
  return {
    campaign_count: rows[0]?.total ?? 0,
    campaigns: rows.map(({ campaign_id, name, status, at, replied_at }) => ({
      campaign_id: Number(campaign_id),
      name,
      status: status as MessageStatus,
      at: at.toISOString(),
      replied_at: replied_at?.toISOString() ?? null,
    })),
  }
}

/** The first of: an advertisement or a post that they wrote from, and a form on which they agreed. */
async function cameFrom(app: App, businessId: number, id: number): Promise<ConversationPerson['came_from']> {
  const { rows } = await sql<{ headline: string | null; source_url: string | null; at: Date }>`
    (select referral ->> 'headline' as headline, referral ->> 'sourceUrl' as source_url, at from inbound_messages
      where business_id = ${businessId} and conversation_id = ${id} and referral is not null
      order by at, id limit 1)
    union all
    (select f.name, null, p.at from conversations c
      join optin_proofs p on p.business_id = c.business_id and p.lead_id = c.lead_id and p.outcome = 'opted_in'
      join optin_forms f on f.business_id = p.business_id and f.id = p.form_id
      where c.business_id = ${businessId} and c.id = ${id} order by p.at, p.id limit 1)
    order by at limit 1`.execute(app.db)
  const [first] = rows
  return first ? { ...first, at: first.at.toISOString() } : null
}

async function notesOf(app: App, businessId: number, id: number): Promise<ConversationPerson['notes']> {
  const { rows } = await sql<{ id: number; text: string; by: string | null; at: Date }>`
    select e.id, coalesce(e.text, '') as text, u.name as by, e.at from conversation_events e
    left join users u on u.business_id = e.business_id and u.id = e.user_id
    where e.business_id = ${businessId} and e.conversation_id = ${id} and e.kind = 'note'
    order by e.at desc, e.id desc limit ${mostNotes}`.execute(app.db)
  return rows.map(({ at, ...row }) => ({ ...row, id: Number(row.id), at: at.toISOString() }))
}
