import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { listLeads } from '#server/features/leads/leads.ts'
import { searchQuery } from '../search-text.ts'

/** Names and frequent words are looked for among so many newest conversations, names among so many leads. */
const searchedNewest = 2000
const searchedLeads = 500
/** Of rarer words, so many newest messages are found. */
const searchedMessages = 20_000
/** A word is frequent that one in 300 of so many newest messages has, of ten people at least. */
const probed = 5000
const frequentIn = 300
const frequentOf = 10

/** A condition on conversations `c`: a name, a number or words of a message are found in them. */
export async function findInConversations(
  app: App,
  businessId: number,
  search: string,
): Promise<RawBuilder<unknown>> {
  const query = searchQuery(search)
  const [{ leads }, isFrequent] = await Promise.all([
    listLeads(app, businessId, { search, limit: searchedLeads, sort: 'newest' }),
    query === undefined ? false : isFrequentNow(app, businessId, query),
  ])
  const byPerson = await idsByPerson(
    app,
    businessId,
    search,
    leads.map(({ id }) => id),
  )
  if (query === undefined) return sql`c.id = any(${byPerson}::bigint[])`
  if (!isFrequent) {
    const ids = [...byPerson, ...(await idsByWords(app, businessId, query))]
    return sql`c.id = any(${ids}::bigint[])`
  }
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
  leadIds: readonly number[],
): Promise<number[]> {
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const digits = search.replace(/[\s().+-]/g, '').replace(/^0+/, '')
  const byNumber = /^\d{3,}$/.test(digits) ? sql`a.address like ${`%${digits}%`}` : sql`false`
  const { rows } = await sql<{ id: number }>`
    select id from conversations where business_id = ${businessId} and lead_id = any(${[...leadIds]}::bigint[])
    ${
      // A frequent name: whoever wrote last may be none of those leads.
      leadIds.length < searchedLeads
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
    select a.conversation_id from conversation_addresses a where a.business_id = ${businessId} and ${byNumber}`.execute(
    app.db,
  )
  return rows.map(({ id }) => Number(id))
}

/** Whether the word is so frequent that an index, which finds all of its messages, is the slow way. */
async function isFrequentNow(app: App, businessId: number, query: string): Promise<boolean> {
  const { rows } = await sql<{ read: number; found: number; people: number }>`
    select count(*)::int as read, (count(*) filter (where is_found))::int as found,
      (count(distinct conversation_id) filter (where is_found))::int as people
    from (
      select conversation_id, search @@ ${query}::tsquery as is_found from (
        (select conversation_id, search from inbound_messages where business_id = ${businessId}
          order by id desc limit ${probed})
        union all
        (select conversation_id, search from conversation_sends where business_id = ${businessId}
          order by at desc limit ${probed})
      ) newest
    ) looked`.execute(app.db)
  const { read = 0, found = 0, people = 0 } = rows[0] ?? {}
  return read >= probed && people >= frequentOf && found * frequentIn >= read
}

async function idsByWords(app: App, businessId: number, query: string): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`
    with theirs as materialized (
      select conversation_id, at from inbound_messages where business_id = ${businessId} and search @@ ${query}::tsquery
    ),
    ours as materialized (
      select conversation_id, at from conversation_sends where business_id = ${businessId} and search @@ ${query}::tsquery
    )
    select distinct conversation_id from (
      (select * from theirs order by at desc limit ${searchedMessages})
      union all
      (select * from ours order by at desc limit ${searchedMessages})
    ) found`.execute(app.db)
  return rows.map(({ conversation_id }) => Number(conversation_id))
}
