import { useThrottledCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
import { keyOf, queryFor } from '#web/net/api.ts'
import { useLive } from '#web/net/stream.ts'

const recentCount = 6
/** How often the figures are loaded while the stream is up. */
const refetchMs = 30_000
/** Events of a campaign that runs come several in a second: the first is followed at once, the others together. */
const gatherMs = 1_000

const statsQuery = queryFor(dashboard.stats)

/** Loads figures and campaigns again as events of the stream come; the interval at which to load them besides. */
export function useDashboardLive(): number {
  const queries = useQueryClient()
  const reload = useThrottledCallback(() => {
    void queries.invalidateQueries({ queryKey: statsQuery.queryKey })
    void queries.invalidateQueries({ queryKey: keyOf(campaigns.list) })
  }, gatherMs)
  const live = useLive(dashboard.live, undefined, { onEvent: reload })
  return live.refetchInterval || refetchMs
}

export const useDashboardStats = (refetchInterval: number) => useQuery({ ...statsQuery, refetchInterval })

export const useRecentCampaigns = (refetchInterval: number) =>
  useQuery({ ...queryFor(campaigns.list, { query: { limit: recentCount } }), refetchInterval })
