import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { probeVideo } from './probe-video.ts'
import { audioBitsPerSecond, type VideoPlan } from './video-plan.ts'

/** The reader that ffmpeg must use: a file made to look like a playlist opens nothing else. */
const readers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/webm': 'matroska',
  'video/x-matroska': 'matroska',
  'video/mp2t': 'mpegts',
}

/** Twelve hours of film on a slow machine do not fit; nobody waits longer. */
const longestMs = 3 * 3_600_000
/** A film that came out too large is made once more, so much smaller. */
const secondTry = 0.7

export type MadeVideo = { mime: string; width: number; height: number; durationMs: number }

/** ffmpeg did not make the file; what it wrote at its end is for the log. */
export class TranscodeFailed extends Error {}

/**
 * Writes the video as planned: H.264 and AAC in MP4 with the header first, upright, without metadata.
 * Undefined where it stays larger than the network takes.
 */
export async function transcode(
  ffmpeg: string,
  path: string,
  mime: string,
  plan: VideoPlan,
  to: string,
  signal?: AbortSignal,
): Promise<MadeVideo | undefined> {
  for (const part of plan.copy ? [1] : [1, secondTry]) {
    await run(ffmpeg, argumentsFor(path, mime, plan, part, to), signal)
    if ((await stat(to)).size > plan.maxBytes) continue
    const { width, height, durationMs } = await probeVideo(to, 'video/mp4')
    return { mime: 'video/mp4', width, height, durationMs: durationMs ?? 0 }
  }
  return undefined
}

function argumentsFor(path: string, mime: string, plan: VideoPlan, part: number, to: string): string[] {
  const { area, width, height, fps } = plan
  const bits = Math.floor(plan.videoBitsPerSecond * part)
  const filters = [
    ...(area ? [`crop=${area.width}:${area.height}:${area.left}:${area.top}`] : []),
    `scale=${width}:${height}:flags=lanczos`,
    'setsar=1',
    ...(fps ? [`fps=${fps}`] : []),
    'format=yuv420p',
  ]
  const film = plan.copy
    ? ['-c', 'copy']
    : [
        ['-vf', filters.join(',')],
        ['-c:v', 'libx264', '-preset', 'fast', '-profile:v', 'high', '-crf', '21'],
        ['-maxrate', String(bits), '-bufsize', String(bits * 2), '-g', '60', '-flags', '+cgop'],
        ['-c:a', 'aac', '-b:a', String(audioBitsPerSecond), '-ac', '2', '-ar', '48000'],
      ].flat()
  return [
    ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'],
    ['-protocol_whitelist', 'file', '-f', readers[mime] ?? 'mov', '-i', path],
    ['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'],
    film,
    ['-movflags', '+faststart', '-f', 'mp4', to],
  ].flat()
}

/** The end of what it says of a failure. */
const lastWords = 2_000

function run(ffmpeg: string, given: string[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, given, {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: longestMs,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-lastWords)
    })
    child.once('error', (error) =>
      reject(signal?.aborted ? signal.reason : new TranscodeFailed('ffmpeg did not start', { cause: error })),
    )
    child.once('close', (exit) => {
      if (exit === 0) resolve()
      else reject(new TranscodeFailed('ffmpeg failed', { cause: { exit, said } }))
    })
  })
}
