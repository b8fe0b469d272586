import { Towns } from './data.schema.ts'
import data from './towns.json' with { type: 'json' }

/** A place of the directories. The first is made up; in the others only the shops are. */
export type Town = Towns['towns'][number]

const { kinds, families, streets, towns: known } = Towns.parse(data)
export const towns: readonly Town[] = known

/** A way or node with tags, as Overpass returns it. */
export type Place = {
  type: 'node' | 'way'
  id: number
  lat: number
  lon: number
  tags: Record<string, string>
  town: Town
}

const made = new Map<number, Place[]>()

/** The places of a town: always the same ones. */
export function placesOf(town: Town): Place[] {
  let places = made.get(town.osmId)
  if (!places) {
    places = makePlaces(town)
    made.set(town.osmId, places)
  }
  return places
}

function makePlaces(town: Town): Place[] {
  const random = randomFrom(town.osmId)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const urn = kinds.flatMap((one) => Array<(typeof kinds)[number]>(one.share).fill(one))
  return Array.from({ length: town.places }, (_, index) => {
    const chosen = pick(urn)
    const family = pick(families)
    const name = pick(chosen.names).replace('@', family)
    const tags: Record<string, string> = { ...chosen.tags, name }
    if (random() < 0.8) {
      tags['addr:street'] = pick(streets)
      tags['addr:housenumber'] = String(1 + Math.floor(random() * 240))
      tags['addr:city'] = town.name
      tags['addr:postcode'] = `41${String(1000 + Math.floor(random() * 8999))}`
    }
    if (random() < 0.3)
      tags.website = `https://${name
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/^-|-$/g, '')}.example`
    if (random() < 0.2) tags['contact:email'] = `info@${family.toLowerCase()}${index}.example`
    if (random() < 0.3) tags.opening_hours = 'Mo-Sa 10:00-20:00'
    addPhone(tags, random)
    return {
      type: random() < 0.75 ? 'node' : 'way',
      id: town.osmId * 1_000 + index,
      lat: round(town.lat + (random() - 0.5) * 2 * town.reach),
      lon: round(town.lon + (random() - 0.5) * 2 * town.reach),
      tags,
      town,
    }
  })
}

/** Numbers as people enter them: with and without country code, several in one, under several keys, sometimes none. */
function addPhone(tags: Record<string, string>, random: () => number) {
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  const mobile = `${6 + Math.floor(random() * 4)}${digits(9)}`
  const second = `9${digits(9)}`
  const landline = `2${digits(7)}`
  const spaced = `${mobile.slice(0, 5)} ${mobile.slice(5)}`
  const forms: [key: string, value: string, share: number][] = [
    ['phone', `+91 ${spaced}`, 18],
    ['phone', `+91${mobile}`, 8],
    ['phone', mobile, 8],
    ['phone', `0${mobile}`, 5],
    ['phone', `0091 ${spaced}`, 2],
    ['phone', `${mobile.slice(0, 5)}-${mobile.slice(5)}`, 3],
    ['phone', `+91 20 ${landline.slice(0, 4)} ${landline.slice(4)}`, 6],
    ['phone', `020-${landline}`, 4],
    ['phone', `+91 ${spaced}; +91 ${second.slice(0, 5)} ${second.slice(5)}`, 4],
    ['phone', `+91${mobile}/${second}`, 2],
    ['contact:phone', `+91 ${spaced}`, 5],
    ['mobile', `+91-${mobile}`, 3],
    ['contact:mobile', mobile, 4],
    ['contact:whatsapp', `+91 ${spaced}`, 2],
    ['phone', '+91 98220 11223', 2],
    ['phone', 'ask at reception', 1],
    ['phone', mobile.slice(0, 6), 1],
    ['', '', 22],
  ]
  let ticket = random() * forms.reduce((sum, [, , share]) => sum + share, 0)
  for (const [key, value, share] of forms) {
    ticket -= share
    if (ticket > 0) continue
    if (key !== '') tags[key] = value
    return
  }
}

const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7

/** Random numbers that are the same after each start (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
