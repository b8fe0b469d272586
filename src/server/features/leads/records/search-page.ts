import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
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
export const mostFound = 50_000

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
        where ${isOfBusiness(businessId, 'leads.business_id')} and leads.id = candidates.id
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
    where ${isOfBusiness(businessId, 'leads.business_id')} and leads.id >= lead_search_pending.first_id
      and leads.id <= lead_search_pending.last_id and ${filter} offset 0) lead
  where lead_search_pending.business_id = ${businessId}`

/** Texts of a business with one of these parts. */
function hasPart(businessId: number, parts: string[]): RawBuilder<unknown> {
  const has = parts.map((part) => {
    if (isLetter(part)) return hasLetter(part)
    return isTwoLetters(part) ? hasTwoLetters(part) : sql`words like ${likePart(part)}`
  })
  return sql`-business_id = ${-businessId}::bigint and ${onNodeOf(businessId)} and (${sql.join(has, sql` or `)})`
}

/** As `lead_search_letters` has them, without what is no letter. */
const hasLetter = (letter: string) =>
  sql`string_to_array(translate(words, '0123456789@. +-_', ''), null) @> array[${letter}]::text[]`

/** With each letter that can follow, or at the end: the index knows three letters each, of which the last may be a gap. */
const hasTwoLetters = (part: string) => sql`(words ~ ${`${part}[\\x01-\\x7f]`} or words like ${`%${part}`})`

/** Notes of leads that wait, up to which a count looks at each of them. */
const mostWaiting = 2000
/** A count looks at so many leads themselves. */
const mostDoubtful = 20_000

/**
 * How many leads a search finds, from the index alone but for the few whose text may have what they do not have.
 * @returns undefined where the index does not tell.
 */
export async function countFound(
  app: App,
  businessId: number,
  search: string,
  filter: Expression<SqlBool>,
): Promise<number | undefined> {
  const [part] = (isPlain(search) && indexedParts(search)) || []
  if (part === undefined || !(await isIndexed(app, businessId))) return undefined
  const { rows: waits } = await sql`
    select from lead_search_pending where business_id = ${businessId} offset ${mostWaiting} limit 1`.execute(
    app.db,
  )
  if (waits.length > 0) return undefined
  // One or two letters that many have: their texts are read as they are, which takes less time than a pattern.
  const isCommon = (isLetter(part) || isTwoLetters(part)) && (await isFoundOften(app, businessId, part))
  const has = isCommon ? sql`words collate "C" like ${likePart(part)}` : hasPart(businessId, [part])
  const { rows } = await sql<{ total: number | null }>`
    with waiting as materialized (select distinct id from (${waiting(businessId, filter)}) found),
    doubtful as materialized (
      select lead_id as id from lead_search
      where -business_id = ${-businessId}::bigint and ${onNodeOf(businessId)} and ${has} and ${isDoubtful(part)}
        and lead_id not in (select id from waiting) limit ${mostDoubtful + 1}),
    counts as (
      select (select count(*) from waiting) as waiting, (select count(*) from doubtful) as doubtful, (
          select count(*) from lead_search
          where business_id = ${businessId} and ${has} and lead_id not in (select id from waiting)) as texts, (
          select count(*) from doubtful where exists (
            select from leads where ${isOfBusiness(businessId, 'leads.business_id')} and leads.id = doubtful.id
              and ${filter} offset 0)) as found)
    select case when doubtful <= ${mostDoubtful} then waiting + texts - doubtful + found end as total
    from counts`.execute(app.db)
  const total = rows[0]?.total
  return total === null || total === undefined ? undefined : Number(total)
}

/**
 * How many leads a search finds among those of other filters: each that the index gives is looked at itself.
 * @returns undefined where the index is of no use, or gives many.
 */
export async function countAmongFound(
  app: App,
  businessId: number,
  search: string,
  filter: Expression<SqlBool>,
): Promise<number | undefined> {
  const parts = indexedParts(search)
  if (!parts || !(await isIndexed(app, businessId))) return undefined
  const { rows } = await sql<{ candidates: number; total: number }>`
    with ${searched(businessId, parts, filter)},
    candidates as materialized (select id from indexed union select id from waiting)
    select (select count(*) from candidates) as candidates, (
      select count(*) from candidates cross join lateral (
        select from leads where ${isOfBusiness(businessId, 'leads.business_id')} and leads.id = candidates.id
          and ${filter} offset 0) found
      where (select count(*) from candidates) <= ${mostFound}) as total`.execute(app.db)
  const [found] = rows
  return found && Number(found.candidates) <= mostFound ? Number(found.total) : undefined
}

async function isFoundOften(app: App, businessId: number, part: string): Promise<boolean> {
  const { rows } = await sql`
    select from lead_search where ${hasPart(businessId, [part])} offset ${mostFound} limit 1`.execute(app.db)
  return rows.length > 0
}

/** Whether a text of ASCII has a letter, and no backslash: it is then in no number, and is written as it is. */
const isPlain = (search: string): boolean =>
  /^[\x20-\x5b\x5d-\x7e]*[a-z][\x20-\x5b\x5d-\x7e]*$/i.test(search) && !/xx/i.test(search)

/**
 * Texts that may have a part without their lead having it. Other letters are written as an x and digits, a backslash as
 * xx; and İ and the sign of kelvin become a letter of ASCII in lower case.
 */
function isDoubtful(part: string): RawBuilder<unknown> {
  const other = /\d|x$/.test(part)
    ? sql`words ~ 'x[23][0-7]'`
    : sql`words like '%x304x260%' or words like '%x342x204x252%'`
  return part.includes('x') ? sql`(${other} or ${hasTwoLetters('xx')})` : sql`(${other})`
}

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

const isLetter = (part: string): boolean => /^[a-z]$/.test(part)
const isTwoLetters = (part: string): boolean => /^[a-z0-9]{2}$/.test(part)

/** What the texts are looked through for; undefined where no index finds it. */
function indexedParts(search: string): string[] | undefined {
  const digits = searchedDigits(search)
  const parts = [...new Set([asSearched(search.toLowerCase()), ...(digits === undefined ? [] : [digits])])]
  const isIndexed = (part: string): boolean =>
    isLetter(part) || isTwoLetters(part) || /[a-z0-9]{3}/.test(part)
  return parts.every(isIndexed) ? parts : undefined
}
