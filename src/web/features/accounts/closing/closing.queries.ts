import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { closing } from '#contract/security/closing.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

export const useDeletion = () => useQuery(queryFor(closing.state))

/** Asking for the deletion and taking it back; the state and the campaigns follow. */
export function useDeletionActs() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries()
  return {
    ask: useMutation({
      mutationFn: (body: { current_password: string; business_name: string }) => call(closing.ask, { body }),
      onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(closing.state) }),
    }),
    cancel: useMutation({ mutationFn: () => call(closing.cancel), onSettled }),
  }
}
