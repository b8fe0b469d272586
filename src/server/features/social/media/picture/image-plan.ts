import type { MediaProblem } from '#contract/social/media.ts'
import { type Area, areaOf, fitsRatio, type MediaEdit, withBorder } from '#contract/social/picture-area.ts'
import type { MediaRule } from '#contract/social/rules.ts'
import type { StoredMedia } from '../rules/media-type.ts'

export type ImagePlan = {
  /** The same text for the same result. */
  recipe: string
  /** In pixels of the upright picture. */
  area: Area | undefined
  width: number
  height: number
  mime: 'image/jpeg' | 'image/png'
  maxBytes: number
  /** It may not become narrower or wider than the network takes, however large it stays. */
  minWidth: number
  /** The picture stands in the middle of the size; white fills the rest. */
  border?: boolean
}

/**
 * What is done with a picture before the network gets it; undefined: it is sent as it is. A wrong ratio is cropped only
 * where the person gave a crop or a focal point.
 */
export function planImage(
  media: StoredMedia,
  rule: MediaRule,
  problems: readonly MediaProblem[],
  edit: MediaEdit,
): ImagePlan | 'wrong_ratio' | undefined {
  const from = { width: media.width ?? 1, height: media.height ?? 1 }
  const area = areaOf(from, rule, edit)
  const part = area ?? from
  const kept = edit.crop?.border ? withBorder(part, rule) : part
  if (!fitsRatio(kept.width / kept.height, rule)) return 'wrong_ratio'
  const hasBorder = kept.width !== part.width || kept.height !== part.height
  const isWhole = area === undefined && !hasBorder
  if (problems.length === 0 && isWhole && !media.probe.metadata) return undefined
  const scale = scaleFor(kept, rule)
  // What is too large as PNG becomes JPEG before it becomes smaller.
  const staysPng =
    media.mime === 'image/png' && rule.mimes.includes('image/png') && media.bytes <= rule.maxBytes
  const mime = staysPng ? 'image/png' : 'image/jpeg'
  const plan = {
    area,
    width: Math.max(1, Math.round(kept.width * scale)),
    height: Math.max(1, Math.round(kept.height * scale)),
    mime,
    maxBytes: rule.maxBytes,
    minWidth: rule.minWidth ?? 1,
    ...(hasBorder && { border: true }),
  } as const
  return { ...plan, recipe: `image 1 ${JSON.stringify(plan)}` }
}

/** Down to what is of use or taken, up to the least width. */
function scaleFor({ width, height }: { width: number; height: number }, rule: MediaRule): number {
  const widest = Math.min(
    rule.usefulWidth ?? Number.POSITIVE_INFINITY,
    rule.maxWidth ?? Number.POSITIVE_INFINITY,
  )
  const byPixels = rule.maxPixels ? Math.sqrt((rule.maxPixels * 0.99) / (width * height)) : 1
  const down = Math.min(1, widest / width, byPixels)
  return rule.minWidth && width * down < rule.minWidth ? rule.minWidth / width : down
}
