import { type Place, placesOf, type Town, towns } from './towns.ts'

/** A query that the interpreter cannot read, with where. */
export class OverpassSyntaxError extends Error {}

type Keep = (place: Place) => boolean
type Sets = Map<string, { places: Place[] } | { area: Town[] }>

/**
 * Runs the part of Overpass QL that looks for places: areas by id and name, `nwr`/`node`/`way` with tag filters,
 * `around`, areas and bounding boxes, unions, and `out` with `tags`, `center`, `count` and a number.
 */
export function runOverpass(query: string): { elements: Record<string, unknown>[] } {
  const text = query.replace(/\/\/[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '')
  const reader = { text, at: 0 }
  const sets: Sets = new Map([['_', { places: [] }]])
  const elements: Record<string, unknown>[] = []
  skipSettings(reader)
  for (skipSpace(reader); reader.at < reader.text.length; skipSpace(reader)) {
    if (accept(reader, /out\b/y)) elements.push(...output(reader, sets))
    else statement(reader, sets)
    expect(reader, ';')
  }
  return { elements }
}

type Reader = { text: string; at: number }

function skipSpace(reader: Reader) {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++
}

function accept(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  skipSpace(reader)
  pattern.lastIndex = reader.at
  const match = pattern.exec(reader.text)
  if (match) reader.at += match[0].length
  return match
}

function expect(reader: Reader, sign: string) {
  skipSpace(reader)
  if (!reader.text.startsWith(sign, reader.at)) {
    const line = reader.text.slice(0, reader.at).split('\n').length
    const found = reader.text.slice(reader.at, reader.at + 12) || 'end of input'
    throw new OverpassSyntaxError(`line ${line}: parse error: '${sign}' expected - '${found}' found.`)
  }
  reader.at += sign.length
}

function skipSettings(reader: Reader) {
  let any = false
  while (accept(reader, /\[\s*(out|timeout|maxsize|bbox|date|diff|adiff)\s*:[^\]]*\]/y)) any = true
  if (any) expect(reader, ';')
}

/** A union, an area, or a search; its result goes to a named set or to `_`. */
function statement(reader: Reader, sets: Sets) {
  const found = find(reader, sets)
  const name = accept(reader, /->\s*\.(\w+)/y)?.[1] ?? '_'
  sets.set(name, found)
}

function find(reader: Reader, sets: Sets): { places: Place[] } | { area: Town[] } {
  if (accept(reader, /\(/y)) {
    const all = new Map<string, Place>()
    while (!accept(reader, /\)/y)) {
      const inner = find(reader, sets)
      if ('places' in inner) for (const place of inner.places) all.set(`${place.type}/${place.id}`, place)
      expect(reader, ';')
    }
    return { places: [...all.values()] }
  }
  const kind = accept(reader, /(nwr|node|way|relation|rel|area|\.\w+)/y)?.[1]
  if (!kind) {
    expect(reader, 'nwr')
    return { places: [] }
  }
  if (kind.startsWith('.')) return sets.get(kind.slice(1)) ?? { places: [] }
  return kind === 'area' ? areas(reader) : places(reader, sets, kind)
}

const areaOffset = 3_600_000_000

function areas(reader: Reader): { area: Town[] } {
  const id = accept(reader, /\(\s*(?:id:)?\s*(\d+)\s*\)/y)?.[1]
  if (id) return { area: towns.filter(({ osmId }) => osmId + areaOffset === Number(id)) }
  const filters = tagFilters(reader)
  const tagsOf = (town: Town) => ({
    name: town.name,
    'name:en': town.name,
    boundary: 'administrative',
    admin_level: '8',
    place: town.type,
  })
  // A country is an area too: all of its towns.
  const countryOf = ({ country, countryCode }: Town) => ({
    name: country,
    'name:en': country,
    'ISO3166-1': countryCode.toUpperCase(),
    'ISO3166-1:alpha2': countryCode.toUpperCase(),
    boundary: 'administrative',
    admin_level: '2',
  })
  const fits = (tags: Record<string, string>) =>
    filters.every((filter) => filter({ tags } as unknown as Place))
  return { area: towns.filter((town) => fits(tagsOf(town)) || fits(countryOf(town))) }
}

function places(reader: Reader, sets: Sets, kind: string): { places: Place[] } {
  const keeps: Keep[] = []
  const wanted = { nwr: ['node', 'way'], node: ['node'], way: ['way'] }[kind] ?? []
  keeps.push(({ type }) => wanted.includes(type))
  for (;;) {
    const filters = tagFilters(reader)
    const where = locationFilter(reader, sets)
    keeps.push(...filters, ...(where ? [where] : []))
    if (filters.length === 0 && !where) break
  }
  return { places: towns.flatMap(placesOf).filter((place) => keeps.every((keep) => keep(place))) }
}

