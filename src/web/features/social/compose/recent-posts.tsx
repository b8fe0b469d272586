import { Link } from 'react-router'
import type { PostStatus, RecentPost } from '#contract/social/posts.ts'
import { platformNames } from '#contract/social/social.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { networkIcons } from '../accounts/network-icons.ts'
import { PostPicture } from '../post-picture.tsx'
import { PostState } from '../post-status.tsx'
import { useRecent } from '../social.queries.ts'

/** What needs attention stands before what is well. */
const order: PostStatus[] = [
  'failed',
  'unknown',
  'awaiting_owner',
  'publishing',
  'scheduled',
  'cancelled',
  'posted',
]
const worst = ({ posts }: RecentPost): PostStatus =>
  order.find((status) => posts.some((post) => post.status === status)) ?? 'posted'

/** The five most recent posts. */
export function RecentPosts() {
  const zone = useZone()
  const recent = useRecent()
  return (
    <section aria-labelledby="recent-title" className="mt8">
      <div className="sec-h">
        <h2 id="recent-title">{t('social.compose.recent.title')}</h2>
        <Link className="sm" to="/social/history">
          {t('social.compose.recent.all')}
        </Link>
      </div>
      {recent.isError && !recent.data ? (
        <ErrorState error={recent.error} onRetry={() => recent.refetch()} />
      ) : null}
      {recent.isPending ? <SkeletonLines lines={5} label={t('social.compose.recent.loading')} /> : null}
      {recent.data?.recent.length === 0 ? <p className="sm t3">{t('social.compose.recent.empty')}</p> : null}
      <ul className="recent">
        {recent.data?.recent.map((post) => (
          <li key={post.group_id}>
            <PostPicture className="r-art" url={post.media_url} type={post.media_type} />
            <div className="grow">
              <div className="sm b rc">{post.caption_preview || t('social.scheduled.noText')}</div>
              <div className="row rc-s">
                <PostState status={worst(post)} />
                <span className="sm t3 num">{formatDateTime(post.at, zone)}</span>
              </div>
            </div>
            <span className="row n t2 rc-n">
              {[...new Set(post.posts.map(({ platform }) => platform))].map((platform) => (
                <span key={platform} title={platformNames[platform]}>
                  <Icon of={networkIcons[platform]} size="small" />
                  <span className="sr">{platformNames[platform]}</span>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
