import { sql } from 'kysely'
import { type DeliveryKind, hookSamples, testKind } from '#contract/api/hook-kinds.ts'
import type { App } from '#server/app.ts'
import { hasPersonSql } from '#server/features/messages/messages.ts'

/** An event as a delivery keeps it. */
export type Item = { id: number; subject: string; at: string; data: { status?: string } | null }

type Fields = Record<string, unknown>
type Reader = (
  app: App,
  businessId: number,
  subjects: string[],
) => Promise<{ subject: string; fields: Fields }[]>

const read =
  (
    query: (
      businessId: number,
      subjects: string[],
    ) => ReturnType<typeof sql<{ subject: string; fields: Fields }>>,
  ): Reader =>
  async (app, businessId, subjects) =>
    (await query(businessId, subjects).execute(app.db)).rows

const consent = read(
  (businessId, subjects) => sql`
    select c.id::text as subject, jsonb_build_object('lead_id', c.lead_id, 'phone', coalesce(l.phone, c.phone),
      'name', l.name, 'source', c.source) as fields
    from consent_changes c left join leads l on l.business_id = c.business_id and l.id = c.lead_id
    where c.business_id = ${businessId} and c.id = any(${subjects}::bigint[])`,
)

/** Read when a call is made: an erased person is in no later call. */
const readers: Record<Exclude<DeliveryKind, typeof testKind>, Reader> = {
  'message.status': read(
    (businessId, subjects) => sql`
      select id::text as subject, jsonb_build_object('campaign_id', campaign_id, 'lead_id', lead_id,
        'recipient_phone', case when ${hasPersonSql(sql`recipient_phone`)} then recipient_phone end, 'wamid', wamid, 'error_code', error_code, 'error', error_title) as fields
      from messages where business_id = ${businessId} and id = any(${subjects}::bigint[])`,
  ),
  'message.received': read(
    (businessId, subjects) => sql`
      select m.id::text as subject, jsonb_build_object('conversation_id', m.conversation_id, 'lead_id', c.lead_id,
        'from', c.address, 'name', l.name, 'kind', m.kind, 'text', m.text, 'wamid', m.wamid) as fields
      from inbound_messages m
        join conversations c on c.business_id = m.business_id and c.id = m.conversation_id
        left join leads l on l.business_id = c.business_id and l.id = c.lead_id
      where m.business_id = ${businessId} and m.id = any(${subjects}::bigint[]) and m.deleted_at is null`,
  ),
  'lead.created': read(
    (businessId, subjects) => sql`
      select id::text as subject, jsonb_build_object('phone', phone, 'name', name, 'email', email, 'tags', tags,
        'source', source, 'consent', consent) as fields
      from leads where business_id = ${businessId} and id = any(${subjects}::bigint[])`,
  ),
  'lead.opted_in': consent,
  'lead.opted_out': consent,
  'campaign.finished': read(
    (businessId, subjects) => sql`
      select c.id::text as subject, jsonb_build_object('name', c.name,
        'sent', count(m.id) filter (where m.status in ('sent', 'delivered', 'read')),
        'failed', count(m.id) filter (where m.status = 'failed')) as fields
      from campaigns c left join messages m on m.business_id = c.business_id and m.campaign_id = c.id
      where c.business_id = ${businessId} and c.id = any(${subjects}::bigint[])
      group by c.business_id, c.id`,
  ),
  'template.status': read(
    (businessId, subjects) => sql`
      select id as subject, jsonb_build_object('name', name, 'language', language,
        'reason', rejected_reason) as fields
      from provider_templates where business_id = ${businessId} and id = any(${subjects}::text[])`,
  ),
}

/** The field that names what an event is about; of consent it is the lead, which is read. */
const named: Partial<Record<DeliveryKind, string>> = {
  'message.status': 'message_id',
  'message.received': 'inbound_message_id',
  'lead.created': 'lead_id',
  'campaign.finished': 'campaign_id',
  'template.status': 'provider_template_id',
}

/** The body of a call. What was deleted or erased since is sent with its ids alone. */
export async function bodyOf(
  app: App,
  { businessId, kind, items, at }: { businessId: number; kind: DeliveryKind; items: Item[]; at: Date },
): Promise<string> {
  const wrap = (data: Fields[]) => JSON.stringify({ type: kind, timestamp: at.toISOString(), data })
  if (kind === testKind) {
    return wrap(items.map(({ id, at }) => ({ ...hookSamples.test, id, at: instantOf(at) })))
  }
  const rows = await readers[kind](app, businessId, [...new Set(items.map(({ subject }) => subject))])
  const found = new Map(rows.map(({ subject, fields }) => [subject, fields]))
  const blank = Object.fromEntries(Object.keys(hookSamples[kind]).map((name) => [name, null]))
  const name = named[kind]
  return wrap(
    items.map(({ id, subject, at, data }) => ({
      ...blank,
      id,
      at: instantOf(at),
      ...(name && { [name]: kind === 'template.status' ? subject : Number(subject) }),
      ...found.get(subject),
      ...data,
    })),
  )
}

const instantOf = (at: string): string => new Date(at).toISOString()
