import { Select, TextInput } from '@mantine/core'
import type { LeadField } from '#contract/leads/fields.ts'
import { Label } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'

/** One control for each field of the business. */
export function LeadFieldInputs({
  fields,
  values,
  faults,
  onChange,
}: {
  fields: readonly LeadField[]
  values: Readonly<Record<string, string>>
  faults: Readonly<Record<string, string>>
  onChange: (name: string, value: string) => void
}) {
  return fields.map(({ id, name, kind, choices }) => {
    const value = values[name] ?? ''
    const shared = { label: <Label optional>{name}</Label>, error: faults[`set_attributes.${name}`] }
    if (kind !== 'choice' && kind !== 'yes_no') {
      return (
        <TextInput
          key={id}
          {...shared}
          type={kind === 'date' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={1000}
          value={value}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
        />
      )
    }
    const own = kind === 'choice' ? choices : ['yes', 'no']
    // A value from a file may be none of the choices; it stays until somebody changes it.
    const all = value === '' || own.includes(value) ? own : [value, ...own]
    const label = (one: string) =>
      kind === 'yes_no' && (one === 'yes' || one === 'no')
        ? t('businessSettings.fields.yesNo', { value: one })
        : one
    return (
      <Select
        key={id}
        {...shared}
        clearable
        data={all.map((one) => ({ value: one, label: label(one) }))}
        value={value || null}
        onChange={(chosen) => onChange(name, chosen ?? '')}
      />
    )
  })
}
