import { PageHeader } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { MetaEventsSection } from './meta-events-section.tsx'
import { ShopsSection } from './shops-section.tsx'
import './ways.css'

/** Where conversions come from, and where they are sent to. */
export default function ConversionsPage() {
  return (
    <>
      <PageHeader
        title={t('ways.title')}
        crumbs={[{ to: '/analytics', name: t('ways.crumb') }]}
        lede={t('ways.lede')}
      />
      <ShopsSection />
      <MetaEventsSection />
    </>
  )
}
