import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/** What we read, by what file-type finds in the content; the same format under one name. */
const known: Record<string, { kind: 'image' | 'video'; mime: string }> = {
  'image/jpeg': { kind: 'image', mime: 'image/jpeg' },
  'image/png': { kind: 'image', mime: 'image/png' },
  'image/apng': { kind: 'image', mime: 'image/png' },
  'image/webp': { kind: 'image', mime: 'image/webp' },
  'image/gif': { kind: 'image', mime: 'image/gif' },
  'image/tiff': { kind: 'image', mime: 'image/tiff' },
  'image/avif': { kind: 'image', mime: 'image/avif' },
  'image/heic': { kind: 'image', mime: 'image/heic' },
  'image/heif': { kind: 'image', mime: 'image/heic' },
  'image/heic-sequence': { kind: 'image', mime: 'image/heic' },
  'image/heif-sequence': { kind: 'image', mime: 'image/heic' },
  'video/mp4': { kind: 'video', mime: 'video/mp4' },
  'video/x-m4v': { kind: 'video', mime: 'video/mp4' },
  'video/3gpp': { kind: 'video', mime: 'video/3gpp' },
  'video/quicktime': { kind: 'video', mime: 'video/quicktime' },
  'video/webm': { kind: 'video', mime: 'video/webm' },
  'video/matroska': { kind: 'video', mime: 'video/x-matroska' },
  'video/x-matroska': { kind: 'video', mime: 'video/x-matroska' },
  'video/mp2t': { kind: 'video', mime: 'video/mp2t' },
  // Sound alone in an MP4: the video's probe says so.
  'audio/mp4': { kind: 'video', mime: 'video/mp4' },
  'audio/x-m4a': { kind: 'video', mime: 'video/mp4' },
}

/**
 * The kind of a file by its content; its name says nothing.
 * @throws AppError `unsupported_media_type` for what is neither a picture nor a video that we read.
 */
export async function sniff(path: string): Promise<{ kind: 'image' | 'video'; mime: string }> {
  const { fileTypeFromFile } = await import('file-type')
  const found = await fileTypeFromFile(path)
  const taken = found && known[found.mime]
  if (taken) return taken
  const type = found?.ext.toUpperCase() ?? ''
  const isMedia = found && /^(image|video)\//.test(found.mime) && found.mime !== 'image/svg+xml'
  const sentence = !found
    ? t('social.media.wrongType')
    : t(isMedia ? 'social.media.oldType' : 'social.media.wrongTypeFound', { type })
  throw new AppError('unsupported_media_type', sentence, { fields: { media: sentence } })
}
