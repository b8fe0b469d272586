import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Consent, type Lead, type LeadFilter } from '#contract/leads.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { messageTone, Status } from '#web/components/status.tsx'
import type { Column } from '#web/components/tables/data-table.tsx'
import { PagedTable } from '#web/components/tables/paged-table.tsx'
import { usePages, useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { Tag } from '#web/components/tag.tsx'
import { formatDate, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ConsentState } from '../consent.tsx'
import { leadErrors } from '../lead-errors.ts'
import { useLeadCount, useLeadList, useLeadTags } from '../leads.queries.ts'
import { messageStatusName } from '../message-status.ts'
import { sourceName } from '../source-name.ts'
import { BulkActions } from './bulk-actions.tsx'
import { BulkProgress } from './bulk-progress.tsx'

const pageSizes = [50, 500]
/** The height of a long page, which scrolls by itself and draws only visible rows. */
const tallPx = 640

/** The orders of the list by their names in the address. */
const orders: Partial<Record<string, LeadFilter['sort']>> = {
  name: 'name',
  '-name': '-name',
  added: 'oldest',
  '-added': 'newest',
}

/** The filters of the list, kept in the address. */
export function useLeadFilters() {
  const address = useTableAddress({ sort: { key: 'added', descending: true }, orders })
  const consent = Consent.safeParse(address.filter('consent'))
  const sort = address.order ?? 'newest'
  const filter = {
    tag: address.filter('tag') ? [address.filter('tag')] : undefined,
    consent: consent.success ? consent.data : undefined,
    search: address.search || undefined,
  }
  const any = Boolean(filter.tag || filter.consent || filter.search)
  return { address, filter, sort, any }
}

/** All leads: search, filters, order, pages and bulk actions. */
export function LeadsGrid({ zone, filters }: { zone: string; filters: ReturnType<typeof useLeadFilters> }) {
  const { address, filter, sort, any } = filters
  const size = pageSizes.find((one) => String(one) === address.filter('rows')) ?? 50
  const pages = usePages(address.key)
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set())
  const list = useLeadList({ ...filter, sort, limit: size, cursor: pages.cursor })
  const first = list.isPlaceholderData ? undefined : list.data
  const isLong = pages.page > 0 || (first !== undefined && first.total === null)
  const count = useLeadCount(filter, isLong)
  const total = isLong ? count?.total : (first?.total ?? undefined)
  const isEstimate = isLong && count?.estimated === true
  const rows = list.data?.leads ?? []
  const navigate = useNavigate()
  const table = useRef<HTMLDivElement>(null)
  /** The focus would be lost with the selection bar. */
  const clear = () => {
    setSelected(new Set())
    table.current?.querySelector<HTMLElement>('section')?.focus({ preventScroll: true })
  }
  return (
    <>
      {list.data && !any && rows.length === 0 && pages.page === 0 ? null : (
        <Tools filters={filters} size={size} canClear={any && rows.length > 0} />
      )}
      <BulkProgress />
      <div className="leads-table" ref={table}>
        <PagedTable
          label={t('leads.leads')}
          list={list}
          pages={pages}
          size={size}
          total={total}
          isEstimate={isEstimate}
          words={leadErrors.fetch()}
          columns={columnsFor(zone)}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id }) => navigate(`/lead-generator/${id}`)}
          nameOf={({ name, phone }) => name || phone || t('leads.list.rowName')}
          sort={address.sort}
          onSort={address.setSort}
          selection={{ selected, onChange: setSelected }}
          scrollHeight={size > 100 ? tallPx : undefined}
          empty={<NoLeads any={any} onClear={() => address.clear(['tag', 'consent'])} />}
        />
      </div>
      <BulkActions
        selected={selected}
        onClear={clear}
        total={isEstimate ? undefined : total}
        filter={filter}
        wholePage={rows.length > 0 && rows.every(({ id }) => selected.has(id))}
      />
    </>
  )
}

