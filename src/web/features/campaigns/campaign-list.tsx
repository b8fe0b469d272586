import { type CampaignOrder, CampaignStatus } from '#contract/campaigns.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { useCampaignsTable } from '#web/components/tables/campaigns-table.tsx'
import { PagedTable } from '#web/components/tables/paged-table.tsx'
import { usePages, useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useCampaignList } from './campaigns.queries.ts'

const pageSize = 25

/** The orders of the list by their name in the address. */
const orders: Partial<Record<string, CampaignOrder>> = {
  '-date': 'newest',
  date: 'oldest',
  name: 'name',
  '-name': '-name',
  status: 'status',
  '-status': '-status',
}

/** All campaigns, the latest first by default; order, search and status are in the address. */
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
          label={t('campaigns.list.search')}
          hint={t('campaigns.list.searchHint')}
          value={address.search}
          onChange={address.setSearch}
        />
        <TableFilter
          label={t('campaigns.table.status')}
          value={status ?? ''}
          onChange={(value) => address.setFilter('status', value)}
          choices={[
            { value: '', name: t('campaigns.list.anyStatus') },
            ...CampaignStatus.options.map((option) => ({
              value: option,
              name: t(`campaigns.status.${option}`),
            })),
          ]}
        />
        {filtered ? (
          <Button kind="quiet" size="small" onClick={() => address.clear(['status'])}>
            {t('campaigns.list.clear')}
          </Button>
        ) : null}
        <span className="sm t3">{t('campaigns.timesIn', { zone })}</span>
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
            <Empty title={t('campaigns.list.empty')}>{t('campaigns.list.noMatch')}</Empty>
          ) : (
            <Empty
              title={t('campaigns.list.empty')}
              actions={
                <Button kind="yours" onClick={onCreate}>
                  {t('campaigns.list.create')}
                </Button>
              }
            >
              {t('campaigns.list.how')}
            </Empty>
          )
        }
      />
    </>
  )
}
