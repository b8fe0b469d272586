import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { App } from '#server/app.ts'
import { findFfmpeg } from '#server/platform/media-tools/ffmpeg.ts'
import { inThread } from '#server/platform/media-tools/in-thread.ts'
import type { Copied, CopyTask, Sound } from './copy-thread.ts'

/** Nobody records longer; a file made to keep us busy ends here. */
const longestMs = 60_000
const run = promisify(execFile)

const inThreadCopy = (task: CopyTask): Promise<Copied> =>
  inThread<Copied>(new URL('./copy-thread.ts', import.meta.url), task, longestMs).catch(() => ({
    sound: null,
    copied: false,
  }))

/** What can be heard in a file; null where that is nothing. */
export const readSound = async (path: string): Promise<Sound | null> =>
  (await inThreadCopy({ recording: path })).sound

/**
 * Writes a recording as a voice message: Opus with one channel in Ogg. Opus is copied as it is; the rest needs ffmpeg.
 * @returns false where no tool can.
 */
export async function writeVoice(path: string, mime: string, sound: Sound, to: string): Promise<boolean> {
  if (sound.codec === 'opus' && sound.channels === 1) {
    const { copied } = await inThreadCopy({ recording: path, to: { path: to, format: 'ogg' } })
    if (copied) return true
  }
  return await withFfmpeg(path, mime, to, [
    '-c:a',
    'libopus',
    '-b:a',
    '32k',
    '-ac',
    '1',
    '-ar',
    '48000',
    '-f',
    'ogg',
  ])
}

/**
 * Writes a recording so that Safari plays it: AAC in MP4 where ffmpeg is installed, else Opus in MP4, which Safari
 * plays since version 17.
 */
async function writePlayable(path: string, mime: string, to: string): Promise<boolean> {
  const aac = ['-c:a', 'aac', '-b:a', '64k', '-ac', '1', '-movflags', '+faststart', '-f', 'mp4']
  if (await withFfmpeg(path, mime, to, aac)) return true
  return (await inThreadCopy({ recording: path, to: { path: to, format: 'mp4' } })).copied
}

/** The reader that ffmpeg must use: a file made to look like a playlist opens nothing else. */
const readers: readonly (readonly [mime: RegExp, reader: string])[] = [
  [/webm|matroska/, 'matroska'],
  [/mp4|m4a|3gpp|quicktime/, 'mov'],
  [/ogg|opus/, 'ogg'],
  [/aac/, 'aac'],
  [/amr/, 'amr'],
  [/mpeg/, 'mp3'],
]

async function withFfmpeg(path: string, mime: string, to: string, how: readonly string[]): Promise<boolean> {
  const ffmpeg = findFfmpeg()
  const reader = readers.find(([pattern]) => pattern.test(mime))?.[1]
  if (!ffmpeg || !reader) return false
  const given = [
    ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'],
    ['-protocol_whitelist', 'file', '-f', reader, '-i', path],
  ].flat()
  try {
    await run(ffmpeg, [...given, '-map', '0:a:0', '-vn', '-map_metadata', '-1', ...how, to], {
      timeout: longestMs,
      killSignal: 'SIGKILL',
    })
    return true
  } catch {
    return false
  }
}

/** The copy that plays everywhere stands beside the recording. */
export const playableKey = (key: string): string => `${key}-play`

/** Copies that are being made in this process. */
const underWay = new Map<string, Promise<number | undefined>>()

/** Makes the copy that plays everywhere, once. @returns its size; undefined where no tool can make it. */
export async function makePlayable(app: App, key: string, mime: string): Promise<number | undefined> {
  const copy = playableKey(key)
  if (await app.media.has(copy)) return await app.media.asFile(copy, sizeOf)
  const running = underWay.get(copy)
  if (running) return await running
  const made = make(app, key, mime).finally(() => underWay.delete(copy))
  underWay.set(copy, made)
  return await made
}

async function make(app: App, key: string, mime: string): Promise<number | undefined> {
  const path = join(await app.media.incoming(), randomUUID())
  try {
    if (!(await app.media.asFile(key, (recording) => writePlayable(recording, mime, path)))) return undefined
    const bytes = await sizeOf(path)
    await app.media.put(playableKey(key), path, 'audio/mp4')
    return bytes
  } finally {
    await rm(path, { force: true })
  }
}

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size
