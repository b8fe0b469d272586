import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { campaigns } from '#contract/campaigns.ts'
import { type MessageLog, MessageStatus, messages } from '#contract/messages.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { messageTone, Status } from '#web/components/status.tsx'
import type { Column } from '#web/components/tables/data-table.tsx'
import { PagedTable } from '#web/components/tables/paged-table.tsx'
import { usePages } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { formatDate, formatDateTime, formatTime } from '#web/format/time.ts'
import { queryFor } from '#web/net/api.ts'
import { anyStatus, dayChoices, type LogFilters } from './log-filters.ts'
import { MessageDrawer } from './message-drawer.tsx'
import { capital } from './status-word.ts'
import './messages.css'

const pageSize = 50
export const logWords = { failed: 'Failed to load logs', unreachable: 'Server error while loading logs' }

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
  const list = useQuery({
    ...queryFor(messages.logs, { query: { ...filters.query, limit: pageSize, cursor: pages.cursor } }),
    placeholderData: keepPreviousData,
    refetchInterval: pages.page === 0 ? 15_000 : false,
  })
  const refetch = useEffectEvent(() => void list.refetch())
  useEffect(() => {
    if (refreshed > 0) refetch()
  }, [refreshed])

  const open = Number(address.filter('message')) || null
  return (
    <>
      <Filters filters={filters} />
      <PagedTable
        label="Message logs"
        list={list}
        pages={pages}
        size={pageSize}
        words={logWords}
        columns={columnsFor(zone, (row) => address.setFilter('message', String(row.id)))}
        rows={list.data?.logs ?? []}
        keyOf={(row) => row.id}
        onOpen={(row) => address.setFilter('message', String(row.id))}
        sort={address.sort}
        onSort={address.setSort}
        openKey={open}
        empty={<NoLogs filters={filters} among={among} />}
      />
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
  const named = useQuery(queryFor(campaigns.list, { query: { limit: 100 } }))
  const known = named.data?.campaigns ?? []
  const found = useQuery(queryFor(messages.errors, { query: { campaign_id: filters.campaign } }))
  const errors = found.data?.errors ?? []
  const errorValue = filters.codes?.join(',') ?? ''
  const isOther = errorValue !== '' && !errors.some(({ code }) => String(code ?? 'none') === errorValue)
  const missing = filters.campaign && !known.some(({ id }) => id === filters.campaign)
  return (
    <TableTools>
      <TableSearch
        label="Search logs"
        hint="Phone, name, template or text"
        value={address.search}
        onChange={address.setSearch}
      />
      <TableFilter
        label="Campaign"
        value={filters.campaign ? String(filters.campaign) : ''}
        onChange={(value) => address.setFilter('campaign', value)}
        choices={[
          { value: '', name: 'All campaigns' },
          ...known.map(({ id, name }) => ({ value: String(id), name })),
          ...(missing ? [{ value: String(filters.campaign), name: `Campaign ${filters.campaign}` }] : []),
        ]}
      />
      <TableFilter
        label="Status"
        value={filters.status}
        onChange={(value) => address.setFilter('status', value)}
        choices={[
          ...(filters.campaign
            ? [{ value: '', name: 'Any status' }]
            : [
                { value: '', name: 'Sent or to be sent' },
                { value: anyStatus, name: 'Any status' },
              ]),
          ...MessageStatus.options.map((option) => ({ value: option, name: capital(option) })),
        ]}
      />
      <TableFilter
        label="Date"
        value={filters.days}
        onChange={(value) => address.setFilter('date', value)}
        choices={dayChoices}
      />
      {filters.days === 'custom'
        ? (['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              className="logs-date"
              size="sm"
              type="date"
              label={end === 'from' ? 'From' : 'To'}
              value={end === 'from' ? filters.dates.first : filters.dates.last}
              onChange={({ currentTarget: { value } }) => address.setFilter(end, value || null)}
            />
          ))
        : null}
      {filters.days === 'custom' && filters.dates.first > filters.dates.last && filters.dates.last ? (
        <p className="hint err" role="alert">
          The first date is after the last one.
        </p>
      ) : null}
      <TableFilter
        label="Error"
        value={errorValue}
        onChange={(value) => address.setFilter('code', value || null)}
        choices={[
          { value: '', name: 'Any error' },
          ...errors.map(({ code, explanation, count }) => ({
            value: code === null ? 'none' : String(code),
            name: `${explanation} (${count})`,
          })),
          ...(isOther ? [{ value: errorValue, name: 'One cause of a campaign' }] : []),
        ]}
      />
      {filters.any ? (
        <Button kind="quiet" size="small" onClick={filters.clear}>
          Clear filters
        </Button>
      ) : null}
      <span className="sm t3 off-paper">
        Ordered by when they were planned; the time is of the latest step.
      </span>
    </TableTools>
  )
}

function NoLogs({ filters, among }: { filters: LogFilters; among?: boolean }) {
  return filters.any ? (
    <Empty title="No message fits these filters.">Choose another day, status or campaign.</Empty>
  ) : (
    <Empty
      title="No messages yet."
      actions={
        <>
          <LinkButton kind={among ? 'default' : 'yours'} to="/campaigns">
            Create a campaign
          </LinkButton>
          <LinkButton kind="quiet" to="/meta/send-message">
            Send one message
          </LinkButton>
        </>
      }
    >
      Every message appears here: who it was for, when it was sent, delivered and read, and why not.
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
      title: `Time (${zone})`,
      sortable: 'time',
      className: 'num nw t2',
      phone: 'away',
      cell: when,
    },
    {
      key: 'recipient',
      title: 'Recipient',
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
      title: 'Template',
      className: 'mono t2 ell logs-tpl',
      phone: 'away',
      cell: (row) => <span title={row.template_name}>{row.template_name}</span>,
    },
    {
      key: 'message',
      title: 'Message',
      className: 't2 ell',
      phone: 'away',
      cell: (row) => <Formatted pieces={readMessage(row.message_body)} />,
    },
    {
      key: 'status',
      title: 'Status',
      className: 'card-end',
      cell: (row) => (
        <>
          <Status tone={messageTone(row.status)}>{capital(row.status)}</Status>
          {row.explanation ? <div className="sm t3 logs-why">{row.explanation}</div> : null}
          <div className="sm t3 only-s num">{when(row)}</div>
        </>
      ),
    },
  ]
}
