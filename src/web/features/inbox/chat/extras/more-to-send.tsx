import { Menu } from '@mantine/core'
import {
  IconListDetails,
  IconMapPin,
  IconPlus,
  IconSettings,
  IconSquareCheck,
  IconUser,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import type { Send } from '#web/offline/outbox.ts'
import { ButtonsWindow } from './buttons-window.tsx'
import { ChatSettingsWindow } from './chat-settings.tsx'
import { ContactWindow } from './contact-window.tsx'
import { ListWindow } from './list-window.tsx'
import { LocationWindow } from './location-window.tsx'

const kinds = [
  ['buttons', IconSquareCheck],
  ['list', IconListDetails],
  ['location', IconMapPin],
  ['contact', IconUser],
] as const
type Opened = (typeof kinds)[number][0] | 'settings' | null

/** Buttons, a list, a place and a contact, each in a window of its own, and how the business answers. */
export function MoreToSend({
  text,
  isOpen,
  onSend,
}: {
  /** What is in the field: the text of buttons and lists begins with it. */
  text: string
  isOpen: boolean
  /** `usesText`: what was in the field has left with it. @returns whether it leaves: else its window stays open. */
  onSend: (message: Send['message'], usesText: boolean) => boolean
}) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const sendWith = (usesText: boolean) => (message: Send['message']) => {
    if (onSend(message, usesText)) close()
  }
  return (
    <>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <button type="button" className="ib-btn" aria-label={t('chat.more')}>
            <Icon of={IconPlus} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map(([kind, icon]) => (
            <Menu.Item
              key={kind}
              disabled={!isOpen}
              leftSection={<Icon of={icon} size="small" />}
              onClick={() => setOpened(kind)}
            >
              {t(`chat.add.${kind}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon of={IconSettings} size="small" />}
            onClick={() => setOpened('settings')}
          >
            {t('chat.settings.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'buttons' ? <ButtonsWindow text={text} onClose={close} onSend={sendWith(true)} /> : null}
      {opened === 'list' ? <ListWindow text={text} onClose={close} onSend={sendWith(true)} /> : null}
      {opened === 'location' ? <LocationWindow onClose={close} onSend={sendWith(false)} /> : null}
      {opened === 'contact' ? <ContactWindow onClose={close} onSend={sendWith(false)} /> : null}
      {opened === 'settings' ? <ChatSettingsWindow onClose={close} /> : null}
    </>
  )
}
