import { NativeSelect, TextInput } from '@mantine/core'
import { IconBan, IconCheck, IconMinus } from '@tabler/icons-react'
import type { Consent } from '#contract/leads.ts'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'

const icons = { opted_in: IconCheck, opted_out: IconBan, none: IconMinus }

/** The consent of a person: an icon and a word. */
export function ConsentState({ consent }: { consent: Consent }) {
  return (
    <span className={consent === 'opted_in' ? 'cons yes' : 'cons'}>
      <Icon of={icons[consent]} size="small" />
      {t(`leads.consent.states.${consent}`)}
    </span>
  )
}

/** What the owner states about new leads: whether they agreed, and how. */
export type Stated = { agreed: boolean; how: string }
export const nothingStated: Stated = { agreed: false, how: '' }

/** Asks whether and how consent was given. The text is kept as proof. */
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
        label={t('leads.fields.consent')}
        value={value.agreed ? 'opted_in' : 'none'}
        onChange={({ currentTarget }) => onChange({ ...value, agreed: currentTarget.value === 'opted_in' })}
        data={[
          { value: 'none', label: t(many ? 'leads.consent.notAskedFile' : 'leads.consent.notAsked') },
          { value: 'opted_in', label: t(many ? 'leads.consent.agreedFile' : 'leads.consent.agreed') },
        ]}
      />
      {value.agreed ? (
        <TextInput
          label={t('leads.consent.how')}
          placeholder={t('leads.consent.howExample')}
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
  const meaning = stated.agreed ? 'reached' : byRow ? 'byRow' : 'skipped'
  return <p className="sm t2">{t(`leads.consent.${meaning}`)}</p>
}
