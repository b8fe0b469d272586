import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dashboard } from '#contract/dashboard.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { testPhone } from '#contract/test-phone.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, queryFor, sentenceFor } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'

export type FirstRun = ResponseOf<typeof dashboard.firstRun>
export type TestPhone = ResponseOf<typeof testPhone.read>

const stepsMs = 4_000
const phoneMs = 1_500

export const firstRunQuery = queryFor(dashboard.firstRun)

/** The first steps; looked at again while some are open, so that they tick by themselves. */
export const useFirstRun = () =>
  useQuery({ ...firstRunQuery, refetchInterval: ({ state }) => (state.data?.shown ? stepsMs : false) })

/** The test phone; followed while it is on. */
export const useTestPhone = (enabled: boolean) =>
  useQuery({
    ...queryFor(testPhone.read),
    enabled,
    refetchInterval: ({ state }) => (state.data?.state === 'on' ? phoneMs : false),
  })

/**
 * Sends the first message; where nothing is connected yet, by itself. A test account comes with it, so everything is
 * asked for again.
 */
export function useStartTestPhone(isNew: boolean) {
  const queries = useQueryClient()
  const connection = useConnection()
  const start = useMutation({
    mutationFn: (_: { byItself: boolean }) => call(testPhone.start),
    onSuccess: () => queries.invalidateQueries(),
    // What went wrong by itself has its button still.
    onError: (error, { byItself }) =>
      byItself ? undefined : toast.error(sentenceFor(error, { failed: t('firstRun.startFailed') })),
  })
  const greets = isNew && connection?.accounts.length === 0
  const begun = useRef(false)
  const { mutate } = start
  useEffect(() => {
    if (!greets || begun.current) return
    begun.current = true
    mutate({ byItself: true })
  }, [greets, mutate])
  return start
}

/** Writes or presses a button as the customer. */
export function useAnswerAsCustomer() {
  const queries = useQueryClient()
  return useMutation({
    // One after the other: a quick answer does not overtake the one before.
    scope: { id: 'test phone' },
    mutationFn: (body: BodyOf<typeof testPhone.write>) => call(testPhone.write, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryFor(testPhone.read).queryKey }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('firstRun.answerFailed') })),
  })
}

export function useDismissFirstRun() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(dashboard.dismissFirstRun),
    onSuccess: () => queries.invalidateQueries({ queryKey: firstRunQuery.queryKey }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('firstRun.hideFailed') })),
  })
}
