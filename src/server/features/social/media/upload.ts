import { createHash, randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { largestImage, largestVideo } from '#contract/social/media.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanFileName } from '#server/platform/file-name.ts'
import { storeFault, writeTo } from '#server/platform/media-store/folder-store.ts'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import { probeImage } from './picture/probe-image.ts'
import { sizeText } from './rules/measure-text.ts'
import { mediaKey } from './rules/media-key.ts'
import type { StoredMedia } from './rules/media-type.ts'
import { sniff } from './sniff.ts'
import { fromRow } from './stored-media.ts'
import { probeVideo } from './video/probe-video.ts'

/**
 * Stores an uploaded picture or video. It goes to the disk as it comes, is judged by its content, and is stored once
 * however often it is uploaded.
 * @throws AppError with the sentence for the person.
 */
export async function storeUpload(
  app: App,
  businessId: number,
  userId: number,
  stream: Readable,
  fileName: string,
): Promise<StoredMedia> {
  try {
    const path = join(await app.media.incoming(), randomUUID())
    try {
      const { bytes, hash } = await receive(stream, path)
      const { kind, mime } = await sniff(path)
      if (kind === 'image' && bytes > largestImage) throw tooLarge('image')
      const probed = kind === 'image' ? await probeImage(path, mime) : await probeVideo(path, mime)
      return await keep(app, businessId, userId, path, {
        hash,
        bytes,
        kind,
        mime,
        file_name: cleanFileName(fileName),
        width: probed.width,
        height: probed.height,
        duration_ms: probed.durationMs,
        probe: JSON.stringify(probed.probe),
      })
    } finally {
      await rm(path, { force: true })
    }
  } catch (error) {
    if (error instanceof MediaStoreFailed) throw asAppError(error)
    throw error
  }
}

/** Writes a stream to the disk and hashes it on the way. */
async function receive(stream: Readable, path: string): Promise<{ bytes: number; hash: Buffer }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(bytes > largestVideo ? tooLarge('video') : null, chunk)
    },
  })
  await pipeline(stream, measure, writeTo(path)).catch((error: unknown) => {
    throw storeFault(error)
  })
  // A form's own limit ends the stream as if the file were whole.
  if ('truncated' in stream && stream.truncated === true) throw tooLarge('video')
  if (bytes === 0) throw refusal('invalid_input', t('social.media.empty'))
  return { bytes, hash: hash.digest() }
}

type NewRow = {
  hash: Buffer
  bytes: number
  kind: 'image' | 'video'
  mime: string
  file_name: string
  width: number
  height: number
  duration_ms: number | null
  probe: string
}

/** The row is written before the bytes, marked as removed until they are there: a crash in between leaves no promise. */
async function keep(
  app: App,
  businessId: number,
  userId: number,
  path: string,
  row: NewRow,
): Promise<StoredMedia> {
  const now = app.now()
  const key = mediaKey(businessId, row.hash)
  const { id } = await app.db
    .insertInto('social_media')
    .values({
      business_id: businessId,
      ...row,
      created_by: userId,
      created_at: now,
      used_at: now,
      removed_at: now,
    })
    // Waits for a clean-up that holds the row; from then on its time of use protects it.
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'hash']).doUpdateSet({ used_at: now, probe: row.probe }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!(await app.media.has(key))) await app.media.put(key, path, row.mime)
  const stored = await app.db
    .updateTable('social_media')
    .set({ removed_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromRow(stored)
}

const refusal = (code: 'invalid_input' | 'too_large', sentence: string) =>
  new AppError(code, sentence, { fields: { media: sentence } })

export const tooLarge = (kind: 'image' | 'video'): AppError =>
  kind === 'image'
    ? refusal('too_large', t('social.media.imageTooLarge', { size: sizeText(largestImage) }))
    : refusal('too_large', t('social.media.videoTooLarge', { size: sizeText(largestVideo) }))

function asAppError(error: MediaStoreFailed): AppError {
  const sentence = t(error.reason === 'full' ? 'social.media.storeFull' : 'social.media.storeFailed')
  return new AppError('unavailable', sentence, { cause: error })
}

/** A file that is being received has at most so long; requests end sooner. */
const leftoverMs = 24 * 3_600_000

/** Removes what processes that were killed left half received. */
export async function dropLeftovers(app: App): Promise<void> {
  const folder = await app.media.incoming()
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && app.now().getTime() - found.mtimeMs > leftoverMs)
      await rm(path, { recursive: true, force: true })
  }
}
