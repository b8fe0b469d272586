import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { LeadSummary } from '#contract/leads/views.ts'
import type { Audience, Consent, Lead, LeadQuery, LeadSort } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { useTwoCores } from '#server/platform/sql/two-cores.ts'
import { isSampleEnough, sampledForList, sampleRows, scaled } from '../find/sample.ts'
import { erasedAmong } from '../people/erased.ts'
import { phoneVariants, readPhone } from '../phone/phone.ts'
import { phoneProblemText } from '../phone/phone-problem.ts'
import { inAudience } from './audience.ts'
import { leadsOf, readLeads } from './lead-rows.ts'
import { countAmongFound, countFound, mostFound, searchPage } from './search-page.ts'
import { withCurrentTags } from './tag-aliases.ts'
import { leadTallies, tagTallies } from './tallies.ts'

/** One page of leads. Only a first page that holds all says how many: to count a million takes longer than to list them. */
export async function listLeads(
  app: App,
  businessId: number,
  query: LeadQuery,
): Promise<{ leads: Lead[]; next_cursor: string | null; total: number | null }> {
  const { limit, cursor, sort } = query
  const audience = await withCurrentTags(app, businessId, audienceOf(query))
  const filter = inAudience(audience)
  const start = cursor ? after(sort, readCursor(cursor)) : sql<SqlBool>`true`
  const isNarrow = query.search || query.tag?.length
  const found = isNarrow
    ? await searchPage(app, businessId, {
        search: query.search,
        tags: audience.tags,
        filter,
        after: start,
        order: orders[sort],
        rows: limit + 1,
      })
    : undefined
  const page = leadsOf(app.db, businessId).where(
    found ? sql<SqlBool>`leads.id = any(${found}::bigint[])` : sql<SqlBool>`${filter} and ${start}`,
  )
  const name = sql`lower(leads.name)`
  const leads = await readLeads(
    businessId,
    (sort === 'name'
      ? page.orderBy(name).orderBy('leads.id')
      : sort === '-name'
        ? page.orderBy(name, 'desc').orderBy('leads.id', 'desc')
        : page.orderBy('leads.id', sort === 'newest' ? 'desc' : 'asc')
    ).limit(limit + 1),
  )
  const more = leads.length > limit
  const pageLeads = leads.slice(0, limit)
  const last = pageLeads.at(-1)
  const total = more || cursor ? null : leads.length
  return { leads: pageLeads, next_cursor: more && last ? writeCursor(last) : null, total }
}

/** What is too short for an index is looked for among so many newest leads. */
const shortSearched = 20_000

/** The ids of the newest leads that a search finds, for callers who look for what belongs to them. */
export async function findLeadIds(
  app: App,
  businessId: number,
  search: string,
  most: number,
): Promise<number[]> {
  const filter = inAudience({ search, all: true })
  const found = await searchPage(app, businessId, {
    search,
    tags: undefined,
    filter,
    after: sql<SqlBool>`true`,
    order: orders.newest,
    rows: most,
    probed: 1000,
  })
  if (found) return found
  const isShort = search.length < 3
  const { rows } = await sql<{ id: number }>`
    select id from (
      select * from leads where business_id = ${businessId} order by id desc
      ${isShort ? sql`limit ${shortSearched}` : sql``}) leads
    where ${filter} order by id desc limit ${most}`.execute(app.db)
  return rows.map(({ id }) => Number(id))
}

/** A view of the leads screen as an audience; without a filter it is everybody. */
export function audienceOf(filter: { tag?: string[]; consent?: Consent; search?: string }): Audience {
  return { tags: filter.tag, consent: filter.consent, search: filter.search || undefined, all: true }
}

/** How many leads there are, how many may be written to, and why not the others. */
export async function summariseLeads(app: App, businessId: number): Promise<LeadSummary> {
  const { rows } = await sql<LeadSummary>`
    select coalesce(sum(count), 0)::bigint as total,
      coalesce(sum(count) filter (where consent = 'opted_in' and not is_unreachable), 0)::bigint as writable,
      coalesce(sum(count) filter (where consent = 'none'), 0)::bigint as no_consent,
      coalesce(sum(count) filter (where consent = 'opted_out'), 0)::bigint as opted_out,
      coalesce(bool_or(source = 'openstreetmap'), false) as from_openstreetmap
    from ${leadTallies(businessId)} t`.execute(app.db)
  return rows[0]!
}

/** Every tag in use with its number of leads, the most recently used first. */
export async function listTags(app: App, businessId: number): Promise<{ tag: string; leads: number }[]> {
  const { rows } = await sql<{ tag: string; leads: number }>`
    select used.tag, used.leads
    from (
      select t.tag, sum(t.count)::bigint as leads from ${tagTallies(businessId)} t group by t.tag
    ) used
    left join lead_tags on lead_tags.business_id = ${businessId} and lead_tags.tag = used.tag
    order by lead_tags.last_used_at desc nulls last, used.tag`.execute(app.db)
  return rows
}

