import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { audit } from '#contract/audit/audit.ts'
import type { AuditGroup } from '#contract/audit/kinds.ts'
import { confirmEmail } from '#contract/security/confirm-email.ts'
import { passkeys } from '#contract/security/passkeys.ts'
import { security } from '#contract/security.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { download } from '#web/net/transfer.ts'
import { makePasskey } from './browser-passkey.ts'

type OwnLogin = { current_password: string; code: string }

/** Where the person is logged in. */
export const useSessions = () => useQuery(queryFor(security.sessions))

/** Ending sessions; the list follows. */
export function useSessionEnds() {
  const queries = useQueryClient()
  // It may have ended meanwhile.
  const onSettled = () => void queries.invalidateQueries({ queryKey: keyOf(security.sessions) })
  return {
    end: useMutation({
      mutationFn: ({ id, current_password }: { id: string; current_password: string }) =>
        call(security.endSession, { params: { id }, body: { current_password } }),
      onSettled,
    }),
    endOthers: useMutation({
      mutationFn: (current_password: string) => call(security.endOthers, { body: { current_password } }),
      onSettled,
    }),
  }
}

/** Whether people can sign up here. */
export const useSignupState = () => useQuery(queryFor(accounts.signupState))

export const useForgot = () =>
  useMutation({ mutationFn: (email: string) => call(security.forgot, { body: { email } }) })

/** Confirms an email by the token of a link; every screen may show it. */
export function useEmailConfirmation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(confirmEmail.confirm, { body: { token } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keyOf(accounts.me) })
      void queries.invalidateQueries({ queryKey: keyOf(accounts.getSettings) })
    },
  })
}

/** Whether a link can still set a password. */
export const useResetLink = (token: string) =>
  useQuery({ ...queryFor(security.lookAtReset, { body: { token } }), refetchOnWindowFocus: true })

type ActivityFilter = { group: AuditGroup | undefined; user_id: number | undefined }

/** The activity log, page by page. */
export const useActivity = (filter: ActivityFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(audit.list, filter),
    queryFn: ({ pageParam, signal }) =>
      call(audit.list, { query: { ...filter, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const useExportActivity = () =>
  useMutation({
    mutationFn: (query: ActivityFilter) => download(audit.export, 'activity.csv', { query }),
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })

export const useTwoFactor = () => useQuery(queryFor(security.twoFactor))

/** Turning two-factor authentication on and off; sessions end by it. */
export function useTwoFactorActs() {
  const queries = useQueryClient()
  const onSuccess = () => {
    void queries.invalidateQueries({ queryKey: keyOf(security.twoFactor) })
    void queries.invalidateQueries({ queryKey: keyOf(security.sessions) })
  }
  return {
    start: useMutation({
      mutationFn: (current_password: string) => call(security.startTwoFactor, { body: { current_password } }),
    }),
    confirm: useMutation({
      mutationFn: (code: string) => call(security.confirmTwoFactor, { body: { code } }),
      onSuccess,
    }),
    renew: useMutation({
      mutationFn: (body: OwnLogin) => call(security.renewRecoveryCodes, { body }),
      onSuccess,
    }),
    end: useMutation({
      mutationFn: (body: OwnLogin) => call(security.endTwoFactor, { body }),
      onSuccess,
    }),
  }
}

export const usePasskeys = () => useQuery(queryFor(passkeys.list))

/** Adding and removing passkeys; the list follows. */
export function usePasskeyActs() {
  const queries = useQueryClient()
  const onSettled = () => void queries.invalidateQueries({ queryKey: keyOf(passkeys.list) })
  return {
    add: useMutation({
      mutationFn: async ({ name, ...body }: { name: string } & OwnLogin) => {
        const { challenge_id, options } = await call(passkeys.start, { body })
        const credential = await makePasskey(options)
        return await call(passkeys.add, { body: { challenge_id, name, credential } })
      },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: ({ id, ...body }: { id: number } & OwnLogin) =>
        call(passkeys.remove, { params: { id }, body }),
      onSettled,
    }),
  }
}
