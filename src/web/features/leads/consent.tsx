import { NativeSelect, TextInput } from '@mantine/core'
import { IconBan, IconCheck, IconMinus } from '@tabler/icons-react'
import type { Consent } from '#contract/leads.ts'
import { Icon } from '#web/components/icon.tsx'

const states = {
  opted_in: { icon: IconCheck, word: 'Opted in' },
  opted_out: { icon: IconBan, word: 'Opted out' },
  none: { icon: IconMinus, word: 'No consent' },
}

/** Whether a person may be written to: an icon in ink and a word. */
export function ConsentState({ consent }: { consent: Consent }) {
  const { icon, word } = states[consent]
  return (
    <span className={consent === 'opted_in' ? 'cons yes' : 'cons'}>
      <Icon of={icon} size="small" />
      {word}
    </span>
  )
}

/** What the owner states about people who are added: whether they agreed, and how. */
export type Stated = { agreed: boolean; how: string }
export const nothingStated: Stated = { agreed: false, how: '' }

/** Asks how consent was given. The words are kept: they are the proof. */
export function ConsentField({
  value,
  onChange,
  error,
  many,
}: {
  value: Stated
  onChange: (value: Stated) => void
  error?: string
  /** The question is about a whole file. */
  many?: boolean
}) {
  return (
    <>
      <NativeSelect
        label="Consent"
        value={value.agreed ? 'opted_in' : 'none'}
        onChange={({ currentTarget }) => onChange({ ...value, agreed: currentTarget.value === 'opted_in' })}
        data={[
          { value: 'none', label: many ? 'They have not been asked yet' : 'Not asked yet' },
          { value: 'opted_in', label: many ? 'They agreed to hear from us' : 'Agreed to hear from us' },
        ]}
      />
      {value.agreed ? (
        <TextInput
          label="How they agreed"
          placeholder="Order form in the shop"
          maxLength={500}
          value={value.how}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...value, how: currentTarget.value })}
        />
      ) : null}
    </>
  )
}

/** What the statement about a file means for campaigns. */
export function ConsentConsequence({
  settings,
  stated,
}: {
  settings: { columns: readonly string[] }
  stated: Stated
}) {
  const byRow = settings.columns.includes('consent')
  if (byRow && !stated.agreed)
    return <p className="sm t2">The file says row by row who agreed. Others get no campaign.</p>
  if (stated.agreed) return <p className="sm t2">Campaigns will reach them. Your words are kept as proof.</p>
  return <p className="sm t2">People without consent get no campaign. You can record it later.</p>
}

export const howMissing = 'Say how these people agreed to hear from you.'
