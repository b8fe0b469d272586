import { IconPlayerPlay } from '@tabler/icons-react'
import { type Insight, type Platform, platformNames } from '#contract/social/social.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { networkIcons } from '../accounts/network-icons.ts'
import { reasonsOf, shortCaption, shown } from './analytics-text.ts'

type CardProps = { insight: Insight; platform: Platform; zone: string; onGrowth: (insight: Insight) => void }

/** One post: when, where, what it says, and its four counts. */
export function InsightCard({ insight, platform, zone, onGrowth }: CardProps) {
  const { caption, media_url, media_type, permalink, page_name } = insight
  const name = shortCaption(caption, 60)
  return (
    <article className="in-card" aria-label={name}>
      {media_url ? <Picture url={media_url} isVideo={media_type === 'video'} /> : null}
      <div className="in-body">
        <div className="row n sp">
          <span className="sm t2 num">{formatDateTime(insight.posted_at, zone)}</span>
          <span className="badge out" title={page_name}>
            <Icon of={networkIcons[platform]} size="small" />
            {platformNames[platform]}
          </span>
        </div>
        <p className="in-caption">{caption}</p>
        {reasonsOf(insight, platform).map((reason) => (
          <p key={reason} className="sm t3">
            {reason}
          </p>
        ))}
        <dl className="in-four num">
          <Count name={t('social.analytics.likes')} value={insight.likes} />
          <Count name={t('social.analytics.comments')} value={insight.comments} />
          <Count name={t('social.analytics.reach')} value={insight.reach} />
          <Count name={t('social.analytics.engagement')} value={insight.engagement} />
        </dl>
        <div className="row n sp in-acts">
          {permalink ? (
            <a className="sm" href={permalink} target="_blank" rel="noreferrer">
              {t('social.analytics.open')}
            </a>
          ) : (
            <span />
          )}
          <Button kind="quiet" size="small" onClick={() => onGrowth(insight)}>
            {t('social.analytics.growth')}
          </Button>
        </div>
      </div>
    </article>
  )
}

function Picture({ url, isVideo }: { url: string; isVideo: boolean }) {
  if (!isVideo) return <img className="in-art" src={url} alt="" loading="lazy" />
  return (
    <span className="in-art in-video">
      <Icon of={IconPlayerPlay} size="large" />
    </span>
  )
}

function Count({ name, value }: { name: string; value: number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{shown(value)}</dd>
    </div>
  )
}
