import { open } from 'node:fs/promises'
import { ALL_FORMATS, FilePathSource, Input, type InputVideoTrack } from 'mediabunny'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Probed } from '../rules/media-type.ts'

/** Packets that are looked at to find the frame rate: some seconds of the film. */
const packetsForRate = 300
/** A file made to keep us busy ends here. */
const longestMs = 30_000

/**
 * Size, length and codecs of a video.
 * @throws AppError `rule_broken`: no header, incomplete, no picture, unreadable.
 */
export async function probeVideo(path: string, mime: string): Promise<Probed> {
  if (mime === 'video/mp4' || mime === 'video/quicktime' || mime === 'video/3gpp') await checkBoxes(path)
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const late = setTimeout(() => input.dispose(), longestMs)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw refusal(t('social.media.videoNoTrack'))
    return await probeTracks(input, track)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refusal(t('social.media.videoBroken'), error)
  } finally {
    clearTimeout(late)
    input.dispose()
  }
}

async function probeTracks(input: Input, track: InputVideoTrack): Promise<Probed> {
  const [width, height, videoCodec, seconds, stats, audio] = await Promise.all([
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getCodec(),
    input.computeDuration(),
    track.computePacketStats(packetsForRate),
    input.getPrimaryAudioTrack(),
  ])
  if (!(width > 0 && height > 0 && seconds > 0)) throw refusal(t('social.media.videoBroken'))
  return {
    width: Math.round(width),
    height: Math.round(height),
    durationMs: Math.round(seconds * 1000),
    probe: {
      fps: Math.round(stats.averagePacketRate * 1000) / 1000,
      bitsPerSecond: Math.round(stats.averageBitrate),
      videoCodec: videoCodec ?? 'unknown',
      ...((await hasLocation(input)) && { metadata: true }),
      ...(audio && { audioCodec: (await audio.getCodec()) ?? 'unknown' }),
    },
  }
}

/** Whether a camera wrote where it was. */
async function hasLocation(input: Input): Promise<boolean> {
  const { raw = {} } = await input.getMetadataTags()
  return Object.keys(raw).some((name) => /location|xyz|loci|gps/i.test(name))
}

/** Reads the outermost boxes of an MP4: without `moov` nobody can play it; one that ends behind the file was cut. */
async function checkBoxes(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size: fileBytes } = await file.stat()
    const head = Buffer.alloc(16)
    let hasHeader = false
    for (let at = 0; at + 8 <= fileBytes; ) {
      await file.read(head, 0, 16, at)
      const short = head.readUInt32BE(0)
      const name = head.toString('latin1', 4, 8)
      const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? fileBytes - at : short
      if (bytes < 8) break
      const isCut = at + bytes > fileBytes
      if (name === 'moov' && !isCut) hasHeader = true
      // Where the header comes last, a cut file has none.
      if (isCut) throw refusal(t(hasHeader ? 'social.media.videoTruncated' : 'social.media.videoNoHeader'))
      at += bytes
    }
    if (!hasHeader) throw refusal(t('social.media.videoNoHeader'))
  } finally {
    await file.close()
  }
}

const refusal = (sentence: string, cause?: unknown) =>
  new AppError('rule_broken', sentence, { fields: { media: sentence }, cause })
