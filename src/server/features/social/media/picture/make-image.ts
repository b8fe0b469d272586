import type { Sharp } from 'sharp'
import { openSharp, sharpOptions } from '#server/platform/media-tools/open-sharp.ts'
import { decodeHeic } from './heic.ts'
import type { ImagePlan } from './image-plan.ts'

/** From hardly visible to visible; below that the picture is made smaller instead. */
const qualities = [90, 82, 74, 66] as const
/** Each round has two thirds of the pixels; after so many it is a twentieth. */
const rounds = 8
const shrink = Math.sqrt(2 / 3)

export type MadeImage = { mime: string; width: number; height: number; durationMs: null }

/**
 * Writes the picture as planned: upright, cropped, scaled, with a border, in sRGB, without any metadata, no larger than the network
 * takes. A transparent one becomes white where the format has no transparency.
 */
export async function makeImage(
  path: string,
  mime: string,
  plan: ImagePlan,
  to: string,
): Promise<MadeImage | undefined> {
  const raw = mime === 'image/heic' ? await decodeHeic(path) : undefined
  const sharp = await openSharp()
  for (let round = 0, scale = 1; round < rounds; round++, scale *= shrink) {
    const width = Math.max(plan.minWidth, Math.round(plan.width * scale))
    const height = Math.max(1, Math.round((plan.height * width) / plan.width))
    const picture = shaped(sharp, raw, path, plan, { width, height })
    // A picture that is too large as PNG goes on as JPEG.
    if (plan.mime === 'image/png' && round === 0) {
      const { size } = await picture.clone().png().toFile(to)
      if (size <= plan.maxBytes) return { mime: 'image/png', width, height, durationMs: null }
    }
    for (const quality of qualities) {
      const { size } = await picture
        .clone()
        .flatten({ background: '#ffffff' })
        .jpeg({ quality, chromaSubsampling: quality > 80 ? '4:4:4' : '4:2:0' })
        .toFile(to)
      if (size <= plan.maxBytes) return { mime: 'image/jpeg', width, height, durationMs: null }
    }
    if (width === plan.minWidth) return undefined
  }
  return undefined
}

type Raw = { width: number; height: number; data: Uint8ClampedArray } | undefined

function shaped(
  sharp: Awaited<ReturnType<typeof openSharp>>,
  raw: Raw,
  path: string,
  plan: ImagePlan,
  { width, height }: { width: number; height: number },
): Sharp {
  const source = raw
    ? sharp(raw.data, { ...sharpOptions, raw: { width: raw.width, height: raw.height, channels: 4 } })
    : sharp(path, { ...sharpOptions, failOn: 'truncated' })
  // Output has no metadata unless it is asked for, and is sRGB.
  const upright = source.autoOrient()
  const part = plan.area ? upright.extract(plan.area) : upright
  const fit = plan.border ? ({ fit: 'contain', background: '#ffffff' } as const) : ({ fit: 'fill' } as const)
  return part.resize(width, height, fit).toColourspace('srgb')
}
