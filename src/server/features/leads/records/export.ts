import { type Expression, type SqlBool, sql } from 'kysely'
import type { Audience } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { streamRows } from '#server/platform/stream-rows.ts'
import { fixedColumns } from '../fields/columns.ts'
import { inAudience } from './audience.ts'
import { joinTags } from './tag-cell.ts'

/** Further columns of imports, the most common first; a sheet with more is of no use to anybody. */
const mostAttributes = 60

type Row = {
  name: string
  phone: string | null
  email: string | null
  tags: string[]
  source: string
  attribution: string | null
  attributes: Record<string, string>
  consent: string
  consent_at: Date | null
  consent_source: string | null
  created_at: Date
}

/**
 * The leads of an audience as CSV, streamed from a cursor: memory stays flat at any size. UTF-8 with a byte
 * order mark, so that Excel reads it rightly; a licence line stands in the last column where data has one.
 */
export function exportLeads(app: App, businessId: number, audience: Audience): Promise<ExportRows> {
  return exportLeadsWhere(app, businessId, inAudience(audience))
}

/** The same of the leads that a condition finds. */
export async function exportLeadsWhere(
  app: App,
  businessId: number,
  condition: Expression<SqlBool>,
): Promise<ExportRows> {
  const attributes = await attributeNames(app, businessId, condition)
  const compiled = app.db
    .selectFrom('leads')
    .select([
      'name',
      'phone',
      'email',
      'tags',
      'source',
      'attribution',
      'attributes',
      'consent',
      'consent_at',
      'consent_source',
      'created_at',
    ])
    .where('business_id', '=', businessId)
    .where(condition)
    .orderBy('id', 'desc')
    .compile()
  const rows = async function* () {
    for await (const row of streamRows<Row>(app.pool, compiled)) yield cells(row, attributes)
  }
  return { columns: [...fixedColumns, ...attributes, 'Attribution'], rows: rows() }
}

function cells(row: Row, attributes: string[]): CsvCell[] {
  return [
    row.name,
    row.phone,
    row.email,
    joinTags(row.tags),
    row.source,
    { opted_in: 'Opted in', opted_out: 'Opted out' }[row.consent] ?? '',
    row.consent_at,
    row.consent_source,
    row.created_at,
    ...attributes.map((name) => row.attributes[name]),
    row.attribution,
  ]
}

async function attributeNames(
  app: App,
  businessId: number,
  condition: Expression<SqlBool>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.name from leads, jsonb_object_keys(leads.attributes) a (name)
    where leads.business_id = ${businessId} and ${condition}
    group by 1 order by count(*) desc, 1 limit ${mostAttributes}`.execute(app.db)
  return rows.map(({ name }) => name)
}
