import type { ImportCheck } from '#contract/leads/imports.ts'
import { businessAt, lookForCluster } from '#server/platform/by-whole-key.ts'
import { DatabaseClient } from '#server/platform/sql/failover-client.ts'
import { fieldNamed } from '../../fields/field-value.ts'
import { hashAddress } from '../../people/erased.ts'
import { countryReader } from '../../phone/country-of.ts'
import { phoneVariants, readPhones, type Unreadable } from '../../phone/phone.ts'
import type { ReasonCounts } from '../../records/reason-counts.ts'
import { clean, cut } from '../file/row-reader.ts'
import { chunksOf, type FileTask } from './file-chunks.ts'

/** Goes through a file without writing anything. */
export type CheckTask = FileTask & { task: 'check' }

type Example = { cell: string; phone: string } | { cell: string; why: Unreadable }
/** The counts of a check; sentences are made when it is read. */
export type FileCheck = Omit<ImportCheck, 'counts' | 'examples'> & {
  examples: Example[]
  counts: { rows: number; created: number; updated: number; reasons: ReasonCounts }
}
/** Rows among which examples of changed numbers are looked for. */
const exampleRows = 200
const mostExamples = 6

/**
 * One index look-up for each spelling of a number, however many the tables are thought to hold: the planner knows nothing of a business
 * that has just begun.
 */
const knownAmong = () => `
  select count(coalesce(lead.id, spelled.id))::int as known,
    array_agg(suppression.address) filter (where suppression.address is not null) as suppressed,
    array_agg(file.phone) filter (where erased.hash is not null) as erased
  from unnest($2::text[], $3::text[], $4::text[]) as file (phone, hash, other)
  left join lateral (
    select id from leads where leads.business_id = ${businessAt('$1')} and leads.phone = file.phone offset 0
  ) lead on true
  left join lateral (
    select id from leads where leads.business_id = ${businessAt('$1')} and leads.phone = file.other offset 0
  ) spelled on true
  left join lateral (
    select address from suppressions where suppressions.business_id = ${businessAt('$1')} and address = file.phone offset 0
  ) suppression on true
  left join lateral (
    select hash from erased_addresses where erased_addresses.business_id = ${businessAt('$1')}
      and erased_addresses.hash = decode(file.hash, 'hex') offset 0
  ) erased on true`

/** Goes through a file as an import would, and counts. Nothing is written. Runs in a thread of its own. */
export async function checkFile(task: CheckTask): Promise<FileCheck> {
  const { settings, names, file, businessId } = task
  const columns = settings.columns.flatMap((role, at) => (role === 'phone' ? [at] : []))
  const countryOfRow = countryReader(settings.columns, settings.country)
  const perColumn = new Map(columns.map((column) => [column, { readable: 0, unreadable: 0 }]))
  const changed: Example[] = []
  const refused = new Map<string, Example>()
  let rowsSeen = 0
  const client = new DatabaseClient({
    connectionString: task.databaseUrl,
    application_name: 'tidings import',
  })
  await client.connect()
  try {
    await lookForCluster(client)
    let created = 0
    let updated = 0
    let suppressed = 0
    let erasedRows = 0
    const key = Buffer.from(task.erasureKey)
    const { rows: any } = await client.query('select from erased_addresses where business_id = $1 limit 1', [
      businessId,
    ])
    const consent = { opted_in: 0, opted_out: 0, none: 0, silent: 0, unread: 0 }
    let last: { rows: number; reasons: ReasonCounts } = {
      rows: 0,
      reasons: { skipped: {}, rejected: {} },
    }
    const unfit = new Map<number, { count: number; example: string }>()
    const chunks = chunksOf({
      file,
      names,
      fields: task.fields,
      zone: task.zone,
      onUnfit(column, cell) {
        const before = unfit.get(column)
        if (before) before.count++
        else unfit.set(column, { count: 1, example: cut(cell, 60) })
      },
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
              changed.push({ cell: cut(clean(cell), 60), phone })
            }
          } else counts.unreadable++
        }
      },
      onReject(cells, why) {
        const cell = columns.map((column) => (cells[column] ?? '').trim()).find((text) => text !== '')
        if (!cell || refused.has(why.problem) || refused.size >= mostExamples) return
        refused.set(why.problem, { cell: cut(clean(cell), 60), why })
      },
    })
    for await (const chunk of chunks) {
      const leads = chunk.leads.splice(0)
      const own = leads.filter(({ again }) => !again)
      for (const { stated } of leads) if (stated?.isUnread) consent.unread++
      const phones = own.map(({ lead }) => lead.phone)
      const { rows } = await client.query<{
        known: number
        suppressed: string[] | null
        erased: string[] | null
      }>(knownAmong(), [
        businessId,
        phones,
        any.length > 0 ? phones.map((phone) => hashAddress(key, phone).toString('hex')) : [],
        phones.map((phone) => phoneVariants(phone)[1] ?? null),
      ])
      const erased = new Set(rows[0]?.erased)
      erasedRows += erased.size
      const known = rows[0]?.known ?? 0
      updated += known
      created += phones.length - known - erased.size
      const optedOut = new Set(rows[0]?.suppressed)
      suppressed += optedOut.size
      for (const { lead, stated } of own) {
        if (erased.has(lead.phone)) continue
        consent[optedOut.has(lead.phone) ? 'opted_out' : (stated?.consent ?? 'silent')]++
      }
      last = chunk
    }
    const { skipped, rejected } = last.reasons
    const reasons = { rejected, skipped: { ...skipped, ...(erasedRows > 0 && { erased: erasedRows }) } }
    return {
      counts: { rows: last.rows, created, updated, reasons },
      phones: columns.map((column) => ({ column, ...columnCounts(column) })),
      unfit: [...unfit].flatMap(([column, found]) => {
        const field = fieldNamed(task.fields, names[column] ?? '')
        return field ? [{ name: field.name, kind: field.kind, ...found }] : []
      }),
      examples: [...changed, ...refused.values()],
      suppressed,
      consent,
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
