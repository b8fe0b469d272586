import type { ResponseOf } from '#contract/endpoint.ts'
import type { webhooks } from '#contract/webhooks.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { Status } from '#web/components/status.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { contentNames, stateName, stateTones } from './webhook-text.ts'
import { useReplayWebhook, useStoredWebhook } from './webhooks.queries.ts'

type Stored = ResponseOf<typeof webhooks.get>['event']

/** One stored webhook: its status, its body, and a button to apply it again. */
export function StoredWebhook({
  id,
  zone,
  onClose,
}: {
  id: number | null
  zone: string
  onClose: () => void
}) {
  const event = useStoredWebhook(id)
  const replay = useReplayWebhook({
    success: () => toast.success(t('webhooks.stored.replayed')),
    error: (error) => toast.error(sentenceFor(error, { failed: t('webhooks.stored.replayFailed') })),
  })
  const stored = id === null ? undefined : event.data?.event
  const outcomes = replay.variables === id ? replay.data?.outcomes : undefined
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      title={t('webhooks.stored.title', { id: String(id ?? '') })}
      under={stored ? contentNames(stored.fields) : undefined}
      actions={
        stored ? (
          <Button
            busy={replay.isPending && t('webhooks.stored.replaying')}
            onClick={() => replay.mutate(stored.id)}
          >
            {t('webhooks.stored.replay')}
          </Button>
        ) : undefined
      }
    >
      {event.isError ? <ErrorState error={event.error} onRetry={() => event.refetch()} /> : null}
      {id !== null && event.isPending ? (
        <SkeletonLines lines={8} label={t('webhooks.stored.loading')} />
      ) : null}
      {stored ? <WebhookView stored={stored} zone={zone} outcomes={outcomes} /> : null}
    </SidePanel>
  )
}

function WebhookView({
  stored,
  zone,
  outcomes,
}: {
  stored: Stored
  zone: string
  outcomes: ResponseOf<typeof webhooks.replay>['outcomes'] | undefined
}) {
  return (
    <>
      {stored.error ? (
        <Banner kind={stored.state === 'failed' ? 'error' : 'waiting'}>{stored.error}</Banner>
      ) : null}
      <KeyValues
        rows={[
          [
            t('webhooks.stored.state'),
            <Status key="state" tone={stateTones[stored.state]}>
              {stateName(stored.state)}
            </Status>,
          ],
          [t('webhooks.stored.received'), formatMoment(stored.received_at, zone, 'seconds')],
          [t('webhooks.stored.size'), t('format.bytes', { amount: formatNumber(stored.bytes) })],
        ]}
      />
      {outcomes ? (
        <section aria-live="polite">
          <h3 className="h3 mt6 drawer-h3">{t('webhooks.test.outcomes')}</h3>
          <dl className="sum">
            {outcomes.map((outcome, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no name of their own, and the list never changes
              <div key={index}>
                <dt>{outcome.event}</dt>
                <dd>{outcome.did}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      <h3 className="h3 mt6 drawer-h3">{t('webhooks.stored.body')}</h3>
      <pre>{pretty(stored.body)}</pre>
    </>
  )
}

/** Indented, and otherwise as it came; numbers beyond 2^53 keep their digits. */
function pretty(body: string): string {
  try {
    const text = JSON.stringify(JSON.parse(body), null, 2)
    return /[:[,]\s*-?\d{16,}/.test(body) ? body : text
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return body
  }
}
