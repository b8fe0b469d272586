import type { Readable } from 'node:stream'
import type { MediaProblemCode } from '#contract/social/media.ts'
import type { Platform, PostFormat } from '#contract/social/networks.ts'
import type { App } from '#server/app.ts'
import { planImage } from './picture/image-plan.ts'
import { makeImage } from './picture/make-image.ts'
import { mediaKey } from './rules/media-key.ts'
import { problemsOf, ruleOf } from './rules/problems.ts'
import { networkUrl } from './serving/addresses.ts'
import { extensionOf } from './serving/serve.ts'
import { findMedia, type StoredMedia } from './stored-media.ts'
import { keepVariant, type MadeFile } from './variants.ts'

/** Fractions of the upright picture. */
export type Crop = { x: number; y: number; width: number; height: number }
export type MediaEdit = { crop?: Crop; focal?: { x: number; y: number } }

export type NetworkFile = {
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
  /** Bytes from `start` (inclusive) to `end` (exclusive). */
  open(start?: number, end?: number): Promise<Readable>
  /** A signed address that networks fetch; null where the server has no public address. */
  publicUrl: string | null
}

/** The network does not take this file, and we cannot make one that it takes. */
export class MediaNotUsable extends Error {
  readonly code: MediaProblemCode | 'not_found' | 'needs_ffmpeg' | 'not_converted'
  constructor(code: MediaNotUsable['code'], cause?: unknown) {
    super(`the file cannot be used: ${code}`, { cause })
    this.code = code
  }
}

/**
 * The file as the network takes it: made once, kept as a variant. Nothing is cropped unless `edit` says what stays.
 * Slow for videos: call it from a job.
 * @throws MediaNotUsable
 */
export async function fileForNetwork(
  app: App,
  businessId: number,
  mediaId: number,
  platform: Platform,
  format: PostFormat,
  edit: MediaEdit,
): Promise<NetworkFile> {
  const [media] = await findMedia(app, businessId, [mediaId])
  if (!media) throw new MediaNotUsable('not_found')
  const rule = ruleOf(media.kind, platform, format)
  const problems = problemsOf(media, platform, format)
  const hopeless = problems.find(({ fix }) => fix === null)
  if (!rule || hopeless) throw new MediaNotUsable(hopeless?.code ?? 'wrong_kind')
  await noteUse(app, businessId, media)
  if (media.kind === 'video') {
    if (problems.length > 0) throw new MediaNotUsable('needs_ffmpeg')
    return asNetworkFile(app, businessId, mediaId, media)
  }
  const plan = planImage(media, rule, problems, edit)
  if (plan === 'not_cropped') throw new MediaNotUsable('wrong_ratio')
  if (plan === undefined) return asNetworkFile(app, businessId, mediaId, media)
  const made = await keepVariant(app, businessId, media, plan.recipe, (path, to) =>
    makeImage(path, media.mime, plan, to),
  )
  // Even as a small picture it has too many bytes.
  if (!made) throw new MediaNotUsable('too_large')
  return asNetworkFile(app, businessId, mediaId, made)
}

function asNetworkFile(
  app: App,
  businessId: number,
  mediaId: number,
  file: MadeFile | StoredMedia,
): NetworkFile {
  const { hash, mime, bytes, width, height, durationMs } = file
  return {
    mime,
    bytes,
    width,
    height,
    durationMs,
    open: (start = 0, end = bytes) => app.media.open(mediaKey(businessId, hash), start, Math.min(end, bytes)),
    publicUrl: networkUrl(app, businessId, {
      mediaId,
      ...(!('id' in file) && { hash }),
      extension: extensionOf(mime),
    }),
  }
}

/** The clean-up counts from the last use. */
async function noteUse(app: App, businessId: number, { id }: StoredMedia): Promise<void> {
  await app.db
    .updateTable('social_media')
    .set({ used_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}
