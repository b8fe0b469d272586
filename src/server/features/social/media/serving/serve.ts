import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { readRange } from '#server/platform/http/range.ts'
import { MediaMissing } from '#server/platform/media-store/media-store.ts'
import { mediaKey } from '../rules/media-key.ts'
import { isHash, readSigned } from './signed-address.ts'

export type Served = { hash: Buffer; bytes: number; mime: string; fileName: string }

/** Formats of pictures that browsers do not show. */
const notShown = new Set(['image/heic', 'image/tiff'])

type Preview = (app: App, businessId: number, mediaId: number) => Promise<Served | undefined>

/** Answers the bytes of a signed address, whole or a range; every other address is not found. */
export async function serveMedia(
  app: App,
  signed: string,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  preview: Preview,
): Promise<Readable | string> {
  const named = readSigned(app, signed)
  const isNamed = named && new RegExp(`^${named.mediaId}(\\.[a-z\\d]{1,5})?$`, 'i').test(name)
  const file = named && isNamed && !named.isOver ? await findServed(app, named, preview) : undefined
  if (!named || !file) throw gone()
  const etag = `"${file.hash.toString('base64url')}"`
  reply
    .type(file.mime)
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    // The same address always has the same bytes.
    .header('cache-control', 'private, max-age=604800, immutable')
    .header('content-disposition', disposition(file.fileName))
    // Should a browser ever take it for a page, nothing in it runs.
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (request.headers['if-none-match'] === etag) return reply.code(304).send() as unknown as string
  const condition = request.headers['if-range']
  const asked = condition === undefined || condition === etag ? request.headers.range : undefined
  const range = readRange(asked, file.bytes)
  if (range === 'beyond') {
    reply.code(416).header('content-range', `bytes */${file.bytes}`)
    return ''
  }
  const { start, end } = range ?? { start: 0, end: file.bytes }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.bytes}`)
  reply.header('content-length', end - start)
  // Of a stream, the server answers HEAD with the headers alone.
  if (request.method === 'HEAD') return Readable.from([])
  return await app.media.open(mediaKey(named.businessId, file.hash), start, end).catch((error: unknown) => {
    if (error instanceof MediaMissing) throw gone(error)
    throw error
  })
}

const gone = (cause?: unknown) => new AppError('not_found', t('social.media.notFound'), { cause })

type Named = { businessId: number; mediaId: number; shortHash: Buffer | undefined }

async function findServed(
  app: App,
  { businessId, mediaId, shortHash }: Named,
  preview: Preview,
): Promise<Served | undefined> {
  const media = await app.db
    .selectFrom('social_media')
    .select(['hash', 'bytes', 'mime', 'file_name', 'removed_at'])
    .where('business_id', '=', businessId)
    .where('id', '=', mediaId)
    .executeTakeFirst()
  if (!media) return undefined
  if (!shortHash) {
    if (media.removed_at) return undefined
    return notShown.has(media.mime)
      ? await preview(app, businessId, mediaId)
      : { ...media, fileName: media.file_name }
  }
  const variants = await app.db
    .selectFrom('social_media_variants')
    .select(['hash', 'bytes', 'mime'])
    .where('business_id', '=', businessId)
    .where('media_id', '=', mediaId)
    .where('state', '=', 'ready')
    .execute()
  for (const { hash, bytes, mime } of variants) {
    if (hash && mime && bytes !== null && isHash(hash, shortHash)) {
      return { hash, bytes, mime, fileName: `${mediaId}.${extensionOf(mime)}` }
    }
  }
  return undefined
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
}

export const extensionOf = (mime: string): string => extensions[mime] ?? mime.split('/')[1] ?? 'bin'

function disposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
