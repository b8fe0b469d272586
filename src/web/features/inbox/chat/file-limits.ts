import { formatBytes } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'

const mib = 1024 * 1024
/** WhatsApp's limits, and ours of documents. The server judges by the content; this saves a long upload. */
const most: readonly (readonly [type: RegExp, bytes: number])[] = [
  [/^image\/(jpeg|png)$/, 5 * mib],
  [/^(video|audio)\//, 16 * mib],
  [/./, 20 * mib],
]

/** In the MB that WhatsApp counts by, 1024 × 1024 bytes, and rounded up: a file that is too large never reads like the limit. */
function asCounted(bytes: number): string {
  const size = bytes / mib
  const step = size < 10 ? 10 : 1
  return formatBytes((Math.ceil(size * step) / step) * 1_000_000)
}

/** The sentence for a file that is too large or empty, before it is uploaded. */
export function sizeFault(file: File): string | undefined {
  if (file.size === 0) return t('chat.fileEmpty')
  const limit = most.find(([type]) => type.test(file.type || 'unknown'))?.[1] ?? 0
  return file.size > limit
    ? t('chat.fileTooLarge', { size: asCounted(file.size), most: asCounted(limit) })
    : undefined
}
