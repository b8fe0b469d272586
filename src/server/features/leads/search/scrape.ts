import { sql } from 'kysely'
import type { Lead } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { notify } from '#server/platform/notify.ts'
import { DirectoryError } from '#server/providers/directories/directory-http.ts'
import type { FoundPlace } from '#server/providers/directories/nominatim.ts'
import {
  areaOfRelation,
  mostPlaces,
  type OsmElement,
  type What,
  type Where,
} from '#server/providers/directories/overpass.ts'
import { fold } from '../import/write/add.ts'
import { phoneVariants, spelledOnce } from '../phone/phone.ts'
import { leadsOf, readLeads } from '../records/lead-rows.ts'
import type { IncomingLead } from '../records/merge.ts'
import { findPlaces, listBusinesses } from './directory.ts'
import { readSearch, tagsOfKeyword } from './keywords.ts'
import { leadOfBusiness, osmAttribution } from './osm-lead.ts'
import { recordSearch } from './record-search.ts'
import type { SearchProgress } from './search-progress.ts'

/** Searches publish their progress on this channel: `<business id>:<search id>:<progress as JSON>`. */
export const searchesChannel = 'lead_searches'

type Say = (progress: SearchProgress) => Promise<void>

type Scraped = {
  leads: Lead[]
  message: string
  /** Why nothing was found, or what to do for more. */
  note: string | null
  places: number
  created: number
  updated: number
  keyword: string | null
  place: string | null
  attribution: string
  /** What to undo, and the tag of what was found; null where nothing was kept. */
  import_id: number | null
  tag: string | null
}

/** What was found, and how it was understood. */
type Listing = {
  elements: OsmElement[]
  keyword: string | null
  place: string | null
  country: string
  /** The directory's own id of the place. */
  placeId: string | null
  note: string | null
}

/**
 * Searches OpenStreetMap and keeps the businesses with a usable phone as leads, with the query as their tag and
 * without consent. What a known lead has already is not overwritten. Nothing is kept once `signal` is aborted.
 * @throws AppError `provider_failed` when the directory refuses or cannot be reached, `provider_timeout` when the
 * search was too large for it.
 */
export async function scrapeLeads(
  app: App,
  businessId: number,
  { query, search_id }: { query: string; search_id?: string },
  { userId = null, signal }: { userId?: number | null; signal?: AbortSignal } = {},
): Promise<Scraped> {
  const say: Say = async (progress) => {
    if (!search_id) return
    await notify(app.db, searchesChannel, `${businessId}:${search_id}:${JSON.stringify(progress)}`)
  }
  const { country } = await getBusiness(app, businessId)
  const found = await search({ app, country, say, signal }, query).catch(explain)
  await say({ step: 'reading', count: found.elements.length })
  const people = new Map<string, IncomingLead>()
  for (const element of found.elements) {
    const lead = leadOfBusiness(element, found.country)
    if (!lead) continue
    const number = spelledOnce(lead.phone)
    const same = people.get(number)
    people.set(number, same ? fold(lead, same) : lead)
  }
  const kept =
    people.size > 0
      ? await app.transaction(async (tx) => {
          const list = [...people.values()]
          const recorded = await recordSearch(tx, businessId, {
            ...{ query, country, userId },
            placeId: found.placeId,
            people: list,
          })
          signal?.throwIfAborted()
          return recorded
        })
      : null
  // Somebody known by the other spelling of their number is that lead.
  const phones = [...people.keys()].flatMap(phoneVariants)
  const ofSearch = leadsOf(app.db, businessId)
    .where('leads.phone', 'in', phones)
    .where(sql<boolean>`leads.tags @> array[${kept?.tag ?? ''}]::text[]`)
  const leads = kept ? await readLeads(businessId, ofSearch.orderBy('leads.id')) : []
  return {
    leads,
    message: t('leads.search.found', { count: leads.length }),
    note: found.note ?? noteOf(found, leads.length),
    places: found.elements.length,
    created: kept?.created ?? 0,
    updated: kept?.updated ?? 0,
    keyword: found.keyword,
    place: found.place,
    attribution: osmAttribution,
    import_id: kept?.importId ?? null,
    tag: kept?.tag ?? null,
  }
}

type Searching = {
  app: App
  country: string
  say: Say
  signal: AbortSignal | undefined
}

