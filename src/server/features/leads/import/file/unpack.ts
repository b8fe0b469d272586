import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { tooLargeSheet, UnreadableFile } from './unreadable.ts'

/** What one workbook may take; Excel's own sheets end at 1,048,576 rows. Checked while reading, not before. */
export const limits = {
  entries: 5_000,
  /** Names, comments and other fields in the archive's directory. */
  directoryBytes: 2_000_000,
  unpackedBytes: 600_000_000,
  /** Sheets shrink to a tenth, seldom to a hundredth; a thousandth is made to harm. Small parts may. */
  shrinkage: 250,
  shrinkableBytes: 20_000_000,
  /** Of a part that lists sheets, styles or relations, which are kept. */
  listBytes: 30_000_000,
  sheets: 1_000,
  /** Elements within elements; sheets have some ten levels. */
  depth: 200,
  /** XML without a tag in it: one text, which is held in memory. */
  textBytes: 4_000_000,
  sharedCharacters: 40_000_000,
  sharedStrings: 2_000_000,
  rows: 1_048_576,
  cells: 40_000_000,
  /** Excel's own rows end at column XFD. */
  cellsOfRow: 16_384,
  /** Columns of a row that are kept; of more, only how many. */
  columns: 2_000,
  cellCharacters: 32_767,
}

/** A workbook whose sheets are read row by row. */
export type Workbook = {
  /** The names of its visible sheets. */
  sheets: readonly string[]
  /** Rows as texts; empty ones may be among them. */
  rows: (sheet: string) => AsyncGenerator<string[]>
  close: () => void
}

/** Counts what a file takes. @throws UnreadableFile beyond a limit. */
export type Meter = { add: (what: 'unpackedBytes' | 'rows' | 'cells', count: number) => void }

/** @param bytes that may be unpacked, if fewer than of a sheet. */
export function createMeter(bytes = limits.unpackedBytes): Meter {
  const most = { ...limits, unpackedBytes: bytes }
  const taken = { unpackedBytes: 0, rows: 0, cells: 0 }
  return {
    add(what, count) {
      taken[what] += count
      if (taken[what] > most[what]) throw new UnreadableFile(tooLargeSheet)
    },
  }
}

/** An archive, its directory read entry by entry. */
export type Archive = {
  has: (name: string) => boolean
  stream: (name: string) => AsyncGenerator<Buffer>
  close: () => void
}

export async function openArchive(path: string): Promise<Archive> {
  const zip: ZipFile = await openPromise(path, { autoClose: false })
  const entries = new Map<string, Entry>()
  let directoryBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (entries.size >= limits.entries || directoryBytes > limits.directoryBytes)
        throw new UnreadableFile(tooLargeSheet)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    zip.close()
    throw error
  }
  return {
    has: (name) => entries.has(name),
    async *stream(name) {
      const entry = entries.get(name)
      if (!entry) throw new Error(`the archive has no ${name}`)
      yield* unpacked(await zip.openReadStreamPromise(entry), entry.compressedSize)
    },
    close: () => zip.close(),
  }
}

async function* unpacked(stream: Readable, packedBytes: number): AsyncGenerator<Buffer> {
  const most = Math.max(limits.shrinkableBytes, packedBytes * limits.shrinkage)
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > most) throw new UnreadableFile(tooLargeSheet)
    yield chunk
  }
}

type XmlHandler = {
  open: (name: string, attributes: Record<string, string>) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Reads XML piece by piece, names without their prefix. Each step is one piece, so that what was found can be used. */
export async function* readXml(
  stream: AsyncIterable<Buffer>,
  handler: XmlHandler,
  meter: Meter,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false })
  let silent = 0
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0
    if (++depth > limits.depth) throw new UnreadableFile(tooLargeSheet)
    handler.open(local(name), attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    silent = 0
    depth--
    handler.close(local(name))
  })
  parser.on('text', (text) => handler.text(text))
  parser.on('cdata', (text) => handler.text(text))
  parser.on('error', (error) => {
    throw error
  })
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    meter.add('unpackedBytes', chunk.length)
    silent += chunk.length
    if (silent > limits.textBytes) throw new UnreadableFile(tooLargeSheet)
    parser.write(decoder.decode(chunk, { stream: true }))
    yield
  }
  parser.close()
  yield
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** An attribute by its name without a prefix. */
export function attribute(attributes: Record<string, string>, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const key = Object.keys(attributes).find((one) => local(one) === name)
  return key === undefined ? undefined : attributes[key]
}

/** Excel calculates with 15 digits, and stores what is beside them: 19.99 as 19.989999999999998. */
const exactDigits = 15

/**
 * A number as the sheet shows it, a whole one with all its digits. Google Sheets and others write 919823011200 as
 * 9.198230112E11, which is exact in a workbook, where in a CSV it is what Excel left of a number.
 */
export function shownNumber(text: string): string {
  if (!/[eE.]/.test(text)) return text
  const value = Number(text)
  if (Number.isSafeInteger(value)) return String(value)
  const digits = text.replace(/[eE].*$/, '').replace(/^\D*0*\.?0*|\D/g, '').length
  return digits > exactDigits && Math.abs(value) < 10 ** exactDigits ? rounded(value) : text
}

/** A fraction as percent, without what calculating adds: 0.07 is 7%. */
export function shownPercent(fraction: number): string {
  return `${rounded(fraction * 100)}%`
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(exactDigits)))
}

/** `2026-12-05T10:30:00` as people write it; a day without its midnight. */
export function shownMoment(iso: string): string {
  return iso.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '').replace(/T(\d\d:\d\d)(:(?!00)\d\d)?.*$/, ' $1$2')
}
