import { useState } from 'react'
import { isVisible } from '#contract/text/visible.ts'
import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { t } from '#web/messages/t.ts'

/** Characters that turn the order of what follows: a text could make another's words look like its own. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
export const calm = (text: string): string => text.replaceAll(turning, '')

/** A longer text is shown from its beginning; the rest on demand. */
const longestShown = 1500
const mostLines = 24

/** A text in WhatsApp's formatting, each in the direction of its own script. */
export function MessageText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const shown = calm(text)
  if (shown !== '' && !isVisible(shown)) return <i className="t3">{t('chat.invisible')}</i>
  const short = shown.split('\n').slice(0, mostLines).join('\n').slice(0, longestShown).toWellFormed()
  const isCut = !isWhole && short.length < shown.length
  return (
    <>
      <span className="pre" dir="auto">
        <Formatted pieces={readMessage(isCut ? `${short} …` : shown)} />
      </span>
      {isCut ? (
        <button type="button" className="lnk bb-more" onClick={() => setWhole(true)}>
          {t('chat.showAll')}
        </button>
      ) : null}
    </>
  )
}