/** How a typed number is read, and who has it already. */
export async function lookUpNumber(
  app: App,
  businessId: number,
  typed: { phone: string; country?: string },
): Promise<{
  phone: string | null
  problem: string | null
  lead: { id: number; name: string; consent: Consent } | null
  suppressed: boolean
}> {
  const country = typed.country ?? (await getBusiness(app, businessId)).country
  const reading = readPhone(typed.phone, country)
  if ('problem' in reading) {
    return { phone: null, problem: phoneProblemText(reading), lead: null, suppressed: false }
  }
  const variants = phoneVariants(reading.phone)
  const erased = await erasedAmong(app, businessId, [reading.phone])
  const [lead, suppression] = await Promise.all([
    leadsOf(app.db, businessId)
      .select(['id', 'name', 'consent'])
      .where('phone', 'in', variants)
      .orderBy(sql`phone = ${reading.phone}`, 'desc')
      .executeTakeFirst(),
    app.db
      .selectFrom('suppressions')
      .select('address')
      .where('business_id', '=', businessId)
      .where('address', 'in', variants)
      .executeTakeFirst(),
  ])
  if (erased.size > 0 && !lead) {
    return { phone: reading.phone, problem: t('leads.erased'), lead: null, suppressed: true }
  }
  return {
    phone: reading.phone,
    problem: null,
    lead: lead ? { ...lead, consent: lead.consent as Consent } : null,
    suppressed: suppression !== undefined,
  }
}

/** How many leads a filter finds. An `estimate` of many leads counts on a part of them, unless it finds few. */
export async function countLeads(
  app: App,
  businessId: number,
  filter: Parameters<typeof audienceOf>[0] & { estimate: boolean },
): Promise<{ total: number; estimated: boolean }> {
  const { search, tag, consent } = filter
  if (!search && !tag?.length) {
    return { total: await countByConsent(app, businessId, consent), estimated: false }
  }
  const audience = await withCurrentTags(app, businessId, audienceOf(filter))
  const sampled = filter.estimate ? await countSampled(app, businessId, audience) : undefined
  if (sampled?.isEnough) return { total: sampled.found, estimated: true }
  const isCommon = sampled !== undefined && sampled.withWord > mostFound
  return { total: await countExactly(app, businessId, audience, isCommon), estimated: false }
}

/** How many a sample finds, and how many whom the search finds without other filters, as so many of all. */
async function countSampled(app: App, businessId: number, audience: Audience) {
  const sample = await sampleRows(app, businessId, sampledForList)
  if (!sample) return undefined
  const { rows } = await sql<{ sampled: number; found: number; with_word: number }>`
    select count(*) as sampled, count(*) filter (where ${inAudience(audience)}) as found,
      count(*) filter (where ${inAudience({ search: audience.search, all: true })}) as with_word
    from ${sample.rows}`.execute(app.db)
  const { sampled, found, with_word } = rows[0]!
  if (sampled === 0) return undefined
  const by = { factor: sample.leads / sampled }
  const count = scaled(by, found)
  return {
    found: count,
    withWord: scaled(by, with_word),
    isEnough: count > 0 && isSampleEnough(by, count),
  }
}

/** All leads, or those with this consent. */
async function countByConsent(app: App, businessId: number, consent: Consent | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::bigint as total from ${leadTallies(businessId)} t
    where ${consent ? sql`consent = ${consent}` : sql`true`}`.execute(app.db)
  return rows[0]!.total
}

/** @param isCommon so many have the word that its index is of no use beside other filters. */
async function countExactly(app: App, businessId: number, audience: Audience, isCommon: boolean) {
  const { search, tags, consent } = audience
  const isOnlySearch = !tags?.length && !consent
  const filter = inAudience(audience)
  const found =
    !search || (isCommon && !isOnlySearch)
      ? undefined
      : await (isOnlySearch ? countFound : countAmongFound)(app, businessId, search, filter)
  if (found !== undefined) return found
  return await app.transaction(async (tx) => {
    await useTwoCores(tx.db)
    const { total } = await leadsOf(tx.db, businessId)
      .where(filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  })
}

/** The same orders over `folded`, the name in lower case. */
const orders: Record<LeadSort, RawBuilder<unknown>> = {
  newest: sql`leads.id desc`,
  oldest: sql`leads.id`,
  name: sql`folded, leads.id`,
  '-name': sql`folded desc, leads.id desc`,
}

const Cursor = z.tuple([z.string().refine((name) => !name.includes('\0')), z.number().int()])

function writeCursor({ name, id }: Lead): string {
  return Buffer.from(JSON.stringify([name, id])).toString('base64url')
}

function readCursor(text: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new AppError('invalid_input', t('leads.notFound.page'))
  }
}

/** The rows behind the cursor; the database folds the name as it does in the index. */
function after(sort: LeadSort, [name, id]: z.infer<typeof Cursor>): Expression<SqlBool> {
  if (sort === 'newest') return sql<SqlBool>`leads.id < ${id}`
  if (sort === 'oldest') return sql<SqlBool>`leads.id > ${id}`
  return sort === 'name'
    ? sql<SqlBool>`(lower(leads.name), leads.id) > (lower(${name}), ${id})`
    : sql<SqlBool>`(lower(leads.name), leads.id) < (lower(${name}), ${id})`
}
