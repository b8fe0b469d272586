import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ConnectStep, onboarding, type ServerOnboardingStatus } from '#contract/onboarding.ts'
import { toast } from '#web/components/toast.tsx'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { queryClient } from '#web/net/query-client.ts'
import { useSession } from '#web/session/session.ts'
import { readKey, removeKey } from '#web/session/storage.ts'
import { isOwn, shortestToken } from './onboarding-rules.ts'

const fetchWords = {
  dashboard: { failed: 'Failed to fetch onboarding status', unreachable: 'Error loading onboarding data.' },
  status: { failed: 'Failed to fetch onboarding status.', unreachable: 'Error loading onboarding data.' },
}

/** Just after connecting, templates are on their way: asked again this often until all is ready. */
const freshlyConnectedMs = 3_000

/**
 * How far the onboarding is. `status` is null before it is known, after a failure (which is said in a toast), and
 * for a status that is somebody else's. `screen` chooses the words of a failure.
 */
export function useOnboardingStatus(screen: keyof typeof fetchWords = 'dashboard') {
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
    if (isError) toast.error(sentenceFor(error, fetchWords[screen]), { id: 'onboarding status' })
  }, [isError, error, screen])
  const found = data?.onboarding_status
  const ready = found?.isReady
  useEffect(() => {
    if (ready) removeKey('justConnected')
  }, [ready])
  const status = !isError && found && isOwn(found, readKey('user_id')) ? found : null
  return { status, query }
}

/** Everything that shows the connection is asked anew. */
export function useConnectionChanged(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [
        onboarding.getStatus,
        onboarding.fetchStatus,
        onboarding.connection,
        onboarding.lastDoctor,
        onboarding.assets,
      ].map((endpoint) => queries.invalidateQueries({ queryKey: keyOf(endpoint) })),
    )
}

/** Everything is asked again, as after the first account. */
export const askAllAgain = () => queryClient.invalidateQueries()

/** The signup's settings, for what runs outside a component's rendering. */
export const fetchSettings = () => queryClient.fetchQuery(queryFor(onboarding.settings))

/** The signup's settings are asked again: the frame's address works once. */
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

/** For the operator: signups that wait for their business. */
export const useOpenSignups = (refetchInterval: number) =>
  useQuery({ ...queryFor(onboarding.openHostedSignups), refetchInterval })

/** What a sync sends: the phone that was registered last, where there was one. */
export type SyncInput = { code?: string; state?: string }

export async function syncStatus(input: SyncInput = {}): Promise<ServerOnboardingStatus> {
  const phone = readKey('last_registered_phone')
  const { onboarding_status } = await call(onboarding.sync, { body: { ...(phone && { phone }), ...input } })
  return onboarding_status
}

/** Asks the provider anew how everything stands, and says so. */
export function useSync() {
  const changed = useConnectionChanged()
  return useMutation({
    mutationFn: (input: SyncInput = {}) => syncStatus(input),
    onSuccess: async () => {
      await changed()
      toast.success('Onboarding status synced.')
    },
    onError: (error) =>
      toast.error(
        sentenceFor(error, {
          failed: 'Failed to sync onboarding status.',
          unreachable: 'Server error while syncing.',
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

/** What went wrong on the way although the account is connected, in one text; null when nothing did. */
export function stepsThatFailed(steps: readonly ConnectStep[]): string | null {
  const sentences = steps.filter(({ ok }) => !ok).map(({ sentence }) => sentence)
  return sentences.length > 0 ? sentences.join(' ') : null
}
