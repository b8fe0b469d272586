import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Platform, socialAnalytics } from '#contract/social/social.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, sentenceFor } from '#web/net/api.ts'

const pageRows = 12
/** How often the screen looks whether figures that were asked for are there. */
const lookEveryMs = 1500

export const failureTexts = () => ({
  failed: t('social.analytics.failed'),
  unreachable: t('social.analytics.unreachable'),
})

/** A platform's posts with their figures, page by page. While they are being fetched it looks again by itself. */
export function useInsights(platform: Platform) {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(socialAnalytics.insights), platform],
    queryFn: ({ pageParam, signal }) =>
      call(
        socialAnalytics.insights,
        { params: { platform }, query: { limit: pageRows, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.fetching ? lookEveryMs : false),
  })
  const { error } = query
  useEffect(() => {
    if (error) toast.error(sentenceFor(error, failureTexts()))
  }, [error])
  return query
}

/** Asks the network for new figures. */
export function useFetchNow(platform: Platform) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(socialAnalytics.fetch, { body: { platform } }),
    onSuccess: ({ message }) => {
      if (message) toast.success(message)
    },
    onError: (error) => toast.error(sentenceFor(error, failureTexts())),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(socialAnalytics.insights) }),
  })
}
