import type { FieldKind, LeadField } from '#contract/leads/fields.ts'

const mostDigits = 15

export type CustomField = Pick<LeadField, 'name' | 'kind' | 'choices'>

export const fieldNamed = (fields: readonly CustomField[], name: string): CustomField | undefined =>
  fields.find((field) => field.name.toLowerCase() === name.toLowerCase())

/** Values that nobody typed into a form: those that are none of their field's kind are left out. */
export function fitting(
  fields: readonly CustomField[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  if (fields.length === 0) return { ...values }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => {
      const field = fieldNamed(fields, name)
      if (!field) return [[name, text]]
      const value = readFieldValue(field, text)
      return value === null ? [] : [[field.name, value]]
    }),
  )
}

/** The value as it is kept, or null where it is none of the field's kind. Empty removes the value. */
export function readFieldValue({ kind, choices }: Omit<CustomField, 'name'>, text: string): string | null {
  const value = text.trim()
  return value === '' ? '' : readers[kind](value, choices)
}

const readers: Record<FieldKind, (value: string, choices: readonly string[]) => string | null> = {
  text: (value) => value,
  number: (value) =>
    /^-?\d+(\.\d+)?$/.test(value) && value.replace(/\D/g, '').length <= mostDigits ? value : null,
  date: (value) => (isDate(value) ? value : null),
  choice: (value, choices) => choices.find((one) => one.toLowerCase() === value.toLowerCase()) ?? null,
  yes_no: (value) => (/^(yes|true|1)$/i.test(value) ? 'yes' : /^(no|false|0)$/i.test(value) ? 'no' : null),
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
