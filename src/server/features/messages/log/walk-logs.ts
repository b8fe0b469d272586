import { type RawBuilder, sql } from 'kysely'
import type { LogFilter } from '#contract/messages.ts'
import type { TimeOrder } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { likePart, namedLeads } from '#server/features/leads/leads.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'
import { lastIdBefore, longestPlanningMs } from './log-time.ts'

type Walk = {
  filter: LogFilter
  sort: TimeOrder
  /** Goes on behind this id. */
  after: number | undefined
  /** So many rows are looked for. */
  rows: number
}

/** What a walk found, in its order, and where it stopped: null at the end of the list. */
type Walked = { ids: number[]; stoppedAt: { id: number; planned: Date } | null }

/** A walk stops after a step that ends later than this: whoever asks gets what was found, and goes on from there. */
const walkMs = 70
/** Messages that a step looks at, at first and at most. */
const [firstStep, longestStep] = [1000, 16_000]

/**
 * The next messages that a filter lets through. It walks along the primary key, or along an index where one status or
 * error is asked for, a bounded piece at a time: what is rare in millions of messages is found in several calls, each
 * of which is short.
 */
export async function walkLogs(
  app: App,
  businessId: number,
  walk: Walk,
  patienceMs = walkMs,
): Promise<Walked> {
  const { filter, sort, rows } = walk
  const range = await rangeOf(app, businessId, walk)
  if (!range) return { ids: [], stoppedAt: null }
  const along = alongIndex(filter)
  const narrowing = conditions(filter)
  const search = filter.search ? await searchFor(app, businessId, filter.search) : undefined
  const isPlain = narrowing.length === 0 && !search
  const began = performance.now()
  const ids: number[] = []
  for (let step = isPlain ? rows : firstStep; ; step = Math.min(step * 4, longestStep)) {
    const { looked, last, found } = await takeStep(app, businessId, {
      range,
      along,
      narrowing,
      search,
      sort,
      step,
      rows: rows - ids.length,
    })
    ids.push(...found)
    if (ids.length >= rows || looked < step || !last) return { ids, stoppedAt: null }
    if (sort === 'newest') range.below = last.id
    else range.above = last.id
    if (performance.now() - began > patienceMs) return { ids, stoppedAt: last }
  }
}

type Range = { above: number; below: number }

/** The ids that the filter's campaign and times leave; undefined: none. */
async function rangeOf(
  app: App,
  businessId: number,
  { filter: { campaign_id, from, to }, sort, after }: Walk,
): Promise<Range | undefined> {
  const range: Range = { above: 0, below: Number.MAX_SAFE_INTEGER }
  const within = (above: number | undefined, below: number | undefined): void => {
    range.above = Math.max(range.above, above ?? 0)
    range.below = Math.min(range.below, below ?? Number.MAX_SAFE_INTEGER)
  }
  if (after !== undefined && sort === 'newest') within(undefined, after)
  if (after !== undefined && sort === 'oldest') within(after, undefined)
  if (campaign_id !== undefined) {
    const ids = await app.db
      .selectFrom('dispatches')
      .select(['first_id', 'last_id'])
      .where('business_id', '=', businessId)
      .where('campaign_id', '=', campaign_id)
      .executeTakeFirst()
    if (!ids) return undefined
    within(ids.first_id - 1, ids.last_id + 1)
  }
  if (from === undefined && to === undefined) return range
  const last = to && new Date(Date.parse(to) + 2 * longestPlanningMs)
  const { rows } = await sql<Record<'first' | 'last', number | null>>`
    select ${from ? lastIdBefore(businessId, new Date(from)) : sql`null::bigint`} as first,
      ${last ? lastIdBefore(businessId, last) : sql`null::bigint`} as last`.execute(app.db)
  within(rows[0]?.first ?? undefined, typeof rows[0]?.last === 'number' ? rows[0].last + 1 : undefined)
  return range
}

/** Statuses that have an index of their own among all others. */
const troubled = new Set(['failed', 'unknown', 'skipped', 'cancelled'])

/** One status or error is met in the order of ids by its index; of several, and of others, the list is walked. */
function alongIndex({ status, error_code }: LogFilter): RawBuilder<unknown> {
  const [code] = error_code ?? []
  if (error_code?.length === 1 && typeof code === 'number') return sql`and m.error_code = ${code}`
  const [only] = status ?? []
  return status?.length === 1 && troubled.has(only!) ? sql`and m.undelivered = ${only}` : sql``
}

