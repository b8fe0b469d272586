import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import iconv from 'iconv-lite'
import type { LinkPreview } from '#contract/social/media.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { openSharp } from '#server/platform/media-tools/open-sharp.ts'
import { discard, headerOf, type OutsideAnswer } from '#server/platform/outside/public-fetch.ts'
import { openAddress, refusal } from './outside.ts'
import { readHead } from './page-head.ts'

const pageMs = 8_000
/** Descriptions are at the top: of a longer page the rest is not read. */
const pageBytes = 512 * 1024
const pictureMs = 8_000
const pictureBytes = 5 * 1024 * 1024
const picturePixels = 40_000_000
/** As wide as the preview is shown, twice for sharp screens. */
const pictureWidth = 600

/**
 * How a page describes itself, for the preview of a link. Its picture comes as data: the browser asks nobody else.
 * @throws AppError with a sentence at `url`.
 */
export async function linkPreview(app: App, address: string): Promise<LinkPreview> {
  const signal = AbortSignal.timeout(pageMs)
  const answer = await openAddress(app, address, 'url', { signal, accept: 'text/html,application/xhtml+xml' })
  const type = headerOf(answer.headers, 'content-type') ?? ''
  if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    discard(answer.body)
    throw refusal('url', t('social.media.link.notPage'))
  }
  const bytes = await readStart(answer, pageBytes).catch((error: unknown) => {
    throw refusal('url', t('social.media.link.unreachable', { host: answer.url.host }), error)
  })
  const head = readHead(textOf(bytes, type))
  return {
    url: answer.url.href,
    title: head.title ?? answer.url.host,
    description: head.description ?? null,
    site_name: head.siteName ?? answer.url.host,
    image: head.image ? await pictureOf(app, head.image, answer.url) : null,
  }
}

/** The picture as a small JPEG; null where there is none that can be shown. */
async function pictureOf(app: App, address: string, page: URL): Promise<string | null> {
  if (!URL.canParse(address, page)) return null
  const signal = AbortSignal.timeout(pictureMs)
  try {
    const answer = await openAddress(app, new URL(address, page).href, 'url', { signal, accept: 'image/*' })
    const bytes = await readStart(answer, pictureBytes + 1)
    if (bytes.length > pictureBytes) return null
    const sharp = await openSharp()
    const small = await sharp(bytes, { limitInputPixels: picturePixels })
      .autoOrient()
      .resize(pictureWidth, pictureWidth, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 72, mozjpeg: true })
      .toBuffer()
    return `data:image/jpeg;base64,${small.toString('base64')}`
  } catch (error) {
    // A preview without its picture is a preview.
    app.log.debug({ err: error }, 'the picture of a link was not read')
    if (error instanceof AppError || error instanceof Error) return null
    throw error
  }
}

/** At most so many bytes of the answer, unpacked where the server packs unasked. */
async function readStart({ headers, body }: OutsideAnswer, most: number): Promise<Buffer> {
  const unpack = {
    gzip: createGunzip,
    br: createBrotliDecompress,
    deflate: createInflate,
  }[headerOf(headers, 'content-encoding')?.toLowerCase() ?? '']
  const unpacked = unpack?.({ maxOutputLength: most * 2 })
  if (unpacked) body.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of unpacked ?? body) {
      pieces.push(piece as Buffer)
      bytes += (piece as Buffer).length
      if (bytes >= most) break
    }
  } finally {
    discard(body)
  }
  return Buffer.concat(pieces).subarray(0, most)
}

/** In the encoding that the header or the page itself names; UTF-8 otherwise. */
function textOf(bytes: Buffer, type: string): string {
  const start = bytes.toString('latin1', 0, 2048)
  const named =
    /charset\s*=\s*["']?([\w:-]+)/i.exec(type)?.[1] ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w:-]+)/i.exec(start)?.[1]
  return iconv.decode(bytes, named && iconv.encodingExists(named) ? named : 'utf-8')
}
