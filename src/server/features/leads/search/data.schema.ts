import { z } from 'zod'

const Words = z.array(z.string().min(1)).min(1)

/** Values by key; no value: any. */
const Tags = z.record(z.string().min(1), z.array(z.string().min(1)))

/**
 * What people type for a kind of business, and the OpenStreetMap tags that it has
 * (https://wiki.openstreetmap.org/wiki/Map_features). Words are singular and in lower case.
 */
export const Keywords = z.strictObject({
  kinds: z.array(z.strictObject({ words: Words, tags: Tags })),
  /** Words of Hindi, in the singular, by a word of the kinds above. */
  hindi: z.record(z.string().min(1), Words),
})

/** Checked by `npm run build` and by a test. */
export const schemas = { 'keywords.json': Keywords }
