import { sql } from 'kysely'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import type { Segment, SegmentPreview } from '#contract/growth/segments.ts'
import type { Lead } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import {
  isSampleEnough,
  readLeadsWhere,
  type Sample,
  sampleLeads,
  scaled,
} from '#server/features/leads/leads.ts'
import { type Bits, countOf, inAll, inAny } from '../rules/bits.ts'
import { findBits } from '../rules/count-bits.ts'
import { currentRules } from '../rules/current-rules.ts'
import { requireNamed } from '../rules/named.ts'
import { segmentSql } from '../rules/people-sql.ts'
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
  const { all } = await findBits(app, rules, await readingOf(app, businessId), { eachPart: false })
  return countOf(all)
}

type Counts = {
  leads: number
  people: number
  alone: number[]
  remaining: number[]
}

/**
 * All counts of rules. An `estimate` of many leads counts on a part of them, unless the segment is a small one.
 * @throws AppError `not_found`
 */
export async function previewRules(
  app: App,
  businessId: number,
  input: { rules: SegmentRules; estimate: boolean },
): Promise<SegmentPreview> {
  const named = await requireNamed(app, businessId, input.rules)
  const rules = await currentRules(app, businessId, input.rules)
  const sample = input.estimate ? await sampleLeads(app, businessId) : undefined
  const found = await countParts(app, businessId, rules, sample)
  const isExact = !sample || !isSampleEnough(sample, found.people)
  const { leads, people, alone, remaining } =
    sample && isExact ? await countParts(app, businessId, rules, undefined) : found
  return {
    sentence: sentenceOf(rules, named),
    estimated: !isExact,
    leads,
    people,
    parts: rules.rules.map((rule, nr) => ({
      sentence: ruleText(rule, named),
      alone: alone[nr] ?? 0,
      left: remaining[nr] ?? 0,
    })),
  }
}

/** In one pass over the leads, or over those of a sample. */
async function countParts(
  app: App,
  businessId: number,
  rules: SegmentRules,
  sample: Sample | undefined,
): Promise<Counts> {
  const only = sample && sql<boolean>`leads.id = any(${sample.ids}::bigint[])`
  const { everyone, all, parts } = await findBits(app, rules, await readingOf(app, businessId), {
    eachPart: true,
    only,
  })
  const join = rules.match === 'all' ? inAll : inAny
  const scaledCount = (bits: Bits): number => scaled(sample, countOf(bits))
  return {
    leads: scaledCount(everyone),
    people: scaledCount(all),
    alone: parts.map(scaledCount),
    // Who is in the first rules, up to this one.
    remaining: parts.map((_, nr) => scaledCount(join(parts.slice(0, nr + 1)))),
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
  const { sets, where } = segmentSql(rules, await readingOf(app, businessId))
  const after = input.after_lead_id === undefined ? sql`` : sql`and leads.id < ${input.after_lead_id}`
  // Beside the sets, and not as one more of them: the search ends with the page.
  const { rows } = await sql<{ id: number }>`
    ${sets} select leads.id from leads where leads.business_id = ${businessId} and ${where} ${after}
    order by leads.id desc limit ${input.limit + 1}`.execute(app.db)
  const ids = rows.slice(0, input.limit).map(({ id }) => id)
  const isOnPage = sql<boolean>`leads.id = any(${ids}::bigint[])`
  const leads = await readLeadsWhere(app.db, businessId, isOnPage, input.limit)
  return {
    leads,
    next_after: rows.length > input.limit ? (ids.at(-1) ?? null) : null,
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
    with own as (
      select * from unnest(${addresses.map(({ id }) => id)}::bigint[],
        ${addresses.map(({ address }) => address)}::text[]) as p (id, address)
    ),
    -- A number that the person had before, too.
    p as (
      select id, address from own
      union
      select own.id, other.address from own
      join person_addresses mine on mine.business_id = ${businessId} and mine.address = own.address
      join person_addresses other on other.business_id = mine.business_id and other.person_id = mine.person_id
    )
    select p.id::float8 as lead_id, c.currency, sum(c.amount)::float8 as amount
    from p join conversions c on c.business_id = ${businessId} and c.address = p.address
    where c.amount is not null and c.currency is not null
    group by 1, 2 having sum(c.amount) <> 0 order by 1, 3 desc, 2`.execute(app.db)
  return rows
}
