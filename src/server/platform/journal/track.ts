import { randomUUID } from 'node:crypto'
import { type FileHandle, open, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cutOff,
  dayOf,
  fileName,
  type JournalLimits,
  type Kind,
  prune,
  segmentsIn,
  syncFolder,
  textOf,
  writeAll,
} from './journal-files.ts'

/** The files of one kind that this process appends to, one after the other. */
export type Track = {
  /** Appends lines; resolves when they are on the disk. Calls that come together share one write. */
  keep: (lines: readonly string[]) => Promise<void>
  /** Appends lines without waiting for the disk, where a file is open. */
  note: (lines: readonly string[]) => void
  /** Each later file begins with the line. It is noted at once, or else before the next lines that are kept. */
  mark: (line: string, atOnce: boolean) => void
  close: () => Promise<void>
}

type Segment = {
  day: number | undefined
  path: string
  number: number
  handle: FileHandle
  bytes: number
  holdsLines: boolean
}

/** A command that root runs beside the product leaves no file that the product's own user cannot read. */
async function giveToOwner(folder: string, handle: FileHandle): Promise<void> {
  const { uid, gid } = await stat(folder)
  if (process.getuid?.() === 0 && uid !== 0) await handle.chown(uid, gid)
}

export function openTrack(folder: string, kind: Kind, limits: JournalLimits): Track {
  let segment: Segment | undefined
  let mark: string | undefined
  /** The mark that the file has. */
  let marked: string | undefined
  let ended = false
  let waiting: { text: string; resolve: () => void; reject: (error: unknown) => void }[] = []
  let writing: Promise<void> | undefined
  let begunAt = 0

  const openSegment = async (): Promise<Segment> => {
    if (ended) throw new Error('the journal is closed')
    if (segment && segment.bytes < limits.segmentBytes && segment.day === dayOf(mark)) return segment
    // The one before takes what is noted until there is another.
    const before = segment
    prune(folder, limits)
    // Files are in the order of their names: two within a millisecond, of two processes or after the clock went back, too.
    const newest = Number.parseInt(segmentsIn(folder).at(-1) ?? '0', 10)
    begunAt = Math.max(Date.now(), begunAt + 1, newest + 1)
    const path = join(folder, fileName(begunAt, randomUUID(), kind))
    const handle = await open(path, 'ax', 0o600)
    await giveToOwner(folder, handle)
    segment = { day: dayOf(mark), path, number: handle.fd, handle, bytes: 0, holdsLines: false }
    marked = undefined
    await before?.handle.close()
    syncFolder(folder)
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

  const append = async (to: Segment, text: string): Promise<void> => {
    const before = to.bytes
    let after: number | undefined
    try {
      if (mark !== undefined && mark !== marked) to.bytes += writeAll(to.number, textOf([mark]))
      marked = mark
      to.bytes += writeAll(to.number, text)
      after = to.bytes
      await to.handle.datasync()
      to.holdsLines = true
    } catch (error) {
      // No reader may find what was refused, even where the disk took a part of it. What was noted meanwhile stays.
      if (segment === to && (after ?? to.bytes) === to.bytes) cutOff(to.number, before)
      throw error
    }
  }

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const set = waiting
      waiting = []
      try {
        await append(await openSegment(), set.map(({ text }) => text).join(''))
        for (const { resolve } of set) resolve()
      } catch (error) {
        await abandon()
        for (const { reject } of set) reject(error)
      }
    }
    writing = undefined
  }

  const keepText = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ text, resolve, reject })
      writing ??= writeWaiting()
    })

  return {
    keep: (lines) => (lines.length === 0 ? Promise.resolve() : keepText(textOf(lines))),
    note,
    mark(line, atOnce) {
      mark = line
      if (!atOnce || !segment) return
      if (segment.day !== dayOf(line)) {
        // Each day has files of its own. Where the disk takes none, the next mark tries again.
        keepText('').catch(() => undefined)
        return
      }
      note([line])
      marked = line
    },
    async close() {
      await writing
      ended = true
      await segment?.handle.close()
      segment = undefined
    },
  }
}
