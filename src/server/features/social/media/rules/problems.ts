import { currentLocale } from '#contract/messages/language.ts'
import type { MediaProblem, MediaProblemCode } from '#contract/social/media.ts'
import { type Platform, type PostFormat, platformNames } from '#contract/social/networks.ts'
import { fitsRatio } from '#contract/social/picture-area.ts'
import { formatRules, type MediaRule } from '#contract/social/rules.ts'
import { numberFormat } from '#contract/text/formats.ts'
import { t } from '#server/messages/t.ts'
import { findFfmpeg } from '#server/platform/media-tools/ffmpeg.ts'
import { codecName, durationText, ratioText, sizeText, typeName } from './measure-text.ts'
import type { StoredMedia } from './media-type.ts'

type Broken = { code: MediaProblemCode; limit?: string; found?: string; fix?: MediaProblem['fix'] }

/** The rule for this kind of file; undefined where the format does not take it. */
export function ruleOf(
  kind: StoredMedia['kind'],
  platform: Platform,
  format: PostFormat,
): MediaRule | undefined {
  const rules = formatRules[platform][format]
  if (!rules || rules[`${kind}s`][1] === 0) return undefined
  return rules[kind]
}

/** What the network's rules (`contract/social/rules.ts`) say of it. */
export function problemsOf(media: StoredMedia, platform: Platform, format: PostFormat): MediaProblem[] {
  return brokenRules(media, platform, format).map(({ code, limit = null, found = null, fix = null }) => ({
    platform,
    format,
    code,
    limit,
    found,
    fix,
    message: t(`social.media.problem.${code}`, {
      network: platformNames[platform],
      limit: limit ?? '',
      found: found ?? '',
      kind: media.kind === 'image' ? 'video' : 'image',
    }),
  }))
}

function brokenRules(media: StoredMedia, platform: Platform, format: PostFormat): Broken[] {
  const rules = formatRules[platform][format]
  if (!rules) return [{ code: 'not_offered' }]
  const rule = ruleOf(media.kind, platform, format)
  if (!rule) return [{ code: 'wrong_kind' }]
  const removed: Broken[] = media.removedAt ? [{ code: 'removed' }] : []
  const ofKind = media.kind === 'image' ? ofImage(media, rule) : ofVideo(media, rule)
  const broken = [...removed, ...ofKind, ...ofShape(media, rule)]
  if (media.kind === 'image' || findFfmpeg()) return broken
  // Only ffmpeg changes a video: without it the person hears of it now, not when the post is due.
  const [convertible] = broken.filter(({ fix }) => fix)
  const others = broken.filter(({ fix }) => !fix)
  return convertible ? [...others, { ...convertible, code: 'needs_ffmpeg', fix: null }] : others
}

const decimal = (value: number, digits = 0): string =>
  numberFormat(currentLocale(), { maximumFractionDigits: digits }).format(value)
const names = (values: readonly string[], name: (value: string) => string): string =>
  [...new Set(values.map(name))].join(', ')

function ofImage(media: StoredMedia, rule: MediaRule): Broken[] {
  const broken: Broken[] = []
  const { width, height } = sizeOf(media)
  if (!rule.mimes.includes(media.mime)) {
    broken.push({
      code: 'wrong_type',
      limit: names(rule.mimes, typeName),
      found: typeName(media.mime),
      fix: 'convert',
    })
  } else if (media.bytes > rule.maxBytes) {
    // Of a file that is converted anyway, the size is another one.
    broken.push({
      code: 'too_large',
      limit: sizeText(rule.maxBytes),
      found: sizeText(media.bytes),
      fix: 'scale',
    })
  }
  if (rule.maxPixels && width * height > rule.maxPixels) {
    broken.push({
      code: 'too_many_pixels',
      limit: decimal(rule.maxPixels / 1e6, 1),
      found: decimal((width * height) / 1e6, 1),
      fix: 'scale',
    })
  }
  return broken
}

