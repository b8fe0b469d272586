import { isEmail } from '../import/file/column-roles.ts'
import { clean, cut } from '../import/file/row-reader.ts'
import { readPhones } from '../phone/phone.ts'
import type { IncomingLead } from '../records/merge.ts'

/** Stands with the data wherever it goes (ODbL 1.0; https://www.openstreetmap.org/copyright). */
export const osmAttribution = '© OpenStreetMap contributors, ODbL 1.0'

/** Where a number that WhatsApp can reach is likeliest first. */
const phoneKeys = ['contact:whatsapp', 'mobile', 'contact:mobile', 'phone', 'contact:phone']
const kindKeys = ['amenity', 'shop', 'tourism', 'office', 'craft', 'healthcare', 'leisure']

/** A business of OpenStreetMap as a lead; undefined without a number that can be read. */
export function leadOfBusiness(
  { type, id, tags }: { type: string; id: number; tags: Record<string, string> },
  country: string,
): IncomingLead | undefined {
  const own = /^[A-Z]{2}$/.test(tags['addr:country'] ?? '') ? (tags['addr:country'] ?? country) : country
  const phones: string[] = []
  for (const key of phoneKeys) {
    const reading = readPhones(tags[key] ?? '', own)
    if ('phones' in reading)
      for (const phone of reading.phones) if (!phones.includes(phone)) phones.push(phone)
  }
  const [phone, ...others] = phones
  if (!phone) return undefined
  const email = first(tags, ['email', 'contact:email'])?.split(/[;,\s]/)[0] ?? ''
  const facts: Record<string, string | undefined> = {
    Category: kindKeys
      .map((key) => tags[key])
      .find((value) => value && value !== 'yes')
      ?.replaceAll('_', ' '),
    Address: addressOf(tags),
    City: tags['addr:city'],
    Website: first(tags, ['website', 'contact:website', 'url']),
    'Opening hours': tags.opening_hours,
    'Other phones': others.join(', '),
    OpenStreetMap: `https://www.openstreetmap.org/${type}/${id}`,
  }
  return {
    name: cut(clean(first(tags, ['name:en', 'name', 'brand', 'operator']) ?? ''), 200),
    phone,
    email: isEmail(email) ? email.toLowerCase() : null,
    tags: [],
    attributes: Object.fromEntries(
      Object.entries(facts).flatMap(([name, value]) => (value ? [[name, cut(clean(value), 1000)]] : [])),
    ),
    consent: 'none',
    consent_at: null,
  }
}

function addressOf(tags: Record<string, string>): string {
  const street = [tags['addr:housenumber'], tags['addr:street']].filter(Boolean).join(' ')
  return [street, tags['addr:postcode'], tags['addr:city'], tags['addr:state']].filter(Boolean).join(', ')
}

function first(tags: Record<string, string>, keys: readonly string[]): string | undefined {
  return keys.map((key) => tags[key]).find((value) => value)
}
