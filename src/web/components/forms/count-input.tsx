import { NumberInput } from '@mantine/core'

/** A whole number within bounds. */
export function CountInput({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      onChange={(next) => onChange(Math.min(max, Math.max(min, Number(next) || min)))}
    />
  )
}
