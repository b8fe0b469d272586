import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { MediaMissing, type MediaStore, MediaStoreFailed } from './media-store.ts'

/** A folder that holds each file under its key. */
export function openFolderStore(folder: string): MediaStore {
  const pathOf = (key: string): string => join(folder, key)
  const incoming = join(folder, 'incoming')
  return {
    async incoming() {
      await mkdir(incoming, { recursive: true, mode: 0o700 }).catch(explain)
      return incoming
    },
    async put(key, path) {
      try {
        const file = await open(path, 'r+')
        await file.datasync().finally(() => file.close())
        await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
        await rename(path, pathOf(key))
      } catch (error) {
        explain(error)
      }
    },
    async open(key, start, end) {
      const file = await open(pathOf(key)).catch(missing)
      if (end <= start) {
        await file.close()
        return Readable.from([])
      }
      // `end` of a read stream is inclusive.
      return createReadStream('', { fd: file, start, end: end - 1 })
    },
    async asFile(key, use) {
      await access(pathOf(key)).catch(missing)
      return await use(pathOf(key))
    },
    has: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
    removeAll: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    async *list(prefix) {
      const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      for (const name of (await readdir(pathOf(parent)).catch(noneWhereGone)) ?? []) {
        const key = `${parent}${name}`
        // One that another process removes meanwhile.
        if (!key.startsWith(prefix)) continue
        const found = await stat(pathOf(key)).catch(noneWhereGone)
        if (found?.isFile()) yield { key, bytes: found.size, changedAt: found.mtime }
      }
    },
    close: () => undefined,
  }
}

/** Writes a stream to a new file; a full or read-only disk is reported as such. */
export function writeTo(path: string) {
  return createWriteStream(path, { mode: 0o600, flags: 'wx' })
}

function missing(error: unknown): never {
  if (codeOf(error) === 'ENOENT')
    throw new MediaMissing('the file is not in the media folder', { cause: error })
  throw error
}

function noneWhereGone(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

function explain(error: unknown): never {
  throw storeFault(error)
}

/** A fault of the disk as the store reports it; another error as it is. */
export function storeFault(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new MediaStoreFailed('full', error)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new MediaStoreFailed('refused', error)
  return error
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
