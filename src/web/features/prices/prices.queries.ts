import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type PriceList, prices } from '#contract/campaigns/prices.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'

const pricesOf = (day?: string) => queryFor(prices.get, { query: day === undefined ? {} : { day } })

/** The prices of a day; what was shown stays until those of another day are there. */
export const usePrices = (day?: string) => useQuery({ ...pricesOf(day), placeholderData: keepPreviousData })

/** After a change the lists of all days are read again; the one that the answer brought is shown at once. */
function usePutList() {
  const queries = useQueryClient()
  return async ({ list }: { list: PriceList }) => {
    queries.setQueryData(pricesOf(list.day).queryKey, { success: true, list })
    await queries.invalidateQueries({ queryKey: keyOf(prices.get) })
  }
}

export function useImportPrices() {
  const put = usePutList()
  return useMutation({
    mutationFn: (body: InputOf<typeof prices.importCsv>['body']) => call(prices.importCsv, { body }),
    onSuccess: put,
  })
}

export const useDownloadPrices = () =>
  useMutation({
    mutationFn: () => download(prices.exportCsv, 'price-list.csv'),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('prices.failed') })),
  })

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

export function useRemovePrices() {
  const put = usePutList()
  return useMutation({
    mutationFn: (from: string) => call(prices.remove, { params: { from } }),
    onSuccess: put,
    onError: (error) => toast.error(sentenceFor(error, { failed: t('prices.failed') })),
  })
}
