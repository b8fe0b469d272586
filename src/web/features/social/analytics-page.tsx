import { t } from '#web/messages/t.ts'
import { NotBuilt } from './not-built.tsx'

export default function AnalyticsPage() {
  return <NotBuilt title={t('social.notBuilt.analytics.title')} will={t('social.notBuilt.analytics.will')} />
}
