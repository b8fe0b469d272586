import { IconX } from '@tabler/icons-react'
import { type MessageScope, messageScope, type SegmentCondition } from '#contract/growth/segment-rules.ts'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { countryName } from '#web/format/countries.ts'
import { formatList } from '#web/format/list.ts'
import { formatDay, weekdayName } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useConnection } from '#web/session/business.queries.ts'

type Scoped = Extract<SegmentCondition, { about: 'message' | 'ad' | 'converted' }>

/** What a report said beside what the fields say; it can be taken away. */
export function ScopeLine({
  condition,
  onChange,
}: {
  condition: Scoped
  onChange: (condition: SegmentCondition) => void
}) {
  const {
    template,
    variant,
    code,
    category,
    country,
    day,
    days,
    their_hour: hour,
    phone_number_id: number,
  }: MessageScope = condition
  const numbers = useConnection()?.accounts.flatMap(({ phone_numbers }) => phone_numbers) ?? []
  const sender = numbers.find(({ phone_number_id }) => phone_number_id === number)
  const parts = [
    ...(template === undefined ? [] : [t('segments.scope.template', { template })]),
    ...(variant === undefined
      ? []
      : [t('segments.scope.variant', { variant: String.fromCharCode(64 + variant) })]),
    ...(code === undefined ? [] : [t('segments.scope.code', { code: String(code) })]),
    ...(category === undefined ? [] : [t('segments.scope.category', { category })]),
    ...(country === undefined ? [] : [countryName(country)]),
    ...(day === undefined ? [] : [t('segments.scope.day', { day: formatDay(day) })]),
    ...(days === undefined
      ? []
      : [t('segments.scope.days', { from: formatDay(days.from), to: formatDay(days.to) })]),
    ...(hour === undefined ? [] : [t('segments.scope.hour', hourText(hour))]),
    ...(number === undefined
      ? []
      : [t('segments.scope.number', { number: sender?.display_phone_number ?? number })]),
  ]
  if (parts.length === 0) return null
  return (
    <span className="row n sm t2 seg-scope">
      {t('segments.onlyScope', { scope: formatList(parts) })}
      <IconButton
        size="small"
        label={t('segments.dropScope')}
        onClick={() => onChange(withoutScope(condition))}
      >
        <Icon of={IconX} size="small" />
      </IconButton>
    </span>
  )
}

function withoutScope(condition: Scoped): SegmentCondition {
  const rest = { ...condition } as Scoped & MessageScope
  for (const name of Object.keys(messageScope)) delete rest[name as keyof MessageScope]
  return rest
}

function hourText({ weekday, hour }: NonNullable<MessageScope['their_hour']>) {
  const time = (at: number): string => `${String(at % 24).padStart(2, '0')}:00`
  return { weekday: weekdayName(weekday), from: time(hour), to: time(hour + 1) }
}
