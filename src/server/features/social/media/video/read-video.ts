import { open } from 'node:fs/promises'
import { ALL_FORMATS, FilePathSource, Input, type InputVideoTrack } from 'mediabunny'
import type { Probed } from '../rules/media-type.ts'

/** Why a video cannot be taken. */
export type VideoFault = 'videoNoHeader' | 'videoTruncated' | 'videoNoTrack' | 'videoBroken'
export type VideoFound = { probed: Probed } | { fault: VideoFault }

/** Packets that are looked at to find the frame rate: some seconds of the film. */
const packetsForRate = 300

/** Size, length and codecs of a video. A file that is made to may keep this busy for ever: it runs in a thread. */
export async function readVideo(path: string, mime: string): Promise<VideoFound> {
  const boxFault = /mp4|quicktime|3gpp/.test(mime) ? await faultOfBoxes(path) : undefined
  if (boxFault) return { fault: boxFault }
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (track) return await readTracks(input, track)
    return { fault: (await input.getPrimaryAudioTrack()) ? 'videoNoTrack' : 'videoBroken' }
  } finally {
    input.dispose()
  }
}

async function readTracks(input: Input, track: InputVideoTrack): Promise<VideoFound> {
  const [width, height, videoCodec, seconds, stats, audio] = await Promise.all([
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getCodec(),
    input.computeDuration(),
    track.computePacketStats(packetsForRate),
    input.getPrimaryAudioTrack(),
  ])
  if (!(width > 0 && height > 0 && seconds > 0 && Number.isFinite(seconds))) return { fault: 'videoBroken' }
  const probe = {
    fps: Math.round(stats.averagePacketRate * 1000) / 1000,
    bitsPerSecond: Math.round(stats.averageBitrate),
    videoCodec: videoCodec ?? 'unknown',
    ...((await hasLocation(input)) && { metadata: true }),
    ...(audio && { audioCodec: (await audio.getCodec()) ?? 'unknown' }),
  }
  return {
    probed: {
      width: Math.round(width),
      height: Math.round(height),
      durationMs: Math.round(seconds * 1000),
      probe,
    },
  }
}

/** Whether a camera wrote where it was. */
async function hasLocation(input: Input): Promise<boolean> {
  const { raw = {} } = await input.getMetadataTags()
  return Object.keys(raw).some((name) => /location|xyz|loci|gps/i.test(name))
}

/** An MP4 of more boxes than this is made to keep us busy; fragments of a second make some thousands an hour. */
const mostBoxes = 100_000

/** Reads the outermost boxes of an MP4: without `moov` nobody can play it; one that ends behind the file was cut. */
async function faultOfBoxes(path: string): Promise<VideoFault | undefined> {
  const file = await open(path)
  try {
    const { size: fileBytes } = await file.stat()
    const head = Buffer.alloc(16)
    let hasHeader = false
    let at = 0
    for (let count = 0; at + 8 <= fileBytes && count < mostBoxes; count++) {
      await file.read(head, 0, 16, at)
      const short = head.readUInt32BE(0)
      const name = head.toString('latin1', 4, 8)
      const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? fileBytes - at : short
      if (bytes < 8) break
      const isCut = at + bytes > fileBytes
      if (name === 'moov' && !isCut) hasHeader = true
      // Where the header comes last, a cut file has none.
      if (isCut) return hasHeader ? 'videoTruncated' : 'videoNoHeader'
      at += bytes
    }
    return hasHeader ? undefined : 'videoNoHeader'
  } finally {
    await file.close()
  }
}
