import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { webhooks } from '#contract/webhooks.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

type ListQuery = NonNullable<InputOf<typeof webhooks.list>['query']>
export type TestInput = InputOf<typeof webhooks.test>['body']

/** How often the first page of the list and the warning above it are asked for again. */
const listMs = 15_000
const healthMs = 60_000

const webhookQuery = (id: number) => queryFor(webhooks.get, { params: { id } })

/** A page of the stored webhooks; the first one stays up to date. */
export const useStoredWebhooks = (query: ListQuery, first: boolean) =>
  useQuery({
    ...queryFor(webhooks.list, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: first ? listMs : false,
  })

export const useWebhookHealth = () =>
  useQuery({ ...queryFor(webhooks.health), refetchInterval: healthMs }).data

export const useStoredWebhook = (id: number | null) =>
  useQuery({ ...webhookQuery(id ?? 0), enabled: id !== null })

type Handlers = { success: () => void; error: (error: Error) => void }

/** Applies a stored webhook again. */
export function useReplayWebhook(on: Handlers) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(webhooks.replay, { params: { id } }),
    onSuccess: (_, id) => {
      on.success()
      void queries.invalidateQueries({ queryKey: keyOf(webhooks.list) })
      void queries.invalidateQueries({ queryKey: webhookQuery(id).queryKey })
    },
    onError: on.error,
  })
}

/** Delivers a test event to our own webhook address. */
export function useTestWebhook(on: Handlers) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: TestInput) => call(webhooks.test, { body }),
    onSuccess: () => {
      on.success()
      return queries.invalidateQueries({ queryKey: keyOf(webhooks.list) })
    },
    onError: on.error,
  })
}
