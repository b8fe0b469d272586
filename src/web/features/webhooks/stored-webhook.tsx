import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { webhooks } from '#contract/webhooks.ts'
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
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { contentWords, states } from './webhook-words.ts'

type Stored = ResponseOf<typeof webhooks.get>['event']

/** One stored webhook: what became of it, its body, and a way to apply it again. */
export function StoredWebhook({
  id,
  zone,
  onClose,
}: {
  id: number | null
  zone: string
  onClose: () => void
}) {
  const queries = useQueryClient()
  const input = { params: { id: id ?? 0 } }
  const event = useQuery({ ...queryFor(webhooks.get, input), enabled: id !== null })
  const replay = useMutation({
    mutationFn: (one: number) => call(webhooks.replay, { params: { id: one } }),
    onSuccess: () => {
      toast.success('Applied again. What it did before is done once.')
      void queries.invalidateQueries({ queryKey: keyOf(webhooks.list) })
      void queries.invalidateQueries({ queryKey: keyOf(webhooks.get, input) })
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'It could not be applied. Try again.' })),
  })
  const stored = id === null ? undefined : event.data?.event
  const outcomes = replay.variables === id ? replay.data?.outcomes : undefined
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      title={`Webhook ${id ?? ''}`}
      under={stored ? contentWords(stored.fields) : undefined}
      actions={
        stored ? (
          <Button busy={replay.isPending && 'Applying...'} onClick={() => replay.mutate(stored.id)}>
            Apply again
          </Button>
        ) : undefined
      }
    >
      {event.isError ? <ErrorState error={event.error} onRetry={() => event.refetch()} /> : null}
      {id !== null && event.isPending ? <SkeletonLines lines={8} label="Loading the webhook" /> : null}
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
  const state = states[stored.state]
  return (
    <>
      {stored.error ? (
        <Banner kind={stored.state === 'failed' ? 'error' : 'waiting'}>{stored.error}</Banner>
      ) : null}
      <KeyValues
        rows={[
          [
            'State',
            <Status key="state" tone={state.tone}>
              {state.name}
            </Status>,
          ],
          ['Received', formatMoment(stored.received_at, zone, 'seconds')],
          ['Size', `${formatNumber(stored.bytes)} bytes`],
        ]}
      />
      {outcomes ? (
        <section aria-live="polite">
          <h3 className="h3 mt6 drawer-h3">What it did</h3>
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
      <h3 className="h3 mt6 drawer-h3">Body</h3>
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
