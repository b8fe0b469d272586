import type { Seeded } from './seeded.ts'

const firstNames =
  'Asha Ravi Meera Arjun Priya Kabir Anita Vikram Neha Rohan Sara Imran Lakshmi Dev Pooja Farhan'.split(' ')
const lastNames =
  'Patil Iyer Shah Khan Nair Reddy Gupta Das Menon Joshi Kapoor Fernandes Rao Bose Mehta Pillai'.split(' ')
export const cities = ['Pune', 'Mumbai', 'Nashik', 'Bengaluru', 'Delhi', 'Chennai', 'London', 'Dubai']

/** How the numbers of a city begin, and how many digits follow before the last four. */
const numbers: Record<string, [string, number]> = { London: ['+4479', 4], Dubai: ['+97150', 3] }

/** What the sandbox does with people whose numbers end like this, and how many of a thousand they are. */
const endings: readonly [string, number][] = [
  ['0001', 12],
  ['0002', 10],
  ['0005', 4],
  ['0011', 30],
  ['0012', 170],
  ['0050', 8],
  ['0051', 30],
  ['0052', 25],
  ['0055', 6],
]

export type DemoPerson = {
  name: string
  phone: string
  email: string
  tags: string[]
  source: string
  attributes: { City: string; 'Birth month': string }
  consent: 'opted_in' | 'none'
  consent_source?: string
}

/** People of one month, no number twice. */
export function peopleOf(seeded: Seeded, count: number, taken: Set<string>): DemoPerson[] {
  return Array.from({ length: count }, () => {
    const name = `${seeded.one(firstNames)} ${seeded.one(lastNames)}`
    const city = seeded.one(cities)
    const phone = numberIn(seeded, city, taken)
    const agreed = seeded.chance(0.86)
    return {
      name,
      phone,
      email: `${name.toLowerCase().replace(' ', '.')}${phone.slice(-6)}@example.com`,
      tags: [city, ...(seeded.chance(0.3) ? ['Wedding'] : []), ...(seeded.chance(0.15) ? ['Wholesale'] : [])],
      source: seeded.one(['Shop', 'Website', 'Fair', 'Friend']),
      attributes: { City: city, 'Birth month': String(1 + seeded.below(12)) },
      consent: agreed ? 'opted_in' : 'none',
      ...(agreed && {
        consent_source: seeded.one(['Signed the card at the counter', 'Ticked it in the order form']),
      }),
    } satisfies DemoPerson
  })
}

function numberIn(seeded: Seeded, city: string, taken: Set<string>): string {
  const [start, digits] = numbers[city] ?? ['+9198', 4]
  for (;;) {
    const middle = String(seeded.below(10 ** digits)).padStart(digits, '0')
    const phone = `${start}${middle}${endingOf(seeded)}`
    if (taken.has(phone)) continue
    taken.add(phone)
    return phone
  }
}

function endingOf(seeded: Seeded): string {
  let at = seeded.below(1000)
  for (const [ending, share] of endings) {
    if (at < share) return ending
    at -= share
  }
  // Nothing happens to these but that they read.
  return `${1 + seeded.below(8)}${seeded.below(10)}${seeded.below(10)}${1 + seeded.below(8)}`
}
