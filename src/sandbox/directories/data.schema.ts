import { z } from 'zod'

const Text = z.string().min(1)

export const Towns = z.strictObject({
  towns: z.array(
    z.strictObject({
      name: Text,
      state: Text,
      country: Text,
      countryCode: z.string().regex(/^[a-z]{2}$/),
      lat: z.number().min(-90).max(90),
      lon: z.number().min(-180).max(180),
      /** Half the side of its bounding box, in degrees. */
      reach: z.number().positive(),
      osmId: z.int().positive(),
      type: z.enum(['city', 'town', 'village']),
      importance: z.number().min(0).max(1),
      /** How many places of business it has. */
      places: z.int().positive(),
    }),
  ),
  /** The kinds of businesses of a town, their share and their names; `@` is replaced by a family name. */
  kinds: z.array(
    z.strictObject({
      tags: z.record(Text, Text),
      names: z.array(Text).min(1),
      share: z.int().positive(),
    }),
  ),
  families: z.array(Text).min(1),
  streets: z.array(Text).min(1),
})
export type Towns = z.infer<typeof Towns>

/** Checked by `npm run build` and by a test. */
export const schemas = { 'towns.json': Towns }
