import { sql } from 'kysely'
import { undoDays } from '#contract/leads/imports.ts'
import { cutTag } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { erasedAmong, lockErasures } from '../people/erased.ts'
import { type IncomingLead, type Merged, mergeLeads } from '../records/merge.ts'
import { searchKey, searchPlaceKey } from './keywords.ts'
import { lockSearches } from './old-tags.ts'
import { osmAttribution } from './osm-lead.ts'

type FoundPeople = {
  query: string
  country: string
  /** The directory's own id of the place; null for a whole country or a name. */
  placeId: string | null
  people: readonly Omit<IncomingLead, 'tags'>[]
  userId: number | null
}

/**
 * Keeps what a search found as an import that is done: its list, its books and its undo are those of a file. All
 * spellings of one query, and all names of its place, share the tag of the first.
 */
export async function recordSearch(
  tx: App,
  businessId: number,
  { query, country, placeId, people, userId }: FoundPeople,
): Promise<Pick<Merged, 'created' | 'updated'> & { importId: number; tag: string }> {
  const at = tx.now()
  await lockErasures(tx.db, businessId, 'share')
  const erased = await erasedAmong(
    tx,
    businessId,
    people.map(({ phone }) => phone),
  )
  const key = searchKey(query)
  const place = placeId === null ? null : searchPlaceKey(query, placeId)
  const tag = await tagOfSearch(tx, businessId, { key, place, query })
  const { id: importId } = await tx.db
    .insertInto('lead_imports')
    .values({
      business_id: businessId,
      file_name: query,
      bytes: 0,
      kind: 'search',
      status: 'done',
      search_key: key,
      search_place: place,
      settings: JSON.stringify({ encoding: 'utf-8', delimiter: ',', header: true, country, columns: [] }),
      analysis: JSON.stringify({ rows: people.length, columns: [], telling: null, notes: [] }),
      tag,
      consent: JSON.stringify({ state: 'none' }),
      rows_done: people.length,
      skipped: erased.size,
      reasons: JSON.stringify({ skipped: erased.size > 0 ? { erased: erased.size } : {}, rejected: {} }),
      applied_at: at,
      created_by: userId,
      started_at: at,
      progressed_at: at,
      finished_at: at,
      undo_until: new Date(at.getTime() + undoDays * 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { created, updated } = await mergeLeads(
    tx.db,
    businessId,
    people.filter(({ phone }) => !erased.has(phone)).map((one) => ({ ...one, tags: [tag] })),
    {
      source: 'openstreetmap',
      attribution: osmAttribution,
      at,
      consentSource: 'scrape',
      consentDetails: null,
      userId,
      importId,
      onlyFill: true,
    },
  )
  await tx.db
    .updateTable('lead_imports')
    .set({ created, updated })
    .where('business_id', '=', businessId)
    .where('id', '=', importId)
    .execute()
  return { created, updated, importId, tag }
}

/** Two spellings of one query at once wait for each other. The spelling counts before the place. */
async function tagOfSearch(
  tx: App,
  businessId: number,
  { key, place, query }: { key: string; place: string | null; query: string },
): Promise<string> {
  await lockSearches(tx, businessId)
  return (
    (await tagOfEarlier(tx, businessId, 'search_key', key)) ??
    (await tagOfOldSearch(tx, businessId, key)) ??
    (place === null ? undefined : await tagOfEarlier(tx, businessId, 'search_place', place)) ??
    cutTag(query.replace(/\s+/g, ' ').trim()).trim()
  )
}

async function tagOfEarlier(
  tx: App,
  businessId: number,
  column: 'search_key' | 'search_place',
  value: string,
): Promise<string | undefined> {
  const earlier = await tx.db
    .selectFrom('lead_imports')
    .select('tag')
    .where('business_id', '=', businessId)
    .where(column, '=', value)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return earlier?.tag ?? undefined
}

/** Searches were not always recorded: of those only the tags of their leads are left. */
async function tagOfOldSearch(tx: App, businessId: number, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ tag: string }>`
    select tag from lead_tags where business_id = ${businessId} order by last_used_at`.execute(tx.db)
  for (const { tag } of rows.filter((one) => searchKey(one.tag) === key)) {
    const found = await tx.db
      .selectFrom('leads')
      .select('id')
      .where('business_id', '=', businessId)
      .where('source', '=', 'openstreetmap')
      .where(sql<boolean>`tags @> array[${tag}]::text[]`)
      .limit(1)
      .executeTakeFirst()
    if (found) return tag
  }
  return undefined
}
