import { attribute, createMeter, limits, openArchive, readXml, type Workbook, wholeNumber } from './unpack.ts'

/** Opens an OpenDocument spreadsheet: all its sheets are in one part, which is read up to the sheet that is asked for. */
export async function openOds(path: string): Promise<Workbook> {
  const archive = await openArchive(path)
  const sheets: string[] = []
  const names = {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'table') sheets.push(attribute(attributes, 'name') ?? '')
    },
    close: () => undefined,
    text: () => undefined,
  }
  for await (const _ of readXml(await archive.stream('content.xml'), names, createMeter()));
  return {
    sheets,
    async *rows(sheet) {
      const reader = rowsReader(sheet)
      for await (const _ of readXml(await archive.stream('content.xml'), reader, reader.meter)) {
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
  let paragraphs: string[] = []
  let rowTimes = 1
  let cellTimes = 1
  let isText = false
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
        rowTimes = Number(attribute(attributes, 'number-rows-repeated') ?? 1)
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cellTimes = Number(attribute(attributes, 'number-columns-repeated') ?? 1)
        paragraphs = []
        value = storedValue(attributes)
      } else if (name === 'annotation') isNote = true
      else if (name === 'p' && !isNote) {
        isText = true
        paragraphs.push('')
      }
    },
    text(piece: string) {
      const last = paragraphs.length - 1
      if (isText && last >= 0)
        paragraphs[last] = `${paragraphs[last]}${piece}`.slice(0, limits.cellCharacters)
    },
    close(name: string) {
      if (state !== 'inside') return
      if (name === 'table') state = 'over'
      else if (name === 'annotation') isNote = false
      else if (name === 'p') isText = false
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        const cell = value ?? paragraphs.join('\n')
        const times = Math.min(cellTimes, limits.columns - row.length)
        for (let time = 0; time < times; time++) row.push(cell)
      } else if (name === 'table-row') {
        while (row.at(-1) === '') row.pop()
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
  if (type === 'float') return wholeNumber(attribute(attributes, 'value') ?? '')
  if (type === 'date') return attribute(attributes, 'date-value')?.replace(/T00:00:00(?:\.0+)?Z?$/, '')
  if (type === 'boolean') return attribute(attributes, 'boolean-value')?.toUpperCase()
  return undefined
}
