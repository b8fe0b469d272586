import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'
import type { App } from '#server/app.ts'

export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

const mib = 1024 * 1024
/** What WhatsApp takes, by kind. Source: facts of the Cloud API, media. */
export const largestSent: Record<FileKind, number> = {
  image: 5 * mib,
  video: 16 * mib,
  audio: 16 * mib,
  document: 20 * mib,
  sticker: 500 * 1024,
}
/** The largest file that a person can send. */
export const largestReceived = 100 * mib

export class FileTooLarge extends Error {}

/** Where the store has the bytes: apart for each business, once for each content. */
export const fileKey = (businessId: number, hash: Buffer): string =>
  `chat/${businessId}/${hash.toString('hex', 0, 1)}/${hash.toString('hex')}`

/**
 * Takes a stream to the store: hashed on the way, its type read from its content.
 * @throws FileTooLarge, MediaStoreFailed
 */
export async function keepBytes(
  app: App,
  businessId: number,
  stream: Readable,
  most: number,
): Promise<{ hash: Buffer; bytes: number; mime: string }> {
  const path = join(await app.media.incoming(), randomUUID())
  const digest = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      bytes += chunk.length
      done(bytes > most ? new FileTooLarge() : null, chunk)
    },
  })
  try {
    await pipeline(stream, measure, createWriteStream(path, { flags: 'wx' }))
    if ('truncated' in stream && stream.truncated === true) throw new FileTooLarge()
    const hash = digest.digest()
    const mime = (await fileTypeFromFile(path))?.mime ?? 'application/octet-stream'
    const key = fileKey(businessId, hash)
    if (!(await app.media.has(key))) await app.media.put(key, path, mime)
    return { hash, bytes, mime }
  } finally {
    await rm(path, { force: true })
  }
}
