import { randomUUID } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  edgesOf,
  type JournalFile,
  type JournalLimits,
  kindOf,
  readLines,
  segmentsIn,
  syncFolder,
  writeAll,
} from './journal-files.ts'
import { openTrack } from './track.ts'

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
  /** Appends claims; resolves when they are on the disk. Calls that come together share one write. */
  keep: (lines: readonly string[]) => Promise<void>
  /**
   * Keeps lines that must outlive claims: what people decided. They are in files of their own, which claims do not push
   * out, however many these are.
   */
  keepLasting: (lines: readonly string[]) => Promise<void>
  /**
   * Appends lines without waiting for the disk: a killed process does not lose them, a power failure or a full disk
   * may. Lines that are about a kept one.
   */
  note: (lines: readonly string[]) => void
  /** Notes a line, and begins each later file with it. */
  mark: (line: string) => void
  /** The line that this process marked last. */
  marked: () => string | undefined
  /** The wanted ones of all complete lines, those of each file in order, but for files that are left out. */
  read: (
    leaveOut?: (file: JournalFile) => boolean,
    wants?: (line: string) => boolean,
  ) => AsyncGenerator<string>
  /** For each file of claims, the oldest first, the line that it begins with and the lines that it ends with. */
  edges: () => { first: string; last: string[] }[]
  close: () => Promise<void>
}

/**
 * A dump that is restored days later does not know what was settled since, so that being settled is no reason to drop
 * a line: age and size are.
 */
const usualLimits: JournalLimits = {
  segmentBytes: 16 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  keptDays: 14,
}

export function openJournal(dataDir: string, limits: JournalLimits = usualLimits): Journal {
  const folder = join(dataDir, 'journal')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { id, isNew, isCopy } = nameOf(folder)
  const claims = openTrack(folder, 'claims', limits)
  const lasting = openTrack(folder, 'lasting', limits)
  let mark: string | undefined

  return {
    id,
    isNew,
    isCopy,
    keep: claims.keep,
    keepLasting: lasting.keep,
    note: claims.note,
    mark(line) {
      mark = line
      claims.mark(line, true)
      lasting.mark(line, false)
    },
    marked: () => mark,
    read: (leaveOut = () => false, wants = () => true) => readLines(folder, leaveOut, wants),
    edges: () =>
      segmentsIn(folder)
        .filter((name) => kindOf(name) === 'claims')
        .map((name) => edgesOf(join(folder, name))),
    async close() {
      await Promise.all([claims.close(), lasting.close()])
    },
  }
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
