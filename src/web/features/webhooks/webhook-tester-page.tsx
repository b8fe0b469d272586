import { useState } from 'react'
import { PageHeader } from '#web/components/page.tsx'
import { Tabs } from '#web/components/segmented.tsx'
import { useOwnNumber } from '../onboarding/own-number.ts'
import { StoredWebhooks } from './stored-webhooks.tsx'
import { WebhookTester } from './webhook-tester.tsx'

export default function WebhookTesterPage() {
  const own = useOwnNumber()
  const [view, setView] = useState<'test' | 'stored'>('test')
  return (
    <>
      <PageHeader
        title="Meta Webhook Tester"
        lede="Send an event to yourself and see what it does, or look at what WhatsApp really sent."
      />
      <Tabs
        label="Webhooks"
        value={view}
        onChange={setView}
        choices={[
          { value: 'test', name: 'Test' },
          { value: 'stored', name: 'Stored webhooks' },
        ]}
      >
        {view === 'test' ? (
          <WebhookTester key={own?.phoneNumberId ?? ''} account={own} />
        ) : (
          <StoredWebhooks />
        )}
      </Tabs>
    </>
  )
}
