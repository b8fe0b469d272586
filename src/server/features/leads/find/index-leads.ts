import { sql } from 'kysely'
import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { searchedText } from './search-text.ts'

/** Writes the texts that leads of big businesses are searched by. */
export const indexJob = defineJob('leads.index-search', z.object({}), {
  queue: { heartbeatSeconds: 30, retryLimit: 0, expireInSeconds: 3600 },
  concurrency: 1,
})

/** Fewer leads are read through in less time than a person notices. */
const manyLeads = 20_000
/** Leads of one transaction, for which whoever deletes one waits. */
const batchLeads = 5000
/** Batches after which new entries of the index are put in order: a search reads those that are not one by one. */
const batchesBetweenSorts = 4

/** Brings the search index up to date. It stops while an import or a change of many leads runs: they go first. */
export async function indexLeads(app: App, signal?: AbortSignal, many = manyLeads): Promise<void> {
  if (!(await hasIndex(app))) return
  const { rows } = await sql<{ business_id: number }>`
    select distinct business_id from lead_search_pending order by business_id`.execute(app.db)
  for (const { business_id } of rows) {
    if (signal?.aborted || (await isBusy(app))) return
    await indexBusiness(app, Number(business_id), { signal, many })
  }
}

async function indexBusiness(
  app: App,
  businessId: number,
  { signal, many }: { signal: AbortSignal | undefined; many: number },
): Promise<void> {
  if (!(await begin(app, businessId, many))) return
  for (let batch = 1; !signal?.aborted; batch++) {
    const more = await app.transaction((tx) => indexBatch(tx, businessId))
    if (!more || batch % batchesBetweenSorts === 0) {
      await sql`select move_pending_entries('lead_search_words')`.execute(app.db)
      if (!more || (await isBusy(app))) return
    }
  }
}

/** Takes a business in once it is big. @returns whether it is searched by the index. */
async function begin(app: App, businessId: number, many: number): Promise<boolean> {
  return await app.transaction(async (tx) => {
    if (!(await lock(tx, businessId))) return false
    const { rows } = await sql<{ known: boolean; leads: number }>`
      select exists (select from lead_search_businesses where business_id = ${businessId}) as known,
        (select count(*) from (
          select from leads where business_id = ${businessId} limit ${many}) few) as leads`.execute(tx.db)
    if (rows[0]?.known) return true
    // Nobody reads what waits for a business without an index.
    await sql`delete from lead_search_pending where business_id = ${businessId}`.execute(tx.db)
    if (Number(rows[0]?.leads) < many) return false
    await sql`insert into lead_search_businesses (business_id) values (${businessId})`.execute(tx.db)
    // A statement of its own: it sees each lead whose note was removed above. Later ones bring their own note.
    await sql`
      insert into lead_search_pending (business_id, first_id, last_id)
      select ${businessId}, 0, max(id) from leads where business_id = ${businessId}`.execute(tx.db)
    return true
  })
}

/** Writes the next texts. @returns whether there are more. */
async function indexBatch(tx: App, businessId: number): Promise<boolean> {
  if (!(await lock(tx, businessId))) return false
  const { rows: waiting } = await sql<{ id: number; first_id: number; last_id: number }>`
    select id, first_id, last_id from lead_search_pending where business_id = ${businessId}
    order by id limit 1000`.execute(tx.db)
  const [first] = waiting
  if (!first) return false
  const taken = fewest(waiting)
  const { rows } = await sql<{ written: number; last: number | null }>`
    with meant as materialized (
      select distinct found.id
      from unnest(${taken.map((range) => range.first_id)}::bigint[], ${taken.map((range) => range.last_id)}::bigint[])
        as range (first_id, last_id)
      cross join lateral (
        select leads.id from leads where leads.business_id = ${businessId}
          and leads.id >= range.first_id and leads.id <= range.last_id order by leads.id limit ${batchLeads}) found),
    texts as (
      select meant.id, lead.words from meant cross join lateral (
        select ${searchedText} as words from leads
        where leads.business_id = ${businessId} and leads.id = meant.id offset 0) lead),
    written as (
      insert into lead_search (business_id, lead_id, words)
      select ${businessId}, id, words from texts order by id
      on conflict (business_id, lead_id) do update set words = excluded.words
      returning 1)
    select (select count(*) from written) as written, (select max(id) from meant) as last`.execute(tx.db)
  const isCut = taken.length === 1 && Number(rows[0]?.written) === batchLeads
  if (isCut) {
    await sql`
      update lead_search_pending set first_id = ${Number(rows[0]?.last) + 1}
      where business_id = ${businessId} and id = ${first.id}`.execute(tx.db)
  } else {
    await sql`
      delete from lead_search_pending
      where business_id = ${businessId} and id = any(${taken.map((range) => range.id)}::bigint[])`.execute(
      tx.db,
    )
  }
  return isCut || waiting.length > taken.length || waiting.length === 1000
}

/** The first range, or as many as hold no more than a batch together. */
function fewest<Range extends { first_id: number; last_id: number }>(ranges: Range[]): Range[] {
  let leads = 0
  const taken = ranges.filter((range) => {
    leads += Number(range.last_id) - Number(range.first_id) + 1
    return leads <= batchLeads
  })
  return taken.length > 0 && taken[0] === ranges[0] ? taken : ranges.slice(0, 1)
}

/**
 * Against those who delete or rename leads, and against a second job. It never waits: nobody queues up behind it. Asked
 * of the table, where something waits: on a cluster that is the business's node, on which the triggers lock.
 */
async function lock(tx: App, businessId: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('lead_search ' || ${businessId}::bigint, 0)) as taken
    from lead_search_pending where business_id = ${businessId} limit 1`.execute(tx.db)
  return rows[0]?.taken === true
}

async function hasIndex(app: App): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('lead_search_words') is not null as found`.execute(app.db)
  return rows[0]?.found === true
}

/** Whether somebody waits for many leads to be written. What no longer moves is not waited for. */
async function isBusy(app: App): Promise<boolean> {
  const since = new Date(app.now().getTime() - 60_000)
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select 1 from lead_imports where status in ('running', 'undoing') and progressed_at > ${since})
      or exists (select 1 from lead_bulk_changes where status in ('running', 'undoing') and progressed_at > ${since}) as busy`.execute(
    app.db,
  )
  return rows[0]?.busy === true
}
