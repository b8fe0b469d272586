import { z } from 'zod'

/** ISO 3166-1: the alpha-2 code of each alpha-3 code; Intl knows only the former. */
export const CountryCodes = z.record(z.string().regex(/^[A-Z]{3}$/), z.string().regex(/^[A-Z]{2}$/))

/** How people and files write countries, as `folded` leaves it. */
export const CountryNames = z.strictObject({
  /** A file names countries in its own language; English and the users' languages come first. */
  languages: z.array(z.string().regex(/^[a-z]{2}(-[A-Z][a-z]+)?$/)),
  /** What people write beside the countries' own names. */
  short: z.record(z.string().min(1), z.string().regex(/^[A-Z]{2}$/)),
})

const Zone = z.string().regex(/^[A-Z][A-Za-z]+\/[A-Za-z_/-]+$/)

/** Time zones of phones: the usual one of each country, and areas that have another. */
export const Zones = z.strictObject({
  countries: z.record(z.string().regex(/^[A-Z]{2}$/), Zone),
  /** The first four digits of numbers. */
  areas: z.record(Zone, z.array(z.string().regex(/^[1-9]\d{3}$/))),
})

export const AreaCodes = z.array(z.string().regex(/^[2-9]\d\d$/))

/** Checked by `npm run build` and by a test. */
export const schemas = {
  'country-codes.json': CountryCodes,
  'country-names.json': CountryNames,
  'us-area-codes.json': AreaCodes,
  'zones.json': Zones,
}
