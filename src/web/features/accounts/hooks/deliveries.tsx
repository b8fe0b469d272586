import { Select } from '@mantine/core'
import { useState } from 'react'
import { deliveryStates, type HookDelivery } from '#contract/api/hooks.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines, SkeletonRows } from '#web/components/skeleton.tsx'
import { Status } from '#web/components/status.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { eventName } from './event-choice.tsx'
import { useDeliveries, useDelivery, type useHookActs } from './hooks.queries.ts'

const everything = 'all'
const tones = { waiting: 'queued', delivered: 'delivered', failed: 'failed' } as const

/** The calls to an address, each with its body and a way to make it again. */
export function Deliveries({
  id,
  on,
  replay,
}: {
  id: string
  /** A call can be made again. */
  on: boolean
  replay: ReturnType<typeof useHookActs>['replay']
}) {
  const [state, setState] = useState<HookDelivery['state']>()
  const [open, setOpen] = useState<number>()
  const log = useDeliveries(id, state)
  const zone = useZone()
  const rows = log.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  const columns: Column<HookDelivery>[] = [
    {
      key: 'event',
      title: t('hooks.calls.event'),
      phone: 'wide',
      cell: ({ event, events }) => (
        <>
          {eventName(event)}
          <div className="sm t2">{t('hooks.calls.events', { count: events })}</div>
        </>
      ),
    },
    {
      key: 'state',
      title: t('hooks.state'),
      phone: 'wide',
      cell: (delivery) => (
        <>
          <Status tone={tones[delivery.state]}>{t('hooks.calls.state', { state: delivery.state })}</Status>
          <div className="sm t2">{resultOf(delivery, zone)}</div>
        </>
      ),
    },
    {
      key: 'when',
      title: t('hooks.calls.when'),
      className: 't2 nw',
      phone: 'wide',
      cell: ({ created_at: at }) => <time dateTime={at}>{formatMoment(at, zone)}</time>,
    },
    {
      key: 'acts',
      title: <span className="sr">{t('hooks.acts')}</span>,
      className: 'r card-end',
      phone: 'wide',
      cell: ({ id: delivery_id, state: its }) => (
        <span className="row n">
          <Button
            size="small"
            kind="quiet"
            aria-expanded={open === delivery_id}
            onClick={() => setOpen(open === delivery_id ? undefined : delivery_id)}
          >
            {t(open === delivery_id ? 'hooks.calls.hide' : 'hooks.calls.show')}
          </Button>
          {its !== 'waiting' && on ? (
            <Button size="small" onClick={() => replay.mutate({ id, delivery_id })}>
              {t('hooks.calls.replay')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <Section title={t('hooks.calls.title')}>
      <Select
        className="hook-filter"
        label={t('hooks.state')}
        value={state ?? everything}
        allowDeselect={false}
        onChange={(value) => setState(deliveryStates.find((one) => one === value))}
        data={[
          { value: everything, label: t('hooks.calls.all') },
          ...deliveryStates.map((one) => ({ value: one, label: t('hooks.calls.state', { state: one }) })),
        ]}
      />
      {open === undefined ? null : <Body id={id} deliveryId={open} />}
      {log.data ? (
        <>
          <DataTable
            label={t('hooks.calls.title')}
            columns={columns}
            rows={rows}
            keyOf={(row) => row.id}
            openKey={open ?? null}
            empty={<Empty title={t('hooks.calls.empty')}>{t('hooks.calls.emptyText')}</Empty>}
          />
          <ShowMore list={log} older />
        </>
      ) : log.isError ? (
        <ErrorState error={log.error} onRetry={() => log.refetch()} />
      ) : (
        <SkeletonRows label={t('hooks.calls.loading')} />
      )}
    </Section>
  )
}

/** What the address answered, and when it is called again. */
function resultOf(delivery: HookDelivery, zone: string): string {
  const { status, fault, attempts, next_attempt_at: next } = delivery
  const result =
    fault === null || fault === 'status'
      ? status === null
        ? ''
        : t('hooks.calls.answered', { status })
      : t('hooks.calls.fault', { fault })
  const tries = attempts > 1 ? t('hooks.calls.tries', { count: attempts }) : ''
  const again = next && attempts > 0 ? t('hooks.calls.again', { time: formatMoment(next, zone) }) : ''
  return [result, tries, again].filter(Boolean).join(' ')
}

function Body({ id, deliveryId }: { id: string; deliveryId: number }) {
  const delivery = useDelivery({ id, delivery_id: deliveryId })
  if (delivery.isError) return <ErrorState error={delivery.error} onRetry={() => delivery.refetch()} />
  if (!delivery.data) return <SkeletonLines lines={4} label={t('hooks.calls.loading')} />
  const { body, delivery: call } = delivery.data
  return (
    <div className="mt3">
      <h3>{t('hooks.calls.body')}</h3>
      <p className="sm t2">{t('hooks.calls.bodyHelp', { id: call.webhook_id })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="hook-body" tabIndex={0} aria-label={t('hooks.calls.body')}>
        <pre className="mono sm">{body === null ? '' : JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </section>
    </div>
  )
}
