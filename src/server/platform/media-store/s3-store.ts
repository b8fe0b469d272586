import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { storeFault, writeTo } from './folder-store.ts'
import { MediaMissing, type MediaStore, MediaStoreFailed } from './media-store.ts'

export type S3Place = {
  bucket: string
  /** Before each key: a folder inside the bucket, or empty. */
  prefix: string
  region: string
  /** Absent: Amazon's own. */
  endpoint?: string | undefined
  /** Absent: as the AWS SDK finds them, such as the role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Parts of 8 MB, two at a time: 16 MB of memory for a file of any size up to 80 GB. */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 2

/** A bucket at Amazon or at any other S3-compatible server. Files are received and converted in `folder`. */
export function openS3Store(place: S3Place, folder: string): MediaStore {
  const client = new S3Client({
    region: place.region,
    ...(place.endpoint && { endpoint: place.endpoint, forcePathStyle: true }),
    ...(place.credentials && { credentials: place.credentials }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    // Other servers than Amazon's do not know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (key: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${key}` })
  const incoming = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  const open: MediaStore['open'] = async (key, start, end) => {
    if (end <= start) return Readable.from([])
    const { Body } = await client
      .send(new GetObjectCommand({ ...at(key), Range: `bytes=${start}-${end - 1}` }))
      .catch(explain)
    return Body as Readable
  }
  return {
    incoming,
    async put(key, path, mime) {
      const upload = new Upload({
        client,
        params: { ...at(key), Body: createReadStream(path), ContentType: mime },
        partSize: partBytes,
        queueSize: partsAtOnce,
      })
      await upload.done().catch(explain)
      await rm(path, { force: true })
    },
    open,
    async asFile(key, use) {
      const path = join(await incoming(), randomUUID())
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key))).catch(explain)
        await pipeline(Body as Readable, writeTo(path)).catch((error: unknown) => {
          throw storeFault(error)
        })
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    has: (key) =>
      client.send(new HeadObjectCommand(at(key))).then(
        () => true,
        (error: unknown) => (isMissing(error) ? false : explain(error)),
      ),
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key))).catch(explain)
    },
    async removeAll(prefix) {
      for (;;) {
        const { Bucket, Key } = at(prefix)
        const { Contents = [] } = await client
          .send(new ListObjectsV2Command({ Bucket, Prefix: Key }))
          .catch(explain)
        if (Contents.length === 0) return
        for (const { Key: found } of Contents)
          await client.send(new DeleteObjectCommand({ Bucket, Key: found })).catch(explain)
      }
    },
    async *list(prefix) {
      const { Bucket, Key } = at(prefix)
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const command = new ListObjectsV2Command({
          Bucket,
          Prefix: Key,
          Delimiter: '/',
          ContinuationToken: token,
        })
        const found = await client.send(command).catch(explain)
        for (const { Key: key = '', Size = 0, LastModified = new Date(0) } of found.Contents ?? [])
          yield { key: key.slice(place.prefix.length), bytes: Size, changedAt: LastModified }
        token = found.NextContinuationToken
      }
    },
    close: () => client.destroy(),
  }
}

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** A missing bucket is 404 as well, but is a setting that is wrong. */
const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as S3ServiceException).name !== 'NoSuchBucket'

function explain(error: unknown): never {
  if (isMissing(error)) throw new MediaMissing('the file is not in the media store', { cause: error })
  const status = statusOf(error)
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 429
  throw new MediaStoreFailed(isRefused ? 'refused' : 'unreachable', error)
}
