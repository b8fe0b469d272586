import pg from 'pg'
import type { ImportCheck } from '#contract/lead-imports.ts'
import { countryReader } from './country-of.ts'
import { chunksOf } from './file-chunks.ts'
import type { CheckTask } from './import-tasks.ts'
import { problemSentence, readPhones } from './phone.ts'
import { countsOf } from './reasons.ts'
import { clean, cut } from './row-reader.ts'

type Example = ImportCheck['examples'][number]
/** Rows among which examples of changed numbers are looked for. */
const exampleRows = 200
const mostExamples = 6

/** Goes through a file as an import would, and counts. Nothing is written. Runs in a thread of its own. */
export async function checkFile(task: CheckTask): Promise<ImportCheck> {
  const { settings, names, file, businessId } = task
  const columns = settings.columns.flatMap((role, at) => (role === 'phone' ? [at] : []))
  const countryOfRow = countryReader(settings.columns, settings.country)
  const perColumn = new Map(columns.map((column) => [column, { readable: 0, unreadable: 0 }]))
  const changed: Example[] = []
  const refused = new Map<string, Example>()
  let rowsSeen = 0
  const client = new pg.Client({ connectionString: task.databaseUrl, application_name: 'tidings import' })
  await client.connect()
  try {
    let created = 0
    let updated = 0
    let suppressed = 0
    let last: { rows: number; reasons: Parameters<typeof countsOf>[0]['reasons'] } = {
      rows: 0,
      reasons: { skipped: {}, rejected: {} },
    }
    const chunks = chunksOf({
      file,
      names,
      settings,
      tag: null,
      consent: 'none',
      rows: task.rows,
      onRow(cells) {
        rowsSeen++
        for (const [column, counts] of perColumn) {
          const cell = (cells[column] ?? '').trim()
          if (cell === '') continue
          // One phone column is counted by its rejects; reading every number twice would double the time.
          if (columns.length === 1 && rowsSeen > exampleRows) continue
          const { country, stated } = countryOfRow(cells)
          const reading = readPhones(cell, country, stated)
          if ('phones' in reading) {
            counts.readable++
            const [phone = ''] = reading.phones
            if (rowsSeen <= exampleRows && phone !== cell && changed.length < 2) {
              changed.push({ cell: cut(clean(cell), 60), phone, problem: null })
            }
          } else counts.unreadable++
        }
      },
      onReject(cells, why) {
        const cell = columns.map((column) => (cells[column] ?? '').trim()).find((text) => text !== '')
        if (!cell || refused.has(why.problem) || refused.size >= mostExamples) return
        const problem = problemSentence(why)
        refused.set(why.problem, { cell: cut(clean(cell), 60), phone: null, problem })
      },
    })
    for await (const chunk of chunks) {
      const phones = chunk.leads.splice(0).flatMap(({ lead, again }) => (again ? [] : [lead.phone]))
      const { rows } = await client.query<{ known: number; suppressed: number }>(
        `select (select count(*) from leads where business_id = $1 and phone = any($2))::int as known,
          (select count(*) from suppressions where business_id = $1 and address = any($2))::int as suppressed`,
        [businessId, phones],
      )
      const known = rows[0]?.known ?? 0
      updated += known
      created += phones.length - known
      suppressed += rows[0]?.suppressed ?? 0
      last = chunk
    }
    const counts = countsOf({ rows: last.rows, created, updated, reasons: last.reasons })
    return {
      counts,
      phones: columns.map((column) => ({ column, ...columnCounts(column) })),
      examples: [...changed, ...refused.values()],
      suppressed,
    }

    function columnCounts(column: number): { readable: number; unreadable: number } {
      if (columns.length !== 1) return perColumn.get(column) ?? { readable: 0, unreadable: 0 }
      const { skipped, rejected } = last.reasons
      const refusedRows = Object.values(rejected).reduce((sum, rows) => sum + rows, 0)
      return {
        readable: last.rows - refusedRows - (skipped.blank ?? 0),
        unreadable: refusedRows - (rejected.empty ?? 0),
      }
    }
  } finally {
    await client.end()
  }
}
