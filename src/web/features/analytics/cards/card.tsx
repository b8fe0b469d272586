import { IconChartBar, IconDownload, IconPhoto, IconTable } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { AnalyticsCard, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Section } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatList } from '#web/format/list.ts'
import { t } from '#web/messages/t.ts'
import { useDownloadCard } from '../analytics.queries.ts'

type FilterName = Exclude<keyof AnalyticsQuery, 'from' | 'to' | 'step'>

const labels = {
  campaign_id: 'campaign',
  template: 'template',
  category: 'category',
  country: 'country',
  phone_number_id: 'number',
  tag: 'tag',
} as const satisfies Record<FilterName, string>

/** The filters of messages and of people: all but the period. */
export const allFilters = Object.keys(labels) as FilterName[]

/** One question: its picture, the table behind it, and both as files. */
export function Card({
  title,
  card,
  query,
  note,
  ignores = [],
  first,
  table,
  children,
}: {
  title: string
  card: AnalyticsCard
  query: AnalyticsQuery
  note?: string
  /** Filters that this card cannot be asked for: it says so where one is set. */
  ignores?: readonly FilterName[]
  first?: boolean
  /** The same figures as a table; absent where the card is one. */
  table?: ReactNode
  children: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  const save = useDownloadCard(query, card)
  const [isDrawing, setIsDrawing] = useState(false)
  const ignored = ignores.filter((name) => query[name] !== undefined)
  const acts = useRef<HTMLSpanElement>(null)
  const draw = async () => {
    const whole = acts.current?.closest<HTMLElement>('.an-card')
    if (!whole || isDrawing) return
    setIsDrawing(true)
    try {
      const { savePicture } = await import('./save-picture.ts')
      await savePicture(whole, `analytics-${card}.png`)
    } catch {
      toast.error(t('app.failedTryAgain'))
    }
    setIsDrawing(false)
  }
  return (
    <Section
      title={title}
      first={first}
      className="an-card"
      aside={
        <span ref={acts} className="row n an-acts">
          {note ? <span className="sm t3 an-note">{note}</span> : null}
          <span className="row n an-acts" data-no-picture>
            {table ? (
              <IconButton
                size="small"
                label={t(asTable ? 'analytics.asPicture' : 'analytics.asTable', { card: title })}
                onClick={() => setAsTable(!asTable)}
              >
                <Icon of={asTable ? IconChartBar : IconTable} size="small" />
              </IconButton>
            ) : null}
            <IconButton
              size="small"
              label={t('analytics.download', { card: title })}
              aria-disabled={save.isPending || undefined}
              onClick={() => save.isPending || save.mutate()}
            >
              <Icon of={IconDownload} size="small" />
            </IconButton>
            <IconButton
              size="small"
              label={t('analytics.picture', { card: title })}
              aria-disabled={isDrawing || undefined}
              onClick={() => void draw()}
            >
              <Icon of={IconPhoto} size="small" />
            </IconButton>
          </span>
        </span>
      }
    >
      {ignored.length > 0 ? (
        <p className="sm t3 an-ignored">
          {t('analytics.ignored', {
            count: ignored.length,
            filters: formatList(ignored.map((name) => t(`analytics.filters.${labels[name]}`))),
          })}
        </p>
      ) : null}
      {asTable ? table : children}
    </Section>
  )
}
