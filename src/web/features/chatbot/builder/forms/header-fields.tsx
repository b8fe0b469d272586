import { Switch, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Header } from '#contract/chatbot/flow.ts'
import { isSecretHeader } from '#contract/chatbot/secrets.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { FieldGroup } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { SecretValue } from './secret-value.tsx'

const most = 10

/** The headers of a call: each has a text, or a secret value that is stored apart. */
export function HeaderFields({
  headers,
  url,
  onChange,
}: {
  headers: readonly Header[]
  url: string
  /** With a change of the headers as they then are. */
  onChange: (change: (headers: readonly Header[]) => Header[], key: string | null) => void
}) {
  // A row keeps what is typed into it when another one is removed.
  const keys = useRef<number[]>([])
  const nextKey = useRef(0)
  while (keys.current.length < headers.length) keys.current.push(nextKey.current++)
  keys.current.length = headers.length
  return (
    <FieldGroup label={t('chatbot.form.headers')}>
      <div className="sp-list">
        {headers.map((header, index) => {
          const key = keys.current[index]!
          return (
            <HeaderRow
              key={key}
              header={header}
              url={url}
              onChange={(changed, part) =>
                onChange(
                  (now) => now.map((old, at) => (keys.current[at] === key ? changed(old) : old)),
                  part && `header ${key} ${part}`,
                )
              }
              onRemove={() => {
                const at = keys.current.indexOf(key)
                keys.current.splice(at, 1)
                onChange((now) => now.filter((_, one) => one !== at), null)
              }}
            />
          )
        })}
      </div>
      {headers.length < most ? (
        <Button
          className="mt2"
          size="small"
          icon={<Icon of={IconPlus} size="small" />}
          onClick={() => onChange((now) => [...now, { name: '', value: '' }], null)}
        >
          {t('chatbot.form.addHeader')}
        </Button>
      ) : null}
    </FieldGroup>
  )
}

function HeaderRow({
  header,
  url,
  onChange,
  onRemove,
}: {
  header: Header
  url: string
  onChange: (change: (header: Header) => Header, part: string | null) => void
  onRemove: () => void
}) {
  const [isChosen, setChosen] = useState(false)
  const [typed, setTyped] = useState('')
  const isSecret = 'secret' in header
  const rename = (name: string) => {
    const isEmpty = isSecret ? header.secret === null && typed === '' : header.value === ''
    // Until somebody says otherwise, an empty header is what its name says.
    const byName: Header = isSecretHeader(name) ? { name, secret: null } : { name, value: '' }
    onChange((old) => (isEmpty && !isChosen ? byName : { ...old, name }), 'name')
  }
  const choose = (secret: boolean) => {
    setChosen(true)
    setTyped(secret && !isSecret ? header.value : '')
    onChange(({ name }) => (secret ? { name, secret: null } : { name, value: '' }), null)
  }
  return (
    <div className="sp-header">
      <div className={isSecret ? 'sp-row' : 'sp-row three'}>
        <TextInput
          size="sm"
          aria-label={t('chatbot.form.header')}
          placeholder={t('chatbot.form.header')}
          value={header.name}
          maxLength={200}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        {isSecret ? null : (
          <TextInput
            size="sm"
            aria-label={t('chatbot.form.value')}
            placeholder={t('chatbot.form.value')}
            value={header.value}
            maxLength={2000}
            onChange={({ currentTarget: { value } }) => onChange(({ name }) => ({ name, value }), 'value')}
          />
        )}
        <IconButton
          size="small"
          label={t('chatbot.form.remove', { name: header.name || t('chatbot.form.header') })}
          onClick={onRemove}
        >
          <Icon of={IconTrash} size="small" />
        </IconButton>
      </div>
      <Switch
        size="sm"
        label={t('chatbot.form.secret')}
        description={isSecret ? t('chatbot.form.secretHelp') : undefined}
        checked={isSecret}
        onChange={({ currentTarget }) => choose(currentTarget.checked)}
      />
      {isSecret ? (
        <SecretValue
          secret={header.secret}
          url={url}
          typed={typed}
          onType={setTyped}
          onStored={(secret) => {
            setTyped('')
            onChange(({ name }) => ({ name, secret }), null)
          }}
        />
      ) : null}
    </div>
  )
}
