import { Select, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FieldKind } from '#contract/leads/fields.ts'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'

/** How a value of each kind is typed. */
export type InlineKind = FieldKind | 'email'

/** A value that becomes a field when it is pressed. Enter keeps it, Escape leaves it as it was. */
export function InlineEdit({
  name,
  kind,
  choices = [],
  value,
  onSave,
}: {
  name: string
  kind: InlineKind
  choices?: readonly string[]
  value: string
  /** Why it was not kept, or null. */
  onSave: (value: string) => Promise<string | null>
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setTyped(null)
    setFault(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  const save = async (next: string) => {
    if (busy) return
    if (next.trim() === value) return close()
    setBusy(true)
    const why = await onSave(next.trim())
    setBusy(false)
    if (why) setFault(why)
    else close()
  }
  const words = (one: string) =>
    kind === 'yes_no' && (one === 'yes' || one === 'no')
      ? t('businessSettings.fields.yesNo', { value: one })
      : one
  if (typed === null) {
    return (
      <button
        ref={button}
        type="button"
        className="sp-edit"
        aria-label={t('inboxSide.edit', { name })}
        onClick={() => setTyped(value)}
      >
        <bdi>{value === '' ? t('inboxSide.empty') : words(value)}</bdi>
        <Icon of={IconPencil} size="small" />
      </button>
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void save(event.currentTarget.value)
    }
  }
  if (kind === 'choice' || kind === 'yes_no') {
    const own = kind === 'choice' ? choices : ['yes', 'no']
    // A value from a file may be none of the choices; it stays until somebody changes it.
    const all = value === '' || own.includes(value) ? own : [value, ...own]
    return (
      <Select
        size="xs"
        aria-label={name}
        autoFocus
        defaultDropdownOpened
        clearable
        error={fault}
        disabled={busy}
        data={all.map((one) => ({ value: one, label: words(one) }))}
        value={typed || null}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        onBlur={() => !busy && fault === null && close()}
        onChange={(chosen) => {
          setTyped(chosen ?? '')
          void save(chosen ?? '')
        }}
      />
    )
  }
  return (
    <TextInput
      size="xs"
      aria-label={name}
      autoFocus
      type={kind === 'date' ? 'date' : kind === 'email' ? 'email' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      maxLength={1000}
      error={fault}
      disabled={busy}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => void save(currentTarget.value)}
    />
  )
}
