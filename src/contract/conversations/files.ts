export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

const mib = 1024 * 1024
/** What can be sent, by kind. WhatsApp takes documents up to 100 MB; an upload is held whole. Source: facts of the Cloud API, media. */
export const largestSent: Record<FileKind, number> = {
  image: 5 * mib,
  video: 16 * mib,
  audio: 16 * mib,
  document: 20 * mib,
  sticker: 500 * 1024,
}
export const largestFile = Math.max(...Object.values(largestSent))

/** What WhatsApp takes as which kind. Source: facts of the Cloud API, media. */
export const sentKinds: Readonly<Record<string, FileKind>> = {
  'image/jpeg': 'image',
  'image/png': 'image',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/ogg': 'audio',
  'application/pdf': 'document',
  'application/zip': 'document',
  'application/msword': 'document',
  'application/vnd.ms-excel': 'document',
  'application/vnd.ms-powerpoint': 'document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'document',
}
