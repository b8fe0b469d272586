import { Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Label } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'

const mostOffered = 8

/** A text in which `{{` offers the flow's variables. `of` is the most characters that WhatsApp takes. */
export function VariableText({
  label,
  value,
  of,
  variables,
  error,
  optional,
  short,
  onChange,
}: {
  label: string
  value: string
  of?: number
  variables: readonly string[]
  error?: string
  optional?: boolean
  /** One line. */
  short?: boolean
  onChange: (value: string) => void
}) {
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const next = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (next.current === null) return
    field.current?.setSelectionRange(next.current, next.current)
    next.current = null
  })
  const typed = isFocused ? /\{\{\s*([\p{L}\p{N}_.]*)$/u.exec(value.slice(0, caret)) : null
  const wanted = typed?.[1]?.toLowerCase() ?? ''
  const offered = typed
    ? variables.filter((name) => name.toLowerCase().includes(wanted)).slice(0, mostOffered)
    : []
  const insert = (name: string) => {
    const start = typed ? caret - typed[0].length : caret
    const rest = value.slice(caret).replace(/^\s*\}\}/, '')
    const before = `${value.slice(0, start)}{{${name}}}`
    next.current = before.length
    setCaret(before.length)
    onChange(before + rest)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0) return
    const at = Math.min(active, offered.length - 1)
    if (event.key === 'ArrowDown') setActive((at + 1) % offered.length)
    else if (event.key === 'ArrowUp') setActive((at + offered.length - 1) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') insert(offered[at] ?? '')
    else if (event.key === 'Escape') setCaret(0)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shared = {
    ref: field,
    label: (
      <Label optional={optional} count={of === undefined ? undefined : [...value].length} of={of}>
        {label}
      </Label>
    ),
    'aria-label': label,
    value,
    error,
    autoComplete: 'off',
    onKeyDown,
    onSelect: () => setCaret(field.current?.selectionStart ?? 0),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  return (
    <div>
      {short ? (
        <TextInput
          {...shared}
          onChange={({ currentTarget }) => {
            setCaret(currentTarget.selectionStart ?? 0)
            onChange(currentTarget.value)
          }}
        />
      ) : (
        <Textarea
          {...shared}
          autosize
          minRows={3}
          maxRows={12}
          onChange={({ currentTarget }) => {
            setCaret(currentTarget.selectionStart ?? 0)
            onChange(currentTarget.value)
          }}
        />
      )}
      {offered.length > 0 ? (
        <fieldset className="vr-menu" aria-label={t('chatbot.builder.variables')}>
          {offered.map((name, index) => (
            <button
              type="button"
              className="kw"
              key={name}
              data-active={index === active || undefined}
              aria-label={t('chatbot.builder.insert', { name })}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      ) : null}
      <p className="sr" role="status">
        {offered.length > 0 ? t('chatbot.builder.offered', { names: offered.join(', ') }) : ''}
      </p>
    </div>
  )
}
