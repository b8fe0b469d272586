import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse'
import iconv from 'iconv-lite'
import type { Delimiter, Encoding, FileKind } from '#contract/leads/imports.ts'
import { type FoundEncoding, legacyEncodingOf } from './encoding.ts'
import { openArchive } from './unpack.ts'
import { UnreadableFile } from './unreadable.ts'
import { cardRows } from './vcard.ts'
import { filledRows, openWorkbook } from './workbook.ts'

export { UnreadableFile }

export type TableFile = {
  path: string
  kind: FileKind
  /** Of a workbook; left out: its first. */
  sheet?: string | null
  encoding: Encoding
  delimiter: Delimiter
  /** False where quotes are plain characters: some opening quote of the file is never closed. */
  quoted: boolean
}

/** One record may not be longer: an unclosed quote would otherwise swallow the file into memory. */
const longestRecordBytes = 512 * 1024
/** Small, so that answers of the database are heard between two pieces: each is some 5 ms of work. */
const readBytes = 32 * 1024

/** Tells from the first bytes what a file is. */
export async function kindOf(path: string, fileName: string): Promise<FileKind> {
  const head = await readHead(path, 8192)
  if (head.length === 0) throw new UnreadableFile({ code: 'empty', file: fileName })
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    return await kindOfArchive(path, fileName)
  }
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0') return 'xls'
  if (isCards(head)) return 'vcf'
  if (!looksLikeText(head) || isOtherText(head)) {
    throw new UnreadableFile({ code: 'not_csv', file: fileName })
  }
  return 'csv'
}

/** Text has no control characters but tabs and line ends. UTF-16 has zero bytes, in every other place only. */
function looksLikeText(head: Buffer): boolean {
  const magic = head.subarray(0, 5).toString('latin1')
  if (magic.startsWith('%PDF') || magic.startsWith('\x89PNG') || magic.startsWith('GIF8')) return false
  if (utf16Of(head)) return true
  let odd = 0
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) odd++
  return odd <= head.length / 500
}

/** Web pages ("Excel" exports often are), XML, JSON, calendars and RTF are text, but no tables. */
function isOtherText(head: Buffer): boolean {
  return /^(?:<[!?a-z]|\[\s*\{|\{\s*"|BEGIN:V|\{\\rtf)/i.test(startOf(head))
}

function isCards(head: Buffer): boolean {
  return /^BEGIN:VCARD\s/i.test(startOf(head))
}

function startOf(head: Buffer): string {
  return iconv.decode(head, utf16Of(head) ?? 'utf-8').trimStart()
}

/** The encoding of a text file: by its mark, else by what its bytes can be. */
export async function encodingOf(path: string): Promise<FoundEncoding> {
  const utf16 = utf16Of(await readHead(path, 8192))
  if (utf16) return { encoding: utf16, isSure: true }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: readBytes })) {
      decoder.decode(chunk as Buffer, { stream: true })
    }
    decoder.decode()
    return { encoding: 'utf-8', isSure: true }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return (await isMostlyUtf8(path)) ? { encoding: 'utf-8', isSure: true } : await legacyEncodingOf(path)
  }
}

/** Letters that are looked at to tell a broken UTF-8 from another encoding. */
const judgedLetters = 10_000

/** A file that was cut off, or glued together from two, has some bytes that are wrong; of another encoding nearly all are. */
async function isMostlyUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8')
  let wrong = 0
  let right = 0
  for await (const chunk of createReadStream(path, { highWaterMark: readBytes })) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    for (const [letter] of text.matchAll(/[^\0-\x7f]/gu)) letter === '\ufffd' ? wrong++ : right++
    if (wrong + right > judgedLetters) break
  }
  return wrong < right
}

function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // Without a mark: separators, digits and Latin letters have a zero beside them.
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, uneven = 0] = zeros
  const half = head.length / 2
  if (uneven > half * 0.3 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.3 && uneven < half * 0.05) return 'utf-16be'
  return undefined
}

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

