import { t } from '#web/messages/t.ts'
import { NotBuilt } from './not-built.tsx'

export default function EditPage() {
  return <NotBuilt title={t('social.notBuilt.edit.title')} will={t('social.notBuilt.edit.will')} />
}
