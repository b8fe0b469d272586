import { Popover } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'

const EmojiPicker = lazy(() => import('#web/components/emoji-picker.tsx'))

export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className="ib-btn"
          aria-label={t('chat.emoji')}
          aria-expanded={isOpen}
          onClick={() => setOpen((opened) => !opened)}
        >
          <Icon of={IconMoodSmile} />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('chat.emoji')}>
        <Suspense fallback={<p className="sm t3">{t('inbox.file.loading')}</p>}>
          <EmojiPicker
            onPick={(one) => {
              setOpen(false)
              onPick(one)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
