import { useQuery } from '@tanstack/react-query'
import { subscription } from '#contract/subscription.ts'
import { queryFor } from '#web/net/api.ts'

export const useUsage = () => useQuery(queryFor(subscription.get))
