import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { t } from '#web/messages/t.ts'

/** How a text with marks of bold, italic and so on will look; nothing for a plain one. */
export function FormattedPreview({ text }: { text: string }) {
  const pieces = readMessage(text)
  if (!pieces.some(({ kind }) => kind !== 'text' && kind !== 'variable')) return null
  return (
    <p className="cmp-pv pre" dir="auto" role="note" aria-label={t('chat.preview')}>
      <Formatted pieces={pieces} />
    </p>
  )
}
