import { Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/conversations/outgoing.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import type { Send } from '#web/offline/outbox.ts'
import { MessageForm } from './message-form.tsx'

const empty = { title: '', description: '' }

/** A text with a button that opens up to ten rows. */
export function ListWindow({
  text: first,
  onClose,
  onSend,
}: {
  text: string
  onClose: () => void
  onSend: (message: Send['message']) => void
}) {
  const [text, setText] = useState(first)
  const [menu, setMenu] = useState(() => t('chat.menuFirst'))
  const [rows, setRows] = useState([empty, empty])
  const change = (at: number, changes: Partial<typeof empty>) =>
    setRows(rows.with(at, { ...(rows[at] ?? empty), ...changes }))
  return (
    <MessageForm
      title={t('chat.add.list')}
      help={t('chat.listHelp')}
      message={() => ({
        type: 'list',
        text,
        menu,
        rows: rows
          .filter(({ title, description }) => title.trim() !== '' || description.trim() !== '')
          .map(({ title, description }) => ({ title, ...(description.trim() && { description }) })),
      })}
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
            maxLength={limits.text}
            value={text}
            error={faults.text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          <TextInput
            label={t('chat.menu')}
            maxLength={limits.menu}
            value={menu}
            error={faults.menu}
            onChange={({ currentTarget: { value } }) => setMenu(value)}
          />
          {rows.map(({ title, description }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are their places
            <div key={at} className="xtra-row two">
              <TextInput
                label={t('chat.row', { nr: at + 1 })}
                maxLength={limits.rowTitle}
                value={title}
                error={faults[`rows.${at}.title`] ?? (at === rows.length - 1 ? faults.rows : undefined)}
                onChange={({ currentTarget: { value } }) => change(at, { title: value })}
              />
              <TextInput
                label={t('chat.rowMore', { nr: at + 1 })}
                maxLength={limits.rowDescription}
                value={description}
                error={faults[`rows.${at}.description`]}
                onChange={({ currentTarget: { value } }) => change(at, { description: value })}
              />
              {rows.length > 1 ? (
                <IconButton
                  label={t('app.remove', { name: t('chat.row', { nr: at + 1 }) })}
                  onClick={() => setRows(rows.toSpliced(at, 1))}
                >
                  <Icon of={IconX} size="small" />
                </IconButton>
              ) : null}
            </div>
          ))}
          {rows.length < limits.rows ? (
            <Button
              size="small"
              type="button"
              icon={<Icon of={IconPlus} size="small" />}
              onClick={() => setRows([...rows, empty])}
            >
              {t('chat.addRow')}
            </Button>
          ) : null}
        </>
      )}
    </MessageForm>
  )
}
