import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  type ConnectStep,
  type DoctorRemedy,
  onboarding,
  type ServerOnboardingStatus,
} from '#contract/onboarding.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { queryClient } from '#web/net/query-client.ts'
import { useSession } from '#web/session/session.ts'
import { readKey, removeKey } from '#web/session/storage.ts'
import { isOwn, shortestToken } from './onboarding-rules.ts'

type Screen = 'dashboard' | 'status'
const fetchTexts = (screen: Screen) => ({
  failed: t(screen === 'dashboard' ? 'onboarding.status.dashboardFailed' : 'onboarding.status.failed'),
  unreachable: t('onboarding.status.unreachable'),
})

/** Just after connecting, the status is polled this often until everything is ready. */
const freshlyConnectedMs = 3_000

/** The onboarding status; null before it is known, after a failure (shown as a toast) and for another user's. */
export function useOnboardingStatus(screen: Screen = 'dashboard') {
  const { session } = useSession()
  const endpoint = screen === 'status' ? onboarding.fetchStatus : onboarding.getStatus
  const query = useQuery({
    ...queryFor(endpoint),
    enabled: (session?.token.length ?? 0) >= shortestToken,
    refetchInterval: ({ state }) =>
      readKey('justConnected') && !state.data?.onboarding_status.isReady ? freshlyConnectedMs : false,
  })
  const { error, isError, data } = query
  useEffect(() => {
    if (isError) toast.error(sentenceFor(error, fetchTexts(screen)), { id: 'onboarding status' })
  }, [isError, error, screen])
  const found = data?.onboarding_status
  const ready = found?.isReady
  useEffect(() => {
    if (ready) removeKey('justConnected')
  }, [ready])
  const status = !isError && found && isOwn(found, readKey('user_id')) ? found : null
  return { status, query }
}

/** The answers that show the connection's state; a check of the doctor changes them too. */
const stateKeys = [onboarding.getStatus, onboarding.fetchStatus, onboarding.connection].map((endpoint) =>
  keyOf(endpoint),
)
const doctorQuery = queryFor(onboarding.lastDoctor)

const refetch = (queries: QueryClient, keys: readonly (readonly unknown[])[]) =>
  Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))

/** Refetches everything that shows the connection. */
export function useConnectionChanged(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => refetch(queries, [...stateKeys, doctorQuery.queryKey, keyOf(onboarding.assets)])
}

/** Refetches everything, as after the first account. */
export const askAllAgain = () => queryClient.invalidateQueries()

/** The signup's settings, for what runs outside a component's rendering. */
export const fetchSettings = () => queryClient.fetchQuery(queryFor(onboarding.settings))

/** Refetches the signup's settings: the frame's address works once. */
export function useSettingsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOf(onboarding.settings) })
}

/** The accounts and numbers that the login gave access to. */
export const useAssets = () => useQuery({ ...queryFor(onboarding.assets), refetchOnWindowFocus: false })

/** The state of a signup on the provider's own page. */
export const useHostedStatus = (interval: (state: string | undefined) => number | false) =>
  useQuery({
    ...queryFor(onboarding.hostedStatus),
    refetchInterval: ({ state }) => interval(state.data?.state),
  })

/** For the operator: signups that are not assigned yet. */
export const useOpenSignups = (refetchInterval: number) =>
  useQuery({ ...queryFor(onboarding.openHostedSignups), refetchInterval })

/** A sync sends the last registered phone, if any. */
export type SyncInput = { code?: string; state?: string }

export async function syncStatus(input: SyncInput = {}): Promise<ServerOnboardingStatus> {
  const phone = readKey('last_registered_phone')
  const { onboarding_status } = await call(onboarding.sync, { body: { ...(phone && { phone }), ...input } })
  return onboarding_status
}

/** Reads the state from the provider again. */
export function useSync() {
  const changed = useConnectionChanged()
  return useMutation({
    mutationFn: (input: SyncInput = {}) => syncStatus(input),
    onSuccess: async () => {
      await changed()
      toast.success(t('onboarding.status.synced'))
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: t('onboarding.status.syncFailed'),
          unreachable: t('onboarding.status.syncUnreachable'),
        }),
      ),
  })
}

/** What the signup dialog is opened with. The frame's address works once, so it is not kept. */
export function useOnboardingSettings() {
  return useQuery({
    ...queryFor(onboarding.settings),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** The failed steps of a connection that works otherwise, as one text; null when none failed. */
export function stepsThatFailed(steps: readonly ConnectStep[]): string | null {
  const sentences = steps.filter(({ ok }) => !ok).map(({ sentence }) => sentence)
  return sentences.length > 0 ? sentences.join(' ') : null
}

/** How often the doctor's report is polled while a check runs, and otherwise. */
const whileCheckingMs = 1_000
const betweenChecksMs = 20_000

/** The doctor's last report, and a way to check now. */
export function useDoctor() {
  const queries = useQueryClient()
  const changed = useConnectionChanged()
  const last = useQuery({
    ...doctorQuery,
    staleTime: 1_000,
    refetchInterval: ({ state }) => (state.data?.checking ? whileCheckingMs : betweenChecksMs),
  })
  // A check reads the account from the provider: whatever shows the connection is refetched.
  const checkedAt = last.data?.report?.checked_at
  const lastSeen = useRef(checkedAt)
  const refresh = useEffectEvent(() => void refetch(queries, stateKeys))
  useEffect(() => {
    if (lastSeen.current && checkedAt && lastSeen.current !== checkedAt) refresh()
    lastSeen.current = checkedAt
  }, [checkedAt])
  const examine = useMutation({
    mutationFn: () => call(onboarding.doctor),
    onSuccess: async (answer) => {
      await changed()
      queries.setQueryData(doctorQuery.queryKey, answer)
    },
    onError: (error) => toast.error(sentenceFor(error, doctorTexts(t('onboarding.doctor.failed')))),
  })
  return {
    report: last.data?.report ?? null,
    text: last.data?.text ?? null,
    checking: examine.isPending || (last.data?.checking ?? false),
    last,
    examine,
  }
}

const doctorTexts = (failed: string) => ({ failed, unreachable: t('onboarding.connect.serverError') })

/** Fixes a finding, then checks again. */
export function useRepair(examine: () => void) {
  return useMutation({
    mutationFn: ({ repair, waba_id }: Extract<DoctorRemedy, { kind: 'repair' }>) =>
      call(onboarding.repair, { body: { repair, waba_id } }),
    onSuccess: () => examine(),
    onError: (error) => toast.error(sentenceFor(error, doctorTexts(t('onboarding.doctor.repairFailed')))),
  })
}

/** Dismisses a warning of the provider. */
export function useDismissWarning(examine: () => void) {
  return useMutation({
    mutationFn: (warning_id: number) => call(onboarding.dismissWarning, { body: { warning_id } }),
    onSuccess: () => examine(),
    onError: (error) => toast.error(sentenceFor(error, doctorTexts(t('onboarding.doctor.dismissFailed')))),
  })
}
