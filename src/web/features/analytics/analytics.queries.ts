import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnalyticsCard, type AnalyticsQuery, analytics } from '#contract/analytics/analytics.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'

/** How often the screen looks whether more was counted. */
const lookEveryMs = 15_000
/** While changes wait to be counted. */
const lookSoonMs = 3_000

export const useAnalytics = (query: AnalyticsQuery) =>
  useQuery({
    ...queryFor(analytics.get, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.counting ? lookSoonMs : lookEveryMs),
  })

export const useDownloadCard = (query: AnalyticsQuery, card: AnalyticsCard) =>
  useMutation({
    mutationFn: () => download(analytics.exportCsv, `analytics-${card}.csv`, { query: { ...query, card } }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })

/** All cards in one file. */
export const useDownloadPage = (query: AnalyticsQuery) =>
  useMutation({
    mutationFn: () => download(analytics.exportCsv, 'analytics.csv', { query }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })

/** After a change of conversions the figures are read again. */
function useAgain() {
  const queries = useQueryClient()
  return {
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(analytics.get) }),
    onError: (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  }
}

export const useImportConversions = () =>
  useMutation({ mutationFn: (csv: string) => call(conversions.importCsv, { body: { csv } }), ...useAgain() })

export const useSaveExchangeRate = () =>
  useMutation({
    mutationFn: (body: InputOf<typeof conversions.saveExchangeRate>['body']) =>
      call(conversions.saveExchangeRate, { body }),
    ...useAgain(),
  })

export const useSaveAttribution = () =>
  useMutation({
    mutationFn: (settings: { window_days: number; bought_tag: string | null }) =>
      call(conversions.saveSettings, { body: settings }),
    ...useAgain(),
  })
