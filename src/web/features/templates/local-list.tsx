import { useEffect } from 'react'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { LocalRow } from './local-row.tsx'
import { useLocalPages } from './templates.queries.ts'

const statuses = ['approved', 'pending', 'rejected', 'paused', 'disabled'] as const

const statusChoices = () => [
  { value: '', name: t('templates.list.anyStatus') },
  ...statuses.map((value) => ({ value, name: t(`templates.badge.${value}`) })),
]

/** The local templates, newest first, in a list with its own scroll area. */
export function useLocalTemplates() {
  const address = useTableAddress()
  const search = address.search || undefined
  const status = statuses.find((value) => value === address.filter('status'))
  const list = useLocalPages({ search, status })
  useEffect(() => {
    if (list.isError) toast.error(t('templates.failed.load'))
  }, [list.isError])
  return { address, list, filtered: Boolean(search || status), status: status ?? '' }
}

export function LocalList({ address, list, filtered, status }: ReturnType<typeof useLocalTemplates>) {
  const rows = list.data?.pages.flatMap((page) => page.templates) ?? []
  const failed = list.isError ? (
    <ErrorState
      error={list.error}
      words={{ failed: t('templates.failed.load') }}
      onRetry={() => list.refetch()}
      dataFrom={list.dataUpdatedAt}
    />
  ) : null
  if (failed && !list.data) return failed
  if (list.isPending) return <SkeletonRows label={t('templates.list.loading')} />
  return (
    <>
      {failed}
      {rows.length > 0 || filtered ? (
        <TableTools>
          <TableSearch
            label={t('templates.list.search')}
            hint={t('templates.list.searchHint')}
            value={address.search}
            onChange={address.setSearch}
          />
          <TableFilter
            label={t('templates.list.status')}
            choices={statusChoices()}
            value={status}
            onChange={(value) => address.setFilter('status', value)}
          />
        </TableTools>
      ) : null}
      {rows.length === 0 ? (
        filtered ? (
          <Empty title={t('templates.list.notFound')} level={3}>
            {t('templates.list.notFoundHelp')}
          </Empty>
        ) : (
          <Empty title={t('templates.list.empty')} level={3}>
            {t('templates.list.emptyHelp')}
          </Empty>
        )
      ) : (
        <section
          className="tpl-scroll"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={t('templates.list.label')}
          aria-busy={list.isPlaceholderData}
        >
          <ul>
            {rows.map((template) => (
              <LocalRow key={template.id} template={template} />
            ))}
          </ul>
          {list.hasNextPage ? (
            <div className="tpl-more">
              <ShowMore list={list} />
            </div>
          ) : null}
        </section>
      )}
    </>
  )
}
