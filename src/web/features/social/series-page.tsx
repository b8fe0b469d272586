import { useEffect } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { Banner } from '#web/components/banner.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError } from '#web/net/api.ts'
import { SeriesEditor } from './edit/series-editor.tsx'
import { seriesRule } from './edit/series-rule.ts'
import { useAccounts, useOneSeries } from './social.queries.ts'
import './social.css'
import './compose/compose.css'

const home = '/social/scheduled'
const crumbs = () => [{ to: home, name: t('social.scheduled.title') }]

/** Edit Recurring Post: all of a series. From one of its posts on, it is edited at that post. */
export default function SeriesPage() {
  const id = Number(useParams().id)
  const [search] = useSearchParams()
  const query = useOneSeries(id)
  const accounts = useAccounts().data?.accounts
  const series = query.data?.series
  const isMissing =
    !Number.isInteger(id) || (query.error instanceof ApiError && query.error.code === 'not_found')
  const failed = query.isError && !series
  useEffect(() => {
    if (isMissing) toast.error(t('social.scheduled.seriesPage.notFound'))
    else if (failed) toast.error(t('social.scheduled.seriesPage.loadFailed'))
  }, [isMissing, failed])
  const postId = Number(search.get('post'))
  const scope = search.get('scope') === 'all' ? 'all' : 'following'
  if (postId) return <Navigate to={`/social/edit/${postId}?scope=${scope}`} replace />
  if (isMissing || failed) return <Navigate to={home} replace />
  const isActive = series?.state === 'active'
  return (
    <>
      <PageHeader
        title={t('social.scheduled.seriesPage.title')}
        crumbs={crumbs()}
        lede={isActive ? seriesRule(series) : undefined}
      />
      {isActive && accounts ? (
        <>
          <p className="sm t2">{t('social.scheduled.seriesPage.scopeHelp.all')}</p>
          <SeriesEditor
            key={series.id}
            series={series}
            accounts={accounts}
            scope="all"
            onReload={async () => (await query.refetch()).data?.series ?? null}
          />
        </>
      ) : series && !isActive ? (
        <Banner kind="waiting">{t('social.scheduled.seriesPage.over')}</Banner>
      ) : (
        <SkeletonLines lines={6} label={t('social.scheduled.seriesPage.loading')} />
      )}
    </>
  )
}
