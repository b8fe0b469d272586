import { open } from 'node:fs/promises'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { mostPixels, openSharp, sharpOptions } from '#server/platform/media-tools/open-sharp.ts'
import type { Probed } from '../rules/media-type.ts'
import { heicSize } from './heic.ts'

/** HEIC is decoded whole, outside sharp. */
const mostHeicPixels = 50_000_000

/**
 * Size and contents of a picture. The header is judged before anything is decoded; then it is decoded once, so that a
 * damaged one is refused now and not when it is due.
 * @throws AppError `rule_broken`
 */
export async function probeImage(path: string, mime: string): Promise<Probed> {
  if (mime === 'image/heic') return await probeHeic(path)
  const sharp = await openSharp()
  // The header alone is read here: the limit is checked below, with the number in the sentence.
  const header = await sharp(path, { ...sharpOptions, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw broken(error)
    })
  const { width, height } = header.autoOrient
  const frames = header.pages ?? 1
  checkPixels(width * height * (mime === 'image/tiff' ? 1 : frames), mostPixels)
  await sharp(path, { ...sharpOptions, failOn: 'truncated' })
    .resize(32, 32, { fit: 'inside' })
    .raw()
    .toBuffer()
    .catch((error: unknown) => {
      throw broken(error)
    })
  // Colours for print look wrong on screens, and Instagram takes sRGB only: such a picture is made again too.
  const isForPrint = header.space === 'cmyk'
  const metadata =
    isForPrint || [header.exif, header.xmp, header.iptc].some(Boolean) || (header.orientation ?? 1) !== 1
  return {
    width,
    height,
    durationMs: null,
    probe: {
      ...((metadata || (mime === 'image/jpeg' && (await hasSecondPicture(path)))) && { metadata: true }),
      ...(frames > 1 && { frames }),
    },
  }
}

async function probeHeic(path: string): Promise<Probed> {
  const size = await heicSize(path).catch((error: unknown) => {
    throw broken(error)
  })
  checkPixels(size.width * size.height, mostHeicPixels)
  return { ...size, durationMs: null, probe: { metadata: true } }
}

function checkPixels(pixels: number, limit: number): void {
  if (!(pixels > 0)) throw broken(undefined)
  if (pixels > limit) throw tooManyPixels(pixels, limit)
}

const refusal = (sentence: string, cause?: unknown) =>
  new AppError('rule_broken', sentence, { fields: { media: sentence }, cause })

function tooManyPixels(pixels: number, limit: number): AppError {
  const millions = { found: Math.round(pixels / 1e6), limit: Math.round(limit / 1e6) }
  return refusal(t('social.media.imageTooManyPixels', millions))
}

const broken = (error: unknown) => refusal(t('social.media.imageBroken'), error)

/** A JPEG of several pictures (MPO), as some phones make for depth: Instagram refuses it. */
async function hasSecondPicture(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256 * 1024), 0, 256 * 1024, 0)
    return buffer.subarray(0, bytesRead).includes('MPF\0')
  } finally {
    await file.close()
  }
}