function ofVideo(media: StoredMedia, rule: MediaRule): Broken[] {
  const broken: Broken[] = []
  const { fps, durationMs, probe } = media
  const transcode = { fix: 'transcode' } as const
  if (!rule.mimes.includes(media.mime)) {
    broken.push({
      code: 'wrong_type',
      limit: names(rule.mimes, typeName),
      found: typeName(media.mime),
      ...transcode,
    })
  }
  for (const [codec, taken] of [
    [probe.videoCodec, rule.videoCodecs],
    [probe.audioCodec, rule.audioCodecs],
  ] as const) {
    if (codec && taken && !taken.includes(codec)) {
      broken.push({
        code: 'wrong_codec',
        limit: names(taken, codecName),
        found: codecName(codec),
        ...transcode,
      })
    }
  }
  const bitsTooMany = rule.maxBitsPerSecond && (probe.bitsPerSecond ?? 0) > rule.maxBitsPerSecond
  if (media.bytes > rule.maxBytes || bitsTooMany) {
    broken.push({
      code: 'too_large',
      limit: bitsTooMany ? `${decimal((rule.maxBitsPerSecond ?? 0) / 1e6)} Mbit/s` : sizeText(rule.maxBytes),
      found: bitsTooMany ? `${decimal((probe.bitsPerSecond ?? 0) / 1e6)} Mbit/s` : sizeText(media.bytes),
      ...transcode,
    })
  }
  if (durationMs !== null && rule.minDurationMs && durationMs < rule.minDurationMs) {
    broken.push({
      code: 'too_short',
      limit: durationText(rule.minDurationMs),
      found: durationText(durationMs),
    })
  }
  if (durationMs !== null && rule.maxDurationMs && durationMs > rule.maxDurationMs) {
    broken.push({
      code: 'too_long',
      limit: durationText(rule.maxDurationMs),
      found: durationText(durationMs),
    })
  }
  // 23.976 is written as 24, 59.94 as 60.
  const rate = fps === null ? undefined : Math.round(fps)
  if (rate !== undefined && (rate < (rule.minFps ?? 0) || rate > (rule.maxFps ?? Number.POSITIVE_INFINITY))) {
    broken.push({
      code: 'wrong_frame_rate',
      limit: `${rule.minFps ?? 0}–${rule.maxFps ?? ''}`,
      found: decimal(fps ?? 0, 1),
      ...transcode,
    })
  }
  return broken
}

function ofShape(media: StoredMedia, rule: MediaRule): Broken[] {
  const broken: Broken[] = []
  const { width, height } = sizeOf(media)
  if (width === 0 || height === 0) return broken
  const isImage = media.kind === 'image'
  if (width < (rule.minWidth ?? 0) || height < (rule.minHeight ?? 0)) {
    broken.push({
      code: 'too_small',
      limit: rule.minHeight ? `${rule.minWidth ?? 0} × ${rule.minHeight}` : String(rule.minWidth),
      found: rule.minHeight ? `${width} × ${height}` : String(width),
      // Instagram scales narrow pictures up itself; we do it by its rule.
      fix: isImage ? 'scale' : null,
    })
  }
  if (width > (rule.maxWidth ?? Number.POSITIVE_INFINITY)) {
    broken.push({
      code: 'too_wide',
      limit: String(rule.maxWidth),
      found: String(width),
      fix: isImage ? 'scale' : 'transcode',
    })
  }
  if (!fitsRatio(width / height, rule)) {
    broken.push({
      code: 'wrong_ratio',
      limit: ratioRange(rule),
      found: ratioText(width / height),
      fix: 'crop',
    })
  }
  return broken
}

function ratioRange({ minRatio, maxRatio }: MediaRule): string {
  if (minRatio && maxRatio && maxRatio - minRatio < 0.05) return ratioText((minRatio + maxRatio) / 2)
  return [minRatio, maxRatio].flatMap((ratio) => (ratio ? [ratioText(ratio)] : [])).join('–')
}

const sizeOf = ({ width, height }: StoredMedia) => ({ width: width ?? 0, height: height ?? 0 })
