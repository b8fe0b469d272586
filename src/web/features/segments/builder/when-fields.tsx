import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { UntilNow, When } from '#contract/growth/segment-rules.ts'
import { t } from '#web/messages/t.ts'

type Kind = 'any' | 'days' | 'since' | 'between'

/** A time: at any, in the last days, since a date, or between two. */
export function WhenFields({
  value,
  onChange,
  required = false,
}: {
  value: When | null
  onChange: (when: When | null) => void
  required?: boolean
}) {
  const kinds: Kind[] = ['days', 'since', 'between']
  return <Fields kinds={required ? kinds : ['any', ...kinds]} value={value} onChange={onChange} />
}

/** A time until now. */
export function UntilNowFields({
  value,
  onChange,
}: {
  value: UntilNow | null
  onChange: (when: UntilNow | null) => void
}) {
  return (
    <Fields
      kinds={['any', 'days', 'since']}
      value={value}
      onChange={(when) => onChange(when && 'from' in when ? null : when)}
    />
  )
}

function kindOf(value: When | null): Kind {
  if (value === null) return 'any'
  if ('days' in value) return 'days'
  return 'since' in value ? 'since' : 'between'
}

function firstOf(kind: string): When | null {
  const today = new Date().toISOString().slice(0, 10)
  if (kind === 'any') return null
  if (kind === 'days') return { days: 30 }
  return kind === 'since' ? { since: today } : { from: today, to: today }
}

function Fields({
  kinds,
  value,
  onChange,
}: {
  kinds: readonly Kind[]
  value: When | null
  onChange: (when: When | null) => void
}) {
  return (
    <>
      <NativeSelect
        aria-label={t('segments.time')}
        value={kindOf(value)}
        data={kinds.map((one) => ({ value: one, label: t(`segments.when.${one}`) }))}
        onChange={({ currentTarget }) => onChange(firstOf(currentTarget.value))}
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
        <DayField label={t('segments.date')} value={value.since} onChange={(since) => onChange({ since })} />
      ) : null}
      {value && 'from' in value ? (
        <>
          <DayField
            label={t('segments.firstDay')}
            value={value.from}
            onChange={(from) => onChange({ ...value, from })}
          />
          <DayField
            label={t('segments.lastDay')}
            value={value.to}
            onChange={(to) => onChange({ ...value, to })}
          />
        </>
      ) : null}
    </>
  )
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (day: string) => void
}) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
