import type { ImportSettings } from '#contract/leads/imports.ts'
import type { Said } from '../../consent/cells/read-consent.ts'
import type { CustomField } from '../../fields/field-value.ts'
import { spelledOnce, type Unreadable } from '../../phone/phone.ts'
import { createPhoneSet } from '../../phone/phone-set.ts'
import type { IncomingLead } from '../../records/merge.ts'
import type { ReasonCounts } from '../../records/reason-counts.ts'
import { rowReader } from '../file/row-reader.ts'
import { rowsOf, type TableFile } from '../file/table-file.ts'
import { fold } from './add.ts'

/** What a thread needs to go through a file's rows. */
export type FileTask = {
  databaseUrl: string
  businessId: number
  /** By which people who were erased are recognised. */
  erasureKey: Uint8Array
  file: TableFile
  /** The columns' names. */
  names: string[]
  /** Rows that were found when the file was looked into. */
  rows: number
  settings: ImportSettings
  /** The business's own. */
  fields: CustomField[]
  /** The business's clock, by which times without a zone are read. */
  zone: string
}

/** Rows decided at once: few enough to lock leads only briefly, and, of wide rows, to fit in memory. */
const chunkRows = 20_000
const chunkWeight = 5_000_000
/** What keeping a cell under its column's name costs beside its characters: of hundreds of columns, most of it. */
const cellWeight = 24

/** `again`: the number stood in an earlier chunk; its row is counted as skipped. */
export type ChunkLead = { lead: IncomingLead; again: boolean; stated?: Said | undefined }

export type Chunk = {
  /** One per number, whichever way it is written. Nothing else holds them: who takes them out has the memory back. */
  leads: ChunkLead[]
  /** Of the whole file up to the end of this chunk. */
  rows: number
  reasons: ReasonCounts
}

type ChunkOptions = {
  file: TableFile
  names: readonly string[]
  settings: Pick<ImportSettings, 'header' | 'country' | 'columns'> & { first_row?: number }
  tag: string | null
  consent: 'opted_in' | 'none'
  /** About how many rows the file has, where it is known. */
  rows?: number
  fields?: readonly CustomField[]
  zone?: string
  /** Called for every cell that is none of its field's kind. */
  onUnfit?: (column: number, cell: string) => void
  /** Called for every rejected row. */
  onReject?: (cells: readonly string[], why: Unreadable) => void
  /** Called for every row's cells, the header left out. */
  onRow?: (cells: readonly string[]) => void
}

/** Of two rows with one number: what one of them says itself outweighs what the file's owner says of the other. */
function foldStated(first: ChunkLead, lead: IncomingLead, stated: Said | undefined): void {
  const said = [first.stated, stated].filter((one) => one !== undefined)
  first.lead = fold(first.lead, lead)
  first.stated =
    said.find(({ consent }) => consent === 'opted_out') ??
    said.find(({ consent }) => consent === 'opted_in') ??
    said[0]
  if (first.stated) first.lead.consent = first.stated.consent
}

/**
 * Reads a file chunk by chunk into leads: numbers read, repeats folded, every row counted exactly once as a lead,
 * as skipped or as rejected. The same file with the same settings gives the same chunks again.
 */
export async function* chunksOf(options: ChunkOptions): AsyncGenerator<Chunk> {
  const { settings, names, tag, consent } = options
  const { columns, country } = settings
  const { fields, zone, onUnfit } = options
  const read = rowReader({ columns, names, country, zone, tag, consent, fields, onUnfit })
  const seen = createPhoneSet(options.rows)
  const reasons: ReasonCounts = { skipped: {}, rejected: {} }
  let rows = 0
  let chunk = new Map<string, ChunkLead>()
  let inChunk = 0
  let weight = 0
  let above = (settings.first_row ?? 1) - 1 + Number(settings.header)
  const count = (outcome: 'skipped' | 'rejected', reason: string): void => {
    reasons[outcome][reason] = (reasons[outcome][reason] ?? 0) + 1
  }
  const cutOff = (): Chunk => {
    const leads = [...chunk.values()]
    chunk = new Map()
    inChunk = 0
    weight = 0
    return { leads, rows, reasons: { skipped: { ...reasons.skipped }, rejected: { ...reasons.rejected } } }
  }
  for await (const cells of rowsOf(options.file)) {
    if (above > 0) {
      above--
      continue
    }
    rows++
    options.onRow?.(cells)
    const reading = read(cells)
    if ('skipped' in reading) count('skipped', reading.skipped)
    else if ('rejected' in reading) {
      count('rejected', reading.rejected.problem)
      options.onReject?.(cells, reading.rejected)
    } else {
      const { lead, stated } = reading
      const number = spelledOnce(lead.phone)
      const isNew = seen.add(number)
      if (!isNew) count('skipped', 'repeated')
      const first = chunk.get(number)
      if (first) foldStated(first, lead, stated)
      else chunk.set(number, { lead, again: !isNew, stated })
    }
    inChunk++
    for (const cell of cells) if (cell !== '') weight += cell.length + cellWeight
    if (inChunk >= chunkRows || weight >= chunkWeight) yield cutOff()
  }
  if (inChunk > 0) yield cutOff()
}
