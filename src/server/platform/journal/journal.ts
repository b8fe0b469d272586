import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What this install did, line by line, in files beside the database, which restore what a database lost that went back
 * to an earlier state. Each process appends to a file of its own; all processes of a data folder read all of them.
 */
export type Journal = {
  /** Names the folder. A copy of it gets another name. */
  id: string
  /** The folder had no journal before. */
  isNew: boolean
  /** The folder was copied or restored: what happened since the copy is missing. */
  isCopy: boolean
  /** Appends lines; resolves when they are on the disk. Calls that come together share one write. */
  keep: (lines: readonly string[]) => Promise<void>
  /**
   * Appends lines without waiting for the disk: a killed process does not lose them, a power failure or a full disk
   * may. Lines that are about a kept one.
   */
  note: (lines: readonly string[]) => void
  /** Notes a line, and begins each later file with it. */
  mark: (line: string) => void
  /** The line that this process marked last. */
  marked: () => string | undefined
  /** All complete lines, those of each file in order, but for files that are left out. */
  read: (leaveOut?: (file: JournalFile) => boolean) => AsyncGenerator<string>
  /** For each file, the oldest first, the line that it begins with and the lines that it ends with. */
  edges: () => { first: string; last: string[] }[]
  close: () => Promise<void>
}

export type JournalFile = {
  /** When it was last written to, by the clock of its machine; since 1970. */
  writtenMs: number
  /** The lines that it ends with. */
  last: () => string[]
}

type Segment = { path: string; number: number; handle: FileHandle; bytes: number; holdsLines: boolean }

export type JournalLimits = {
  /** A file is followed by another one from this size on. */
  segmentBytes: number
  /** The oldest files go when all of them are larger. */
  totalBytes: number
  /** Files that were last written to so long ago go. */
  keptMs: number
}

/**
 * A dump that is restored days later does not know what was settled since, so that being settled is no reason to drop
 * a line: age and size are.
 */
const usualLimits: JournalLimits = {
  segmentBytes: 16 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  keptMs: 14 * 86_400_000,
}

export function openJournal(dataDir: string, limits: JournalLimits = usualLimits): Journal {
  const folder = join(dataDir, 'journal')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { id, isNew, isCopy } = nameOf(folder)
  let segment: Segment | undefined
  let mark: string | undefined
  let ended = false
  let waiting: { text: string; resolve: () => void; reject: (error: unknown) => void }[] = []
  let writing: Promise<void> | undefined
  let begunAt = 0

  const openSegment = async (): Promise<Segment> => {
    if (ended) throw new Error('the journal is closed')
    if (segment && segment.bytes < limits.segmentBytes) return segment
    const before = segment
    segment = undefined
    await before?.handle.close()
    prune(folder, limits)
    // Files are in the order of their names: two within a millisecond, of two processes or after the clock went back, too.
    const newest = Number.parseInt(segmentsIn(folder).at(-1) ?? '0', 10)
    begunAt = Math.max(Date.now(), begunAt + 1, newest + 1)
    const path = join(folder, `${begunAt}-${randomUUID()}.log`)
    const handle = await open(path, 'ax', 0o600)
    segment = { path, number: handle.fd, handle, bytes: 0, holdsLines: false }
    syncFolder(folder)
    if (mark !== undefined) segment.bytes += writeAll(segment.number, textOf([mark]))
    return segment
  }

  /** A line may be there in part: the next one begins another file. One without a whole line goes: a full disk makes many. */
  const abandon = async (): Promise<void> => {
    const { handle, holdsLines, path } = segment ?? {}
    segment = undefined
    await handle?.close().catch(() => undefined)
    if (path && !holdsLines) await unlink(path).catch(() => undefined)
  }

  const note = (lines: readonly string[]): void => {
    if (!segment || lines.length === 0) return
    try {
      segment.bytes += writeAll(segment.number, textOf(lines))
      segment.holdsLines = true
    } catch {
      void abandon()
    }
  }

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const set = waiting
      waiting = []
      try {
        const to = await openSegment()
        to.bytes += writeAll(to.number, set.map(({ text }) => text).join(''))
        await to.handle.datasync()
        to.holdsLines = true
        for (const { resolve } of set) resolve()
      } catch (error) {
        await abandon()
        for (const { reject } of set) reject(error)
      }
    }
    writing = undefined
  }

  return {
    id,
    isNew,
    isCopy,
    keep: (lines) =>
      lines.length === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            waiting.push({ text: textOf(lines), resolve, reject })
            writing ??= writeWaiting()
          }),
    note,
    mark(line) {
      mark = line
      note([line])
    },
    marked: () => mark,
    read: (leaveOut = () => false) => readLines(folder, leaveOut),
    edges: () => segmentsIn(folder).map((name) => edgesOf(join(folder, name))),
    async close() {
      await writing
      ended = true
      await segment?.handle.close()
      segment = undefined
    },
  }
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function writeAll(file: number, text: string): number {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  return bytes.length
}

/** A file of its own holds the name and the file's own inode, which a copy of the folder does not have. */
function nameOf(folder: string): { id: string; isNew: boolean; isCopy: boolean } {
  const path = join(folder, 'id')
  const known = readName(path)
  if (known && known.inode === statSync(path).ino) return { id: known.id, isNew: false, isCopy: false }
  const id = randomUUID()
  const draft = join(folder, `${id}.draft`)
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeAll(file, `${id} ${fstatSync(file).ino}\n`)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncFolder(folder)
  // Of two processes that start at once the later name counts, for both.
  const now = readName(path)
  return { id: now?.id ?? id, isNew: known === undefined, isCopy: known !== undefined }
}

function readName(path: string): { id: string; inode: number } | undefined {
  try {
    const [id, inode] = readFileSync(path, 'utf8').trim().split(' ')
    return id && inode ? { id, inode: Number(inode) } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The entry of a new file is on the disk only when its folder is. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const segmentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .sort()

function prune(folder: string, { totalBytes, keptMs }: JournalLimits): void {
  const files = segmentsIn(folder).map((name) => ({
    path: join(folder, name),
    ...sizeOf(join(folder, name)),
  }))
  let total = files.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size, mtimeMs } of files) {
    if (total <= totalBytes && Date.now() - mtimeMs <= keptMs) continue
    try {
      unlinkSync(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    total -= size
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

/** More than is written between two marks. */
const edgeBytes = 1024 * 1024

function edgesOf(path: string): { first: string; last: string[] } {
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

async function* readLines(folder: string, leaveOut: (file: JournalFile) => boolean): AsyncGenerator<string> {
  for (const name of segmentsIn(folder)) {
    const path = join(folder, name)
    if (leaveOut({ writtenMs: sizeOf(path).mtimeMs, last: () => edgesOf(path).last })) continue
    // A line without its end was cut off by a power failure: what it is about never left.
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    yield* lines
  }
}
