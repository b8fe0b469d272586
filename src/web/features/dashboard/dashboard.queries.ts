import { useQuery, useQueryClient } from '@tanstack/react-query'
import { campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
import { keyOf, queryFor } from '#web/net/api.ts'
import { useLive } from '#web/net/stream.ts'

const recentCount = 6
/** How often the figures are loaded while the stream is up. */
const refetchMs = 30_000

const statsQuery = queryFor(dashboard.stats)

/** Loads figures and campaigns again on each event of the stream; the interval at which to load them besides. */
export function useDashboardLive(): number {
  const queries = useQueryClient()
  const live = useLive(dashboard.live, undefined, {
    onEvent: () => {
      void queries.invalidateQueries({ queryKey: statsQuery.queryKey })
      void queries.invalidateQueries({ queryKey: keyOf(campaigns.list) })
    },
  })
  return live.refetchInterval || refetchMs
}

export const useDashboardStats = (refetchInterval: number) => useQuery({ ...statsQuery, refetchInterval })

export const useRecentCampaigns = (refetchInterval: number) =>
  useQuery({ ...queryFor(campaigns.list, { query: { limit: recentCount } }), refetchInterval })
