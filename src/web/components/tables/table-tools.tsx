import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../icon.tsx'
import '../../look/table.css'

/** The row over a table: search, filters, and what is done with the selected rows. */
export function TableTools({ children }: { children: ReactNode }) {
  return <search className="bar-tools">{children}</search>
}

/** How long typing may pause before the search runs, in ms. */
const typingPauseMs = 300

/** A search field that follows the typing. `label` is for those who hear it; `hint` says what can be found. */
export function TableSearch({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed from elsewhere: a link, or "Clear filters".
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const change = useEffectEvent((text: string) => {
    setKnown(text)
    onChange(text)
  })
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => change(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <TextInput
      className="search"
      size="sm"
      type="search"
      leftSection={<Icon of={IconSearch} size="small" />}
      aria-label={label}
      placeholder={hint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

/** One filter: the first choice is "all". */
export function TableFilter({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly { value: string; name: string }[]
  value: string
  onChange: (value: string) => void
}) {
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      data={choices.map((choice) => ({ value: choice.value, label: choice.name }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
