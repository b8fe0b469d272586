import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { HookKind } from '#contract/api/hook-kinds.ts'
import { type HookDelivery, hooks } from '#contract/api/hooks.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

/** Calls are made by another process: while one waits for its first try, the list is asked for again. */
const soonMs = 1500
const lateMs = 15_000

/** The addresses that get events. */
export const useHooks = () => useQuery({ ...queryFor(hooks.list), refetchInterval: lateMs })

export type NewHook = {
  url: string
  name: string
  events: HookKind[]
  batch: number
  current_password: string
}
export type HookChange = { name?: string; events?: HookKind[]; batch?: number; on?: boolean }

/** What a person does with addresses; the lists follow. */
export function useHookActs(onError: (error: Error) => void) {
  const queries = useQueryClient()
  const follow = () => {
    void queries.invalidateQueries({ queryKey: keyOf(hooks.list) })
    void queries.invalidateQueries({ queryKey: keyOf(hooks.deliveries) })
  }
  const acts = {
    onSuccess: follow,
    // A colleague may have removed it meanwhile.
    onError: (error: Error) => {
      follow()
      onError(error)
    },
  }
  return {
    // The answers of these two hold the secret.
    add: useMutation({
      mutationFn: (body: NewHook) => call(hooks.add, { body }),
      onSuccess: follow,
      gcTime: 0,
    }),
    rotate: useMutation({
      mutationFn: ({ id, current_password }: { id: string; current_password: string }) =>
        call(hooks.rotate, { params: { id }, body: { current_password } }),
      onSuccess: follow,
      gcTime: 0,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: HookChange & { id: string }) =>
        call(hooks.change, { params: { id }, body }),
      ...acts,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(hooks.remove, { params: { id } }),
      // Its calls are gone with it: their list is not asked for again.
      onSuccess: () => void queries.invalidateQueries({ queryKey: keyOf(hooks.list) }),
      onError: acts.onError,
    }),
    test: useMutation({ mutationFn: (id: string) => call(hooks.test, { params: { id } }), ...acts }),
    replay: useMutation({
      mutationFn: (params: { id: string; delivery_id: number }) => call(hooks.replay, { params }),
      ...acts,
    }),
    replayFailed: useMutation({
      mutationFn: (id: string) => call(hooks.replayFailed, { params: { id } }),
      ...acts,
    }),
  }
}

/** The calls to an address, page by page. */
export const useDeliveries = (id: string, state: HookDelivery['state'] | undefined) =>
  useInfiniteQuery({
    queryKey: keyOf(hooks.deliveries, { id, state }),
    queryFn: ({ pageParam, signal }) =>
      call(hooks.deliveries, { params: { id }, query: { state, limit: 25, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.deliveries.some(({ state, attempts }) => state === 'waiting' && attempts === 0)
        ? soonMs
        : lateMs,
  })

/** The body of one call. */
export const useDelivery = (params: { id: string; delivery_id: number }) =>
  useQuery(queryFor(hooks.delivery, { params }))
