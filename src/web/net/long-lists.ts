import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Asked for again as a whole: each page is a request, one after the other. */
const mostPages = 4

export const isLong = (query: Pick<Query, 'state'>): boolean =>
  ((query.state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) > mostPages

/** For `refetchOnMount` and its like: a long list is refreshed page by page, by who shows it. */
export const unlessLong = {
  refetchOnMount: isShort,
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
}

function isShort(query: { state: unknown }): boolean {
  return !isLong(query as Pick<Query, 'state'>)
}

/** Marks lists as outdated; a long one is left to who shows it. */
export const invalidateShort = (queries: QueryClient, queryKey: QueryKey): Promise<void> =>
  queries.invalidateQueries({ queryKey, predicate: (query) => !isLong(query as Query) })

/** Lets go of all but the first pages. */
export function shorten(queries: QueryClient, query: Query): void {
  queries.setQueryData<{ pages: unknown[]; pageParams: unknown[] }>(query.queryKey, (data) =>
    data?.pages
      ? { pages: data.pages.slice(0, mostPages), pageParams: data.pageParams.slice(0, mostPages) }
      : data,
  )
}
