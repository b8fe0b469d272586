import { z } from 'zod'

/** What the AI is asked to do; `unknown` is its word for a question without an answer. */
export const Prompt = z.strictObject({ unknown: z.string().min(1), lines: z.array(z.string().min(1)).min(1) })

/** Checked by `npm run build` and by a test. */
export const schemas = { 'prompt.json': Prompt }
