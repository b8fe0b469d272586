import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { conversations } from '#contract/conversations.ts'
import { dashboard } from '#contract/dashboard.ts'
import { help } from '#contract/help.ts'
import { leads } from '#contract/leads.ts'
import { type Connection, onboarding } from '#contract/onboarding.ts'
import { templates } from '#contract/templates.ts'
import { call, keyOf, queryFor, send } from '../net/api.ts'
import { queryClient } from '../net/query-client.ts'

/** What several features ask about the business: its connection, its templates, its people. */
const connectionQuery = queryOptions({
  ...queryFor(onboarding.connection),
  staleTime: 30_000,
  refetchInterval: 60_000,
})

/** How the connection is, asked once for all that show it, and again every minute. */
export function useConnection(): Connection | undefined {
  return useQuery(connectionQuery).data?.connection
}

/** All templates that a campaign can name. */
export const useTemplateChoices = () => useQuery(queryFor(templates.list, { query: { limit: 500 } }))

/** One template, where it is only shown beside something else. */
export const useTemplate = (id: number) => useQuery(queryFor(templates.get, { params: { id } }))

export const useLeadTags = () => useQuery(queryFor(leads.tags))

export const useLeadSummary = () => useQuery(queryFor(leads.summary)).data?.summary

/** The newest leads, from which the columns of the newest lists are read. */
export const useNewestLeads = (limit: number) =>
  useQuery({ ...queryFor(leads.list, { query: { limit } }), staleTime: 60_000 })

/** The leads page by page, found by text and tag. */
export function useLeadPages(query: {
  limit: number
  search: string | undefined
  tag: string[] | undefined
}) {
  const all = { ...query, sort: 'newest' as const }
  return useInfiniteQuery({
    queryKey: [...keyOf(leads.list, { query: all }), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(leads.list, { query: { ...all, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

export const useStats = () => useQuery(queryFor(dashboard.stats)).data?.stats

/** How many open conversations have messages that nobody has read. */
export const useUnreadConversations = (): number =>
  useQuery({ ...queryFor(conversations.counts), refetchInterval: 20_000 }).data?.unread ?? 0

/** Has them counted again now. */
export const recountUnread = () => queryClient.invalidateQueries({ queryKey: keyOf(conversations.counts) })

/** For the operator: how many messages to the support are new. */
export const useUnreadHelp = (): number =>
  useQuery({ ...queryFor(help.inbox, { query: { limit: 1 } }), refetchInterval: 60_000 }).data?.unread ?? 0

/** A header's file, or null where it is not available. */
export const useHeaderFile = (
  endpoint: typeof templates.getMedia | typeof templates.headerSample,
  id: number | null | undefined,
) =>
  useQuery({
    queryKey: keyOf(endpoint, { params: { id } }),
    queryFn: async () => {
      const response = await send(endpoint, { params: { id: id ?? 0 } })
      return response.ok ? await response.blob() : null
    },
    enabled: Boolean(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
