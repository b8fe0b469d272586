/** A place that the directories know. The first is made up; in the others only the shops are. */
export type Town = {
  name: string
  state: string
  country: string
  countryCode: string
  lat: number
  lon: number
  /** Half the side of its bounding box, in degrees. */
  reach: number
  osmId: number
  type: 'city' | 'town' | 'village'
  importance: number
  /** How many places of business it has. */
  places: number
}

const india = { country: 'India', countryCode: 'in' }

export const towns: readonly Town[] = [
  {
    name: 'Madhupuri',
    state: 'Maharashtra',
    ...india,
    lat: 18.9214,
    lon: 74.3129,
    reach: 0.06,
    osmId: 9_900_142,
    type: 'town',
    importance: 0.52,
    places: 420,
  },
  {
    name: 'Madhupuri',
    state: 'Odisha',
    ...india,
    lat: 20.4127,
    lon: 84.8016,
    reach: 0.02,
    osmId: 9_900_187,
    type: 'village',
    importance: 0.31,
    places: 14,
  },
  {
    name: 'Pune',
    state: 'Maharashtra',
    ...india,
    lat: 18.5204,
    lon: 73.8567,
    reach: 0.1,
    osmId: 10_312_095,
    type: 'city',
    importance: 0.71,
    places: 260,
  },
  {
    name: 'Mumbai',
    state: 'Maharashtra',
    ...india,
    lat: 19.0785,
    lon: 72.8782,
    reach: 0.15,
    osmId: 7_888_990,
    type: 'city',
    importance: 0.79,
    places: 320,
  },
  {
    name: 'Delhi',
    state: 'Delhi',
    ...india,
    lat: 28.6517,
    lon: 77.2219,
    reach: 0.2,
    osmId: 1_942_586,
    type: 'city',
    importance: 0.8,
    places: 320,
  },
  {
    name: 'Bengaluru',
    state: 'Karnataka',
    ...india,
    lat: 12.9768,
    lon: 77.5901,
    reach: 0.15,
    osmId: 7_902_476,
    type: 'city',
    importance: 0.77,
    places: 300,
  },
  {
    name: 'Jaipur',
    state: 'Rajasthan',
    ...india,
    lat: 26.9155,
    lon: 75.8189,
    reach: 0.1,
    osmId: 10_311_734,
    type: 'city',
    importance: 0.69,
    places: 180,
  },
  {
    name: 'Chennai',
    state: 'Tamil Nadu',
    ...india,
    lat: 13.0837,
    lon: 80.2702,
    reach: 0.12,
    osmId: 3_008_010,
    type: 'city',
    importance: 0.75,
    places: 220,
  },
  {
    name: 'Kochi',
    state: 'Kerala',
    ...india,
    lat: 9.9679,
    lon: 76.2444,
    reach: 0.08,
    osmId: 9_840_511,
    type: 'city',
    importance: 0.66,
    places: 140,
  },
]

/** A way or node with tags, as Overpass knows it. */
export type Place = {
  type: 'node' | 'way'
  id: number
  lat: number
  lon: number
  tags: Record<string, string>
  town: Town
}

type Kind = { tags: Record<string, string>; names: readonly string[]; share: number }

const kind = (key: string, value: string, share: number, ...names: string[]): Kind => ({
  tags: { [key]: value },
  names,
  share,
})

/** What there is in a town, how often, and how it is called; `@` stands for a family name. */
const kinds: readonly Kind[] = [
  kind(
    'amenity',
    'restaurant',
    12,
    'Hotel @',
    '@ Bhavan',
    'Spice Garden',
    '@ Family Restaurant',
    'Shree @ Thali',
  ),
  kind('amenity', 'cafe', 6, 'Café @', 'The Filter House', '@ Tea Corner'),
  kind('amenity', 'fast_food', 5, '@ Vada Pav', 'Chaat @', 'Rolls & More'),
  kind('amenity', 'pharmacy', 7, '@ Medical', 'Sanjeevani Medicals', '@ Chemist & Druggist'),
  kind('amenity', 'clinic', 5, 'Dr @ Clinic', 'Aarogya Clinic', '@ Polyclinic'),
  kind('amenity', 'dentist', 4, 'Dr @ Dental Care', 'Smile Dental', '@ Dental Clinic'),
  kind('amenity', 'school', 4, '@ English School', 'Vidya Mandir', 'Little Stars'),
  kind('amenity', 'bank', 2, 'Sahakari Bank', 'Gramin Bank'),
  kind('amenity', 'fuel', 2, '@ Petroleum'),
  kind('shop', 'bakery', 6, '@ Bakery', 'Modern Bakery', 'Cake House @', 'Fresh Oven'),
  kind('shop', 'clothes', 8, '@ Fashions', '@ Sarees', 'Vastra', 'Style Point'),
  kind('shop', 'supermarket', 5, '@ Super Bazar', 'Daily Needs', '@ Mart'),
  kind('shop', 'jewelry', 4, '@ Jewellers', 'Swarna @'),
  kind('shop', 'hairdresser', 4, '@ Hair Studio', 'Gents Parlour @'),
  kind('shop', 'beauty', 4, '@ Beauty Care', 'Glow Parlour'),
  kind('shop', 'car_repair', 4, '@ Motors', '@ Auto Works'),
  kind('shop', 'mobile_phone', 4, '@ Mobiles', 'Mobile World'),
  kind('shop', 'electronics', 3, '@ Electronics', 'Digital Zone'),
  kind('shop', 'furniture', 3, '@ Furniture', 'Wood Craft'),
  kind('shop', 'hardware', 3, '@ Hardware', '@ Traders'),
  kind('shop', 'florist', 2, '@ Flowers', 'Phool Bhandar'),
  kind('tourism', 'hotel', 4, 'Hotel @ Residency', '@ Palace', '@ Inn'),
  kind('tourism', 'guest_house', 3, '@ Guest House', 'Homely Stay'),
  kind('office', 'estate_agent', 3, '@ Properties', '@ Realty'),
  kind('office', 'lawyer', 2, 'Adv. @', '@ & Associates'),
  kind('office', 'accountant', 2, 'CA @', '@ Tax Consultants'),
  kind('office', 'insurance', 2, '@ Insurance Services'),
  kind('office', 'travel_agent', 2, '@ Travels', 'Yatra Tours'),
  kind('craft', 'electrician', 2, '@ Electricals'),
  kind('craft', 'plumber', 2, '@ Plumbing Works'),
  kind('craft', 'photographer', 2, '@ Photo Studio'),
  kind('leisure', 'fitness_centre', 3, '@ Gym', 'Power House Fitness', 'Yoga Kendra'),
]

const families = [
  'Deshpande',
  'Patil',
  'Kulkarni',
  'Shinde',
  'Joshi',
  'Pawar',
  'Gokhale',
  'Iyer',
  'Khan',
  'Fernandes',
  'Gupta',
  'Sharma',
  'Nair',
  'Reddy',
  'Mehta',
  'Chavan',
  'Bhosale',
  'Agarwal',
]
const streets = [
  'Station Road',
  'Main Bazar',
  'Shivaji Chowk',
  'Gandhi Road',
  'Temple Street',
  'Market Yard',
  'College Road',
  'MG Road',
  'Lake View',
]

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
  const urn = kinds.flatMap((one) => Array<Kind>(one.share).fill(one))
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
