import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'
import { asSearched, likePart, searchedDigits } from '../find/search-text.ts'

type Page = {
  search: string | undefined
  tags: string[] | undefined
  /** All that is asked for, the search too. */
  filter: Expression<SqlBool>
  /** What comes before this page is left out. */
  after: Expression<SqlBool>
  /** Over `lower(name)` as `folded`, and `id`. */
  order: RawBuilder<unknown>
  rows: number
  /** Leads at the beginning of the list in which a common word is looked for first. */
  probed?: number
}

const probedLeads = 4000
/** A word that more leads have is met soon enough on a walk through the list. */
const mostFound = 20_000

/**
 * The next leads of a search or with a tag, in their order. An index gives candidates, and leads that it does not
 * have yet are read beside it, in one statement and so of one moment; each candidate is looked at itself.
 * @returns undefined where the index is of no use: the list is walked then.
 */
export async function searchPage(app: App, businessId: number, page: Page): Promise<number[] | undefined> {
  const { search, tags, filter, after, order, rows, probed = probedLeads } = page
  const parts = search ? indexedParts(search) : undefined
  const isSearched = parts !== undefined && (await isIndexed(app, businessId))
  if (!isSearched && !tags?.length) return undefined
  const first = await sql<{ id: number }>`
    select id from (
      select leads.*, lower(leads.name) as folded from leads
      where leads.business_id = ${businessId} and ${after} order by ${order} limit ${probed}) leads
    where ${filter} order by ${order} limit ${rows}`.execute(app.db)
  if (first.rows.length === rows) return first.rows.map(({ id }) => Number(id))
  const sources = isSearched ? searched(businessId, parts, filter) : tagged(businessId, tags ?? [])
  const found = await sql<{ candidates: number; ids: number[] }>`
    with ${sources},
    candidates as materialized (select id from indexed union select id from waiting),
    found as materialized (
      select leads.id, leads.folded from candidates cross join lateral (
        select leads.id, lower(leads.name) as folded from leads
        where leads.business_id = ${ofBusiness(businessId)} and leads.id = candidates.id
          and ${filter} and ${after} offset 0) leads)
    select (select count(*) from indexed) + (select count(*) from waiting) as candidates,
      array(select leads.id from found leads order by ${order} limit ${rows}) as ids`.execute(app.db)
  const { candidates = 0, ids = [] } = found.rows[0] ?? {}
  return Number(candidates) > mostFound ? undefined : ids.map(Number)
}

/** Leads whose text has a part, and leads that wait for their text. */
function searched(businessId: number, parts: string[], filter: Expression<SqlBool>): RawBuilder<unknown> {
  return sql`
    indexed as materialized (
      select lead_id as id from lead_search where ${hasPart(businessId, parts)} limit ${mostFound + 1}),
    waiting as materialized (${waiting(businessId, filter)} limit ${mostFound + 1})`
}

/** Leads that have no text yet and are found. */
const waiting = (businessId: number, filter: Expression<SqlBool>) => sql`
  select lead.id from lead_search_pending cross join lateral (
    select leads.id from leads
    where leads.business_id = ${ofBusiness(businessId)} and leads.id >= lead_search_pending.first_id
      and leads.id <= lead_search_pending.last_id and ${filter} offset 0) lead
  where lead_search_pending.business_id = ${businessId}`

/** Texts of a business with one of these parts. */
function hasPart(businessId: number, parts: string[]): RawBuilder<unknown> {
  const has = parts.map((part) =>
    isTwoLetters(part)
      ? // With each letter that can follow, or at the end: the index knows three letters each, the last may be a gap.
        sql`words ~ ${`${part}[\n -~]`} or words like ${`%${part}`}`
      : sql`words like ${likePart(part)}`,
  )
  return sql`-business_id = ${-businessId}::bigint and (${sql.join(has, sql` or `)})`
}

/**
 * How many leads a search finds, from the index alone.
 * @returns undefined where the index does not tell.
 */
export async function countFound(
  app: App,
  businessId: number,
  search: string,
  filter: Expression<SqlBool>,
): Promise<number | undefined> {
  const parts = isPlain(search) ? indexedParts(search) : undefined
  if (!parts || !(await isIndexed(app, businessId))) return undefined
  const { rows } = await sql<{ total: number }>`
    with waiting as materialized (select distinct id from (${waiting(businessId, filter)}) found)
    select (select count(*) from waiting) + (
      select count(*) from lead_search
      where ${hasPart(businessId, parts)} and lead_id not in (select id from waiting)
        -- A text with other letters than those of ASCII has more than what is looked for.
        and case when words not like '%x2%' and words not like '%x3%' then true else exists (
          select from leads where leads.business_id = ${ofBusiness(businessId)} and leads.id = lead_search.lead_id
            and ${filter} offset 0) end) as total`.execute(app.db)
  return Number(rows[0]?.total)
}

/** Whether a text of ASCII letters has it only where name or address have it: numbers have no letters. */
const isPlain = (search: string): boolean =>
  /^[\x20-\x5b\x5d-\x7e]*[a-z][\x20-\x5b\x5d-\x7e]*$/i.test(search) && !/xx/i.test(search)

/** Leads with one of these tags. In an order the planner walks through all leads, because it does not know rare tags. */
function tagged(businessId: number, tags: string[]): RawBuilder<unknown> {
  return sql`
    indexed as materialized (
      select id from leads where business_id = ${businessId} and tags && ${tags}::text[] limit ${mostFound + 1}),
    waiting as materialized (select null::bigint as id where false)`
}

async function isIndexed(app: App, businessId: number): Promise<boolean> {
  const { rows } = await sql`
    select from lead_search_businesses
    where business_id = ${businessId} and to_regclass('lead_search_words') is not null`.execute(app.db)
  return rows.length > 0
}

const isTwoLetters = (part: string): boolean => /^[a-z0-9]{2}$/.test(part)

/** What the texts are looked through for; undefined where it is too short for an index of three letters each. */
function indexedParts(search: string): string[] | undefined {
  const digits = searchedDigits(search)
  const parts = [...new Set([asSearched(search.toLowerCase()), ...(digits === undefined ? [] : [digits])])]
  return parts.every((part) => isTwoLetters(part) || /[a-z0-9]{3}/.test(part)) ? parts : undefined
}
