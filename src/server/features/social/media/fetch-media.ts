import { Readable } from 'node:stream'
import { largestVideo } from '#contract/social/media.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { MediaStoreFailed } from '#server/platform/media-store/media-store.ts'
import { discard, headerOf } from '#server/platform/outside/public-fetch.ts'
import { openAddress, refusal } from './link/outside.ts'
import { sizeText } from './rules/measure-text.ts'
import type { StoredMedia } from './stored-media.ts'
import { storeUpload } from './upload.ts'

/** A gigabyte over a slow line; a server that sends nothing for 20 seconds is given up before. */
const longestMs = 10 * 60_000

/**
 * Stores the picture or video at a public address, as if it were uploaded. Guarded: the address, every redirect and what
 * a name resolves to are on the public internet.
 * @throws AppError with a sentence at `media_url`.
 */
export async function fetchMediaFromUrl(
  app: App,
  businessId: number,
  userId: number,
  url: string,
): Promise<StoredMedia> {
  const signal = AbortSignal.timeout(longestMs)
  const {
    headers,
    body,
    url: found,
  } = await openAddress(app, url, 'media_url', {
    signal,
    accept: 'image/*,video/*',
  })
  if (Number(headerOf(headers, 'content-length') ?? 0) > largestVideo) {
    discard(body)
    throw refusal('media_url', t('social.media.link.mediaTooLarge', { size: sizeText(largestVideo) }))
  }
  const cut: { error?: unknown } = {}
  body.once('error', (error) => {
    cut.error = error
  })
  try {
    return await storeUpload(app, businessId, userId, Readable.from(body), nameOf(found))
  } catch (error) {
    if (cut.error)
      throw refusal('media_url', t('social.media.link.unreachable', { host: found.host }), cut.error)
    if (error instanceof AppError && !(error.cause instanceof MediaStoreFailed)) {
      throw new AppError(error.code, error.message, {
        fields: { media_url: error.message },
        cause: error.cause,
      })
    }
    throw error
  } finally {
    discard(body)
  }
}

function nameOf({ pathname, host }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || host
  } catch {
    return last || host
  }
}
