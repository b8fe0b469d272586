import { useState } from 'react'
import { type Series, seriesAheadDays } from '#contract/social/planning.ts'
import { platformNames } from '#contract/social/social.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { seriesRule } from '../edit/series-rule.ts'
import { useSeries, useStopSeries } from '../social.queries.ts'

/** The way to the recurring posts, where there are any. */
export function SeriesButton() {
  const [opened, setOpened] = useState(false)
  const query = useSeries()
  const series = query.data?.series ?? []
  if (series.length === 0) return null
  return (
    <>
      <Button size="small" onClick={() => setOpened(true)}>
        {t('social.scheduled.series.open', {
          count: series.filter(({ state }) => state === 'active').length,
        })}
      </Button>
      <SidePanel opened={opened} onClose={() => setOpened(false)} title={t('social.scheduled.series.title')}>
        {query.isError ? <ErrorState error={query.error} onRetry={() => query.refetch()} /> : null}
        {series.some(({ state }) => state === 'active') ? (
          <p className="sm t2">{t('social.scheduled.series.ahead', { weeks: seriesAheadDays / 7 })}</p>
        ) : null}
        <ul className="series">
          {series.map((one) => (
            <SeriesRow key={one.id} series={one} />
          ))}
        </ul>
      </SidePanel>
    </>
  )
}

function SeriesRow({ series }: { series: Series }) {
  const stop = useStopSeries()
  const ask = async () => {
    const yes = await confirm({
      title: t('social.scheduled.series.stopTitle'),
      consequence: t('social.scheduled.series.stopText', { count: series.posts_waiting }),
      confirm: t('social.scheduled.series.stop'),
    })
    if (!yes) return
    stop.mutate(series.id, {
      onSuccess: ({ removed }) => toast.success(t('social.scheduled.series.stopDone', { count: removed })),
      onError: (error) =>
        toast.error(sentenceFor(error, { failed: t('social.scheduled.series.stopFailed') })),
    })
  }
  const target = series.targets[0]
  return (
    <li>
      <p className="clamp">{target?.caption || t('social.scheduled.noText')}</p>
      <p className="sm t2">
        {seriesRule(series)}
        {series.until ? ` · ${t('social.scheduled.series.until', { day: formatDay(series.until) })}` : ''}
        {series.until || series.state !== 'active' ? '' : ` · ${t('social.scheduled.series.noEnd')}`}
      </p>
      <p className="sm t3">
        {series.targets
          .map(({ page_name, platform }) => `${page_name}, ${platformNames[platform]}`)
          .join(' · ')}
      </p>
      <div className="row sp">
        <span className="sm t3">
          {series.state === 'active'
            ? t('social.scheduled.series.waiting', { count: series.posts_waiting })
            : t(`social.scheduled.series.${series.state}`)}
        </span>
        {series.state === 'active' ? (
          <span className="row n">
            <LinkButton size="small" to={`/social/series/${series.id}`}>
              {t('social.scheduled.edit')}
            </LinkButton>
            <Button
              size="small"
              kind="danger"
              busy={stop.isPending && t('app.workingBusy')}
              onClick={() => void ask()}
            >
              {t('social.scheduled.series.stop')}
            </Button>
          </span>
        ) : null}
      </div>
    </li>
  )
}
