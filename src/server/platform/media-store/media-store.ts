import type { Readable } from 'node:stream'

/** The bytes of uploaded files, in a folder or an S3-compatible store. Keys contain the hash of the content. */
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
  close: () => void
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
