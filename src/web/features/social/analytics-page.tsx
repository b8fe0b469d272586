import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type Insight,
  type InsightProblem,
  type Platform,
  platformNames,
  platforms,
} from '#contract/social/social.ts'
import { Banner } from '#web/components/banner.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatNear } from '#web/format/time.ts'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useZone } from '#web/session/me.ts'
import { networkIcons } from './accounts/network-icons.ts'
import { shortCaption } from './analytics/analytics-text.ts'
import { InsightCard } from './analytics/insight-card.tsx'
import { InsightStats } from './analytics/insight-stats.tsx'
import { InsightTable } from './analytics/insight-table.tsx'
import { PostGrowth } from './analytics/post-growth.tsx'
import { TopPosts } from './analytics/top-posts.tsx'
import { failureTexts, useFetchNow, useInsights } from './analytics/use-insights.ts'
import './analytics/analytics.css'

/** The selector of the specification; an address may name the others. */
const offered: readonly Platform[] = ['facebook', 'instagram']

/** Social Analytics: how the published posts did. */
export default function AnalyticsPage() {
  const zone = useZone()
  const [address, setAddress] = useSearchChoice()
  const platform = platforms.find((one) => one === address.get('platform')) ?? 'facebook'
  const query = useInsights(platform)
  const fetchNow = useFetchNow(platform)
  // After a failure nothing is shown that may no longer be so.
  const pages = query.isError ? [] : (query.data?.pages ?? [])
  const first = pages[0]
  const busy = fetchNow.isPending || first?.fetching === true
  const choices = offered.includes(platform) ? offered : [...offered, platform]
  return (
    <>
      <PageHeader
        title={t('social.analytics.title')}
        lede={<Lede best={first?.top[0]} asOf={first?.as_of ?? null} zone={zone} />}
        actions={
          <>
            <Segmented
              label={t('social.analytics.platform')}
              choices={choices.map((value) => ({
                value,
                name: (
                  <span className="in-net">
                    <Icon of={networkIcons[value]} size="small" />
                    {platformNames[value]}
                  </span>
                ),
              }))}
              value={platform}
              onChange={(value) => setAddress(value === 'facebook' ? {} : { platform: value })}
            />
            <Button
              icon={<Icon of={IconRefresh} size="small" />}
              busy={busy && t('social.analytics.refreshing')}
              onClick={() => fetchNow.mutate()}
            >
              {t('social.analytics.refresh')}
            </Button>
          </>
        }
      />
      <div className="in-bans">
        {first?.problems.map((problem) => (
          <Problem key={problem.account_id} problem={problem} zone={zone} />
        ))}
      </div>
      {query.isPending ? (
        <>
          <p className="t2" role="status">
            {t('social.analytics.loading')}
          </p>
          <SkeletonLines lines={6} label={t('social.analytics.loading')} />
        </>
      ) : null}
      {query.isError ? (
        <ErrorState error={query.error} words={failureTexts()} onRetry={() => query.refetch()} />
      ) : null}
      {first && first.insights.length === 0 ? <NoPosts platform={platform} /> : null}
      {first && first.insights.length > 0 ? (
        <>
          {first.summary ? <InsightStats summary={first.summary} platform={platform} zone={zone} /> : null}
          <Posts
            rows={pages.flatMap(({ insights }) => insights)}
            platform={platform}
            zone={zone}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
          {first.top.length > 0 ? <TopPosts top={first.top} platform={platform} zone={zone} /> : null}
        </>
      ) : null}
    </>
  )
}

function Lede({ best, asOf, zone }: { best: Insight | undefined; asOf: string | null; zone: string }) {
  if (!best && !asOf) return t('social.analytics.lede')
  return (
    <>
      {best
        ? t.rich('social.analytics.best', {
            ...tags,
            caption: shortCaption(best.caption, 40),
            count: best.engagement ?? 0,
          })
        : null}{' '}
      {asOf
        ? t.rich('social.analytics.asOf', { ...tags, time: formatNear(asOf, zone, new Date()), zone })
        : null}
    </>
  )
}

function NoPosts({ platform }: { platform: Platform }) {
  const network = platformNames[platform]
  return (
    <Empty
      title={t('social.analytics.emptyTitle', { network })}
      actions={
        <>
          <LinkButton kind="yours" to="/social/post">
            {t('social.analytics.emptyAction')}
          </LinkButton>
          <LinkButton kind="quiet" to="/social/connect">
            {t('social.analytics.connect', { network })}
          </LinkButton>
        </>
      }
    >
      {t('social.analytics.emptyText')}
    </Empty>
  )
}

const problemKeys = {
  reconnect: 'social.analytics.reconnect',
  no_permission: 'social.analytics.noPermission',
  unreachable: 'social.analytics.unreachableAccount',
  rate_limited: 'social.analytics.limited',
} as const

type ProblemProps = { problem: InsightProblem; zone: string }

function Problem({ problem: { problem, page_name, next_at }, zone }: ProblemProps) {
  const needsLogin = problem === 'reconnect' || problem === 'no_permission'
  return (
    <Banner
      kind={needsLogin ? 'yours' : 'waiting'}
      action={
        needsLogin ? (
          <LinkButton size="small" to="/social/connect">
            {t('social.analytics.fix')}
          </LinkButton>
        ) : undefined
      }
    >
      {problem === 'rate_limited' && next_at
        ? t('social.analytics.limitedUntil', { name: page_name, time: formatNear(next_at, zone, new Date()) })
        : t(problemKeys[problem], { name: page_name })}
    </Banner>
  )
}

type PostsProps = {
  rows: readonly Insight[]
  platform: Platform
  zone: string
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

function Posts({ rows, platform, zone, hasMore, loading, onMore }: PostsProps) {
  const [view, setView] = useState<'cards' | 'table'>('cards')
  const [growing, setGrowing] = useState<Insight | null>(null)
  return (
    <>
      <div className="in-tools">
        <h2>{t('social.analytics.posts')}</h2>
        <Segmented
          label={t('social.analytics.view')}
          choices={[
            { value: 'cards', name: t('social.analytics.cards') },
            { value: 'table', name: t('social.analytics.table') },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'cards' ? (
        <div className="in-cards">
          {rows.map((insight) => (
            <InsightCard
              key={insight.id}
              insight={insight}
              platform={platform}
              zone={zone}
              onGrowth={setGrowing}
            />
          ))}
        </div>
      ) : (
        <InsightTable
          label={t('social.analytics.posts')}
          rows={rows}
          platform={platform}
          zone={zone}
          onOpen={setGrowing}
        />
      )}
      <div className="in-more">
        <span className="sm t3" role="status">
          {t('social.analytics.showing', { shown: rows.length })}
        </span>
        {hasMore ? (
          <Button busy={loading && t('app.loading')} onClick={onMore}>
            {t('social.analytics.showMore')}
          </Button>
        ) : null}
      </div>
      {growing ? <PostGrowth insight={growing} zone={zone} onClose={() => setGrowing(null)} /> : null}
    </>
  )
}
