import { t } from '#web/messages/t.ts'
import { NotBuilt } from './not-built.tsx'

export default function ScheduledPage() {
  return <NotBuilt title={t('social.notBuilt.scheduled.title')} will={t('social.notBuilt.scheduled.will')} />
}
