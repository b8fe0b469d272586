import { type ReactNode, type RefObject, useRef } from 'react'
import type { Post } from '#contract/social/posts.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { askUploads } from '../leave-questions.ts'
import { useAccounts, useOneSeries } from '../social.queries.ts'
import type { Carried } from './carry-edit.ts'
import { SeriesEditor } from './series-editor.tsx'
import { seriesRule } from './series-rule.ts'
import { type Scope, SeriesScope } from './series-scope.tsx'

const crumbs = () => [{ to: '/social/scheduled', name: t('social.scheduled.title') }]

/** An edit of a recurring post. What is changed goes along when the person chooses another scope. */
export function RecurringPost({
  post,
  seriesId,
  lede,
  single,
}: {
  post: Post
  seriesId: number
  lede: ReactNode
  /** The form of this post alone. */
  single: (carried: RefObject<Carried>) => ReactNode
}) {
  const [search, choose] = useSearchChoice()
  const asked = search.get('scope')
  const scope: Scope = asked === 'following' || asked === 'all' ? asked : 'one'
  const carried = useRef<Carried>({ fields: {} })
  const query = useOneSeries(seriesId)
  const accounts = useAccounts().data?.accounts
  const series = query.data?.series
  const form = (wider: Exclude<Scope, 'one'>) => {
    if (query.isError && !series) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
    if (!series || !accounts)
      return <SkeletonLines lines={6} label={t('social.scheduled.seriesPage.loading')} />
    if (series.state !== 'active')
      return <Banner kind="waiting">{t('social.scheduled.seriesPage.over')}</Banner>
    return (
      <SeriesEditor
        series={series}
        accounts={accounts}
        scope={wider}
        onReload={async () => (await query.refetch()).data?.series ?? null}
        from={{ post, carried }}
      />
    )
  }
  const pick = async (next: Scope) => {
    const isOtherForm = scope === 'one' || next === 'one'
    if (isOtherForm && carried.current.isUploading && !(await askUploads())) return
    choose(next === 'one' ? {} : { scope: next })
  }
  return (
    <>
      <PageHeader
        title={t(`social.scheduled.${scope === 'one' ? 'editPage' : 'seriesPage'}.title`)}
        crumbs={crumbs()}
        lede={scope !== 'one' && series ? seriesRule(series) : lede}
      />
      <SeriesScope scope={scope} of={['one', 'following', 'all']} onChange={(next) => void pick(next)} />
      {scope === 'one' ? single(carried) : form(scope)}
    </>
  )
}
