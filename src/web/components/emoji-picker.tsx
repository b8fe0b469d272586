import { TextInput } from '@mantine/core'
import Database from 'emoji-picker-element/database.js'
import dataAddress from 'emoji-picker-element-data/en/emojibase/data.json?url'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/messages/t.ts'
import './emoji-picker.css'

type Emoji = { unicode: string; annotation: string }

/** The groups of the data, smileys first. */
const groups = [0, 1, 3, 4, 5, 6, 7, 8]
/** At most so many are drawn at once. */
const most = 240

/** Emoji by a word, from the package's own data: nothing is asked outside. */
export default function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [database] = useState(() => new Database({ dataSource: dataAddress, locale: 'en' }))
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Emoji[] | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // It arrives after the window that holds it, whose keys count only while the focus is inside.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    let wanted = true
    const look = async () => {
      const lists =
        text.trim().length > 1
          ? [await database.getEmojiBySearchQuery(text.trim())]
          : await Promise.all(groups.map((group) => database.getEmojiByGroup(group)))
      const flat = lists.flat().flatMap((one) => ('unicode' in one ? [one] : []))
      if (wanted) setFound(flat.slice(0, most))
    }
    void look()
    return () => {
      wanted = false
    }
  }, [database, text])
  return (
    <div className="emoji">
      <TextInput
        ref={field}
        size="sm"
        type="search"
        aria-label={t('social.compose.emojiSearch')}
        placeholder={t('social.compose.emojiSearch')}
        data-autofocus
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <div className="emoji-all">
        {found?.map(({ unicode, annotation }) => (
          <button
            key={unicode}
            type="button"
            aria-label={annotation}
            title={annotation}
            onClick={() => onPick(unicode)}
          >
            {unicode}
          </button>
        ))}
      </div>
      {found?.length === 0 ? <p className="sm t3">{t('social.compose.emojiNone')}</p> : null}
    </div>
  )
}
