import { type Town, towns } from './towns.ts'

const licence = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright'
const structured = ['amenity', 'street', 'city', 'county', 'state', 'country', 'postalcode']

/** What a search is answered: rows, or the sentence of a refusal. */
export type Search = { rows: Record<string, unknown>[] } | { refusal: string }

/** `GET /search`: the towns whose name, state or country the query holds, the most important first. */
export function searchPlaces(query: URLSearchParams): Search {
  const free = query.get('q')
  const parts = structured.filter((name) => query.has(name))
  if (free !== null && parts.length > 0) {
    return {
      refusal:
        "Structured query parameters (amenity, street, city, county, state, postalcode, country) cannot be used together with 'q' parameter.",
    }
  }
  if (free === null && parts.length === 0)
    return { refusal: "Nothing to search for. Give 'q' or structured parameters." }
  const wanted = free ?? parts.map((name) => query.get(name) ?? '').join(', ')
  const words = wanted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
  const countries = query.get('countrycodes')?.toLowerCase().split(',')
  const limit = Math.min(Math.max(Number(query.get('limit') ?? 10) || 10, 1), 40)
  const rows = towns
    .filter((town) => (!countries || countries.includes(town.countryCode)) && fits(town, words))
    .sort((a, b) => b.importance - a.importance)
    .slice(0, limit)
    .map((town) => rowOf(town, query))
  return { rows }
}

function fits(town: Town, words: string[]): boolean {
  const [first = '', ...rest] = words
  const around = [town.state, town.country].map((name) => name.toLowerCase())
  const name = town.name.toLowerCase()
  // `Pune`, `Pune Maharashtra`, `Pune, Maharashtra, India`.
  const named = first === name || around.some((other) => first === `${name} ${other}`)
  return named && rest.every((word) => around.includes(word))
}

function rowOf(town: Town, query: URLSearchParams): Record<string, unknown> {
  const { name, state, country, lat, lon, reach } = town
  const box = [lat - reach, lat + reach, lon - reach, lon + reach].map((degrees) => degrees.toFixed(7))
  const isV2 = query.get('format') === 'jsonv2'
  return {
    place_id: town.osmId + 200_000_000,
    licence,
    osm_type: 'relation',
    osm_id: town.osmId,
    lat: lat.toFixed(7),
    lon: lon.toFixed(7),
    [isV2 ? 'category' : 'class']: 'boundary',
    type: 'administrative',
    place_rank: town.type === 'city' ? 16 : 18,
    importance: town.importance,
    addresstype: town.type,
    name,
    display_name: `${name}, ${state}, ${country}`,
    ...(query.get('addressdetails') === '1'
      ? { address: { [town.type]: name, state, country, country_code: town.countryCode } }
      : {}),
    ...(query.get('extratags') === '1' ? { extratags: {} } : {}),
    boundingbox: box,
  }
}
