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

export const AreaCodes = z.array(z.string().regex(/^[2-9]\d\d$/))

/** Checked by `npm run build` and by a test. */
export const schemas = {
  'country-codes.json': CountryCodes,
  'country-names.json': CountryNames,
  'us-area-codes.json': AreaCodes,
}
