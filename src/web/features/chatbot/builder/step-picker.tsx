import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/messages/t.ts'
import type { Card } from './card.ts'

/** Chooses the step that a way leads to. The steps are listed once somebody comes to it: a flow may have hundreds. */
export function StepPicker({
  label,
  visibleLabel,
  cards,
  value,
  error,
  onChange,
}: {
  label: string
  visibleLabel?: string
  cards: readonly Card[]
  value: string | null
  error?: string
  onChange: (to: string | null) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const listed = isOpen ? cards : cards.filter(({ id }) => id === value)
  const choices = listed
    .filter(({ isStart }) => !isStart)
    .map(({ id, title }) => ({ value: id, label: title }))
  return (
    <NativeSelect
      size="sm"
      aria-label={visibleLabel ? undefined : label}
      label={visibleLabel}
      error={error}
      data={[{ value: '', label: t('chatbot.builder.nowhere') }, ...choices]}
      value={value ?? ''}
      onFocus={() => setOpen(true)}
      onPointerDown={() => setOpen(true)}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  )
}
