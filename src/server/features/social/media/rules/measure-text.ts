import { currentLocale } from '#contract/messages/language.ts'
import { numberFormat } from '#contract/text/formats.ts'

const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(currentLocale(), { maximumFractionDigits: 1, ...options }).format(value)

const unit = (value: number, name: string): string =>
  number(value, { style: 'unit', unit: name, unitDisplay: 'short' })

/** `8 MB`; the networks' limits are powers of 1024. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return unit(Math.max(1, Math.round(kilobytes)), 'kilobyte')
  if (kilobytes < 1024 ** 2) return unit(kilobytes / 1024, 'megabyte')
  return unit(kilobytes / 1024 ** 2, 'gigabyte')
}

/** `45 sec`, `15 min`, `12 hr`. */
export function durationText(ms: number): string {
  if (ms < 120_000) return unit(ms / 1_000, 'second')
  if (ms < 7_200_000) return unit(ms / 60_000, 'minute')
  return unit(ms / 3_600_000, 'hour')
}

const commonRatios: readonly (readonly [number, string])[] = [
  [9 / 16, '9:16'],
  [4 / 5, '4:5'],
  [2 / 3, '2:3'],
  [3 / 4, '3:4'],
  [1, '1:1'],
  [4 / 3, '4:3'],
  [3 / 2, '3:2'],
  [16 / 9, '16:9'],
]

/** `4:5`, `1.91:1`. */
export function ratioText(ratio: number): string {
  const common = commonRatios.find(([value]) => Math.abs(value - ratio) < 0.006)
  return common?.[1] ?? `${number(ratio, { maximumFractionDigits: 2 })}:1`
}

const types: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/tiff': 'TIFF',
  'image/heic': 'HEIC',
  'image/avif': 'AVIF',
  'image/bmp': 'BMP',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
  'video/x-matroska': 'MKV',
  'video/mp2t': 'MPEG-TS',
}

export const typeName = (mime: string): string => types[mime] ?? mime.replace(/^\w+\/(x-)?/, '').toUpperCase()

const codecs: Record<string, string> = {
  avc: 'H.264',
  hevc: 'H.265',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  aac: 'AAC',
}

export const codecName = (codec: string): string => codecs[codec] ?? codec.toUpperCase()
