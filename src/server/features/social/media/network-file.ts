import type { Readable } from 'node:stream'
import type { MediaProblemCode } from '#contract/social/media.ts'
import type { Platform, PostFormat } from '#contract/social/networks.ts'
import type { MediaEdit } from '#contract/social/picture-area.ts'
import type { App } from '#server/app.ts'
import { MediaMissing } from '#server/platform/media-store/media-store.ts'
import { findFfmpeg } from '#server/platform/media-tools/ffmpeg.ts'
import { type ImagePlan, planImage } from './picture/image-plan.ts'
import { makeImage } from './picture/make-image.ts'
import { mediaKey } from './rules/media-key.ts'
import { problemsOf, ruleOf } from './rules/problems.ts'
import { networkUrl } from './serving/addresses.ts'
import { extensionOf } from './serving/serve.ts'
import { findMedia, type StoredMedia } from './stored-media.ts'
import { keepVariant, type MadeFile, VariantFailed } from './variants.ts'
import { TranscodeFailed, transcode } from './video/transcode.ts'
import { planVideo, type VideoPlan } from './video/video-plan.ts'

/** Fractions of the upright picture. */
export type Crop = { x: number; y: number; width: number; height: number }

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
  readonly code: MediaProblemCode | 'not_found' | 'not_converted'
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
  signal?: AbortSignal,
): Promise<NetworkFile> {
  const [media] = await findMedia(app, businessId, [mediaId])
  if (!media) throw new MediaNotUsable('not_found')
  const plan = planFor(media, platform, format, edit)
  if (typeof plan === 'string') throw new MediaNotUsable(plan)
  await noteUse(app, businessId, media)
  const made = plan
    ? await make(app, businessId, media, plan, signal).catch((error: unknown) => {
        if (error instanceof MediaMissing) throw new MediaNotUsable('removed', error)
        if (error instanceof VariantFailed || error instanceof TranscodeFailed) {
          throw new MediaNotUsable('not_converted', error)
        }
        throw error
      })
    : media
  // Even small it has too many bytes.
  if (!made) throw new MediaNotUsable('too_large')
  return asNetworkFile(app, businessId, mediaId, made)
}

/** What must be done with a file for a network; undefined: it goes as it is. A code says why it cannot go. */
export function planFor(
  media: StoredMedia,
  platform: Platform,
  format: PostFormat,
  edit: MediaEdit,
): ImagePlan | VideoPlan | MediaProblemCode | undefined {
  const rule = ruleOf(media.kind, platform, format)
  const problems = problemsOf(media, platform, format)
  const hopeless = problems.find(({ fix }) => fix === null)
  if (!rule || hopeless) return hopeless?.code ?? 'wrong_kind'
  if (media.kind === 'image') return planImage(media, rule, problems, edit)
  const plan = planVideo(media, rule, problems, edit)
  if (typeof plan !== 'object' || findFfmpeg()) return plan
  // Without ffmpeg a video keeps its metadata; it is not held back for them.
  return plan.copy ? undefined : 'needs_ffmpeg'
}

async function make(
  app: App,
  businessId: number,
  media: StoredMedia,
  plan: ImagePlan | VideoPlan,
  signal: AbortSignal | undefined,
): Promise<MadeFile | undefined> {
  const ffmpeg = findFfmpeg() ?? 'ffmpeg'
  const to = (path: string, target: string) =>
    'copy' in plan
      ? transcode(ffmpeg, path, media.mime, plan, target, signal)
      : makeImage(path, media.mime, plan, target)
  return await keepVariant(app, { businessId, media, recipe: plan.recipe }, to, signal)
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
