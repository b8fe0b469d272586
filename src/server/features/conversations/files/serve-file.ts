import { parse } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { readRange } from '#server/platform/http/range.ts'
import { MediaMissing } from '#server/platform/media-store/media-store.ts'
import { fileKey } from './chat-file.ts'
import { makePlayable, playableKey } from './recording/recording.ts'

/** What browsers may show in place; everything else is saved. */
const shown = /^(image\/(png|jpeg|gif|webp)|video\/(mp4|webm|3gpp|quicktime)|audio\/.+|application\/ogg)$/

/**
 * Answers the bytes of a file of the business, whole or a range; of a recording also the copy that plays everywhere,
 * of a picture the small one where there is one.
 * @throws AppError `not_found`, `rule_broken` where no tool can make that copy.
 */
export async function serveChatFile(
  app: App,
  businessId: number,
  id: number,
  {
    request,
    reply,
    playable,
    small,
  }: { request: FastifyRequest; reply: FastifyReply; playable: boolean; small: boolean },
): Promise<Readable | string> {
  const file = await app.db
    .selectFrom('chat_files')
    .select(['hash', 'bytes', 'mime', 'kind', 'file_name', 'small_hash', 'small_bytes'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!file?.hash || file.bytes === null) throw notFound('file')
  let key = fileKey(businessId, file.hash)
  let mime = file.mime ?? 'application/octet-stream'
  let bytes = Number(file.bytes)
  if (playable && file.kind === 'audio') {
    const size = await makePlayable(app, key, mime).catch((error: unknown) => {
      if (error instanceof MediaMissing) throw notFound('file')
      throw error
    })
    if (size === undefined) throw new AppError('rule_broken', t('conversations.notPlayable'))
    key = playableKey(key)
    mime = 'audio/mp4'
    bytes = size
  }
  let name = file.file_name ?? `file-${id}`
  if (small && file.small_hash && file.small_bytes !== null) {
    key = fileKey(businessId, file.small_hash)
    mime = 'image/webp'
    bytes = file.small_bytes
    name = `${parse(name).name}.webp`
  }
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
  const range = readRange(request.headers.range, bytes)
  if (range === 'beyond') {
    reply.code(416).header('content-range', `bytes */${bytes}`)
    return ''
  }
  const { start, end } = range ?? { start: 0, end: bytes }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${bytes}`)
  reply.header('content-length', end - start)
  if (request.method === 'HEAD') return Readable.from([])
  return await app.media.open(key, start, end).catch((error: unknown) => {
    if (error instanceof MediaMissing) throw notFound('file')
    throw error
  })
}
