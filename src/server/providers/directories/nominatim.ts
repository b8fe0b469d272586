import { z } from 'zod'
import { askDirectory, DirectoryError } from './directory-http.ts'

/** A place on the map, or a business, as Nominatim finds it by name. */
export type FoundPlace = {
  osmType: 'node' | 'way' | 'relation'
  osmId: number
  name: string
  displayName: string
  category: string
  /** city, town, village, suburb, state, country, restaurant … */
  kind: string
  lat: number
  lon: number
  /** South, west, north, east: Overpass's order. */
  box: [number, number, number, number]
  /** ISO 3166-1 alpha-2, in capitals. */
  country: string | null
  tags: Record<string, string>
}

const Row = z.object({
  osm_type: z.enum(['node', 'way', 'relation']),
  osm_id: z.coerce.number().int().positive(),
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  category: z.string(),
  type: z.string(),
  addresstype: z.string().optional(),
  name: z.string().optional(),
  display_name: z.string(),
  address: z.record(z.string(), z.string()).optional(),
  extratags: z.record(z.string(), z.string()).nullish(),
  boundingbox: z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number(), z.coerce.number()]),
})

export type NominatimQuery = {
  q: string
  limit: number
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** Businesses instead of places. */
  businesses?: boolean
}

/** The address of a search; the same question has the same address, for caching. */
export function nominatimAddress(base: string, query: NominatimQuery): string {
  const parameters = new URLSearchParams({
    q: query.q,
    format: 'jsonv2',
    limit: String(query.limit),
    addressdetails: '1',
    extratags: '1',
    'accept-language': 'en',
  })
  if (query.country) parameters.set('countrycodes', query.country.toLowerCase())
  if (query.businesses) parameters.set('layer', 'poi')
  return `${base}/search?${parameters}`
}

/**
 * Searches by name. The caller keeps the rules: one request a second per install, an identifying agent,
 * answers cached (https://operations.osmfoundation.org/policies/nominatim/).
 * @throws DirectoryError
 */
export async function askNominatim(
  address: string,
  options: { userAgent: string; signal?: AbortSignal },
): Promise<unknown> {
  const answer = await askDirectory({
    directory: 'OpenStreetMap',
    url: address,
    method: 'GET',
    timeoutMs: 20_000,
    ...options,
  })
  if (!Array.isArray(answer)) {
    throw new DirectoryError('unreachable', 'OpenStreetMap answered something unexpected.', { cause: answer })
  }
  return answer
}

/** Reads an answer of Nominatim; rows that make no sense are left out. */
export function readPlaces(answer: unknown): FoundPlace[] {
  if (!Array.isArray(answer)) return []
  return answer.flatMap((one) => {
    const read = Row.safeParse(one)
    if (!read.success) return []
    const row = read.data
    const [south, north, west, east] = row.boundingbox
    return [
      {
        osmType: row.osm_type,
        osmId: row.osm_id,
        name: row.name || row.display_name.split(',')[0] || row.display_name,
        displayName: row.display_name,
        category: row.category,
        kind: row.addresstype ?? row.type,
        lat: row.lat,
        lon: row.lon,
        box: [south, west, north, east],
        country: row.address?.country_code?.toUpperCase() ?? null,
        tags: row.extratags ?? {},
      },
    ]
  })
}
