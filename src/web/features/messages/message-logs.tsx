import { TextInput } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { type MessageLog, MessageStatus } from '#contract/messages.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { messageStatusName, messageTone, Status } from '#web/components/status.tsx'
import type { Column } from '#web/components/tables/data-table.tsx'
import { PagedTable } from '#web/components/tables/paged-table.tsx'
import { usePages } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { formatDate, formatDateTime, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { anyStatus, dayChoices, type LogFilters } from './log-filters.ts'
import { MessageDrawer } from './message-drawer.tsx'
import { useLogCampaigns, useMessageErrors, useMessageLogs } from './messages.queries.ts'
import './messages.css'

const pageSize = 50
const logErrors = () => ({
  failed: t('messages.logs.failed'),
  unreachable: t('messages.logs.unreachable'),
})

/** The table of the logs with its filters, and the drawer with the life of one message. */
export function MessageLogs({
  filters,
  zone,
  refreshed,
  among,
}: {
  filters: LogFilters
  zone: string
  /** Grows when the person asks for fresh rows. */
  refreshed: number
  /** One piece of several: the screen's marigold button is another's. */
  among?: boolean
}) {
  const { address } = filters
  const pages = usePages(withoutMessage(address.key))
  const list = useMessageLogs({ ...filters.query, limit: pageSize, cursor: pages.cursor }, pages.page === 0)
  const refetch = useEffectEvent(() => void list.refetch())
  useEffect(() => {
    if (refreshed > 0) refetch()
  }, [refreshed])

  const searchedUntil = list.isFetching && list.data?.searched_until
  const open = Number(address.filter('message')) || null
  return (
    <>
      <Filters filters={filters} />
      <PagedTable
        label={t('messages.logs.label')}
        list={list}
        pages={pages}
        size={pageSize}
        words={logErrors()}
        columns={columnsFor(zone, (row) => address.setFilter('message', String(row.id)))}
        rows={list.data?.logs ?? []}
        keyOf={(row) => row.id}
        onOpen={(row) => address.setFilter('message', String(row.id))}
        sort={address.sort}
        onSort={address.setSort}
        openKey={open}
        empty={searchedUntil ? null : <NoLogs filters={filters} among={among} />}
      />
      <p className="sm t3" role="status">
        {searchedUntil ? t('messages.logs.searching', { date: formatDate(searchedUntil, zone) }) : null}
      </p>
      <MessageDrawer id={open} zone={zone} onClose={() => address.setFilter('message', null)} />
    </>
  )
}

/** An open drawer is no reason to go back to the first page. */
function withoutMessage(key: string): string {
  const params = new URLSearchParams(key)
  params.delete('message')
  return params.toString()
}

function Filters({ filters }: { filters: LogFilters }) {
  const { address } = filters
  const known = useLogCampaigns()
  const errors = useMessageErrors(filters.campaign)
  const errorValue = filters.codes?.join(',') ?? ''
  const isOther = errorValue !== '' && !errors.some(({ code }) => String(code ?? 'none') === errorValue)
  const missing = filters.campaign && !known.some(({ id }) => id === filters.campaign)
  return (
    <TableTools>
      <TableSearch
        label={t('messages.filters.search')}
        hint={t('messages.filters.searchHint')}
        value={address.search}
        onChange={address.setSearch}
      />
      <TableFilter
        label={t('messages.filters.campaign')}
        value={filters.campaign ? String(filters.campaign) : ''}
        onChange={(value) => address.setFilter('campaign', value)}
        choices={[
          { value: '', name: t('messages.filters.allCampaigns') },
          ...known.map(({ id, name }) => ({ value: String(id), name })),
          ...(missing
            ? [
                {
                  value: String(filters.campaign),
                  name: t('messages.filters.campaignNumber', { id: String(filters.campaign) }),
                },
              ]
            : []),
        ]}
      />
      <TableFilter
        label={t('messages.filters.status')}
        value={filters.status}
        onChange={(value) => address.setFilter('status', value)}
        choices={[
          ...(filters.campaign
            ? [{ value: '', name: t('messages.filters.anyStatus') }]
            : [
                { value: '', name: t('messages.filters.sentOrPlanned') },
                { value: anyStatus, name: t('messages.filters.anyStatus') },
              ]),
          ...MessageStatus.options.map((option) => ({ value: option, name: messageStatusName(option) })),
        ]}
      />
      <TableFilter
        label={t('messages.filters.date')}
        value={filters.days}
        onChange={(value) => address.setFilter('date', value)}
        choices={dayChoices()}
      />
      {filters.days === 'custom'
        ? (['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              className="logs-date"
              size="sm"
              type="date"
              label={t(end === 'from' ? 'messages.filters.from' : 'messages.filters.to')}
              value={end === 'from' ? filters.dates.first : filters.dates.last}
              onChange={({ currentTarget: { value } }) => address.setFilter(end, value || null)}
            />
          ))
        : null}
      {filters.days === 'custom' && filters.dates.first > filters.dates.last && filters.dates.last ? (
        <p className="hint err" role="alert">
          {t('messages.filters.wrongDates')}
        </p>
      ) : null}
      <TableFilter
        label={t('messages.filters.error')}
        value={errorValue}
        onChange={(value) => address.setFilter('code', value || null)}
        choices={[
          { value: '', name: t('messages.filters.anyError') },
          ...errors.map(({ code, explanation, count }) => ({
            value: code === null ? 'none' : String(code),
            name: t('messages.filters.errorCount', { error: explanation, count }),
          })),
          ...(isOther ? [{ value: errorValue, name: t('messages.filters.oneCause') }] : []),
        ]}
      />
      {filters.any ? (
        <Button kind="quiet" size="small" onClick={filters.clear}>
          {t('app.clearFilters')}
        </Button>
      ) : null}
      <span className="sm t3 off-paper">{t('messages.logs.order')}</span>
    </TableTools>
  )
}

function NoLogs({ filters, among }: { filters: LogFilters; among?: boolean }) {
  return filters.any ? (
    <Empty title={t('messages.empty.filtered')}>{t('messages.empty.filteredHelp')}</Empty>
  ) : (
    <Empty
      title={t('messages.empty.title')}
      actions={
        <>
          <LinkButton kind={among ? 'default' : 'yours'} to="/campaigns">
            {t('messages.empty.campaign')}
          </LinkButton>
          <LinkButton kind="quiet" to="/meta/send-message">
            {t('messages.empty.single')}
          </LinkButton>
        </>
      }
    >
      {t('messages.empty.help')}
    </Empty>
  )
}

const columnsFor = (zone: string, open: (row: MessageLog) => void): readonly Column<MessageLog>[] => {
  const today = formatDate(new Date(), zone)
  const when = (row: MessageLog) =>
    formatDate(row.timestamp, zone) === today
      ? formatTime(row.timestamp, zone, 'seconds')
      : formatDateTime(row.timestamp, zone)
  return [
    {
      key: 'time',
      title: t('messages.columns.time', { zone }),
      sortable: 'time',
      className: 'num nw t2',
      phone: 'away',
      cell: when,
    },
    {
      key: 'recipient',
      title: t('messages.columns.recipient'),
      className: 'logs-who',
      cell: (row) => (
        <>
          <button type="button" className="as-link b" onClick={() => open(row)}>
            {row.lead_name || formatPhone(row.recipient_phone)}
          </button>
          {row.lead_name ? <div className="sm t3 num">{formatPhone(row.recipient_phone)}</div> : null}
        </>
      ),
    },
    {
      key: 'template',
      title: t('messages.columns.template'),
      className: 'mono t2 ell logs-tpl',
      phone: 'away',
      cell: (row) => <span title={row.template_name}>{row.template_name}</span>,
    },
    {
      key: 'message',
      title: t('messages.columns.message'),
      className: 't2 ell',
      phone: 'away',
      cell: (row) => <Formatted pieces={readMessage(row.message_body)} />,
    },
    {
      key: 'status',
      title: t('messages.columns.status'),
      className: 'card-end',
      cell: (row) => (
        <>
          <Status tone={messageTone(row.status)}>{messageStatusName(row.status)}</Status>
          {row.explanation ? <div className="sm t3 logs-why">{row.explanation}</div> : null}
          <div className="sm t3 only-s num">{when(row)}</div>
        </>
      ),
    },
  ]
}
