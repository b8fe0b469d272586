import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { findLeadIds } from '#server/features/leads/leads.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'
import { searchWords } from '../search-text.ts'

/** Names and frequent words are looked for among so many newest conversations, names among so many leads. */
const searchedNewest = 2000
const searchedLeads = 500
/** Words that more messages have are met soon enough on a walk through the newest conversations. */
const mostFound = 10_000
/** A word is frequent that one in 300 of so many newest messages of each side has, of ten people at least. */
const probed = 1000
const frequentIn = 300
const frequentOf = 10

/** A condition on conversations `c`: a name, a number or words of a message are found in them. */
export async function findInConversations(
  app: App,
  businessId: number,
  search: string,
): Promise<RawBuilder<unknown>> {
  const words = searchWords(search)
  const query = words.join(' & ')
  const probing = probeWords(app, businessId, words)
  // Beside the search for people: each takes about as long as the other.
  const finding = probing.then((probe) =>
    words.length === 0 || probe.areFrequent
      ? undefined
      : idsByWords(app, businessId, { query, indexed: probe.rare.join(' & ') || query }),
  )
  const [leadIds, probe, byWords] = await Promise.all([
    findLeadIds(app, businessId, search, searchedLeads),
    probing,
    finding,
  ])
  const byPerson = await idsByPerson(app, businessId, search, {
    leadIds,
    hasPartIndex: probe.hasPartIndex,
  })
  if (words.length === 0) return sql`c.id = any(${byPerson}::bigint[])`
  if (byWords) return sql`c.id = any(${[...byPerson, ...byWords]}::bigint[])`
  // Where most have the word, the newest conversations are asked one after the other until a page is full.
  const hasWord = (messages: RawBuilder<unknown>) => sql`(select true from (
    select m.search from ${messages} m where m.business_id = c.business_id and m.conversation_id = c.id
    order by m.at desc offset 0) m where m.search @@ ${query}::tsquery limit 1)`
  return sql`(c.id = any(${byPerson}::bigint[]) or (
    c.last_at >= coalesce((select last_at from conversations where business_id = ${businessId}
      order by last_at desc, id desc offset ${searchedNewest - 1} limit 1), '-infinity')
    and coalesce(${hasWord(sql`inbound_messages`)}, ${hasWord(sql`conversation_sends`)}, false)))`
}

async function idsByPerson(
  app: App,
  businessId: number,
  search: string,
  { leadIds, hasPartIndex }: { leadIds: readonly number[]; hasPartIndex: boolean },
): Promise<number[]> {
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const digits = search.replace(/[\s().+-]/g, '').replace(/^0+/, '')
  const byNumber = /^\d{3,}$/.test(digits) ? sql`a.address like ${`%${digits}%`}` : sql`false`
  const { rows } = await sql<{ id: number }>`
    select id from conversations where business_id = ${businessId} and lead_id = any(${[...leadIds]}::bigint[])
    ${
      // A frequent name, or one or two letters: whoever wrote last may be none of those leads.
      leadIds.length < searchedLeads && search.length > 2
        ? sql``
        : sql`union
    select c.id from (
      select id, lead_id, business_id from conversations where business_id = ${businessId}
      order by last_at desc, id desc limit ${searchedNewest}) c
    cross join lateral (
      select name from leads l where l.business_id = c.business_id and l.id = c.lead_id offset 0) l
    where lower(l.name) like ${part}`
    }
    union
    select a.conversation_id from conversation_addresses a where ${
      // The only index that begins with this finds parts of a number; without it those of the business are read.
      hasPartIndex ? sql`-a.business_id = ${-businessId}::bigint` : sql`a.business_id = ${businessId}`
    } and ${byNumber}`.execute(app.db)
  return rows.map(({ id }) => Number(id))
}

type Probe = {
  /** The words, all in one message, are so frequent that an index, which finds all of them, is the slow way. */
  areFrequent: boolean
  /** Those of the words that are not frequent by themselves. */
  rare: string[]
  hasPartIndex: boolean
}

/** How frequent words are in the newest messages. */
async function probeWords(app: App, businessId: number, words: readonly string[]): Promise<Probe> {
  const query = words.join(' & ')
  const found = (word: string) => sql`(count(*) filter (where search @@ ${word}::tsquery))::int`
  const { rows } = await sql<{
    read: number
    people: number
    found: number
    each: number[]
    has_part_index: boolean
  }>`
    select count(*)::int as read, ${found(query)} as found,
      (count(distinct conversation_id) filter (where search @@ ${query}::tsquery))::int as people,
      ${words.length > 1 ? sql`array[${sql.join(words.map(found))}]` : sql`'{}'::int[]`} as each,
      to_regclass('conversation_addresses_parts') is not null as has_part_index
    from (
      (select conversation_id, search from inbound_messages where business_id = ${ofBusiness(businessId)}
        order by id desc limit ${probed})
      union all
      (select conversation_id, search from conversation_sends where business_id = ${ofBusiness(businessId)}
        order by at desc limit ${probed})
    ) newest`.execute(app.db)
  const probe = rows[0]!
  const isFrequent = (count: number) => probe.read >= probed && count * frequentIn >= probe.read
  return {
    areFrequent: isFrequent(probe.found) && probe.people >= frequentOf,
    rare: words.filter((_, index) => !isFrequent(probe.each[index] ?? 0)),
    hasPartIndex: probe.has_part_index,
  }
}

/**
 * The index is asked for the rare words alone: a frequent one beside them would cost as much as a search for it.
 * @returns undefined where too many messages have the words.
 */
async function idsByWords(
  app: App,
  businessId: number,
  { query, indexed }: { query: string; indexed: string },
): Promise<number[] | undefined> {
  const found = (table: string) => sql`
    select m.conversation_id from (
      select conversation_id, search from ${sql.table(table)}
      where business_id = ${ofBusiness(businessId)} and search @@ ${indexed}::tsquery offset 0) m
    where m.search @@ ${query}::tsquery limit ${mostFound + 1}`
  const { rows } = await sql<{ found: number; ids: number[] }>`
    with found as materialized ((${found('inbound_messages')}) union all (${found('conversation_sends')}))
    select (select count(*)::int from found) as found,
      array(select distinct conversation_id from found) as ids`.execute(app.db)
  const { found: count = 0, ids = [] } = rows[0] ?? {}
  return count > mostFound ? undefined : ids.map(Number)
}
