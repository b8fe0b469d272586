import type { App } from '#server/app.ts'
import { MediaMissing } from '#server/platform/media-store/media-store.ts'
import { makeImage } from './picture/make-image.ts'
import type { Served } from './serving/serve.ts'
import { findMedia } from './stored-media.ts'
import { keepVariant, VariantFailed } from './variants.ts'

/** As large as a screen shows it. */
const longestSide = 1600
const mostBytes = 2 * 1024 * 1024

/** A JPEG in place of a picture that browsers do not show; undefined where it cannot be made. */
export async function previewOf(app: App, businessId: number, mediaId: number): Promise<Served | undefined> {
  const [media] = await findMedia(app, businessId, [mediaId])
  if (!media || media.removedAt) return undefined
  const [width, height] = [media.width ?? 1, media.height ?? 1]
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const plan = {
    recipe: 'preview 1',
    area: undefined,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    mime: 'image/jpeg' as const,
    maxBytes: mostBytes,
    minWidth: 1,
  }
  try {
    const made = await keepVariant(app, { businessId, media, recipe: plan.recipe }, (path, to) =>
      makeImage(path, media.mime, plan, to),
    )
    return made && { ...made, fileName: `${mediaId}.jpg` }
  } catch (error) {
    if (error instanceof VariantFailed || error instanceof MediaMissing) return undefined
    throw error
  }
}
