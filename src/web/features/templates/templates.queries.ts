import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { type MessageRates, templates } from '#contract/templates.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

type ListFilter = Pick<NonNullable<InputOf<typeof templates.list>['query']>, 'search' | 'status'>

/** How often a template is asked for again: soon while something is in review, seldom otherwise. */
const reviewMs = 3_000
const restMs = 30_000

/** What a change of a template does to the answers that are kept. */
export function useTemplateCache() {
  const queries = useQueryClient()
  return {
    localChanged: () => queries.invalidateQueries({ queryKey: keyOf(templates.list) }),
    metaChanged: () => queries.invalidateQueries({ queryKey: keyOf(templates.listMeta) }),
    oneChanged: () => queries.invalidateQueries({ queryKey: keyOf(templates.get) }),
    putRates: (rates: MessageRates | null) => {
      queries.setQueryData(queryFor(templates.getRates).queryKey, { success: true, rates })
    },
    /** Which campaigns use a template, asked at this moment. */
    readUsage: async (id: number) => {
      const query = queryFor(templates.usage, { params: { id } })
      return (await queries.fetchQuery({ ...query, staleTime: 0 })).usage
    },
  }
}

export const useLocalPages = (filter: ListFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(templates.list, filter),
    queryFn: ({ pageParam, signal }) =>
      call(templates.list, { query: { ...filter, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? []
      const waits = pages.some((page) => page.templates.some((one) => one.provider_status === 'PENDING'))
      return waits ? reviewMs : restMs
    },
  })

export const useMetaPages = (search: string | undefined) =>
  useInfiniteQuery({
    queryKey: keyOf(templates.listMeta, { search }),
    queryFn: ({ pageParam, signal }) =>
      call(templates.listMeta, { query: { search, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? []
      const waits = pages.some(
        (page) =>
          (page.connected && page.synced_at === null) ||
          page.templates.some(({ status }) => status === 'PENDING'),
      )
      return waits ? reviewMs : restMs
    },
  })

/** One template on its own page, followed through its review. */
export const useWatchedTemplate = (id: number) =>
  useQuery({
    ...queryFor(templates.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.template.provider_status === 'PENDING' ? reviewMs : restMs),
  })

export const useTemplateUsage = (id: number) => useQuery(queryFor(templates.usage, { params: { id } }))

export const useRates = () => useQuery(queryFor(templates.getRates))

export const useLibrary = () =>
  useQuery({ ...queryFor(templates.listPredefined), staleTime: Number.POSITIVE_INFINITY })