async function search(searching: Searching, query: string): Promise<Listing> {
  const { app, country, say, signal } = searching
  const { keyword, place } = readSearch(query)
  if (place === null) {
    const tags = tagsOfKeyword(keyword ?? '')
    await say({ step: 'country', keyword: keyword ?? '' })
    const what: What = tags ? { tags } : { name: keyword ?? '' }
    return {
      elements: await listBusinesses(app, what, { country }, signal),
      keyword,
      place: null,
      country,
      placeId: null,
      note: null,
    }
  }
  await say({ step: 'place', place })
  const at = await findPlace(searching, place)
  if (!at) return await byName(searching, query, keyword)
  const tags = keyword === null ? undefined : tagsOfKeyword(keyword)
  const what: What = keyword === null ? 'anything' : tags ? { tags } : { name: keyword }
  await say(
    keyword === null ? { step: 'anything', place: at.name } : { step: 'inPlace', keyword, place: at.name },
  )
  const elements = await listBusinesses(app, what, whereOf(at), signal)
  const placeId = `${at.osmType} ${at.osmId}`
  return { elements, keyword, place: at.displayName, country: at.country ?? country, placeId, note: null }
}

/** The place of a name: in the business's own country first, then anywhere. */
async function findPlace({ app, country, signal }: Searching, name: string): Promise<FoundPlace | undefined> {
  const isPlace = (one: FoundPlace): boolean =>
    one.category === 'boundary' || one.category === 'place' || one.category === 'landuse'
  for (const within of [country, undefined]) {
    const places = (await findPlaces(app, { q: name, limit: 5, country: within }, signal)).filter(isPlace)
    // A boundary can be searched inside; a mere point is searched around.
    const best = places.find(({ osmType }) => osmType === 'relation') ?? places[0]
    if (best) return best
  }
  return undefined
}

/** No place is called so: perhaps it is the name of businesses. */
async function byName(
  { app, country, say, signal }: Searching,
  query: string,
  keyword: string | null,
): Promise<Listing> {
  const nothing = { keyword, place: null, country, placeId: null }
  if (keyword !== null) {
    return {
      ...nothing,
      elements: [],
      note: t('leads.search.unknownPlace'),
    }
  }
  await say({ step: 'name', name: query })
  const named = await findPlaces(app, { q: query, limit: 40, country, businesses: true }, signal)
  const elements = named.map(
    ({ osmType, osmId, name, category, kind, tags }): OsmElement => ({
      type: osmType,
      id: osmId,
      tags: { name, [category]: kind, ...tags },
    }),
  )
  const note = elements.length === 0 ? t('leads.search.unknownName') : null
  return { ...nothing, elements, note }
}

const metersAround: Record<string, number> = {
  city: 12_000,
  town: 6000,
  suburb: 2500,
  neighbourhood: 1500,
  village: 3000,
}

function whereOf(place: FoundPlace): Where {
  if (place.osmType === 'relation') return { area: areaOfRelation(place.osmId) }
  if (place.osmType === 'way') return { box: place.box }
  return { around: { lat: place.lat, lon: place.lon, meters: metersAround[place.kind] ?? 5000 } }
}

function noteOf({ elements, keyword, place }: Listing, leads: number): string | null {
  if (elements.length === 0) {
    const [name] = place?.split(',') ?? []
    if (name) {
      return keyword === null
        ? t('leads.search.noBusinessIn', { place: name })
        : t('leads.search.noneIn', { keyword, place: name })
    }
    return t('leads.search.none', { keyword: keyword ?? '' })
  }
  if (leads === 0) return t('leads.search.unusable', { count: elements.length })
  return elements.length >= mostPlaces ? t('leads.search.firstOnly', { count: mostPlaces }) : null
}

/** The error of a directory that is blocked, busy, overloaded or unreachable. */
function explain(error: unknown): never {
  if (!(error instanceof DirectoryError)) throw error
  const { fault, retryAfterSeconds, cause } = error
  if (fault === 'blocked') {
    throw new AppError('provider_failed', t('leads.search.blocked'), { cause: error })
  }
  if (fault === 'busy') {
    throw new AppError('rate_limited', t('leads.search.busy'), {
      retryAfterSeconds: retryAfterSeconds ?? 60,
      cause: error,
    })
  }
  if (fault === 'too_large') {
    throw new AppError('provider_timeout', t('leads.search.tooLarge'), {
      cause: cause ?? error,
    })
  }
  throw new AppError('provider_failed', t('leads.search.unreachable'), {
    cause: error,
  })
}
