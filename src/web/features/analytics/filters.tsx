import { NativeSelect, TextInput } from '@mantine/core'
import { type Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { Button } from '#web/components/forms/button.tsx'
import { countryName } from '#web/format/countries.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useLeadTags } from '#web/session/business.queries.ts'
import { categoryName } from './analytics-text.ts'

/** What the address asks for; what it cannot ask for is left out. */
export function queryOf(address: URLSearchParams): AnalyticsQuery {
  const fields = Object.entries(AnalyticsQuery.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse(address.get(name) ?? undefined)
    return read.success && read.data !== undefined ? [[name, read.data]] : []
  })
  const query = Object.fromEntries(fields) as AnalyticsQuery
  if (query.from && query.to && query.from <= query.to) return query
  return { ...query, from: undefined, to: undefined }
}

const lengths = [7, 30, 90, 365] as const

/** The period and what is left in. All of it stands in the address. */
export function Filters({
  report,
  query,
  onChange,
}: {
  report: Analytics
  query: AnalyticsQuery
  onChange: (query: AnalyticsQuery) => void
}) {
  const { period, choices } = report
  const tags = useLeadTags().data?.tags ?? []
  const change = (part: Partial<AnalyticsQuery>) => onChange({ ...query, ...part })
  const days = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 + 1
  const length = lengths.find((one) => one === days)
  const filtered =
    query.campaign_id ??
    query.template ??
    query.category ??
    query.country ??
    query.phone_number_id ??
    query.tag ??
    query.from
  return (
    <>
      <search className="an-filters">
        <NativeSelect
          size="sm"
          aria-label={t('analytics.filters.period')}
          value={String(length ?? '')}
          data={[
            ...(length ? [] : [{ value: '', label: t('analytics.filters.own') }]),
            ...lengths.map((one) => ({
              value: String(one),
              label: t('analytics.filters.last', { days: one }),
            })),
          ]}
          onChange={(event) => {
            const count = Number(event.currentTarget.value)
            if (count > 0) change({ from: dayBefore(period.to, count - 1), to: period.to })
          }}
        />
        <TextInput
          key={`from ${period.from}`}
          size="sm"
          type="date"
          aria-label={t('analytics.filters.from')}
          defaultValue={period.from}
          max={period.to}
          onBlur={(event) =>
            setDay(event.currentTarget.value, (from) => change({ from, to: period.to }), period.from)
          }
        />
        <TextInput
          key={`to ${period.to}`}
          size="sm"
          type="date"
          aria-label={t('analytics.filters.to')}
          defaultValue={period.to}
          min={period.from}
          onBlur={(event) =>
            setDay(event.currentTarget.value, (to) => change({ from: period.from, to }), period.to)
          }
        />
        <Choice
          label={t('analytics.filters.campaign')}
          all={t('analytics.filters.allCampaigns')}
          value={query.campaign_id === undefined ? '' : String(query.campaign_id)}
          choices={choices.campaigns}
          onChange={(value) => change({ campaign_id: value === '' ? undefined : Number(value) })}
        />
        <Choice
          label={t('analytics.filters.template')}
          all={t('analytics.filters.allTemplates')}
          value={query.template ?? ''}
          choices={choices.templates}
          onChange={(value) => change({ template: value || undefined })}
        />
        <Choice
          label={t('analytics.filters.category')}
          all={t('analytics.filters.allCategories')}
          value={query.category ?? ''}
          choices={choices.categories.map((value) => ({ value, name: categoryName(value) }))}
          onChange={(value) => change({ category: (value || undefined) as AnalyticsQuery['category'] })}
        />
        <Choice
          label={t('analytics.filters.country')}
          all={t('analytics.filters.allCountries')}
          value={query.country ?? ''}
          choices={choices.countries.map((value) => ({ value, name: countryName(value) }))}
          onChange={(value) => change({ country: value || undefined })}
        />
        <Choice
          label={t('analytics.filters.number')}
          all={t('analytics.filters.allNumbers')}
          value={query.phone_number_id ?? ''}
          choices={choices.numbers}
          onChange={(value) => change({ phone_number_id: value || undefined })}
        />
        <Choice
          label={t('analytics.filters.tag')}
          all={t('analytics.filters.allTags')}
          value={query.tag ?? ''}
          choices={tags.map(({ tag }) => ({ value: tag, name: tag }))}
          onChange={(value) => change({ tag: value || undefined })}
        />
        {filtered ? (
          <Button kind="quiet" size="small" onClick={() => onChange({})}>
            {t('analytics.filters.clear')}
          </Button>
        ) : null}
      </search>
      <p className="sm t3 an-compared">
        {t('analytics.filters.compared', {
          from: formatDay(period.before_from),
          to: formatDay(period.before_to),
          zone: period.timezone,
        })}
        {query.tag === undefined ? null : ` ${t('analytics.filters.tagNote')}`}
      </p>
    </>
  )
}

const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * 86_400_000).toISOString().slice(0, 10)

function setDay(day: string, set: (day: string) => void, present: string): void {
  if (day !== present && AnalyticsQuery.shape.from.safeParse(day).success) set(day)
}

function Choice({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  label: string
  all: string
  value: string
  choices: readonly { value: string; name: string }[]
  onChange: (value: string) => void
}) {
  // One choice is none; one that the address asks for is shown in any case.
  if (choices.length < 2 && value === '') return null
  const known = choices.some((choice) => choice.value === value)
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      value={value}
      data={[
        { value: '', label: all },
        ...(known || value === '' ? [] : [{ value, label: value }]),
        ...choices.map((choice) => ({ value: choice.value, label: choice.name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
