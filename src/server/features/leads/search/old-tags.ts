import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { asKnownPeople } from '../people/known-people.ts'
import { readSearch, searchKey, tagsOfKeyword } from './keywords.ts'

/** Tags of one search, and the one of them that stays. */
export type SameSearch = { tag: string; others: string[] }

/** Searches of a business, and merging their tags, go one after another. */
export async function lockSearches(tx: App, businessId: number): Promise<void> {
  await lockOfBusiness(tx.db, businessId, 'searches')
}

const retryMinutes = 60
const mostBusinesses = 50

/** Businesses whose tags are to be looked through for spellings of one search. */
export async function dueTagChecks(app: App): Promise<number[]> {
  const due = await app.db
    .selectFrom('lead_tag_checks')
    .select('business_id')
    .where('due_at', '<=', app.now())
    .orderBy('due_at')
    .limit(mostBusinesses)
    .execute()
  return due.map(({ business_id }) => business_id)
}

/** Ends the check of a business, or puts it off. */
export async function settleTagCheck(tx: App, businessId: number, isLater: boolean): Promise<void> {
  if (isLater)
    await tx.db
      .updateTable('lead_tag_checks')
      .set({ due_at: new Date(tx.now().getTime() + retryMinutes * 60_000) })
      .where('business_id', '=', businessId)
      .execute()
  else await tx.db.deleteFrom('lead_tag_checks').where('business_id', '=', businessId).execute()
}

/**
 * Tags that name one search in several spellings. Only tags of found businesses are merged away: one that its owner
 * gave to other people too is a list of their own.
 */
export async function findSameSearches(tx: App, businessId: number): Promise<SameSearch[]> {
  const { rows } = await sql<{ tag: string; only_found: boolean; search_id: number | null }>`
    select t.tag, bool_and(leads.source = 'openstreetmap') as only_found, min(searched.id) as search_id
    from leads cross join unnest(leads.tags) as t (tag)
    left join (
      select tag, min(id) as id from lead_imports
      where business_id = ${businessId} and search_key is not null group by tag) searched on searched.tag = t.tag
    where leads.business_id = ${businessId}
    group by t.tag
    having bool_or(leads.source = 'openstreetmap')
    -- The tag of the first search stays, or else the one with the oldest lead.
    order by min(searched.id) nulls last, min(leads.id)`.execute(tx.db)
  const groups = new Map<string, typeof rows>()
  for (const row of rows.filter(({ tag }) => isSearch(tag))) {
    const key = searchKey(row.tag)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => {
    const [first, ...rest] = group
    const others = rest.filter(({ only_found }) => only_found).map(({ tag }) => tag)
    return first && others.length > 0 ? [{ tag: first.tag, others }] : []
  })
}

/** A kind of business and a place: "Pune" alone may be any list. */
function isSearch(tag: string): boolean {
  const { keyword, place } = readSearch(tag)
  return keyword !== null && place !== null && tagsOfKeyword(keyword) !== undefined
}

/**
 * Gives all that has one tag another, wherever it is written, and keeps the old name as an alias. Leads count as
 * unchanged: an import or a change of before can still be undone.
 */
export async function renameTag(tx: App, businessId: number, from: string, to: string): Promise<void> {
  const renamed = (tags: string) => sql`(
    select coalesce(jsonb_agg(tag order by at), '[]') from (
      select case when tag = ${from} then ${to} else tag end as tag, max(at) as at
      from jsonb_array_elements_text(${sql.raw(tags)}) with ordinality as one (tag, at) group by 1) each)`
  const rename = sql`
    update leads set tags = case when tags @> array[${to}]::text[] then array_remove(tags, ${from})
      else array_replace(tags, ${from}, ${to}) end
    where business_id = ${businessId} and tags @> array[${from}]::text[]`
  await asKnownPeople(tx, () => rename.execute(tx.db))
  await sql`
    with gone as (
      delete from lead_tags where business_id = ${businessId} and tag = ${from} returning last_used_at)
    insert into lead_tags (business_id, tag, last_used_at)
    select ${businessId}, ${to}, last_used_at from gone
    on conflict (business_id, tag) do update
      set last_used_at = greatest(lead_tags.last_used_at, excluded.last_used_at)`.execute(tx.db)
  await sql`
    update lead_imports set tag = ${to} where business_id = ${businessId} and tag = ${from}`.execute(tx.db)
  // The new values are read beside each change: a cluster works no aggregate out within it.
  await sql`
    with renamed as materialized (
      select id, case when tag = ${from} then ${to} else tag end as tag, audience
        || case when audience -> 'tags' ? ${from} then jsonb_build_object('tags', ${renamed("audience -> 'tags'")}) else '{}' end
        || case when audience -> 'exclude_tags' ? ${from}
          then jsonb_build_object('exclude_tags', ${renamed("audience -> 'exclude_tags'")}) else '{}' end as audience
      from lead_bulk_changes where business_id = ${businessId}
        and (tag = ${from} or audience -> 'tags' ? ${from} or audience -> 'exclude_tags' ? ${from}))
    update lead_bulk_changes c set tag = renamed.tag, audience = renamed.audience
    from renamed where c.business_id = ${businessId} and c.id = renamed.id`.execute(tx.db)
  await sql`
    with renamed as materialized (
      select import_id, lead_id, jsonb_set(before, '{tags}', ${renamed("before -> 'tags'")}) as before
      from lead_import_updates where business_id = ${businessId} and before -> 'tags' ? ${from})
    update lead_import_updates u set before = renamed.before
    from renamed where u.business_id = ${businessId} and u.import_id = renamed.import_id and u.lead_id = renamed.lead_id`.execute(
    tx.db,
  )
  await sql`
    with renamed as materialized (
      select change_id, lead_id, case when jsonb_typeof(before) = 'array'
        then ${renamed('before')} else jsonb_set(before, '{tags}', ${renamed("before -> 'tags'")}) end as before
      from lead_bulk_snapshots
      where business_id = ${businessId} and (before ? ${from} or before -> 'tags' ? ${from}))
    update lead_bulk_snapshots s set before = renamed.before
    from renamed where s.business_id = ${businessId} and s.change_id = renamed.change_id and s.lead_id = renamed.lead_id`.execute(
    tx.db,
  )
  await sql`
    update lead_tag_aliases set tag = ${to} where business_id = ${businessId} and tag = ${from}`.execute(
    tx.db,
  )
  await sql`delete from lead_tag_aliases where business_id = ${businessId} and alias = ${to}`.execute(tx.db)
  await sql`
    insert into lead_tag_aliases (business_id, alias, tag, merged_at)
    values (${businessId}, ${from}, ${to}, ${tx.now()})
    on conflict (business_id, alias) do update set tag = excluded.tag, merged_at = excluded.merged_at`.execute(
    tx.db,
  )
}
