import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { help } from '#contract/help.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

export const useSupportContact = () => useQuery(queryFor(help.contact)).data

/** The messages that people sent to the support, the newest first. */
export const useHelpInbox = () =>
  useInfiniteQuery({
    queryKey: [...keyOf(help.inbox), 'pages'],
    queryFn: ({ pageParam }) =>
      call(help.inbox, { query: { limit: 50, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })

/** Marks messages as read. The open list keeps showing which were new; the number in the sidebar goes. */
export function useMarkHelpRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (up_to: string) => call(help.markRead, { body: { up_to } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(help.inbox, { query: { limit: 1 } }) }),
  })
}

export const sendHelpMessage = (body: { email: string; message: string }) => call(help.send, { body })
