import { parse } from 'csv-parse/sync'
import type { App } from '#server/app.ts'
import { csvHeader, csvRow, csvType } from '#server/platform/csv.ts'
import { dropExports } from '#server/platform/http/resumable.ts'
import { MediaMissing, readWhole, writeWhole } from '#server/platform/media-store/media-store.ts'
import { isPhone } from '../people/addresses.ts'
import { readAnalysis } from './file/stored-analysis.ts'
import { rejectsKey } from './import-files.ts'
import { rejectReason } from './rejects-file.ts'

/** What a person is recognised by in cells that were typed by hand. */
type Traces = { addresses: readonly string[]; emails: readonly string[] }

/** Fewer digits at the end of a number are shared by strangers. */
const endingDigits = 8

/** Whether a cell holds one of these numbers, however it was typed, or one of these e-mail addresses. */
function cellNames(cell: string, { addresses, emails }: Traces): boolean {
  const digits = cell.replace(/\D/g, '')
  const lower = cell.toLowerCase()
  return (
    addresses.some((address) =>
      isPhone(address) ? digits.includes(address.slice(-endingDigits)) : cell.includes(address),
    ) || emails.some((email) => lower.includes(email))
  )
}

type Rejects = { importId: number; header: string[]; rows: string[][] }

async function* rejectsOf(app: App, businessId: number): AsyncGenerator<Rejects> {
  const imports = await app.db
    .selectFrom('lead_imports')
    .select('id')
    .where('business_id', '=', businessId)
    .where('rejected', '>', 0)
    .execute()
  for (const { id } of imports) {
    const text = await readWhole(app.media, rejectsKey(id)).then(String, (error: unknown) => {
      if (error instanceof MediaMissing) return ''
      throw error
    })
    const [header = [], ...rows] = parse(text, { bom: true, relax_column_count: true }) as string[][]
    if (rows.length > 0) yield { importId: id, header, rows }
  }
}

/** Rows of the files of rejected rows that name a person. */
export async function rejectedRowsNaming(
  app: App,
  businessId: number,
  traces: Traces,
): Promise<{ import_id: number; row: Record<string, string> }[]> {
  const found: { import_id: number; row: Record<string, string> }[] = []
  for await (const { importId, header, rows } of rejectsOf(app, businessId)) {
    for (const cells of rows.filter((row) => row.some((cell) => cellNames(cell, traces)))) {
      found.push({
        import_id: importId,
        row: Object.fromEntries(
          cells.map((cell, at) => [header[at] ?? '', at === cells.length - 1 ? rejectReason(cell) : cell]),
        ),
      })
    }
  }
  return found
}

/** Takes a person out of the files of rejected rows, and out of the samples that an import shows of its file. */
export async function scrubImports(app: App, businessId: number, traces: Traces): Promise<void> {
  for await (const { importId, header, rows } of rejectsOf(app, businessId)) {
    const kept = rows.filter((row) => !row.some((cell) => cellNames(cell, traces)))
    if (kept.length === rows.length) continue
    const text = csvHeader(header) + kept.map(csvRow).join('')
    await writeWhole(app.media, rejectsKey(importId), text, csvType)
  }
  await dropSamples(app, businessId)
  // An export that waits to be resumed may hold the person too.
  await dropExports(app.media, app.now(), businessId)
}

/** Forgets the first cells of files, of all imports or of one. */
export async function dropSamples(app: App, businessId: number, importId?: number): Promise<void> {
  const imports = await app.db
    .selectFrom('lead_imports')
    .select(['id', 'analysis'])
    .where('business_id', '=', businessId)
    .$if(importId !== undefined, (query) => query.where('id', '=', importId ?? 0))
    // The samples of a file that is not imported yet go with it, after a day.
    .where('status', '!=', 'ready')
    .execute()
  for (const { id, analysis } of imports) {
    const { columns, ...found } = readAnalysis(analysis)
    if (columns.every(({ samples }) => samples.length === 0) && found.head.length === 0) continue
    // Nobody looks at them after the import, and a name cannot be told from another one's.
    const bare = columns.map((column) => ({ ...column, samples: [] }))
    const clean = JSON.stringify({ ...found, head: [], telling: null, columns: bare })
    await app.db
      .updateTable('lead_imports')
      .set({ analysis: clean })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  }
}
