import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { readRange } from '#server/platform/http/range.ts'
import { MediaMissing } from '#server/platform/media-store/media-store.ts'
import { fileKey } from './chat-file.ts'

/** What browsers may show in place; everything else is saved. */
const shown = /^(image\/(png|jpeg|gif|webp)|video\/(mp4|webm|3gpp|quicktime)|audio\/.+|application\/ogg)$/

/** Answers the bytes of a file of the business, whole or a range. @throws AppError `not_found` */
export async function serveChatFile(
  app: App,
  businessId: number,
  id: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Readable | string> {
  const file = await app.db
    .selectFrom('chat_files')
    .select(['hash', 'bytes', 'mime', 'file_name'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!file?.hash || file.bytes === null) throw notFound('file')
  const mime = file.mime ?? 'application/octet-stream'
  const name = file.file_name ?? `file-${id}`
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  reply
    .type(shown.test(mime) ? mime : 'application/octet-stream')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=86400, immutable')
    .header('vary', 'authorization')
    .header(
      'content-disposition',
      `${shown.test(mime) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('content-security-policy', "default-src 'none'; sandbox")
  const range = readRange(request.headers.range, file.bytes)
  if (range === 'beyond') {
    reply.code(416).header('content-range', `bytes */${file.bytes}`)
    return ''
  }
  const { start, end } = range ?? { start: 0, end: file.bytes }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.bytes}`)
  reply.header('content-length', end - start)
  if (request.method === 'HEAD') return Readable.from([])
  return await app.media.open(fileKey(businessId, file.hash), start, end).catch((error: unknown) => {
    if (error instanceof MediaMissing) throw notFound('file')
    throw error
  })
}
