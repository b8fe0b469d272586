import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '../error-state.tsx'
import { DataTable, Pager, type TableProps } from './data-table.tsx'
import type { Found, Pages } from './table-address.ts'

/** What a list answers, beside its rows. */
type Page = { next_cursor: string | null; found?: Found | null | undefined }

/**
 * A list that comes in pages: its table, the pager under it, and what stands there when a page cannot be loaded. Rows
 * that are there already stay under the error: they are old, not gone. `words` are the screen's own for the error.
 */
export function PagedTable<Row>({
  list,
  pages,
  size,
  total,
  isEstimate = false,
  words,
  ...table
}: Omit<TableProps<Row>, 'loading' | 'stale'> & {
  list: Pick<
    UseQueryResult<Page>,
    'data' | 'dataUpdatedAt' | 'error' | 'isError' | 'isPending' | 'isPlaceholderData' | 'refetch'
  >
  pages: Pages
  /** Rows a page. */
  size: number
  /** How many there are, where the list itself does not say how many it found. */
  total?: number | undefined
  /** `total` was worked out from a part of them. */
  isEstimate?: boolean
  words?: { failed: string; unreachable?: string }
}) {
  const found = pages.found(list.data?.found)
  const lost = list.isError && !list.data
  return (
    <>
      {list.isError ? (
        <ErrorState
          error={list.error}
          onRetry={() => list.refetch()}
          dataFrom={list.dataUpdatedAt}
          {...(words && { words })}
        />
      ) : null}
      {lost ? null : <DataTable {...table} loading={list.isPending} stale={list.isPlaceholderData} />}
      <Pager
        page={pages.page}
        size={size}
        count={table.rows.length}
        total={total ?? found?.count}
        isEstimate={isEstimate}
        more={found?.more}
        nextCursor={list.data?.next_cursor}
        onNext={(cursor) => pages.next(cursor, found)}
        onPrevious={pages.previous}
      />
    </>
  )
}
