import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TimeOrder } from '#contract/values.ts'
import { type WebhookRecord, WebhookState, webhooks } from '#contract/webhooks.ts'
import { Banner } from '#web/components/banner.tsx'
import { Empty } from '#web/components/empty.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Status } from '#web/components/status.tsx'
import type { Column } from '#web/components/tables/data-table.tsx'
import { PagedTable } from '#web/components/tables/paged-table.tsx'
import { usePages, useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableTools } from '#web/components/tables/table-tools.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDateTime } from '#web/format/time.ts'
import { queryFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { StoredWebhook } from './stored-webhook.tsx'
import { contents, contentWords, states } from './webhook-words.ts'

const pageSize = 50

/** The list's orders by how the address names them. */
const orders: Partial<Record<string, TimeOrder>> = { '-received': 'newest', received: 'oldest' }

/** What providers posted to us, newest first unless the header says otherwise, each with its body and a way to apply it again. */
export function StoredWebhooks() {
  const zone = useZone()
  const address = useTableAddress({ sort: { key: 'received', descending: true }, orders })
  const state = WebhookState.options.find((option) => option === address.filter('state'))
  const field = address.filter('content')
  const pages = usePages(`${state} ${field} ${address.order}`)
  const list = useQuery({
    ...queryFor(webhooks.list, {
      query: { limit: pageSize, cursor: pages.cursor, state, field: field || undefined, sort: address.order },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: pages.page === 0 ? 15_000 : false,
  })
  const health = useQuery({ ...queryFor(webhooks.health), refetchInterval: 60_000 })
  const open = Number(address.filter('webhook')) || null
  const show = (row: WebhookRecord) => address.setFilter('webhook', String(row.id))
  const any = Boolean(state || field)
  return (
    <>
      {health.data?.warning ? <Banner kind="yours">{health.data.warning}</Banner> : null}
      <TableTools>
        <TableFilter
          label="State"
          value={state ?? ''}
          onChange={(value) => address.setFilter('state', value)}
          choices={[
            { value: '', name: 'Any state' },
            ...WebhookState.options.map((value) => ({ value, name: states[value].name })),
          ]}
        />
        <TableFilter
          label="What was in it"
          value={field}
          onChange={(value) => address.setFilter('content', value)}
          choices={[{ value: '', name: 'Anything in it' }, ...contents]}
        />
        {any ? (
          <Button kind="quiet" size="small" onClick={() => address.clear(['state', 'content'])}>
            Clear filters
          </Button>
        ) : null}
        <Button size="small" onClick={() => list.refetch()} busy={list.isRefetching && 'Refreshing...'}>
          Refresh
        </Button>
      </TableTools>
      <PagedTable
        label="Stored webhooks"
        list={list}
        pages={pages}
        size={pageSize}
        columns={columnsFor(zone, show)}
        rows={list.data?.events ?? []}
        keyOf={(row) => row.id}
        sort={address.sort}
        onSort={address.setSort}
        onOpen={show}
        openKey={open}
        empty={
          any ? (
            <Empty title="No webhook fits these filters.">Choose another state or content.</Empty>
          ) : (
            <Empty title="No webhooks yet.">
              Each event that WhatsApp sends is kept here, byte for byte, before anything is made of it.
            </Empty>
          )
        }
      />
      <StoredWebhook id={open} zone={zone} onClose={() => address.setFilter('webhook', null)} />
    </>
  )
}

const columnsFor = (zone: string, show: (row: WebhookRecord) => void): readonly Column<WebhookRecord>[] => [
  {
    key: 'received',
    sortable: 'time',
    title: `Received (${zone})`,
    cell: (row) => (
      <button type="button" className="as-link b" onClick={() => show(row)}>
        {formatDateTime(row.received_at, zone, 'seconds')}
      </button>
    ),
    className: 'num nw',
    phone: 'wide',
  },
  { key: 'fields', title: 'What was in it', cell: (row) => contentWords(row.fields) || '–' },
  {
    key: 'state',
    title: 'State',
    cell: (row) => <Status tone={states[row.state].tone}>{states[row.state].name}</Status>,
  },
  { key: 'bytes', title: 'Bytes', cell: (row) => formatNumber(row.bytes), right: true, phone: 'away' },
]
