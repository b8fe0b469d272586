import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { Window } from '#web/components/panel.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useOwnNumber } from '#web/session/own-number.ts'
import { useUser } from '#web/session/session.ts'
import { MessageLogs, SendMessageForm, useLogFilters } from '../messages/messages.ts'
import { useSync } from '../onboarding/onboarding.ts'
import { SubmitTemplateForm } from '../templates/templates.ts'
import { WebhookTester } from '../webhooks/webhooks.ts'
import { useTemplateSubmitted } from './testing.queries.ts'

/** Everything to test a connection on one screen: templates, messages, webhooks and logs. */
export default function TestingDashboardPage() {
  const [creating, setCreating] = useState(false)
  const templateSubmitted = useTemplateSubmitted()
  const sync = useSync()
  const own = useOwnNumber()
  const admin = useUser()?.role === 'admin'
  return (
    <>
      <PageHeader
        title={t('webhooks.testing.title')}
        lede={t('webhooks.testing.lede')}
        actions={
          <>
            <Button
              icon={<Icon of={IconRefresh} />}
              onClick={() => sync.mutate({})}
              busy={sync.isPending && t('webhooks.testing.syncing')}
            >
              {t('webhooks.testing.sync')}
            </Button>
            <Button icon={<Icon of={IconPlus} />} onClick={() => setCreating(true)}>
              {t('webhooks.testing.createTemplate')}
            </Button>
          </>
        }
      />
      <Section first title={t('webhooks.testing.send')}>
        <SendMessageForm />
      </Section>
      {admin ? (
        <Section title={t('webhooks.testing.webhooks')}>
          {/* The samples are about the caller's own number as soon as it is known. */}
          <WebhookTester key={own?.phoneNumberId ?? ''} account={own} among />
        </Section>
      ) : null}
      <Logs />
      <Window
        opened={creating}
        onClose={() => setCreating(false)}
        title={t('webhooks.testing.createTemplate')}
        size="60rem"
      >
        <SubmitTemplateForm
          onSubmitted={() => {
            setCreating(false)
            templateSubmitted()
          }}
        />
      </Window>
    </>
  )
}

function Logs() {
  const zone = useZone()
  const filters = useLogFilters(zone)
  const [refreshed, setRefreshed] = useState(0)
  return (
    <Section
      title={t('webhooks.testing.logs')}
      aside={
        <Button kind="quiet" size="small" onClick={() => setRefreshed((count) => count + 1)}>
          {t('app.refresh')}
        </Button>
      }
    >
      <MessageLogs filters={filters} zone={zone} refreshed={refreshed} among />
    </Section>
  )
}
