import { largestSent, sentKinds } from '#contract/conversations/files.ts'
import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

const mib = 1024 * 1024

/** Other names that browsers have for types that WhatsApp takes. */
const otherNames: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-aac': 'audio/aac',
  'audio/opus': 'audio/ogg',
  'video/ogg': 'audio/ogg',
}

/** In the MB that WhatsApp counts by, 1024 × 1024 bytes, and rounded up: a file that is too large never reads like the limit. */
function asCounted(bytes: number): string {
  const size = bytes / mib
  const step = size < 10 ? 10 : 1
  return formatBytes((Math.ceil(size * step) / step) * 1_000_000)
}

/** The sentence for a file that WhatsApp does not take, before a long upload. The server judges by the content. */
export function fileFault(file: File): string | undefined {
  if (file.size === 0) return t('chat.fileEmpty')
  const kind = sentKinds[otherNames[file.type] ?? file.type]
  // What a document's type is called says little: text has many names, and an SVG is text.
  const isMedia = /^(image|video|audio)\//.test(file.type) && file.type !== 'image/svg+xml'
  if (isMedia && !kind) return t('chat.fileType')
  const limit = largestSent[kind ?? 'document']
  return file.size > limit
    ? t('chat.fileTooLarge', { size: asCounted(file.size), most: asCounted(limit) })
    : undefined
}
