import { t } from '#web/messages/t.ts'
import { NotBuilt } from './not-built.tsx'

export default function PostPage() {
  return <NotBuilt title={t('social.notBuilt.post.title')} will={t('social.notBuilt.post.will')} />
}
