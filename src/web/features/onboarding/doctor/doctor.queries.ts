import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type DoctorRemedy, onboarding } from '#contract/onboarding.ts'
import { toast } from '#web/components/toast.tsx'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { useConnectionChanged } from '../onboarding.queries.ts'

/** How often the report is asked for while a check is under way, and otherwise. */
const whileCheckingMs = 1_000
const betweenChecksMs = 20_000

/** The last report, and how a new one is made. */
export function useDoctor() {
  const queries = useQueryClient()
  const changed = useConnectionChanged()
  const last = useQuery({
    ...queryFor(onboarding.lastDoctor),
    staleTime: 1_000,
    refetchInterval: ({ state }) => (state.data?.checking ? whileCheckingMs : betweenChecksMs),
  })
  // A check reads the account again: what else shows the connection is asked for with its report.
  const checkedAt = last.data?.report?.checked_at
  const lastSeen = useRef(checkedAt)
  const refresh = useEffectEvent(() => {
    for (const endpoint of [onboarding.getStatus, onboarding.fetchStatus, onboarding.connection])
      void queries.invalidateQueries({ queryKey: keyOf(endpoint) })
  })
  useEffect(() => {
    if (lastSeen.current && checkedAt && lastSeen.current !== checkedAt) refresh()
    lastSeen.current = checkedAt
  }, [checkedAt])
  const examine = useMutation({
    mutationFn: () => call(onboarding.doctor),
    onSuccess: async (answer) => {
      await changed()
      queries.setQueryData(keyOf(onboarding.lastDoctor), answer)
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: 'The connection could not be checked.',
          unreachable: 'Server error. Try again.',
        }),
      ),
  })
  return {
    report: last.data?.report ?? null,
    text: last.data?.text ?? null,
    checking: examine.isPending || (last.data?.checking ?? false),
    last,
    examine,
  }
}

/** Mends a finding on a press, and checks again. */
export function useRepair(examine: () => void) {
  return useMutation({
    mutationFn: ({ repair, waba_id }: Extract<DoctorRemedy, { kind: 'repair' }>) =>
      call(onboarding.repair, { body: { repair, waba_id } }),
    onSuccess: () => examine(),
    onError: (error) =>
      toast.error(
        sentenceFor(error, { failed: 'This could not be mended.', unreachable: 'Server error. Try again.' }),
      ),
  })
}

/** Says that a warning of the provider is dealt with. */
export function useDismissWarning(examine: () => void) {
  return useMutation({
    mutationFn: (warning_id: number) => call(onboarding.dismissWarning, { body: { warning_id } }),
    onSuccess: () => examine(),
    onError: (error) =>
      toast.error(
        sentenceFor(error, { failed: 'This could not be saved.', unreachable: 'Server error. Try again.' }),
      ),
  })
}
