import { Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/conversations/outgoing.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import type { Send } from '#web/offline/outbox.ts'
import { MessageForm } from './message-form.tsx'

/** A text with up to three buttons. */
export function ButtonsWindow({
  text: first,
  onClose,
  onSend,
}: {
  text: string
  onClose: () => void
  onSend: (message: Send['message']) => void
}) {
  const [text, setText] = useState(first)
  const [buttons, setButtons] = useState([''])
  return (
    <MessageForm
      title={t('chat.add.buttons')}
      help={t('chat.buttonsHelp')}
      message={() => ({ type: 'buttons', text, buttons: buttons.filter((title) => title.trim() !== '') })}
      onClose={onClose}
      onSend={onSend}
    >
      {(faults) => (
        <>
          <Textarea
            label={t('inbox.message')}
            autosize
            minRows={2}
            maxRows={6}
            data-autofocus
            maxLength={limits.buttonsText}
            value={text}
            error={faults.text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          {buttons.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons are their places
            <div key={at} className="xtra-row">
              <TextInput
                label={t('chat.button', { nr: at + 1 })}
                maxLength={limits.buttonTitle}
                value={title}
                error={faults[`buttons.${at}`] ?? (at === buttons.length - 1 ? faults.buttons : undefined)}
                onChange={({ currentTarget: { value } }) => setButtons(buttons.with(at, value))}
              />
              {buttons.length > 1 ? (
                <IconButton
                  label={t('app.remove', { name: t('chat.button', { nr: at + 1 }) })}
                  onClick={() => setButtons(buttons.toSpliced(at, 1))}
                >
                  <Icon of={IconX} size="small" />
                </IconButton>
              ) : null}
            </div>
          ))}
          {buttons.length < limits.buttons ? (
            <Button
              size="small"
              type="button"
              icon={<Icon of={IconPlus} size="small" />}
              onClick={() => setButtons([...buttons, ''])}
            >
              {t('chat.addButton')}
            </Button>
          ) : null}
        </>
      )}
    </MessageForm>
  )
}
