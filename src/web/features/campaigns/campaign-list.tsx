import { type CampaignOrder, CampaignStatus } from '#contract/campaigns.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { useCampaignsTable } from '#web/components/tables/campaigns-table.tsx'
import { PagedTable } from '#web/components/tables/paged-table.tsx'
import { usePages, useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { useZone } from '#web/session/me.ts'
import { useCampaignList } from './campaigns.queries.ts'

const pageSize = 25

/** The list's orders by how the address names them. */
const orders: Partial<Record<string, CampaignOrder>> = {
  '-date': 'newest',
  date: 'oldest',
  name: 'name',
  '-name': '-name',
  status: 'status',
  '-status': '-status',
}

/** All campaigns, the latest first unless a header says otherwise; order, search and status stand in the address. */
export function CampaignList({ onCreate }: { onCreate: () => void }) {
  const address = useTableAddress({ sort: { key: 'date', descending: true }, orders })
  const zone = useZone()
  const pages = usePages(address.key)
  const status = CampaignStatus.options.find((option) => option === address.filter('status'))
  const list = useCampaignList({
    limit: pageSize,
    cursor: pages.cursor,
    sort: address.order,
    search: address.search || undefined,
    status: status ? [status] : undefined,
  })
  const table = useCampaignsTable(zone, { outcomes: true })
  const filtered = Boolean(address.search || status)
  return (
    <>
      <TableTools>
        <TableSearch
          label="Search campaigns"
          hint="Name of a campaign"
          value={address.search}
          onChange={address.setSearch}
        />
        <TableFilter
          label="Status"
          value={status ?? ''}
          onChange={(value) => address.setFilter('status', value)}
          choices={[
            { value: '', name: 'Any status' },
            ...CampaignStatus.options.map((option) => ({ value: option, name: option })),
          ]}
        />
        {filtered ? (
          <Button kind="quiet" size="small" onClick={() => address.clear(['status'])}>
            Clear filters
          </Button>
        ) : null}
        <span className="sm t3">Times in {zone}</span>
      </TableTools>
      <PagedTable
        {...table}
        list={list}
        pages={pages}
        size={pageSize}
        rows={list.data?.campaigns ?? []}
        sort={address.sort}
        onSort={address.setSort}
        empty={
          filtered ? (
            <Empty title="No campaigns found.">No campaign has this name and status.</Empty>
          ) : (
            <Empty
              title="No campaigns found."
              actions={
                <Button kind="yours" onClick={onCreate}>
                  Create a campaign
                </Button>
              }
            >
              Choose an approved template, say who gets it, look at it as they will see it, and send it now or
              later.
            </Empty>
          )
        }
      />
    </>
  )
}
