import type { MediaProblem } from '#contract/social/media.ts'
import type { MediaRule } from '#contract/social/rules.ts'
import type { StoredMedia } from '../rules/media-type.ts'
import { fitsRatio } from '../rules/problems.ts'

type Area = { left: number; top: number; width: number; height: number }

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
}

type Edit = {
  crop?: { x: number; y: number; width: number; height: number }
  focal?: { x: number; y: number }
}

/**
 * What is done with a picture before the network gets it; undefined: it is sent as it is. A wrong ratio is cropped only
 * where the person gave a crop or a focal point.
 */
export function planImage(
  media: StoredMedia,
  rule: MediaRule,
  problems: readonly MediaProblem[],
  edit: Edit,
): ImagePlan | 'not_cropped' | undefined {
  const from = { width: media.width ?? 1, height: media.height ?? 1 }
  const area = areaOf(from, rule, edit)
  const kept = area ?? from
  if (!fitsRatio(kept.width / kept.height, rule)) return 'not_cropped'
  const isWhole = area === undefined
  if (problems.length === 0 && isWhole && !media.probe.metadata) return undefined
  const scale = scaleFor(kept, rule)
  const mime = media.mime === 'image/png' && rule.mimes.includes('image/png') ? 'image/png' : 'image/jpeg'
  const plan = {
    area,
    width: Math.max(1, Math.round(kept.width * scale)),
    height: Math.max(1, Math.round(kept.height * scale)),
    mime,
    maxBytes: rule.maxBytes,
    minWidth: rule.minWidth ?? 1,
  } as const
  return { ...plan, recipe: `image 1 ${JSON.stringify(plan)}` }
}

function areaOf(from: { width: number; height: number }, rule: MediaRule, edit: Edit): Area | undefined {
  const own = edit.crop && pixels(from, edit.crop)
  const isAll = !own || (own.width === from.width && own.height === from.height)
  const kept = isAll ? { left: 0, top: 0, ...from } : own
  const ratio = kept.width / kept.height
  if (fitsRatio(ratio, rule)) return isAll ? undefined : own
  // A person's own crop is a choice of what stays, so its middle is.
  const focal = edit.focal ?? (isAll ? undefined : { x: 0.5, y: 0.5 })
  if (!focal) return isAll ? undefined : own
  return nearest(kept, rule, isAll ? focal : { x: 0.5, y: 0.5 })
}

/** The largest part with the nearest ratio that is taken, as near around the focal point as the edges allow. */
function nearest(kept: Area, rule: MediaRule, focal: { x: number; y: number }): Area {
  const ratio = kept.width / kept.height
  const wanted = ratio < (rule.minRatio ?? 0) ? (rule.minRatio ?? ratio) : (rule.maxRatio ?? ratio)
  const width = ratio > wanted ? Math.floor(kept.height * wanted) : kept.width
  const height = ratio > wanted ? kept.height : Math.floor(kept.width / wanted)
  const start = (room: number, size: number, at: number) =>
    Math.round(Math.min(Math.max(room * at - size / 2, 0), room - size))
  return {
    left: kept.left + start(kept.width, width, focal.x),
    top: kept.top + start(kept.height, height, focal.y),
    width,
    height,
  }
}

function pixels(from: { width: number; height: number }, crop: NonNullable<Edit['crop']>): Area {
  const within = (value: number) => Math.min(Math.max(Number.isFinite(value) ? value : 0, 0), 1)
  const left = Math.min(Math.round(within(crop.x) * from.width), from.width - 1)
  const top = Math.min(Math.round(within(crop.y) * from.height), from.height - 1)
  return {
    left,
    top,
    width: Math.min(Math.max(1, Math.round(within(crop.width) * from.width)), from.width - left),
    height: Math.min(Math.max(1, Math.round(within(crop.height) * from.height)), from.height - top),
  }
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
