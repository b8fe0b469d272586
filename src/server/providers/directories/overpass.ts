import { z } from 'zod'
import { askDirectory, DirectoryError } from './directory-http.ts'

/** One business as OpenStreetMap describes it. */
export type OsmElement = {
  type: 'node' | 'way' | 'relation'
  id: number
  tags: Record<string, string>
}

/** Where to look: inside a boundary, around a point, in a box, or in a whole country. */
export type Where =
  | { area: number }
  | { around: { lat: number; lon: number; meters: number } }
  | { box: readonly [number, number, number, number] }
  | { country: string }

/** What to look for: a tag with one of some values (none named: any), a text in the name, or any business. */
export type What = { tags: readonly (readonly [string, readonly string[]])[] } | { name: string } | 'anything'

const timeoutSeconds = 60
/** A search brings at most so many places; the rest of a large city needs a narrower search. */
export const mostPlaces = 500
/** The keys of a phone (https://wiki.openstreetmap.org/wiki/Key:phone). */
const hasPhone = '[~"^(contact:)?(phone|mobile|whatsapp)$"~"."]'

const Answer = z.object({
  remark: z.string().optional(),
  elements: z.array(
    z.object({
      type: z.enum(['node', 'way', 'relation']),
      id: z.number().int(),
      tags: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

/** The query in Overpass QL. What people type is quoted, with quotes and patterns escaped. */
export function overpassQuery(what: What, where: Where): string {
  const [prelude, place] = placeFilter(where)
  const filters =
    what === 'anything'
      ? ['["name"]']
      : 'name' in what
        ? [`["name"~"${quoted(pattern(what.name))}",i]`]
        : what.tags.map(([key, values]) => tagFilter(key, values))
  const statements = filters.map((filter) => `nwr${filter}${hasPhone}${place};`)
  return `[out:json][timeout:${timeoutSeconds}];${prelude}(${statements.join('')});out tags center ${mostPlaces};`
}

/** A tag with one of some values; without values, with any. */
function tagFilter(key: string, values: readonly string[]): string {
  if (values.length === 0) return `["${key}"]`
  return `["${key}"~"^(${values.map((value) => quoted(pattern(value))).join('|')})$"]`
}

function placeFilter(where: Where): [prelude: string, filter: string] {
  if ('area' in where) return [`area(${where.area})->.a;`, '(area.a)']
  if ('country' in where)
    return [`area["ISO3166-1"="${quoted(where.country)}"]["admin_level"="2"]->.a;`, '(area.a)']
  if ('around' in where) {
    const { lat, lon, meters } = where.around
    return ['', `(around:${meters},${lat},${lon})`]
  }
  return ['', `(${where.box.join(',')})`]
}

function quoted(text: string): string {
  return text.replace(/[\\"]/g, '\\$&')
}

function pattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/**
 * Asks Overpass. A "remark" of an error with status 200 is a failure: the list is cut short. Few requests at
 * once, an identifying agent (https://dev.overpass-api.de/overpass-doc/en/preface/commons.html).
 * @throws DirectoryError
 */
export async function askOverpass(
  base: string,
  query: string,
  options: { userAgent: string; signal?: AbortSignal },
): Promise<unknown> {
  const answer = await askDirectory({
    directory: 'OpenStreetMap (Overpass)',
    url: `${base}/api/interpreter`,
    method: 'POST',
    body: new URLSearchParams({ data: query }),
    // Its own limit, a wait for a free slot (15 s), and the way there and back.
    timeoutMs: (timeoutSeconds + 25) * 1000,
    ...options,
  })
  const read = Answer.safeParse(answer)
  if (!read.success) {
    throw new DirectoryError('unreachable', 'OpenStreetMap answered something unexpected.', {
      cause: read.error,
    })
  }
  const { remark } = read.data
  if (remark && /error/i.test(remark)) {
    throw new DirectoryError('too_large', 'OpenStreetMap could not finish this search.', { cause: remark })
  }
  return answer
}

/** The businesses of an answer. */
export function readElements(answer: unknown): OsmElement[] {
  return Answer.parse(answer).elements.map(({ type, id, tags }) => ({ type, id, tags: tags ?? {} }))
}

/** The id of an Overpass area made of a boundary relation. */
export function areaOfRelation(relation: number): number {
  return 3_600_000_000 + relation
}
