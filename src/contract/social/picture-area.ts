import type { Crop } from './post-content.ts'
import type { MediaRule } from './rules.ts'

/** In pixels of the upright picture. */
export type Area = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

/** What a person chose: a crop in fractions of the upright picture, or the point that stays in it. */
export type MediaEdit = { crop?: Crop; focal?: { x: number; y: number } }

/** A pixel more or less changes the ratio of a small picture by so much. */
const tolerance = 0.005

export function fitsRatio(ratio: number, { minRatio = 0, maxRatio = Number.POSITIVE_INFINITY }: MediaRule) {
  return ratio >= minRatio - tolerance && ratio <= maxRatio + tolerance
}

const middle = { x: 0.5, y: 0.5 }

/**
 * What stays of a picture; undefined: all of it. A wrong ratio is cropped only where the person gave a crop or a point,
 * and not at all where a border fills it up.
 */
export function areaOf(from: Size, rule: MediaRule, { crop, focal }: MediaEdit): Area | undefined {
  const own = crop && pixels(from, crop)
  const isAll = !own || (own.width === from.width && own.height === from.height)
  const kept = isAll ? { left: 0, top: 0, ...from } : own
  if (crop?.border || fitsRatio(kept.width / kept.height, rule)) return isAll ? undefined : own
  // The middle of a person's own crop is what they chose to show.
  const around = isAll ? (focal ?? (own && middle)) : middle
  return around && nearest(kept, rule, around)
}

/** The size with a border: the least that has a ratio which the network takes. */
export function withBorder({ width, height }: Size, rule: MediaRule): Size {
  if (fitsRatio(width / height, rule)) return { width, height }
  const wanted = nearestRatio(width / height, rule)
  return width / height < wanted
    ? { width: Math.ceil(height * wanted), height }
    : { width, height: Math.ceil(width / wanted) }
}

const nearestRatio = (ratio: number, rule: MediaRule): number =>
  ratio < (rule.minRatio ?? 0) ? (rule.minRatio ?? ratio) : (rule.maxRatio ?? ratio)

/** The largest part with the nearest ratio that is taken, as near around the focal point as the edges allow. */
function nearest(kept: Area, rule: MediaRule, focal: { x: number; y: number }): Area {
  const ratio = kept.width / kept.height
  const wanted = nearestRatio(ratio, rule)
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

function pixels(from: Size, crop: Crop): Area {
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