function Tools({
  filters: { address },
  size,
  canClear,
}: {
  filters: ReturnType<typeof useLeadFilters>
  size: number
  /** Where nothing is found, the button is in the empty list instead. */
  canClear: boolean
}) {
  const known = useLeadTags()
  const chosen = address.filter('tag')
  const missing = chosen && !known.some(({ tag }) => tag === chosen)
  return (
    <TableTools>
      <TableSearch
        label={t('leads.list.searchLabel')}
        hint={t('leads.list.searchHint')}
        value={address.search}
        onChange={address.setSearch}
      />
      {known.length > 0 || missing ? (
        <TableFilter
          label={t('leads.fields.tag')}
          value={chosen}
          onChange={(value) => address.setFilter('tag', value)}
          choices={[
            { value: '', name: t('leads.list.allTags') },
            ...known.map(({ tag, leads: count }) => ({
              value: tag,
              name: t('leads.list.tagCount', { tag, count }),
            })),
            ...(missing ? [{ value: chosen, name: chosen }] : []),
          ]}
        />
      ) : null}
      <TableFilter
        label={t('leads.fields.consent')}
        value={address.filter('consent')}
        onChange={(value) => address.setFilter('consent', value)}
        choices={[
          { value: '', name: t('leads.list.anyConsent') },
          { value: 'opted_in', name: t('leads.consent.states.opted_in') },
          { value: 'none', name: t('leads.consent.states.none') },
          { value: 'opted_out', name: t('leads.consent.states.opted_out') },
        ]}
      />
      <TableFilter
        label={t('leads.list.rows')}
        value={String(size)}
        onChange={(value) => address.setFilter('rows', value === '50' ? null : value)}
        choices={pageSizes.map((one) => ({
          value: String(one),
          name: t('leads.list.perPage', { count: one }),
        }))}
      />
      {canClear ? (
        <Button kind="quiet" size="small" onClick={() => address.clear(['tag', 'consent'])}>
          {t('leads.list.clearFilters')}
        </Button>
      ) : null}
    </TableTools>
  )
}

function NoLeads({ any, onClear }: { any: boolean; onClear: () => void }) {
  return any ? (
    <Empty
      title={t('leads.list.noneFound')}
      level={3}
      actions={<Button onClick={onClear}>{t('leads.list.clearFilters')}</Button>}
    >
      {t('leads.list.noneFoundHint')}
    </Empty>
  ) : (
    <Empty title={t('leads.list.none')} level={3}>
      {t('leads.list.noneHint')}
    </Empty>
  )
}

function columnsFor(zone: string): readonly Column<Lead>[] {
  const today = formatDate(new Date(), zone)
  const dayOrTime = (at: string): string => {
    const day = formatDate(at, zone)
    return day === today ? formatTime(at, zone) : day
  }
  return [
    {
      key: 'name',
      title: t('leads.fields.name'),
      sortable: 'words',
      phone: 'wide',
      className: 'b',
      cell: (lead) => (
        <Link to={`/lead-generator/${lead.id}`}>
          {lead.name || (lead.phone ? formatPhone(lead.phone) : t('leads.fields.noName'))}
        </Link>
      ),
    },
    {
      key: 'phone',
      title: t('leads.fields.phone'),
      className: 'num nw t2',
      cell: (lead) =>
        lead.phone
          ? formatPhone(lead.phone)
          : lead.username
            ? `@${lead.username}`
            : t('leads.fields.hiddenPhone'),
    },
    {
      key: 'tags',
      title: t('leads.fields.tags'),
      phone: 'away',
      cell: (lead) => (
        <span className="row lead-tags">
          {lead.tags.slice(-3).map((tag) => (
            <Tag key={tag} name={tag} />
          ))}
          {lead.tags.length > 3 ? <span className="sm t3">+{lead.tags.length - 3}</span> : null}
        </span>
      ),
    },
    {
      key: 'source',
      title: t('leads.fields.source'),
      phone: 'away',
      className: 't2',
      cell: (lead) => sourceName(lead.source),
    },
    {
      key: 'consent',
      title: t('leads.fields.consent'),
      cell: (lead) => <ConsentState consent={lead.consent} />,
    },
    {
      key: 'added',
      title: t('leads.list.added'),
      sortable: 'time',
      phone: 'away',
      className: 'num nw t2',
      cell: ({ created_at }) => dayOrTime(created_at),
    },
    {
      key: 'last',
      title: t('leads.list.lastMessage'),
      phone: 'away',
      className: 't2 nw',
      cell: ({ last_message: last }) => {
        if (!last) return t('leads.list.never')
        return (
          <Status tone={messageTone(last.status)}>
            {t('leads.list.messageAt', { status: messageStatusName(last.status), time: dayOrTime(last.at) })}
          </Status>
        )
      },
    },
  ]
}
