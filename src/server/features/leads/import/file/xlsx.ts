import {
  type Archive,
  attribute,
  createMeter,
  limits,
  type Meter,
  openArchive,
  readXml,
  shownMoment,
  shownNumber,
  shownPercent,
  type Workbook,
} from './unpack.ts'
import { tooLargeSheet, UnreadableFile } from './unreadable.ts'

type Relations = { byId: Map<string, string>; strings?: string; styles?: string }
type SheetIndex = { sheets: { name: string; id: string }[]; starts1904: boolean }
type Shared = { strings: readonly string[]; formats: ReadonlyMap<number, Format>; starts1904: boolean }

/** Opens an Excel workbook; a sheet is read from the archive as a stream. */
export async function openXlsx(path: string): Promise<Workbook> {
  const archive = await openArchive(path)
  const meter = createMeter()
  const lists = createMeter(limits.listBytes)
  const main = archive.has('xl/workbook.xml') ? 'xl/workbook.xml' : await mainPart(archive, lists)
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  const relations = await readRelations(archive, lists, folder, main.slice(folder.length))
  const workbook = await readSheetIndex(archive, lists, main)
  let shared: Shared | undefined
  return {
    sheets: workbook.sheets.map(({ name }) => name),
    async *rows(sheet) {
      const id = workbook.sheets.find(({ name }) => name === sheet)?.id ?? ''
      const part = relations.byId.get(id)
      if (part === undefined || !archive.has(part)) return
      shared ??= {
        strings: await readStrings(archive, meter, relations.strings),
        formats: await readFormats(archive, lists, relations.styles),
        starts1904: workbook.starts1904,
      }
      yield* sheetRows(archive, part, shared)
    },
    close: archive.close,
  }
}

async function mainPart(archive: Archive, meter: Meter): Promise<string> {
  let found = ''
  await readAll(archive, meter, '_rels/.rels', (name, attributes) => {
    if (name === 'Relationship' && attributes.Type?.endsWith('/officeDocument'))
      found = attributes.Target ?? ''
  })
  return found.replace(/^\//, '')
}

async function readRelations(
  archive: Archive,
  meter: Meter,
  folder: string,
  main: string,
): Promise<Relations> {
  const relations: Relations = { byId: new Map() }
  await readAll(archive, meter, `${folder}_rels/${main}.rels`, (name, { Id, Target, Type }) => {
    if (name !== 'Relationship' || !Id || !Target) return
    const part = Target.startsWith('/') ? Target.slice(1) : folder + Target.replace(/^\.\//, '')
    relations.byId.set(Id, part)
    if (Type?.endsWith('/sharedStrings')) relations.strings = part
    if (Type?.endsWith('/styles')) relations.styles = part
  })
  return relations
}

async function readSheetIndex(archive: Archive, meter: Meter, main: string): Promise<SheetIndex> {
  const workbook: SheetIndex = { sheets: [], starts1904: false }
  await readAll(archive, meter, main, (name, attributes) => {
    if (name === 'workbookPr') workbook.starts1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
    if (workbook.sheets.length >= limits.sheets) throw new UnreadableFile(tooLargeSheet)
    workbook.sheets.push({ name: attributes.name ?? '', id: attribute(attributes, 'id') ?? '' })
  })
  return workbook
}

/** The texts that cells refer to by number. Phonetic readings beside them are left out. */
async function readStrings(archive: Archive, meter: Meter, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let characters = 0
  let isText = false
  let isPhonetic = false
  await readAll(
    archive,
    meter,
    part,
    (name) => {
      if (name === 'si') text = ''
      else if (name === 't') isText = true
      else if (name === 'rPh') isPhonetic = true
    },
    (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') {
        strings.push(text.slice(0, limits.cellCharacters))
        characters += text.length
        if (characters > limits.sharedCharacters || strings.length > limits.sharedStrings) {
          throw new UnreadableFile(tooLargeSheet)
        }
      }
    },
    (piece) => {
      if (isText && !isPhonetic && text.length <= limits.cellCharacters) text += piece
    },
  )
  return strings
}

/** What a cell shows its number as; a duration may have more hours than a day. */
type Format = 'date' | 'time' | 'duration' | 'percent'

/** Built-in formats (ECMA-376 18.8.30). */
const builtIn: ReadonlyMap<number, Format> = new Map([
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[18, 19, 20, 21, 32, 33, 34, 35, 55, 56].map((id) => [id, 'time'] as const),
  ...[45, 46, 47].map((id) => [id, 'duration'] as const),
  ...[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
])

/** A format of one's own is one of dates when it has years, days or months in words. */
export function readFormat(code: string): Format | undefined {
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(code)
  const [signs = ''] = code.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').split(';')
  if (/[yd]|m{3,}/i.test(signs)) return 'date'
  if (isElapsed) return 'duration'
  if (/h/i.test(signs)) return 'time'
  if (/m.*s/i.test(signs)) return 'duration'
  return signs.includes('%') ? 'percent' : undefined
}

async function readFormats(
  archive: Archive,
  meter: Meter,
  part: string | undefined,
): Promise<Map<number, Format>> {
  const own = new Map<number, Format | undefined>()
  const formats = new Map<number, Format>()
  let isCell = false
  let style = 0
  await readAll(
    archive,
    meter,
    part,
    (name, attributes) => {
      if (name === 'numFmt') {
        own.set(Number(attributes.numFmtId), readFormat(attributes.formatCode ?? ''))
      } else if (name === 'cellXfs') isCell = true
      else if (name === 'xf' && isCell) {
        const id = Number(attributes.numFmtId)
        const format = own.has(id) ? own.get(id) : builtIn.get(id)
        if (format) formats.set(style, format)
        style++
      }
    },
    (name) => {
      if (name === 'cellXfs') isCell = false
    },
  )
  return formats
}

async function* sheetRows(archive: Archive, part: string, shared: Shared): AsyncGenerator<string[]> {
  const meter = createMeter()
  let ready: string[][] = []
  let row: string[] = []
  let cells = 0
  let column = -1
  let type = 'n'
  let style = 0
  let text = ''
  let isText = false
  const handler = {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'row') {
        row = []
        cells = 0
        column = -1
      } else if (name === 'c') {
        if (++cells > limits.cellsOfRow) throw new UnreadableFile(tooLargeSheet)
        column = columnOf(attributes.r) ?? column + 1
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        text = ''
      } else isText = name === 'v' || name === 't'
    },
    text(piece: string) {
      if (isText && text.length <= limits.cellCharacters) text += piece
    },
    close(name: string) {
      isText = false
      if (name === 'c' && text !== '') {
        while (row.length < Math.min(column, limits.columns)) row.push('')
        row[Math.min(column, limits.columns)] = textOf(text, type, style, shared)
      } else if (name === 'row') {
        meter.add('rows', 1)
        meter.add('cells', row.length)
        ready.push(row)
      }
    },
  }
  for await (const _ of readXml(archive.stream(part), handler, meter)) {
    yield* ready
    ready = []
  }
}

