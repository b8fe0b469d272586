import { useState } from 'react'
import { type Analytics, AnalyticsQuery, periodFault } from '#contract/analytics/analytics.ts'
import { Button } from '#web/components/forms/button.tsx'
import { countryName } from '#web/format/countries.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useLeadTags } from '#web/session/business.queries.ts'
import { categoryName } from './analytics-text.ts'
import { AddFilter, type Choice, FilterChip, PeriodChip } from './filter-chips.tsx'

/** What the address asks for; what it cannot ask for is left out. */
export function queryOf(address: URLSearchParams): AnalyticsQuery {
  const fields = Object.entries(AnalyticsQuery.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse(address.get(name) ?? undefined)
    return read.success && read.data !== undefined ? [[name, read.data]] : []
  })
  const query = Object.fromEntries(fields) as AnalyticsQuery
  if (query.from && query.to && !periodFault(query)) return query
  return { ...query, from: undefined, to: undefined }
}

const isDay = (text: string): boolean => AnalyticsQuery.shape.from.safeParse(text).success

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
  const { period } = report
  const [added, setAdded] = useState<readonly string[]>([])
  const filters = useFilters(report, query)
  const change = (part: Partial<AnalyticsQuery>) => onChange({ ...query, ...part })
  const isShown = ({ key, value, always }: Filter) => always || value !== '' || added.includes(key)
  // One choice is none; one that the address asks for is shown in any case.
  const useful = filters.filter(({ value, choices }) => choices.length > 1 || value !== '')
  return (
    <search className="an-filters">
      <PeriodChip period={period} isDay={isDay} onChange={change} />
      {useful.filter(isShown).map(({ key, label, all, value, choices, always, read }) => (
        <FilterChip
          key={key}
          label={label}
          all={all}
          value={value}
          choices={choices}
          startOpen={!always && value === '' && added.includes(key)}
          onChange={(chosen) => {
            if (chosen === '') setAdded((before) => before.filter((one) => one !== key))
            change({ [key]: chosen === '' ? undefined : read(chosen) })
          }}
        />
      ))}
      <AddFilter
        filters={useful.filter((filter) => !isShown(filter))}
        onAdd={(key) => setAdded((before) => [...before, key])}
      />
      {query.from || filters.some(({ value }) => value !== '') ? (
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            setAdded([])
            onChange({ step: query.step })
          }}
        >
          {t('analytics.filters.clear')}
        </Button>
      ) : null}
      <p className="sm t3 an-compared">
        {t('analytics.filters.compared', {
          from: formatDay(period.before_from),
          to: formatDay(period.before_to),
          zone: period.timezone,
        })}
        {query.tag === undefined ? null : ` ${t('analytics.filters.tagNote')}`}
      </p>
    </search>
  )
}

type Filter = {
  key: keyof AnalyticsQuery
  label: string
  all: string
  value: string
  choices: readonly Choice[]
  /** It has its place before it is set. */
  always?: boolean
  read: (value: string) => unknown
}

function useFilters({ choices }: Analytics, query: AnalyticsQuery): Filter[] {
  const tags = useLeadTags().data?.tags ?? []
  const read = (value: string) => value
  return [
    {
      key: 'campaign_id',
      label: t('analytics.filters.campaign'),
      all: t('analytics.filters.allCampaigns'),
      value: query.campaign_id === undefined ? '' : String(query.campaign_id),
      choices: choices.campaigns,
      always: true,
      read: Number,
    },
    {
      key: 'template',
      label: t('analytics.filters.template'),
      all: t('analytics.filters.allTemplates'),
      value: query.template ?? '',
      choices: choices.templates,
      always: true,
      read,
    },
    {
      key: 'category',
      label: t('analytics.filters.category'),
      all: t('analytics.filters.allCategories'),
      value: query.category ?? '',
      choices: choices.categories.map((value) => ({ value, name: categoryName(value) })),
      read,
    },
    {
      key: 'country',
      label: t('analytics.filters.country'),
      all: t('analytics.filters.allCountries'),
      value: query.country ?? '',
      choices: choices.countries.map((value) => ({ value, name: countryName(value) })),
      read,
    },
    {
      key: 'phone_number_id',
      label: t('analytics.filters.number'),
      all: t('analytics.filters.allNumbers'),
      value: query.phone_number_id ?? '',
      choices: choices.numbers,
      read,
    },
    {
      key: 'tag',
      label: t('analytics.filters.tag'),
      all: t('analytics.filters.allTags'),
      value: query.tag ?? '',
      choices: tags.map(({ tag }) => ({ value: tag, name: tag })),
      read,
    },
  ]
}
