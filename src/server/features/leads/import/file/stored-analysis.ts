import { z } from 'zod'
import { ImportAnalysis } from '#contract/leads/imports.ts'

/** A note about a file; stored with its analysis. */
export const FileNote = z.union([
  z.object({ code: z.enum(['open_quote', 'encoding_unsure', 'no_rows']) }),
  z.object({ code: z.literal('sheets'), count: z.number(), sheet: z.string() }),
  z.object({ code: z.enum(['lines_above', 'unreadable_cells']), count: z.number() }),
  z.object({ code: z.literal('many_columns'), count: z.number(), limit: z.number() }),
])
export type FileNote = z.infer<typeof FileNote>

/** The analysis as it is stored: notes are codes; older imports have English sentences. */
const StoredAnalysis = ImportAnalysis.extend({ notes: z.array(z.union([z.string(), FileNote])) })
export type StoredAnalysis = z.infer<typeof StoredAnalysis>

export const readAnalysis = (stored: unknown): StoredAnalysis => StoredAnalysis.parse(stored)
