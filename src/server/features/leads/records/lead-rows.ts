import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { Lead } from '#contract/leads.ts'
import type { Db } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import type { Tables } from '#server/tables.ts'

type LeadsQuery = SelectQueryBuilder<Tables, 'leads', object>

/** The leads of a business, to narrow down and to read with `readLeads`. */
export function leadsOf(db: Db, businessId: number): LeadsQuery {
  return db.selectFrom('leads').where('leads.business_id', '=', businessId)
}

/** The newest leads that a condition finds. */
export function readLeadsWhere(
  db: Db,
  businessId: number,
  condition: Expression<SqlBool>,
  limit: number,
): Promise<Lead[]> {
  return readLeads(
    businessId,
    leadsOf(db, businessId).where(condition).orderBy('leads.id', 'desc').limit(limit),
  )
}

type Row = {
  id: number
  name: string
  phone: string | null
  bsuid: string | null
  username: string | null
  email: string | null
  tags: string[]
  source: string
  attribution: string | null
  attributes: unknown
  consent: string
  consent_at: Date | null
  consent_source: string | null
  unreachable_at: Date | null
  created_at: Date
  last_status: string | null
  last_at: Date | null
}

/** Runs a query over leads and gives them as the contract shows them, each with its newest message. */
export async function readLeads(businessId: number, query: LeadsQuery): Promise<Lead[]> {
  const rows: Row[] = await query
    .select([
      'leads.id',
      'leads.name',
      'leads.phone',
      'leads.bsuid',
      'leads.username',
      'leads.email',
      'leads.tags',
      'leads.source',
      'leads.attribution',
      'leads.attributes',
      'leads.consent',
      'leads.consent_at',
      'leads.consent_source',
      'leads.unreachable_at',
      'leads.created_at',
    ])
    .leftJoinLateral(
      sql<{ last_status: string; last_at: Date }>`(
        select messages.status as last_status, coalesce(messages.read_at, messages.delivered_at, messages.sent_at,
          messages.failed_at, messages.accepted_at, messages.created_at) as last_at
        from messages
        where messages.business_id = leads.business_id and ${onNodeOf(businessId, 'messages.business_id')}
          and messages.recipient_phone = coalesce(leads.phone, leads.bsuid)
        order by messages.id desc limit 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .select(['newest.last_status', 'newest.last_at'])
    .execute()
  return rows.map(toContract)
}

function toContract(row: Row): Lead {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    bsuid: row.bsuid,
    username: row.username,
    email: row.email,
    tag: row.tags.at(-1) ?? null,
    tags: row.tags,
    source: row.source,
    attribution: row.attribution,
    attributes: Lead.shape.attributes.parse(row.attributes),
    consent: Lead.shape.consent.parse(row.consent),
    consent_at: row.consent_at?.toISOString() ?? null,
    consent_source: row.consent_source,
    unreachable_at: row.unreachable_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_message:
      row.last_status && row.last_at ? { status: row.last_status, at: row.last_at.toISOString() } : null,
  }
}
