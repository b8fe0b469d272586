import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../log.ts'

/** Keeps items for the database so that a killed process loses none, and no caller waits for a disk or a commit. */
export type Spool<T> = {
  /** Resolves when the item is in the database, or in a file that goes there. @throws where neither takes it. */
  keep: (item: T) => Promise<void>
  /** Writes what is kept to the database. What the database does not take stays in files for the next start. */
  close: () => Promise<void>
}

type Options<T> = {
  folder: string
  /** Writes items to the database. It gets some of them twice: the second time must change nothing. */
  write: (items: readonly T[]) => Promise<unknown>
  /** One line of text. */
  toLine: (item: T) => string
  fromLine: (line: string) => T
  log: Logger
}

type Batch<T> = { path: string; file: number; items: T[] }

/** A batch takes what comes within this time; while the database is away, fewer and larger files. */
const gatherMs = 50
const gatherAwayMs = 2_000
/** Items that come one by one are in the database before their caller goes on, if it takes no longer. */
const directMs = 50
const calmMs = 1_000
const mostOfStatement = 500
/** A file that was not appended to for so long has no owner: any process writes its items. */
const leftMs = 5_000
const lookEveryMs = 2_000

/** Opens a folder that several processes may share. Files that a killed process left are written by any of them. */
export function openSpool<T>({ folder, write, toLine, fromLine, log }: Options<T>): Spool<T> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let turn: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = []
  let current: Batch<T> | undefined
  const writing = new Map<string, Promise<void>>()
  let direct = 0
  let lastSpooled = Number.NEGATIVE_INFINITY
  let isAway = false
  let timer: NodeJS.Timeout | undefined

  const writeAll = async (items: readonly T[]): Promise<void> => {
    for (let at = 0; at < items.length; at += mostOfStatement)
      await write(items.slice(at, at + mostOfStatement))
  }

  const begin = (): Batch<T> => {
    const path = join(folder, `${randomUUID()}.log`)
    const batch = { path, file: openSync(path, 'ax', 0o600), items: [] }
    timer = setTimeout(endBatch, isAway ? gatherAwayMs : gatherMs)
    return batch
  }

  const endBatch = (): void => {
    clearTimeout(timer)
    const batch = current
    if (!batch) return
    current = undefined
    closeSync(batch.file)
    const written = writeAll(batch.items)
      .then(() => {
        isAway = false
        return unlink(batch.path)
      })
      .catch((error: unknown) => {
        isAway = true
        log.warn(
          { err: error, items: batch.items.length },
          'items stay in a file until the database takes them',
        )
      })
      .finally(() => writing.delete(batch.path))
    writing.set(batch.path, written)
  }

  const append = (): void => {
    const set = turn
    turn = []
    lastSpooled = performance.now()
    try {
      current ??= begin()
      const bytes = Buffer.from(set.map(({ item }) => `${toLine(item)}\n`).join(''))
      for (let at = 0; at < bytes.length; ) at += writeSync(current.file, bytes, at)
    } catch (error) {
      // The last line may be there in part: the next items begin another file.
      endBatch()
      log.warn({ err: error, items: set.length }, 'no file could be written; callers wait for the database')
      void writeAll(set.map(({ item }) => item)).then(
        () => {
          for (const { resolve } of set) resolve()
        },
        (fault: unknown) => {
          for (const { reject } of set) reject(fault)
        },
      )
      return
    }
    for (const { item, resolve } of set) {
      current.items.push(item)
      resolve()
    }
  }

  const spool = (item: T): Promise<void> =>
    new Promise((resolve, reject) => {
      turn.push({ item, resolve, reject })
      if (turn.length === 1) setImmediate(append)
    })

  const isCalm = (): boolean =>
    direct === 0 && !current && writing.size === 0 && performance.now() - lastSpooled > calmMs

  const keepDirectly = async (item: T): Promise<void> => {
    direct++
    let late: NodeJS.Timeout | undefined
    const written = write([item])
      .then(() => true)
      .catch(() => false)
      .finally(() => direct--)
    const inTime = await Promise.race([
      written,
      new Promise<false>((resolve) => {
        late = setTimeout(resolve, directMs, false)
      }),
    ])
    clearTimeout(late)
    if (!inTime) await spool(item)
  }

  /** Writes the items of files without an owner. */
  const writeLeft = async (): Promise<void> => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (!name.endsWith('.log') || path === current?.path || writing.has(path)) continue
      try {
        if (Date.now() - (await stat(path)).mtimeMs < leftMs) continue
        // A line without its end was cut off: its caller was never answered.
        const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
        await writeAll(lines.map(fromLine))
        await unlink(path)
      } catch (error) {
        // Another process was quicker.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
        throw error
      }
    }
  }
  let looking: Promise<void> | undefined
  const look = (): void => {
    looking ??= writeLeft()
      .catch((error: unknown) => log.warn({ err: error }, 'items in files could not be written yet'))
      .finally(() => {
        looking = undefined
      })
  }
  look()
  const looks = setInterval(look, lookEveryMs).unref()

  return {
    keep: (item) => (isCalm() ? keepDirectly(item) : spool(item)),
    async close() {
      clearInterval(looks)
      if (turn.length > 0) append()
      endBatch()
      await Promise.all([...writing.values(), looking])
    },
  }
}
