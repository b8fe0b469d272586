import { z } from 'zod'

/** What each feature of a reply adds for an opt-out, and takes away for anything else. */
export const Weights = z.strictObject({
  /** SHA-256 of the lists that the weights come from. */
  lists: z.string().regex(/^[0-9a-f]{64}$/),
  base: z.number(),
  /** Each word of the opt-outs, as `foldWords` leaves it, between spaces. */
  words: z.string().min(1),
  weights: z.record(z.string().min(1), z.number()),
})

/** Checked by `npm run build` and by a test. */
export const schemas = { 'weights.json': Weights }
