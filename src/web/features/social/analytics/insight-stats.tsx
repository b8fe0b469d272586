import type { InsightSummary, Platform } from '#contract/social/social.ts'
import { Stat, Stats } from '#web/components/figures/stat.tsx'
import { formatPercent } from '#web/format/number.ts'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/** The last 30 days, and how they compare. A figure that is not known has no line. */
export function InsightStats({
  summary,
  platform,
  zone,
}: {
  summary: InsightSummary
  platform: Platform
  zone: string
}) {
  return (
    <Stats label={t('social.analytics.stats')}>
      <Stat
        name={t('social.analytics.engagement')}
        value={summary.engagement}
        note={comparison(summary)}
        series={summary.engagement === null ? [] : summary.engagement_series}
      />
      <Stat
        name={t('social.analytics.reach')}
        value={summary.reach}
        note={
          summary.reach_posts < summary.posts
            ? t('social.analytics.reachSome', { known: summary.reach_posts, posts: summary.posts })
            : t('social.analytics.reachAll', { posts: summary.posts })
        }
        series={summary.reach === null ? [] : summary.reach_series}
      />
      <Stat
        name={platform === 'youtube' ? t('social.analytics.subscribers') : t('social.analytics.followers')}
        value={summary.followers}
        note={growth(summary, zone)}
        series={summary.followers_series}
      />
    </Stats>
  )
}

function comparison({ engagement, engagement_before: before, posts }: InsightSummary): string {
  if (engagement === null || !before) return t('social.analytics.noBefore', { posts })
  if (engagement === before) return t('social.analytics.same')
  const percent = formatPercent(Math.abs(engagement - before), before)
  return engagement > before
    ? t('social.analytics.more', { percent })
    : t('social.analytics.less', { percent })
}

function growth({ followers, followers_before, followers_since }: InsightSummary, zone: string): string {
  if (followers === null || followers_before === null || !followers_since)
    return t('social.analytics.noFollowers')
  const date = formatDate(followers_since, zone)
  const count = followers - followers_before
  if (count === 0) return t('social.analytics.steady', { date })
  return count > 0
    ? t('social.analytics.gained', { count, date })
    : t('social.analytics.lost', { count: -count, date })
}