/** The separator that splits the first rows most evenly into most columns. */
export async function delimiterOf(path: string, encoding: Encoding): Promise<Delimiter> {
  const text = iconv.decode(await readHead(path, 128 * 1024), encoding)
  const hint = /^sep=(.)/i.exec(text)?.[1]
  const hinted = delimiters.find((delimiter) => delimiter === hint)
  if (hinted) return hinted
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const widths = await widthsWith(text, delimiter)
    const counts = new Map<number, number>()
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
    const [width, rows] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [1, 0]
    if (width < 2) continue
    const score = (rows / widths.length) * Math.min(width, 40) ** 0.5
    if (score > best.score + 0.001) best = { delimiter, score }
  }
  return best.delimiter
}

async function widthsWith(text: string, delimiter: Delimiter): Promise<number[]> {
  const widths: number[] = []
  const parser = parse({ ...dialect(delimiter, true), to: 100 })
  parser.end(text)
  try {
    for await (const row of parser as AsyncIterable<string[]>) widths.push(row.length)
  } catch (error) {
    // The cut through the middle of the file may run through a quote; what was read before it counts.
    if (!isCsvError(error)) throw error
  }
  return widths
}

/**
 * Reads a file as a table: every row as its cells, the header included, empty lines left out.
 * @throws UnreadableFile
 */
export async function* rowsOf(file: TableFile): AsyncGenerator<string[]> {
  if (file.kind === 'csv') yield* textRows(file)
  else if (file.kind === 'vcf') yield* cardRows(linesOf(file))
  else {
    const workbook = await openWorkbook(file.path, file.kind)
    try {
      yield* filledRows(workbook, file.sheet ?? workbook.sheets[0] ?? '')
    } finally {
      workbook.close()
    }
  }
}

async function* linesOf({ path, encoding }: TableFile): AsyncGenerator<string> {
  const bytes = createReadStream(path, { highWaterMark: readBytes })
  const text = bytes.pipe(iconv.decodeStream(encoding))
  let rest = ''
  try {
    for await (const piece of text as AsyncIterable<string>) {
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      if (rest.length > longestRecordBytes) rest = rest.slice(0, longestRecordBytes)
      yield* lines
    }
    if (rest) yield rest
  } finally {
    bytes.destroy()
  }
}

async function* textRows({ path, encoding, delimiter, quoted }: TableFile): AsyncGenerator<string[]> {
  const bytes = createReadStream(path, { highWaterMark: readBytes })
  const parser = parse(dialect(delimiter, quoted))
  takeAnyLength(parser as unknown as ParserState)
  const text = encoding === 'utf-8' ? bytes : bytes.pipe(iconv.decodeStream(encoding))
  bytes.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  let first = true
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      // "sep=;" is a word from Excel to Excel.
      const hint = first && row.length <= 2 && /^sep=/i.test(row[0] ?? '')
      first = false
      if (!hint) yield row
    }
  } catch (error) {
    if (!isCsvError(error)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE' && !quoted) {
      throw new UnreadableFile(
        { code: 'long_line', line: String(error.lines ?? '?'), kilobytes: longestRecordBytes / 1024 },
        { cause: error },
      )
    }
    throw new UnreadableFile({ code: 'open_quote', line: String(error.lines ?? '?') }, { cause: error })
  } finally {
    bytes.destroy()
  }
}

type ParserState = { state: { record: readonly string[] } }

/**
 * The parser makes an error with a copy of each row that is shorter or longer than the first, and then drops it: rows
 * that lack their last cells took ten times as long as others.
 */
function takeAnyLength({ state }: ParserState): void {
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set: () => undefined,
  })
}

function dialect(delimiter: Delimiter, quoted: boolean) {
  return {
    bom: true,
    delimiter,
    quote: quoted ? '"' : null,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRecordBytes,
  }
}

type CsvFault = Error & { code: string; lines?: number }

function isCsvError(error: unknown): error is CsvFault {
  return error instanceof Error && String((error as Partial<CsvFault>).code).startsWith('CSV_')
}

async function kindOfArchive(path: string, fileName: string): Promise<FileKind> {
  const archive = await openArchive(path).catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile({ code: 'damaged', file: fileName }, { cause: error })
  })
  try {
    if (archive.has('xl/workbook.xml') || archive.has('_rels/.rels')) return 'xlsx'
    if (archive.has('content.xml')) return 'ods'
  } finally {
    archive.close()
  }
  throw new UnreadableFile({ code: 'not_table', file: fileName })
}

async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(buffer, 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
