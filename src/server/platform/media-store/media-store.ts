import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * The files that every process needs, in a folder or an S3-compatible store: uploads, media of chats and posts, imports,
 * exports.
 */
export type MediaStore = {
  /** A folder on this machine's disk for files that are being received or made. */
  incoming: () => Promise<string>
  /** Takes over a file of `incoming`; afterwards it is gone from there. The key holds all of it or nothing. */
  put: (key: string, path: string, mime: string) => Promise<void>
  /** Bytes from `start` (inclusive) to `end` (exclusive). @throws MediaMissing */
  open: (key: string, start: number, end: number) => Promise<Readable>
  /** The file on the disk while `use` runs. @throws MediaMissing */
  asFile: <T>(key: string, use: (path: string) => Promise<T>) => Promise<T>
  has: (key: string) => Promise<boolean>
  remove: (key: string) => Promise<void>
  /** Everything whose key begins with a prefix, which ends with `/`. */
  removeAll: (prefix: string) => Promise<void>
  /** What lies directly below the last `/` of a prefix and begins with it. */
  list: (prefix: string) => AsyncIterable<StoredMedia>
  close: () => void
}

export type StoredMedia = { key: string; bytes: number; changedAt: Date }

/** Beyond the end of every file. */
const endOfAll = 2 ** 40

/** A file of any size, from its beginning. @throws MediaMissing */
export const openWhole = (store: MediaStore, key: string): Promise<Readable> => store.open(key, 0, endOfAll)

/** A small file. @throws MediaMissing */
export async function readWhole(store: MediaStore, key: string): Promise<Buffer> {
  return Buffer.concat(await (await openWhole(store, key)).toArray())
}

/** Puts a small file in the place of what the key held. */
export async function writeWhole(
  store: MediaStore,
  key: string,
  content: string | Buffer,
  mime: string,
): Promise<void> {
  const path = join(await store.incoming(), randomUUID())
  try {
    await writeFile(path, content, { mode: 0o600 })
    await store.put(key, path, mime)
  } finally {
    await rm(path, { force: true })
  }
}

/** The store has no such bytes. */
export class MediaMissing extends Error {}

/** The store cannot be used: full, refused or unreachable. The message is for the log. */
export class MediaStoreFailed extends Error {
  readonly reason: 'full' | 'refused' | 'unreachable'
  constructor(reason: MediaStoreFailed['reason'], cause: unknown) {
    super(`the media store failed: ${reason}`, { cause })
    this.reason = reason
  }
}
