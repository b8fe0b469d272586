import type { MediaProblem } from '#contract/social/media.ts'
import { type Area, areaOf, fitsRatio, type MediaEdit } from '#contract/social/picture-area.ts'
import type { MediaRule } from '#contract/social/rules.ts'
import type { StoredMedia } from '../rules/media-type.ts'

export type VideoPlan = {
  /** The same text for the same result. */
  recipe: string
  /** Only its metadata are removed; the film itself is copied. */
  copy: boolean
  area: Area | undefined
  width: number
  height: number
  fps: number | undefined
  videoBitsPerSecond: number
  maxBytes: number
}

/** Larger is not shown by any of the networks in a feed, and takes hours to transcode. */
const longestSide = 1920
const mostBitsPerSecond = 8_000_000
/** Below that a film is not worth looking at. */
const leastBitsPerSecond = 250_000
export const audioBitsPerSecond = 128_000
/** A new frame rate where the network refuses the film's: as phones record. */
const usualFps = 30

/** What is done with a video before the network gets it; undefined: it is sent as it is. */
export function planVideo(
  media: StoredMedia,
  rule: MediaRule,
  problems: readonly MediaProblem[],
  edit: MediaEdit,
): VideoPlan | 'wrong_ratio' | 'too_large' | undefined {
  const from = { width: media.width ?? 2, height: media.height ?? 2 }
  const area = areaOf(from, rule, edit)
  const kept = area ?? from
  if (!fitsRatio(kept.width / kept.height, rule)) return 'wrong_ratio'
  const copy = problems.length === 0 && area === undefined
  if (copy && !media.probe.metadata) return undefined
  const seconds = Math.max(1, (media.durationMs ?? 0) / 1000)
  // A twentieth is left for the container and for peaks.
  const room = (rule.maxBytes * 8 * 0.95) / seconds - audioBitsPerSecond
  const bits = Math.floor(Math.min(mostBitsPerSecond, (rule.maxBitsPerSecond ?? Infinity) * 0.8, room))
  if (!copy && bits < leastBitsPerSecond) return 'too_large'
  const scale = Math.min(
    1,
    Math.min(longestSide, rule.maxWidth ?? longestSide) / kept.width,
    longestSide / kept.height,
  )
  const rate = Math.round(media.fps ?? usualFps)
  const fps =
    rate > (rule.maxFps ?? 60)
      ? Math.min(rule.maxFps ?? 60, 60)
      : rate < (rule.minFps ?? 0)
        ? usualFps
        : undefined
  const plan = {
    copy,
    area,
    width: even(kept.width * scale),
    height: even(kept.height * scale),
    fps,
    videoBitsPerSecond: bits,
    maxBytes: rule.maxBytes,
  }
  return { ...plan, recipe: `video 1 ${JSON.stringify(plan)}` }
}

/** H.264 with 4:2:0 has pairs of pixels. */
const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2)
