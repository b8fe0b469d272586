import { type RawBuilder, sql } from 'kysely'
import { talliesNow } from '#server/platform/sql/id-blocks.ts'

export const leadTallyColumns = sql.raw('day, consent, is_unreachable, source, count')

/** Leads by the day they were added, consent, reach and source. @param where on their `id` */
export const countedLeads = (businessId: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select (leads.created_at at time zone b.timezone)::date as day, leads.consent,
    leads.unreachable_at is not null as is_unreachable, leads.source, count(*)::int as count
  from leads cross join (select timezone from businesses where id = ${businessId}) b
  where leads.business_id = ${businessId} and ${where} group by 1, 2, 3, 4`

/** The same of all leads of a business, of which only those that changed lately are counted from their rows. */
export const leadTallies = (businessId: number): RawBuilder<unknown> =>
  talliesNow({
    businessId,
    kind: 'leads',
    kept: 'lead_tallies',
    columns: leadTallyColumns,
    counted: countedLeads,
  })

export const tagTallyColumns = sql.raw('tag, count')

/** Leads by tag. @param where on their `id` */
export const countedTags = (businessId: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select t.tag, count(*)::int as count from leads cross join unnest(leads.tags) as t (tag)
  where leads.business_id = ${businessId} and ${where} group by 1`

/** The same of all leads of a business. */
export const tagTallies = (businessId: number): RawBuilder<unknown> =>
  talliesNow({
    businessId,
    kind: 'leads',
    kept: 'lead_tag_tallies',
    columns: tagTallyColumns,
    counted: countedTags,
  })
