import { useSearchParams } from 'react-router'
import { Tabs } from '#web/components/forms/segmented.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { useOwnNumber } from '#web/session/own-number.ts'
import { StoredWebhooks } from './stored-webhooks.tsx'
import { WebhookTester } from './webhook-tester.tsx'

/** Meta Webhook Tester, and beside it what really came. Which of the two stands in the address. */
export default function WebhookTesterPage() {
  const own = useOwnNumber()
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'stored' ? 'stored' : 'test'
  const show = (next: 'test' | 'stored') =>
    setParams(next === 'stored' ? { view: 'stored' } : {}, { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHeader
        title="Meta Webhook Tester"
        lede="Send an event to yourself and see what it does, or look at what WhatsApp really sent."
      />
      <Tabs
        label="Webhooks"
        value={view}
        onChange={show}
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
