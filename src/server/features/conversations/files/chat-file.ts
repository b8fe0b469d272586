import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { App } from '#server/app.ts'

const unknownType = 'application/octet-stream'

/** The largest file that a person can send. */
export const largestReceived = 100 * 1024 * 1024

export class FileTooLarge extends Error {
  /** What its beginning says it is. */
  readonly mime: string
  constructor(mime = unknownType) {
    super()
    this.mime = mime
  }
}
/** Fewer bytes came than were announced. */
export class FileCutOff extends Error {}

/** Where the store has the bytes: apart for each business, once for each content. */
export const fileKey = (businessId: number, hash: Buffer): string =>
  `chat/${businessId}/${hash.toString('hex', 0, 1)}/${hash.toString('hex')}`

/**
 * Takes a stream to the store: hashed on the way, its type read from its content.
 * @param least what was announced; a shorter stream was cut off and is not stored.
 * @throws FileTooLarge, FileCutOff, MediaStoreFailed
 */
export async function keepBytes(
  app: App,
  businessId: number,
  stream: Readable,
  most: number,
  least = 0,
): Promise<{ hash: Buffer; bytes: number; mime: string }> {
  // One that breaks off before it is read would end the process; the pipeline reports it then.
  stream.once('error', () => undefined)
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
    if (bytes < least) throw new FileCutOff(`${bytes} of ${least} bytes came`)
    const hash = digest.digest()
    const mime = await typeOf(path)
    const key = fileKey(businessId, hash)
    if (!(await app.media.has(key))) await app.media.put(key, path, mime)
    return { hash, bytes, mime }
  } catch (error) {
    throw error instanceof FileTooLarge ? new FileTooLarge(await typeOf(path)) : error
  } finally {
    await rm(path, { force: true })
  }
}

async function typeOf(path: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type')
  return (await fileTypeFromFile(path))?.mime ?? unknownType
}