const word = String.raw`"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([\w:]+)`
const key = (match: RegExpExecArray, from: number): string =>
  (match[from] ?? match[from + 1] ?? match[from + 2] ?? '').replace(/\\(.)/g, '$1')

function tagFilters(reader: Reader): Keep[] {
  const keeps: Keep[] = []
  const present = new RegExp(String.raw`\[\s*(!?)\s*(?:${word})\s*\]`, 'y')
  const compared = new RegExp(String.raw`\[\s*(?:${word})\s*(!=|!~|=|~)\s*(?:${word})\s*(,\s*i)?\s*\]`, 'y')
  const anyKey = new RegExp(String.raw`\[\s*~\s*(?:${word})\s*~\s*(?:${word})\s*(,\s*i)?\s*\]`, 'y')
  for (;;) {
    let match = accept(reader, present)
    if (match) {
      const [, not, name] = [match[0], match[1] === '!', key(match, 2)] as const
      keeps.push(({ tags }) => name in tags !== not)
      continue
    }
    match = accept(reader, compared)
    if (match) {
      keeps.push(comparison(key(match, 1), match[4] ?? '=', key(match, 5), match[8] !== undefined))
      continue
    }
    match = accept(reader, anyKey)
    if (!match) return keeps
    const names = pattern(key(match, 1), match[7] !== undefined)
    const values = pattern(key(match, 4), match[7] !== undefined)
    keeps.push(({ tags }) =>
      Object.entries(tags).some(([name, value]) => names.test(name) && values.test(value)),
    )
  }
}

function comparison(name: string, sign: string, value: string, ignoreCase: boolean): Keep {
  if (sign === '=') return ({ tags }) => tags[name] === value
  if (sign === '!=') return ({ tags }) => tags[name] !== value
  const expression = pattern(value, ignoreCase)
  return ({ tags }) => expression.test(tags[name] ?? '') === (sign === '~') && (name in tags || sign === '!~')
}

function pattern(text: string, ignoreCase: boolean): RegExp {
  try {
    return new RegExp(text, ignoreCase ? 'iu' : 'u')
  } catch {
    throw new OverpassSyntaxError(`line 1: static error: Invalid regular expression: "${text}"`)
  }
}

function locationFilter(reader: Reader, sets: Sets): Keep | null {
  const inArea = accept(reader, /\(\s*area(?:\.(\w+))?(?:\s*:\s*(\d+))?\s*\)/y)
  if (inArea) {
    const id = inArea[2]
    const set = sets.get(inArea[1] ?? '_')
    const there = id
      ? towns.filter(({ osmId }) => osmId + areaOffset === Number(id))
      : set && 'area' in set
        ? set.area
        : []
    return ({ town }) => there.includes(town)
  }
  const around = accept(reader, /\(\s*around\s*:\s*([\d.]+)\s*,\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\)/y)
  if (around) {
    const [meters, lat, lon] = around.slice(1).map(Number) as [number, number, number]
    return (place) => distance(place, lat, lon) <= meters
  }
  const box = accept(reader, /\(\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\)/y)
  if (!box) return null
  const [south, west, north, east] = box.slice(1).map(Number) as [number, number, number, number]
  return ({ lat, lon }) => lat >= south && lat <= north && lon >= west && lon <= east
}

const metersADegree = 111_320

const distance = (place: Place, lat: number, lon: number): number =>
  Math.hypot(place.lat - lat, (place.lon - lon) * Math.cos((lat * Math.PI) / 180)) * metersADegree

function output(reader: Reader, sets: Sets): Record<string, unknown>[] {
  const name = accept(reader, /\.(\w+)/y)?.[1] ?? '_'
  const words =
    accept(reader, /[\w\s]*/y)?.[0]
      .trim()
      .split(/\s+/)
      .filter(Boolean) ?? []
  const set = sets.get(name)
  const found = set && 'places' in set ? set.places : []
  const limit = words.map(Number).find(Number.isInteger) ?? found.length
  if (words.includes('count')) {
    const nodes = found.filter(({ type }) => type === 'node').length
    return [
      {
        type: 'count',
        id: 0,
        tags: {
          nodes: String(nodes),
          ways: String(found.length - nodes),
          relations: '0',
          total: String(found.length),
        },
      },
    ]
  }
  return found.slice(0, limit).map(({ type, id, lat, lon, tags }) => {
    const where =
      type === 'node'
        ? words.includes('tags') && !words.includes('center')
          ? {}
          : { lat, lon }
        : words.includes('center')
          ? { center: { lat, lon } }
          : {}
    return { type, id, ...where, ...(words.includes('ids') ? {} : { tags }) }
  })
}
