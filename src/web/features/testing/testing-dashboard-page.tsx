import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { Window } from '#web/components/panel.tsx'
import { keyOf } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useOwnNumber } from '#web/session/own-number.ts'
import { useUser } from '#web/session/session.ts'
import { MessageLogs, SendMessageForm, useLogFilters } from '../messages/messages.ts'
import { useSync } from '../onboarding/onboarding.ts'
import { SubmitTemplateForm } from '../templates/templates.ts'
import { WebhookTester } from '../webhooks/webhooks.ts'

/** Everything to try a connection with, on one screen: a template, a message, an event, and what became of them. */
export default function TestingDashboardPage() {
  const [creating, setCreating] = useState(false)
  const queries = useQueryClient()
  const sync = useSync()
  const own = useOwnNumber()
  const admin = useUser()?.role === 'admin'
  return (
    <>
      <PageHeader
        title="Meta Testing Dashboard"
        lede="Create a template, send it to yourself, play an event, and watch what becomes of it."
        actions={
          <>
            <Button
              icon={<Icon of={IconRefresh} />}
              onClick={() => sync.mutate({})}
              busy={sync.isPending && 'Syncing...'}
            >
              Sync Onboarding
            </Button>
            <Button icon={<Icon of={IconPlus} />} onClick={() => setCreating(true)}>
              Create Template
            </Button>
          </>
        }
      />
      <Section first title="Send Meta Message">
        <SendMessageForm />
      </Section>
      {admin ? (
        <Section title="Webhook Tester">
          {/* The samples are about the caller's own number as soon as it is known. */}
          <WebhookTester key={own?.phoneNumberId ?? ''} account={own} among />
        </Section>
      ) : null}
      <Logs />
      <Window opened={creating} onClose={() => setCreating(false)} title="Create Template" size="60rem">
        <SubmitTemplateForm
          onSubmitted={() => {
            setCreating(false)
            void queries.invalidateQueries({ queryKey: keyOf(templates.listMeta) })
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
      title="Message Logs"
      aside={
        <Button kind="quiet" size="small" onClick={() => setRefreshed((count) => count + 1)}>
          Refresh
        </Button>
      }
    >
      <MessageLogs filters={filters} zone={zone} refreshed={refreshed} among />
    </Section>
  )
}
