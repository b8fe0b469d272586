import { NativeSelect } from '@mantine/core'
import { t } from '#web/messages/t.ts'

/** A condition or its opposite. */
export function Did({
  words,
  value,
  onChange,
}: {
  words: 'is' | 'yes' | 'was' | 'did' | 'has'
  value: boolean
  onChange: (did: boolean) => void
}) {
  return (
    <NativeSelect
      aria-label={t('segments.test')}
      value={value ? 'yes' : 'no'}
      data={[
        { value: 'yes', label: t(`segments.did.${words}.yes`) },
        { value: 'no', label: t(`segments.did.${words}.no`) },
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === 'yes')}
    />
  )
}