/** What has to be looked at in each row. */
function conditions({ campaign_id, status, error_code, reason, from, to }: LogFilter): RawBuilder<unknown>[] {
  const numbers = error_code?.filter((code) => code !== 'none') ?? []
  const orNone = error_code?.includes('none') ? sql`n.error_code is null` : sql`false`
  return [
    ...(campaign_id === undefined ? [] : [sql`n.campaign_id = ${campaign_id}`]),
    ...(status === undefined ? [] : [sql`n.status = any(${status}::text[])`]),
    ...(error_code ? [sql`(n.error_code = any(${numbers}::int[]) or ${orNone})`] : []),
    ...(reason === undefined ? [] : [sql`n.reason = ${reason}`]),
    ...(from === undefined ? [] : [sql`n.created_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`n.created_at < ${new Date(to)}`]),
  ]
}

type Search = {
  condition: RawBuilder<unknown>
  /** For each content of a step whether its name or text has all that is looked for, and which of the words. */
  texts: { has: RawBuilder<unknown>; words: RawBuilder<unknown> } | undefined
  /** Leads that have it in their names, where they are few; else the leads of each step are looked at. */
  named: readonly number[] | undefined
  part: string
}

/** Any part of a phone, however it is written; or a person by name, a template by its name, or words of the message. */
async function searchFor(app: App, businessId: number, search: string): Promise<Search> {
  const part = likePart(search.toLowerCase())
  const digits = search.replace(/[\s()+.-]/g, '')
  if (/^\d{3,15}$/.test(digits)) {
    const condition = sql`(n.recipient_phone like ${`%${digits}%`}
      or array_to_string(n.variables, ' ') like ${`%${search}%`})`
    return { condition, texts: undefined, named: [], part }
  }
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8).map(likePart)
  const values = sql`lower(array_to_string(n.variables, ' '))`
  // Several words may run over a variable: each is in the text or in a value.
  const across = words.map((word, nr) => sql`(${values} like ${word} or t.words[${sql.lit(nr + 1)}])`)
  const text = sql`lower((
    select string_agg(p ->> 'text', ' ') from jsonb_array_elements(c.components) p where p ->> 'type' ilike 'BODY'))`
  return {
    condition: sql`(n.recipient_phone = ${search} or n.lead_id in (select id from names) or t.has
      or ${values} like ${part}${words.length > 1 ? sql` or (${sql.join(across, sql` and `)})` : sql``})`,
    texts: {
      has: sql`lower(c.template_name) like ${part} or ${text} like ${part}`,
      words: sql`array[${sql.join(words.map((word) => sql`${text} like ${word}`))}]`,
    },
    named: await namedLeads(app, businessId, search),
    part,
  }
}

type Step = {
  range: Range
  along: RawBuilder<unknown>
  narrowing: RawBuilder<unknown>[]
  search: Search | undefined
  sort: TimeOrder
  step: number
  rows: number
}

/** Looks at the next messages of the list. The page's rows first: what belongs to them is joined to them alone. */
async function takeStep(
  app: App,
  businessId: number,
  { range, along, narrowing, search, sort, step, rows }: Step,
) {
  const [direction, end] = sort === 'newest' ? [sql`desc`, sql`min`] : [sql`asc`, sql`max`]
  const answer = await sql<{ looked: number; last: number | null; planned: Date | null; found: number[] }>`
    with looked_at as materialized (
      select id, campaign_id, lead_id, content_id, recipient_phone, variables, status, reason, error_code, created_at
      from messages m
      where m.business_id = ${businessId} and m.id > ${range.above} and m.id < ${range.below} ${along}
      order by m.id ${direction} limit ${sql.lit(step)}
    ),
    narrowed as materialized (
      select * from looked_at n where ${narrowing.length > 0 ? sql.join(narrowing, sql` and `) : sql`true`}
    ),
    frontier as (select count(*)::int as looked, ${end}(id) as last from looked_at)
    ${search ? belonging(businessId, search) : sql``}
    select f.looked, f.last, (select created_at from looked_at where id = f.last) as planned,
      array(
        select n.id from narrowed n
        ${search?.texts ? sql`left join texts t on t.id = n.content_id` : sql``}
        where ${search ? search.condition : sql`true`} order by n.id ${direction} limit ${sql.lit(rows)}
      ) as found
    from frontier f`.execute(app.db)
  const { looked = 0, last = null, planned = null, found = [] } = answer.rows[0] ?? {}
  return {
    looked,
    found: found.map(Number),
    last: last && planned ? { id: Number(last), planned } : undefined,
  }
}

/** The names and texts of a step's messages. One lookup each: the planner would read all leads and contents. */
function belonging(businessId: number, { named, part, texts }: Search): RawBuilder<unknown> {
  const names = named
    ? sql`select id from unnest(${named}::bigint[]) as id`
    : sql`
      select l.id from (select distinct lead_id from narrowed) d cross join lateral (
        select l.id from leads l where l.business_id = ${ofBusiness(businessId)} and l.id = d.lead_id
          and lower(l.name) like ${part} offset 0) l`
  const ofTexts =
    texts &&
    sql`, texts as materialized (
      select c.id, ${texts.has} as has, ${texts.words} as words
      from (select distinct content_id from narrowed) d cross join lateral (
        select c.id, c.template_name, c.components from message_contents c
        where c.business_id = ${ofBusiness(businessId)} and c.id = d.content_id offset 0) c)`
  return sql`, names as materialized (${names}) ${ofTexts ?? sql``}`
}
