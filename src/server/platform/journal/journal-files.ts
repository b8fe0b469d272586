import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What a file holds, by the end of its name: claims and answers, or lines that outlive them. */
export type Kind = 'claims' | 'lasting'

export type JournalFile = {
  /** When it was last written to, by the clock of its machine; since 1970. */
  writtenMs: number
  /** The lines that it ends with. */
  last: () => string[]
}

export type JournalLimits = {
  /** A file is followed by another one from this size on. */
  segmentBytes: number
  /** The oldest files of claims go when all of these are larger. */
  totalBytes: number
  /** Files go after which the journal shows beats of more days than these. */
  keptDays: number
}

export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

export function writeAll(file: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  return bytes.length
}

/** Takes back what was written after this many bytes; a full disk allows it. */
export function cutOff(file: number, bytes: number): void {
  try {
    ftruncateSync(file, bytes)
  } catch {
    // The disk is broken, and not only full.
  }
}

/** The entry of a new file is on the disk only when its folder is. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

export const segmentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .sort()

const endings: Record<Kind, string> = { claims: '.log', lasting: '.lasting.log' }
export const fileName = (begunMs: number, id: string, kind: Kind): string =>
  `${begunMs}-${id}${endings[kind]}`
export const kindOf = (name: string): Kind => (name.endsWith(endings.lasting) ? 'lasting' : 'claims')

/**
 * Removes whole files, so that a process that is killed meanwhile loses and doubles no line. A file's age is on how many
 * days the database was seen after it: any clock may be wrong by weeks.
 */
export function prune(folder: string, { totalBytes, keptDays }: JournalLimits): void {
  const files = segmentsIn(folder).map((name) => ({
    path: join(folder, name),
    kind: kindOf(name),
    days: daysOf(join(folder, name)),
    ...sizeOf(join(folder, name)),
  }))
  let total = files.reduce((sum, { kind, size }) => sum + (kind === 'claims' ? size : 0), 0)
  for (const path of knownDays.keys())
    if (dirname(path) === folder && !files.some((file) => file.path === path)) knownDays.delete(path)
  // A file without a mark is no older than the one after it.
  for (let at = files.length - 2; at >= 0; at--) files[at]!.days ??= files[at + 1]!.days
  const seen = [...new Set(files.flatMap(({ days }) => days ?? []))]
  for (const { path, kind, size, days } of files) {
    const isTooMuch = kind === 'claims' && total > totalBytes
    const isOld = days !== undefined && seen.filter((day) => day > days[1]).length > keptDays
    if (!isTooMuch && !isOld) continue
    try {
      unlinkSync(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    if (kind === 'claims') total -= size
  }
}

function sizeOf(path: string): { size: number; mtimeMs: number } {
  try {
    const { size, mtimeMs } = statSync(path)
    return { size, mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { size: 0, mtimeMs: 0 }
  }
}

/** The day of a mark by the clock of the database, since 1970. @returns undefined of other lines. */
export function dayOf(line: string | undefined): number | undefined {
  const [kind, , us] = line?.split(' ') ?? []
  return kind === 'beat' && us !== undefined ? Math.floor(Number(us) / 86_400_000_000) : undefined
}

type Days = readonly [first: number, last: number]
/** Files that did not grow since are not read once more. */
const knownDays = new Map<string, { size: number; days: Days | undefined }>()

/** The days of a file's first and last mark. @returns undefined where it begins with none. */
function daysOf(path: string): Days | undefined {
  try {
    const { size } = statSync(path)
    const known = knownDays.get(path)
    if (known?.size === size) return known.days
    const days = readDays(path)
    knownDays.set(path, { size, days })
    return days
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

function readDays(path: string): Days | undefined {
  const { first, last } = edgesOf(path)
  const firstDay = dayOf(first)
  if (firstDay === undefined) return undefined
  const lastDay = dayOf(last.findLast((line) => dayOf(line) !== undefined))
  return [firstDay, Math.max(firstDay, lastDay ?? firstDay)]
}

/** More than is written between two marks. */
const edgeBytes = 1024 * 1024

export function edgesOf(path: string): { first: string; last: string[] } {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const start = Buffer.alloc(Math.min(size, 4096))
    readSync(file, start, 0, start.length, 0)
    const end = Buffer.alloc(Math.min(size, edgeBytes))
    readSync(file, end, 0, end.length, size - end.length)
    const first = start.toString('utf8').split('\n')[0] ?? ''
    return { first, last: end.toString('utf8').split('\n').slice(0, -1) }
  } finally {
    closeSync(file)
  }
}

export async function* readLines(
  folder: string,
  leaveOut: (file: JournalFile) => boolean,
  wants: (line: string) => boolean,
): AsyncGenerator<string> {
  for (const name of segmentsIn(folder)) {
    const path = join(folder, name)
    if (leaveOut({ writtenMs: sizeOf(path).mtimeMs, last: () => edgesOf(path).last })) continue
    // A line without its end was cut off by a power failure: what it is about never left.
    const text = await readFile(path, 'utf8')
    for (let from = 0, end = text.indexOf('\n'); end !== -1; from = end + 1, end = text.indexOf('\n', from)) {
      const line = text.slice(from, end)
      if (wants(line)) yield line
    }
  }
}
