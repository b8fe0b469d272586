import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type WebhookRecord, type WebhookState, webhooks } from '#contract/webhooks.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/api.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/button.tsx'
import { type Column, DataTable, Pager } from '#web/components/data-table.tsx'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { Status, type Tone } from '#web/components/status.tsx'
import { usePages, useTableAddress } from '#web/components/table-address.ts'
import { TableFilter, TableTools } from '#web/components/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDateTime } from '#web/format/time.ts'
import { useZone } from '#web/me.ts'

const states: Record<WebhookState, { name: string; tone: Tone }> = {
  applied: { name: 'Applied', tone: 'delivered' },
  waiting: { name: 'Waiting', tone: 'queued' },
  unrecognised: { name: 'Not recognised', tone: 'unknown' },
  failed: { name: 'Failed', tone: 'failed' },
}
const pageSize = 50

/** What providers posted to us, newest first, each with its body and a way to apply it again. */
export function StoredWebhooks() {
  const zone = useZone()
  const address = useTableAddress()
  const pages = usePages(address.key)
  const [open, setOpen] = useState<number | null>(null)
  const state = address.filter('state')
  const list = useQuery({
    ...queryFor(webhooks.list, {
      query: {
        limit: pageSize,
        cursor: pages.cursor,
        state: (state || undefined) as WebhookState | undefined,
      },
    }),
    placeholderData: (before) => before,
  })
  const health = useQuery(queryFor(webhooks.health))
  if (list.error) return <ErrorState error={list.error} onRetry={() => list.refetch()} />
  const columns: Column<WebhookRecord>[] = [
    {
      key: 'received_at',
      title: `Received (${zone})`,
      cell: (row) => (
        <button type="button" className="row-a" onClick={() => setOpen(row.id)}>
          {formatDateTime(row.received_at, zone, 'seconds')}
        </button>
      ),
      className: 'num nw',
      phone: 'wide',
    },
    {
      key: 'fields',
      title: 'What was in it',
      cell: (row) => row.fields.join(', ').replaceAll('_', ' ') || '–',
    },
    {
      key: 'state',
      title: 'State',
      cell: (row) => <Status tone={states[row.state].tone}>{states[row.state].name}</Status>,
    },
    { key: 'bytes', title: 'Bytes', cell: (row) => row.bytes.toLocaleString(), right: true, phone: 'away' },
  ]
  return (
    <>
      {health.data?.warning ? <Banner kind="yours">{health.data.warning}</Banner> : null}
      <TableTools>
        <TableFilter
          label="State"
          value={state}
          onChange={(value) => address.setFilter('state', value)}
          choices={[
            { value: '', name: 'Any state' },
            ...Object.entries(states).map(([value, { name }]) => ({ value, name })),
          ]}
        />
        <Button size="small" onClick={() => list.refetch()} busy={list.isFetching && 'Refreshing...'}>
          Refresh
        </Button>
      </TableTools>
      <DataTable
        label="Stored webhooks"
        columns={columns}
        rows={list.data?.events ?? []}
        keyOf={(row) => row.id}
        loading={list.isPending}
        stale={list.isPlaceholderData}
        onOpen={(row) => setOpen(row.id)}
        openKey={open}
        empty={
          <Empty title="No webhooks yet.">
            Each event that WhatsApp sends is kept here, byte for byte, before anything is made of it.
          </Empty>
        }
      />
      <Pager
        page={pages.page}
        size={pageSize}
        count={list.data?.events.length ?? 0}
        nextCursor={list.data?.next_cursor}
        onNext={pages.next}
        onPrevious={pages.previous}
      />
      {open === null ? null : <StoredWebhook id={open} onClose={() => setOpen(null)} />}
    </>
  )
}

function StoredWebhook({ id, onClose }: { id: number; onClose: () => void }) {
  const queries = useQueryClient()
  const event = useQuery(queryFor(webhooks.get, { params: { id } }))
  const replay = useMutation({
    mutationFn: () => call(webhooks.replay, { params: { id } }),
    onSuccess: () => {
      toast.success('Applied again. What it did before is done once.')
      return Promise.all([
        queries.invalidateQueries({ queryKey: keyOf(webhooks.list) }),
        queries.invalidateQueries({ queryKey: keyOf(webhooks.get) }),
      ])
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'It could not be applied.' })),
  })
  const stored = event.data?.event
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={`Webhook ${id}`}
      under={stored ? states[stored.state].name : undefined}
      actions={
        <Button busy={replay.isPending && 'Applying...'} onClick={() => replay.mutate()}>
          Apply again
        </Button>
      }
    >
      {event.error ? <ErrorState error={event.error} /> : null}
      {stored?.error ? <p className="t2">{stored.error}</p> : null}
      {replay.data?.outcomes.map((outcome, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no name of their own, and the list never changes
        <p className="sm" key={index}>
          <b>{outcome.event}</b>: {outcome.did}
        </p>
      ))}
      {stored ? <pre className="mt4">{pretty(stored.body)}</pre> : null}
    </SidePanel>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return body
  }
}
