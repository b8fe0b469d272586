import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { security } from '#contract/security.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

/** Where the person is logged in. */
export const useSessions = () => useQuery(queryFor(security.sessions))

/** Ending sessions; the list follows. */
export function useSessionEnds(onError: (error: Error) => void) {
  const queries = useQueryClient()
  const onSuccess = () => void queries.invalidateQueries({ queryKey: keyOf(security.sessions) })
  return {
    end: useMutation({
      mutationFn: (id: string) => call(security.endSession, { params: { id } }),
      onSuccess,
      // It may have ended meanwhile.
      onError: (error: Error) => {
        onSuccess()
        onError(error)
      },
    }),
    endOthers: useMutation({ mutationFn: () => call(security.endOthers), onSuccess, onError }),
  }
}

/** Whether people can sign up here. */
export const useSignupState = () => useQuery(queryFor(accounts.signupState))

export const useForgot = () =>
  useMutation({ mutationFn: (email: string) => call(security.forgot, { body: { email } }) })

/** Whether a link can still set a password. */
export const useResetLink = (token: string) =>
  useQuery({ ...queryFor(security.lookAtReset, { body: { token } }), refetchOnWindowFocus: true })
