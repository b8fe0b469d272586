import {
  attribute,
  createMeter,
  limits,
  openArchive,
  readXml,
  shownMoment,
  shownNumber,
  type Workbook,
} from './unpack.ts'
import { tooLargeSheet, UnreadableFile } from './unreadable.ts'

/** Opens an OpenDocument spreadsheet: all its sheets are in one part, which is read up to the sheet that is asked for. */
export async function openOds(path: string): Promise<Workbook> {
  const archive = await openArchive(path)
  const sheets: string[] = []
  const names = {
    open(name: string, attributes: Record<string, string>) {
      if (name !== 'table') return
      if (sheets.length >= limits.sheets) throw new UnreadableFile(tooLargeSheet)
      sheets.push(attribute(attributes, 'name') ?? '')
    },
    close: () => undefined,
    text: () => undefined,
  }
  for await (const _ of readXml(archive.stream('content.xml'), names, createMeter()));
  return {
    sheets,
    async *rows(sheet) {
      const reader = rowsReader(sheet)
      for await (const _ of readXml(archive.stream('content.xml'), reader, reader.meter)) {
        yield* reader.take()
        if (reader.isOver()) return
      }
    },
    close: archive.close,
  }
}

function rowsReader(sheet: string) {
  const meter = createMeter()
  let state: 'before' | 'inside' | 'over' = 'before'
  let ready: string[][] = []
  let row: string[] = []
  let value: string | undefined
  let cells = 0
  /** Empty cells since the last that was not: most end a row, which then need not be made. */
  let gap = 0
  let content = ''
  let rowTimes = 1
  let cellTimes = 1
  let isText = false
  let hasText = false
  let isNote = false
  return {
    meter,
    isOver: () => state === 'over',
    take(): string[][] {
      const rows = ready
      ready = []
      return rows
    },
    open(name: string, attributes: Record<string, string>) {
      if (name === 'table') state = attribute(attributes, 'name') === sheet ? 'inside' : state
      if (state !== 'inside') return
      if (name === 'table-row') {
        row = []
        cells = 0
        gap = 0
        rowTimes = Number(attribute(attributes, 'number-rows-repeated') ?? 1)
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cellTimes = Number(attribute(attributes, 'number-columns-repeated') ?? 1)
        if (++cells > limits.cellsOfRow) throw new UnreadableFile(tooLargeSheet)
        content = ''
        hasText = false
        value = storedValue(attributes)
      } else if (name === 'annotation') isNote = true
      else if (name === 'p' && !isNote) {
        isText = true
        if (hasText && content.length < limits.cellCharacters) content += '\n'
        hasText = true
      }
    },
    text(piece: string) {
      if (isText && content.length < limits.cellCharacters)
        content += piece.slice(0, limits.cellCharacters - content.length)
    },
    close(name: string) {
      if (state !== 'inside') return
      if (name === 'table') state = 'over'
      else if (name === 'annotation') isNote = false
      else if (name === 'p') isText = false
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        const cell = value ?? content
        if (cell === '') gap = Math.min(gap + cellTimes, limits.columns)
        else {
          const filled = Math.min(gap, limits.columns - row.length)
          for (let time = 0; time < filled; time++) row.push('')
          gap = 0
          const times = Math.min(cellTimes, limits.columns - row.length)
          for (let time = 0; time < times; time++) row.push(cell)
        }
      } else if (name === 'table-row') {
        // The empty rest of a sheet is one row, a million times.
        const times = row.length === 0 ? 1 : rowTimes
        for (let time = 0; time < times; time++) {
          meter.add('rows', 1)
          meter.add('cells', row.length)
          ready.push(row)
        }
      }
    },
  }
}

function storedValue(attributes: Record<string, string>): string | undefined {
  const type = attribute(attributes, 'value-type')
  if (type === 'float') return shownNumber(attribute(attributes, 'value') ?? '')
  if (type === 'date') return shownMoment(attribute(attributes, 'date-value') ?? '')
  if (type === 'boolean') return attribute(attributes, 'boolean-value')?.toUpperCase()
  return undefined
}
