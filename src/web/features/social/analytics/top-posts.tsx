import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type Insight, type Platform, socialAnalytics } from '#contract/social/social.ts'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Section } from '#web/components/page.tsx'
import { Bone } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { InsightTable } from './insight-table.tsx'

/** The drawing is some 100 kB of its own: it is loaded when it is seen. */
const TopPostsChart = lazy(() => import('./top-posts-chart.tsx'))

/** The five posts with the highest engagement, as a chart or as a table. */
export function TopPosts({
  top,
  platform,
  zone,
}: {
  top: readonly Insight[]
  platform: Platform
  zone: string
}) {
  const [asTable, setAsTable] = useState(false)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      await download(socialAnalytics.exportCsv, `${platform}-analytics.csv`, { params: { platform } })
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('social.analytics.downloadFailed') }))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Section
      title={t('social.analytics.top')}
      className="in-top"
      aside={
        <span className="row n in-legend">
          <span className="in-key">
            <i className="sq s1" />
            {t('social.analytics.comments')}
          </span>
          <span className="in-key">
            <i className="sq s2" />
            {t('social.analytics.likes')}
          </span>
          <span className="in-key">
            <i className="sq s3" />
            {t('social.analytics.reach')}
          </span>
          <IconButton
            size="small"
            label={asTable ? t('social.analytics.asChart') : t('social.analytics.asTable')}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon of={asTable ? IconChartBar : IconTable} size="small" />
          </IconButton>
          <IconButton
            size="small"
            label={saving ? t('social.analytics.downloading') : t('social.analytics.download')}
            aria-disabled={saving}
            onClick={() => {
              if (!saving) void save()
            }}
          >
            <Icon of={IconDownload} size="small" />
          </IconButton>
        </span>
      }
    >
      {asTable ? (
        <InsightTable label={t('social.analytics.table')} rows={top} platform={platform} zone={zone} />
      ) : (
        <Suspense fallback={<Bone height={300} />}>
          <TopPostsChart top={top} zone={zone} />
        </Suspense>
      )}
      <p className="hint">{t('social.analytics.definition')}</p>
    </Section>
  )
}
