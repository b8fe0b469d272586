import { useState } from 'react'
import { ApiError } from '#web/net/api-error.ts'

type FieldFaults = {
  /** What is wrong with a field, or with a part of it (`words` has what is at `words.0`). */
  at: (field: string) => string | undefined
  set: (faults: Readonly<Record<string, string>>) => void
  /** Takes the server's sentences for fields that the form has. @returns whether there is one. */
  take: (error: unknown, fields: readonly string[]) => boolean
  /** The person changed these. */
  changed: (...fields: string[]) => void
}

const isOf = (name: string, field: string): boolean => name === field || name.startsWith(`${field}.`)

/** What is wrong with a form, field by field: found by the form itself or told by the server. */
export function useFieldFaults(): FieldFaults {
  const [faults, set] = useState<Readonly<Record<string, string>>>({})
  return {
    at: (field) => Object.entries(faults).find(([name]) => isOf(name, field))?.[1],
    set,
    take: (error, fields) => {
      const told = error instanceof ApiError ? Object.entries(error.fields) : []
      const own = told.filter(([name]) => fields.some((field) => isOf(name, field)))
      set(Object.fromEntries(own))
      return own.length > 0
    },
    changed: (...fields) =>
      set((old) =>
        Object.fromEntries(
          Object.entries(old).filter(([name]) => !fields.some((field) => isOf(name, field))),
        ),
      ),
  }
}
