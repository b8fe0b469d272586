import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { inThread, ThreadFailed } from '#server/platform/media-tools/in-thread.ts'
import type { Probed } from '../rules/media-type.ts'
import type { VideoFound } from './read-video.ts'
import type { VideoTask } from './video-thread.ts'

/** A film of hours is read in a second; a file made to keep us busy ends here. */
const usualMs = 15_000

/**
 * Size, length and codecs of a video.
 * @throws AppError `rule_broken`: no header, incomplete, no picture, unreadable.
 */
export async function probeVideo(path: string, mime: string, longestMs = usualMs): Promise<Probed> {
  const task: VideoTask = { video: path, mime }
  const found = await inThread<VideoFound>(
    new URL('./video-thread.ts', import.meta.url),
    task,
    longestMs,
  ).catch((error: unknown) => {
    if (error instanceof ThreadFailed) throw refusal('videoBroken', error)
    throw error
  })
  if ('fault' in found) throw refusal(found.fault)
  return found.probed
}

function refusal(fault: Extract<VideoFound, { fault: unknown }>['fault'], cause?: unknown): AppError {
  const sentence = t(`social.media.${fault}`)
  return new AppError('rule_broken', sentence, { fields: { media: sentence }, cause })
}
