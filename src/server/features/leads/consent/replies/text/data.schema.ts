import { z } from 'zod'

/** By language: what a word of short messages stands for, as `foldWords` leaves it. */
export const Spellings = z.record(
  z.string().regex(/^[a-z]{2}(-[A-Z][a-z]+)?$/),
  z.record(z.string().regex(/^\S+$/), z.string().min(1)),
)

/** Checked by `npm run build` and by a test. */
export const schemas = { 'spellings.json': Spellings }
