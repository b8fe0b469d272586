import { t } from '#web/messages/t.ts'
import { NotBuilt } from './not-built.tsx'

export default function HistoryPage() {
  return <NotBuilt title={t('social.notBuilt.history.title')} will={t('social.notBuilt.history.will')} />
}
