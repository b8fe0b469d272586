import { sql } from 'kysely'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import type { Segment, SegmentPreview } from '#contract/growth/segments.ts'
import type { Lead } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { readLeadsWhere } from '#server/features/leads/leads.ts'
import { currentRules } from '../rules/current-rules.ts'
import { requireNamed } from '../rules/named.ts'
import { inSegmentSql, segmentSql } from '../rules/people-sql.ts'
import { readingOf } from '../rules/reading.ts'
import { ruleText, sentenceOf } from '../rules/words.ts'
import { getSegment } from './records.ts'

/** How many are in it now. The count is kept for lists. @throws AppError `not_found` */
export async function countSegment(app: App, businessId: number, id: number): Promise<Segment> {
  const { rules } = await getSegment(app, businessId, id)
  const people = await countPeople(app, businessId, rules)
  // Other rules since: their own count follows.
  await sql`update segments set people = ${people}, counted_at = ${app.now()}
    where business_id = ${businessId} and id = ${id} and rules = ${JSON.stringify(rules)}::jsonb`.execute(
    app.db,
  )
  return await getSegment(app, businessId, id)
}

/** How many people rules find. */
export async function countPeople(app: App, businessId: number, rules: SegmentRules): Promise<number> {
  const { joins, where } = segmentSql(rules, await readingOf(app, businessId))
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from leads ${joins}
    where leads.business_id = ${businessId} and ${where}`.execute(app.db)
  return rows[0]?.people ?? 0
}

type Counts = { leads: number; people: number; writable: number; alone: number[]; remaining: number[] }

/** All counts of rules in one pass over the leads. @throws AppError `not_found` */
export async function previewRules(
  app: App,
  businessId: number,
  given: SegmentRules,
): Promise<SegmentPreview> {
  const named = await requireNamed(app, businessId, given)
  const rules = await currentRules(app, businessId, given)
  const { joins, where, parts } = segmentSql(rules, await readingOf(app, businessId), { parts: true })
  const column = (nr: number) => sql.ref(`part_${nr + 1}`)
  const columns = parts.map((part, nr) => sql`${part} as ${column(nr)}`)
  const alone = parts.map((_, nr) => sql`count(*) filter (where ${column(nr)})`)
  const remaining = parts.map(
    (_, last) =>
      sql`count(*) filter (where ${sql.join(
        parts.slice(0, last + 1).map((_, nr) => column(nr)),
        rules.match === 'all' ? sql` and ` : sql` or `,
      )})`,
  )
  const { rows } = await sql<Counts>`
    select count(*)::int as leads, count(*) filter (where is_in)::int as people,
      count(*) filter (where is_in and may_get)::int as writable,
      array[${sql.join(alone)}]::int[] as alone, array[${sql.join(remaining)}]::int[] as remaining
    from (
      select ${sql.join(columns)}, ${where} as is_in,
        leads.consent = 'opted_in' and leads.unreachable_at is null as may_get
      from leads ${joins} where leads.business_id = ${businessId} offset 0) read`.execute(app.db)
  const counts = rows[0] ?? { leads: 0, people: 0, writable: 0, alone: [], remaining: [] }
  return {
    sentence: sentenceOf(rules, named),
    leads: counts.leads,
    people: counts.people,
    writable: counts.writable,
    parts: rules.rules.map((rule, nr) => ({
      sentence: ruleText(rule, named),
      alone: counts.alone[nr] ?? 0,
      left: counts.remaining[nr] ?? 0,
    })),
  }
}

/** A page of the people, the newest first, and what they spent. @throws AppError `not_found` */
export async function listPeople(
  app: App,
  businessId: number,
  input: { rules: SegmentRules; after_lead_id?: number | undefined; limit: number },
): Promise<{ leads: Lead[]; next_after: number | null; spent: Spent[] }> {
  await requireNamed(app, businessId, input.rules)
  const rules = await currentRules(app, businessId, input.rules)
  const isIn = inSegmentSql(rules, await readingOf(app, businessId))
  const after = input.after_lead_id
  const found = await readLeadsWhere(
    app.db,
    businessId,
    after === undefined ? isIn : sql<boolean>`${isIn} and leads.id < ${after}`,
    input.limit + 1,
  )
  const leads = found.slice(0, input.limit)
  return {
    leads,
    next_after: found.length > input.limit ? (leads.at(-1)?.id ?? null) : null,
    spent: await spentBy(app, businessId, leads),
  }
}

type Spent = { lead_id: number; currency: string; amount: number }

async function spentBy(app: App, businessId: number, leads: readonly Lead[]): Promise<Spent[]> {
  const addresses = leads.flatMap(({ id, phone, bsuid }) =>
    [phone, bsuid].flatMap((address) => (address === null ? [] : [{ id, address }])),
  )
  if (addresses.length === 0) return []
  const { rows } = await sql<Spent>`
    select p.id::float8 as lead_id, c.currency, sum(c.amount)::float8 as amount
    from unnest(${addresses.map(({ id }) => id)}::bigint[], ${addresses.map(({ address }) => address)}::text[])
      as p (id, address)
    join conversions c on c.business_id = ${businessId} and c.address = p.address
    where c.amount is not null and c.currency is not null
    group by 1, 2 having sum(c.amount) <> 0 order by 1, 3 desc, 2`.execute(app.db)
  return rows
}
