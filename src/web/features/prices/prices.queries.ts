import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PriceList, prices } from '#contract/campaigns/prices.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call, queryFor } from '#web/net/api.ts'

const pricesQuery = queryFor(prices.get)

export const usePrices = () => useQuery(pricesQuery)

/** Keeps the list that an answer brought. */
function usePutList() {
  const queries = useQueryClient()
  return ({ list }: { list: PriceList }) => {
    queries.setQueryData(pricesQuery.queryKey, { success: true, list })
  }
}

export function useSavePrices() {
  const put = usePutList()
  return useMutation({
    mutationFn: (body: InputOf<typeof prices.save>['body']) => call(prices.save, { body }),
    onSuccess: put,
  })
}

export function useResetPrices() {
  const put = usePutList()
  return useMutation({ mutationFn: () => call(prices.reset), onSuccess: put })
}
