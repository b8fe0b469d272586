import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversionSources } from '#contract/analytics/conversion-sources.ts'
import { metaEvents } from '#contract/analytics/meta-events.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

/** Calls and events come by themselves. */
const lookEveryMs = 15_000

export const useSources = () =>
  useQuery({ ...queryFor(conversionSources.list), refetchInterval: lookEveryMs })
export const useMetaEvents = () => useQuery({ ...queryFor(metaEvents.get), refetchInterval: lookEveryMs })

export function useSourceActs(onError: (error: Error) => void) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: keyOf(conversionSources.list) })
  return {
    // Its answer holds the secret.
    add: useMutation({
      mutationFn: (body: InputOf<typeof conversionSources.add>['body']) =>
        call(conversionSources.add, { body }),
      gcTime: 0,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(conversionSources.remove, { params: { id } }),
      onSettled,
      onError,
    }),
  }
}

export function useSaveMetaEvents() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof metaEvents.save>['body']) => call(metaEvents.save, { body }),
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(metaEvents.get) }),
  })
}