function textOf(text: string, type: string, style: number, { strings, formats, starts1904 }: Shared): string {
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e') return ''
  if (type === 'n') return numberAs(text, formats.get(style), starts1904)
  if (type === 'd') return shownMoment(text)
  return text.slice(0, limits.cellCharacters)
}

/** The last day that a sheet can show; a larger number is no day, whatever its format. */
const lastDay = 2_958_465
const secondsOfDay = 86_400

/** A number as its cell shows it. */
export function numberAs(text: string, format: Format | undefined, starts1904: boolean): string {
  const value = Number(text)
  if (format === undefined || !Number.isFinite(value) || Math.abs(value) > lastDay) return shownNumber(text)
  if (format === 'percent') return shownPercent(value)
  if (value < 0) return shownNumber(text)
  const seconds = Math.round(value * secondsOfDay)
  if (format === 'duration') return timeOf(seconds)
  if (format === 'time' || (value > 0 && value < 1)) return timeOf(seconds % secondsOfDay)
  return value < 1 ? shownNumber(text) : dateOf(seconds, starts1904)
}

/** `10:30`, with the seconds where there are some. */
function timeOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[2] === 0 ? parts.slice(0, 2) : parts).map((part) => String(part).padStart(2, '0')).join(':')
}

/** Days are counted from 30 December 1899, or from 1904 where an old Mac began to count. */
function dateOf(seconds: number, starts1904: boolean): string {
  const at = Date.UTC(1899, 11, 30) + (seconds + (starts1904 ? 1462 * secondsOfDay : 0)) * 1000
  return shownMoment(new Date(at).toISOString().replace('.000Z', ''))
}

/** `BC12` is in column 54, counted from 0. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

async function readAll(
  archive: Archive,
  meter: Meter,
  part: string | undefined,
  open: (name: string, attributes: Record<string, string>) => void,
  close: (name: string) => void = () => undefined,
  text: (text: string) => void = () => undefined,
): Promise<void> {
  if (part === undefined || !archive.has(part)) return
  for await (const _ of readXml(archive.stream(part), { open, close, text }, meter));
}
