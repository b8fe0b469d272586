import { sql } from 'kysely'
import type { SegmentMenus } from '#contract/growth/segments.ts'
import type { App } from '#server/app.ts'
import { listFields } from '#server/features/leads/leads.ts'

/** The newest of them are offered. */
const mostOffered = 200
/** The newest leads tell the columns of the newest lists, the newest visits the ads of now. */
const newestLeads = 5000
const newestVisits = 20_000

/** What conditions can name. */
export async function listMenus(app: App, businessId: number): Promise<SegmentMenus> {
  const [fields, columns, sources, campaigns, forms, ads, sequences, currencies] = await Promise.all([
    listFields(app.db, businessId),
    sql<{ name: string }>`
      select distinct k.name from (
        select attributes from leads where business_id = ${businessId} order by id desc limit ${newestLeads}) l,
        jsonb_object_keys(l.attributes) k (name)
      where length(k.name) <= 100 order by 1 limit ${mostOffered}`.execute(app.db),
    sql<{ source: string }>`
      select distinct source from (
        select source from leads where business_id = ${businessId} order by id desc limit ${newestLeads}) l
      order by 1`.execute(app.db),
    sql<{ id: number; name: string; links: string[] }>`
      select c.id, c.name, array(select l.target from jsonb_to_recordset(
        case when jsonb_typeof(m.fixed -> 'links') = 'array' then m.fixed -> 'links' else '[]' end)
        as l (target text)) as links
      from campaigns c join message_contents m on m.business_id = c.business_id and m.id = c.content_id
      where c.business_id = ${businessId} and c.planned_at is not null
      order by c.id desc limit ${mostOffered}`.execute(app.db),
    sql<{ id: number; name: string }>`
      select id, name from optin_forms where business_id = ${businessId} order by id desc
      limit ${mostOffered}`.execute(app.db),
    sql<SegmentMenus['ads'][number]>`
      select source_id as ad_id, (array_agg(source_type order by at desc))[1] as source_type,
        (array_agg(headline order by at desc))[1] as name
      from (select source_id, source_type, headline, at from ad_visits where business_id = ${businessId}
        order by at desc limit ${newestVisits}) v
      group by source_id order by max(at) desc limit ${mostOffered}`.execute(app.db),
    sql<{ id: number; name: string }>`
      select id, name from sequences where business_id = ${businessId} order by id desc
      limit ${mostOffered}`.execute(app.db),
    sql<{ currency: string }>`
      select distinct currency from (select currency from conversions where business_id = ${businessId}
        order by at desc limit ${newestLeads}) c
      where currency is not null order by 1`.execute(app.db),
  ])
  const own = new Set(fields.map(({ name }) => name))
  return {
    fields,
    columns: columns.rows.map(({ name }) => name).filter((name) => !own.has(name)),
    sources: sources.rows.map(({ source }) => source),
    campaigns: campaigns.rows.map((row) => ({ ...row, links: row.links.map((link) => link ?? '') })),
    forms: forms.rows,
    ads: ads.rows,
    sequences: sequences.rows,
    currencies: currencies.rows.map(({ currency }) => currency),
  }
}
