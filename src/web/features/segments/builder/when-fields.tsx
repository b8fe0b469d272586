import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { When } from '#contract/growth/segment-rules.ts'
import { t } from '#web/messages/t.ts'

/** A time: at any, in the last days, or since a date. */
export function WhenFields({
  value,
  onChange,
  required = false,
}: {
  value: When | null
  onChange: (when: When | null) => void
  required?: boolean
}) {
  const kind = value === null ? 'any' : 'days' in value ? 'days' : 'since'
  const kinds = required ? (['days', 'since'] as const) : (['any', 'days', 'since'] as const)
  return (
    <>
      <NativeSelect
        aria-label={t('segments.time')}
        value={kind}
        data={kinds.map((one) => ({ value: one, label: t(`segments.when.${one}`) }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value
          if (next === 'any') onChange(null)
          else onChange(next === 'days' ? { days: 30 } : { since: new Date().toISOString().slice(0, 10) })
        }}
      />
      {value && 'days' in value ? (
        <span className="row n seg-days">
          <NumberInput
            aria-label={t('segments.days')}
            value={value.days}
            min={1}
            max={3650}
            allowDecimal={false}
            hideControls
            onChange={(days) => onChange({ days: Number(days) })}
          />
          <span className="sm t2">{t('segments.daysWord', { count: value.days })}</span>
        </span>
      ) : null}
      {value && 'since' in value ? (
        <TextInput
          type="date"
          aria-label={t('segments.date')}
          value={value.since}
          onChange={({ currentTarget }) => onChange({ since: currentTarget.value })}
        />
      ) : null}
    </>
  )
}
