import { Tabs } from '#web/components/forms/segmented.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useOwnNumber } from '#web/session/own-number.ts'
import { StoredWebhooks } from './stored-webhooks.tsx'
import { WebhookTester } from './webhook-tester.tsx'

/** Meta Webhook Tester, and beside it what really came. Which of the two stands in the address. */
export default function WebhookTesterPage() {
  const own = useOwnNumber()
  const [params, setParams] = useSearchChoice()
  const view = params.get('view') === 'stored' ? 'stored' : 'test'
  const show = (next: 'test' | 'stored') => setParams(next === 'stored' ? { view: 'stored' } : {})
  return (
    <>
      <PageHeader title={t('webhooks.title')} lede={t('webhooks.lede')} />
      <Tabs
        label={t('webhooks.tabs.label')}
        value={view}
        onChange={show}
        choices={[
          { value: 'test', name: t('webhooks.tabs.test') },
          { value: 'stored', name: t('webhooks.tabs.stored') },
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
