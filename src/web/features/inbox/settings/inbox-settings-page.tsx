import { PageHeader } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { FileSection } from './file-section.tsx'
import { LabelsSection } from './labels-section.tsx'
import { QuickRepliesSection } from './quick-replies-section.tsx'
import '../inbox.css'
import '../list/list.css'
import '../chat/composer.css'

/** What the team shares in the inbox. */
export default function InboxSettingsPage() {
  return (
    <>
      <PageHeader
        title={t('inboxSettings.title')}
        lede={t('inboxSettings.lede')}
        crumbs={[{ to: '/conversations', name: t('inbox.title') }]}
      />
      <QuickRepliesSection />
      <LabelsSection />
      <FileSection />
    </>
  )
}
