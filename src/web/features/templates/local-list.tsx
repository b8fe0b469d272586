import { useEffect } from 'react'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { useTableAddress } from '#web/components/tables/table-address.ts'
import { TableFilter, TableSearch, TableTools } from '#web/components/tables/table-tools.tsx'
import { toast } from '#web/components/toast.tsx'
import { LocalRow } from './local-row.tsx'
import { useLocalPages } from './templates.queries.ts'

const statuses = [
  { value: '', name: 'Any status' },
  { value: 'approved', name: 'Approved' },
  { value: 'pending', name: 'Pending' },
  { value: 'rejected', name: 'Rejected' },
  { value: 'paused', name: 'Paused' },
  { value: 'disabled', name: 'Disabled' },
]

/** The owner's templates, newest first, in a list that scrolls by itself. */
export function useLocalTemplates() {
  const address = useTableAddress()
  const search = address.search || undefined
  const status = statuses.find(({ value }) => value === address.filter('status'))?.value || undefined
  const list = useLocalPages({ search, status })
  useEffect(() => {
    if (list.isError) toast.error('Failed to load templates')
  }, [list.isError])
  return { address, list, filtered: Boolean(search || status), status: status ?? '' }
}

export function LocalList({ address, list, filtered, status }: ReturnType<typeof useLocalTemplates>) {
  const rows = list.data?.pages.flatMap((page) => page.templates) ?? []
  const failed = list.isError ? (
    <ErrorState
      error={list.error}
      words={{ failed: 'Failed to load templates' }}
      onRetry={() => list.refetch()}
      dataFrom={list.dataUpdatedAt}
    />
  ) : null
  if (failed && !list.data) return failed
  if (list.isPending) return <SkeletonRows label="Loading templates" />
  return (
    <>
      {failed}
      {rows.length > 0 || filtered ? (
        <TableTools>
          <TableSearch
            label="Search templates"
            hint="Title or words"
            value={address.search}
            onChange={address.setSearch}
          />
          <TableFilter
            label="Status"
            choices={statuses}
            value={status}
            onChange={(value) => address.setFilter('status', value)}
          />
        </TableTools>
      ) : null}
      {rows.length === 0 ? (
        filtered ? (
          <Empty title="No templates found." level={3}>
            No template has these words and this status.
          </Empty>
        ) : (
          <Empty title="No templates yet." level={3}>
            Write the first one above, or take one of the predefined. WhatsApp looks at each before it can be
            sent.
          </Empty>
        )
      ) : (
        <section
          className="tpl-scroll"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Templates"
          aria-busy={list.isPlaceholderData}
        >
          <ul>
            {rows.map((template) => (
              <LocalRow key={template.id} template={template} />
            ))}
          </ul>
          {list.hasNextPage ? (
            <div className="tpl-more">
              <Button
                size="small"
                busy={list.isFetchingNextPage && 'Loading...'}
                onClick={() => list.fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          ) : null}
        </section>
      )}
    </>
  )
}
