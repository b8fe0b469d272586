import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { currentLanguage } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { csvHeader, csvRow } from '#server/platform/csv.ts'
import { notFound } from '#server/platform/errors.ts'
import { MediaMissing, openWhole } from '#server/platform/media-store/media-store.ts'
import { phoneProblems, type Unreadable } from '../phone/phone.ts'
import { phoneProblemText } from '../phone/phone-problem.ts'
import { rejectsKey } from './import-files.ts'

const Reason: z.ZodType<Unreadable> = z.object({
  problem: z.enum(phoneProblems),
  readings: z.array(z.string()).optional(),
})

/** The reason of a rejected row, stored as JSON; older files have an English sentence. */
export function rejectReason(cell: string): string {
  if (!cell.startsWith('{')) return cell
  try {
    return phoneProblemText(Reason.parse(JSON.parse(cell)))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return cell
    throw error
  }
}

/** The rejected rows of an import as CSV, each with its reason in the reader's language. */
export async function readRejects(app: App, importId: number): Promise<Readable> {
  const text = await openWhole(app.media, rejectsKey(importId)).catch((error: unknown) => {
    throw error instanceof MediaMissing ? notFound('rejectedRows') : error
  })
  const rows = parse({ bom: true, relax_column_count: true })
  text.on('error', (error) => rows.destroy(error))
  // The rows are read later, outside of the request's context.
  const language = currentLanguage()
  return Readable.from(translated(text.pipe(rows), (cell) => inLanguage(language, () => rejectReason(cell))))
}

async function* translated(
  rows: AsyncIterable<string[]>,
  reasonOf: (cell: string) => string,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const row of rows) {
    yield isFirst ? csvHeader(row) : csvRow([...row.slice(0, -1), reasonOf(row.at(-1) ?? '')])
    isFirst = false
  }
}
