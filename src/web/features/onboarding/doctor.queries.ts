import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DoctorRemedy, onboarding } from '#contract/onboarding.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/api.ts'
import { toast } from '#web/components/toast.tsx'
import { useConnectionChanged } from './onboarding.queries.ts'

/** The last report, and how a new one is made. */
export function useDoctor() {
  const queries = useQueryClient()
  const changed = useConnectionChanged()
  const last = useQuery({ ...queryFor(onboarding.lastDoctor), staleTime: 30_000 })
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
  return { report: last.data?.report ?? null, text: last.data?.text ?? null, last, examine }
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
