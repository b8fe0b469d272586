import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import './segmented.css'

export type Choice<T extends string> = { value: T; name: ReactNode; disabled?: boolean }

/** Two to four choices that change what is below. `label` names the group for those who hear it. */
export function Segmented<T extends string>({
  label,
  choices,
  value,
  onChange,
  className,
}: {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
  className?: string
}) {
  return (
    <SegmentedControl
      className={className}
      aria-label={label}
      withItemsBorders={false}
      data={choices.map(({ name, ...choice }) => ({ ...choice, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** Views of one screen, underlined. Arrow keys move between them; the panel below is labelled by its tab. */
export function Tabs<T extends string>({
  label,
  choices,
  value,
  onChange,
  children,
}: {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChange: (value: T) => void
  children: ReactNode
}) {
  const id = useId()
  const move = (by: number) => {
    const at = choices.findIndex((choice) => choice.value === value)
    const next = choices[(at + by + choices.length) % choices.length]
    if (!next) return
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label}>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            role="tab"
            id={`${id}-${choice.value}`}
            aria-selected={choice.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={choice.value === value ? 0 : -1}
            onClick={() => onChange(choice.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') move(1)
              else if (event.key === 'ArrowLeft') move(-1)
            }}
          >
            {choice.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="tab-panel">
        {children}
      </div>
    </>
  )
}
