import type { TimeOrder } from '#contract/values.ts'
import { type WebhookRecord, WebhookState } from '#contract/webhooks.ts'
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
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { StoredWebhook } from './stored-webhook.tsx'
import { contentNames, contents, stateName, stateTones } from './webhook-text.ts'
import { useStoredWebhooks, useWebhookHealth } from './webhooks.queries.ts'

const pageSize = 50

/** The list's orders by how the address names them. */
const orders: Partial<Record<string, TimeOrder>> = { '-received': 'newest', received: 'oldest' }

/** The webhooks that providers sent, each with its body and a button to apply it again. */
export function StoredWebhooks() {
  const zone = useZone()
  const address = useTableAddress({ sort: { key: 'received', descending: true }, orders })
  const state = WebhookState.options.find((option) => option === address.filter('state'))
  const field = address.filter('content')
  const pages = usePages(`${state} ${field} ${address.order}`)
  const list = useStoredWebhooks(
    { limit: pageSize, cursor: pages.cursor, state, field: field || undefined, sort: address.order },
    pages.page === 0,
  )
  const health = useWebhookHealth()
  const open = Number(address.filter('webhook')) || null
  const show = (row: WebhookRecord) => address.setFilter('webhook', String(row.id))
  const any = Boolean(state || field)
  return (
    <>
      {health?.warning ? <Banner kind="yours">{health.warning}</Banner> : null}
      <TableTools>
        <TableFilter
          label={t('webhooks.stored.state')}
          value={state ?? ''}
          onChange={(value) => address.setFilter('state', value)}
          choices={[
            { value: '', name: t('webhooks.stored.anyState') },
            ...WebhookState.options.map((value) => ({ value, name: stateName(value) })),
          ]}
        />
        <TableFilter
          label={t('webhooks.stored.contents')}
          value={field}
          onChange={(value) => address.setFilter('content', value)}
          choices={[{ value: '', name: t('webhooks.stored.anyContents') }, ...contents()]}
        />
        {any ? (
          <Button kind="quiet" size="small" onClick={() => address.clear(['state', 'content'])}>
            {t('app.clearFilters')}
          </Button>
        ) : null}
        <Button
          size="small"
          onClick={() => list.refetch()}
          busy={list.isRefetching && t('webhooks.stored.refreshing')}
        >
          {t('app.refresh')}
        </Button>
      </TableTools>
      <PagedTable
        label={t('webhooks.tabs.stored')}
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
            <Empty title={t('webhooks.stored.filtered')}>{t('webhooks.stored.filteredHelp')}</Empty>
          ) : (
            <Empty title={t('webhooks.stored.none')}>{t('webhooks.stored.noneHelp')}</Empty>
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
    title: t('webhooks.stored.receivedZone', { zone }),
    cell: (row) => (
      <button type="button" className="as-link b" onClick={() => show(row)}>
        {formatDateTime(row.received_at, zone, 'seconds')}
      </button>
    ),
    className: 'num nw',
    phone: 'wide',
  },
  { key: 'fields', title: t('webhooks.stored.contents'), cell: (row) => contentNames(row.fields) || '–' },
  {
    key: 'state',
    title: t('webhooks.stored.state'),
    cell: (row) => <Status tone={stateTones[row.state]}>{stateName(row.state)}</Status>,
  },
  {
    key: 'bytes',
    title: t('webhooks.stored.bytes'),
    cell: (row) => formatNumber(row.bytes),
    right: true,
    phone: 'away',
  },
]
