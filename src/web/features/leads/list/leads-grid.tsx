import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Consent, type Lead, type LeadFilter, leads } from '#contract/leads.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { messageTone, Status } from '#web/components/status.tsx'
import type { Column } from '#web/components/tables/data-table.tsx'
import { PagedTable } from '#web/components/tables/paged-table.tsx'
import { usePages, useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { Tag } from '#web/components/tag.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDate, formatTime } from '#web/format/time.ts'
import { queryFor } from '#web/net/api.ts'
import { ConsentState } from '../consent.tsx'
import { leadWords } from '../leads.queries.ts'
import { sourceName } from '../source-name.ts'
import { BulkActions } from './bulk-actions.tsx'
import { BulkProgress } from './bulk-progress.tsx'

const pageSizes = [50, 500]
/** Pages of hundreds scroll inside themselves; only the rows in sight are drawn. */
const tallPx = 640

/** The list's orders by how the address names them. */
const orders: Partial<Record<string, LeadFilter['sort']>> = {
  name: 'name',
  '-name': '-name',
  added: 'oldest',
  '-added': 'newest',
}

/** The grid's filters as they stand in the address. */
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

/** All leads: searched, filtered, sorted, paged, and worked on many at a time. */
export function LeadsGrid({ zone, filters }: { zone: string; filters: ReturnType<typeof useLeadFilters> }) {
  const { address, filter, sort, any } = filters
  const size = pageSizes.find((one) => String(one) === address.filter('rows')) ?? 50
  const pages = usePages(address.key)
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set())
  const list = useQuery({
    ...queryFor(leads.list, { query: { ...filter, sort, limit: size, cursor: pages.cursor } }),
    placeholderData: keepPreviousData,
  })
  const first = list.isPlaceholderData ? undefined : list.data
  const isLong = pages.page > 0 || (first !== undefined && first.total === null)
  const count = useQuery({ ...queryFor(leads.count, { query: filter }), enabled: isLong })
  const total = isLong ? count.data?.total : (first?.total ?? undefined)
  const rows = list.data?.leads ?? []
  const navigate = useNavigate()
  const table = useRef<HTMLDivElement>(null)
  /** The bar goes with the selection, and the focus would go with the bar. */
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
          label="Leads"
          list={list}
          pages={pages}
          size={size}
          total={total}
          words={leadWords.fetch}
          columns={columnsFor(zone)}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id }) => navigate(`/lead-generator/${id}`)}
          nameOf={({ name, phone }) => name || phone || 'a lead'}
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
        total={total}
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
  /** Where nothing is found, the way back stands in the empty list. */
  canClear: boolean
}) {
  const tags = useQuery(queryFor(leads.tags))
  const known = tags.data?.tags ?? []
  const chosen = address.filter('tag')
  const missing = chosen && !known.some(({ tag }) => tag === chosen)
  return (
    <TableTools>
      <TableSearch
        label="Search leads"
        hint="Name, phone or email"
        value={address.search}
        onChange={address.setSearch}
      />
      {known.length > 0 || missing ? (
        <TableFilter
          label="Tag"
          value={chosen}
          onChange={(value) => address.setFilter('tag', value)}
          choices={[
            { value: '', name: 'All tags' },
            ...known.map(({ tag, leads: count }) => ({
              value: tag,
              name: `${tag} (${formatNumber(count)})`,
            })),
            ...(missing ? [{ value: chosen, name: chosen }] : []),
          ]}
        />
      ) : null}
      <TableFilter
        label="Consent"
        value={address.filter('consent')}
        onChange={(value) => address.setFilter('consent', value)}
        choices={[
          { value: '', name: 'Any consent' },
          { value: 'opted_in', name: 'Opted in' },
          { value: 'none', name: 'No consent' },
          { value: 'opted_out', name: 'Opted out' },
        ]}
      />
      <TableFilter
        label="Rows a page"
        value={String(size)}
        onChange={(value) => address.setFilter('rows', value === '50' ? null : value)}
        choices={pageSizes.map((one) => ({ value: String(one), name: `${one} a page` }))}
      />
      {canClear ? (
        <Button kind="quiet" size="small" onClick={() => address.clear(['tag', 'consent'])}>
          Clear filters
        </Button>
      ) : null}
    </TableTools>
  )
}

function NoLeads({ any, onClear }: { any: boolean; onClear: () => void }) {
  return any ? (
    <Empty
      title="No lead fits these filters."
      level={3}
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      Try fewer words, another tag or any consent.
    </Empty>
  ) : (
    <Empty title="No leads yet." level={3}>
      Search for places, upload a CSV or add the first one by hand above. Each lead keeps where it came from
      and whether it agreed to hear from you.
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
      title: 'Name',
      sortable: 'words',
      phone: 'wide',
      className: 'b',
      cell: (lead) => (
        <Link to={`/lead-generator/${lead.id}`}>
          {lead.name || (lead.phone ? formatPhone(lead.phone) : 'No name')}
        </Link>
      ),
    },
    {
      key: 'phone',
      title: 'Phone',
      className: 'num nw t2',
      cell: (lead) =>
        lead.phone ? formatPhone(lead.phone) : lead.username ? `@${lead.username}` : 'Hidden by username',
    },
    {
      key: 'tags',
      title: 'Tags',
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
      title: 'Source',
      phone: 'away',
      className: 't2',
      cell: (lead) => sourceName(lead.source),
    },
    { key: 'consent', title: 'Consent', cell: (lead) => <ConsentState consent={lead.consent} /> },
    {
      key: 'added',
      title: 'Added',
      sortable: 'time',
      phone: 'away',
      className: 'num nw t2',
      cell: ({ created_at }) => dayOrTime(created_at),
    },
    {
      key: 'last',
      title: 'Last message',
      phone: 'away',
      className: 't2 nw',
      cell: ({ last_message: last }) => {
        if (!last) return 'Never'
        return (
          <Status tone={messageTone(last.status)}>{`${capital(last.status)}, ${dayOrTime(last.at)}`}</Status>
        )
      },
    },
  ]
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
