import { useQuery } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { browserZone } from '../format/time.ts'
import { t } from '../messages/t.ts'
import { call, keyOf, queryFor } from '../net/api.ts'

/** The signed-in person and the business around them, asked once and kept for a while. */
export function useMe() {
  return useQuery({ ...queryFor(accounts.me), staleTime: 60_000 })
}

/** Whose token it is, asked at once. */
export const useWho = () => useQuery(queryFor(accounts.me))

/** The name above our messages in every preview: the business's. */
export function useBusinessName(): string {
  return useMe().data?.business.name || t('app.session.yourBusiness')
}

/** The zone that this business's times are printed in; the browser's until it is known. */
export function useZone(): string {
  return useMe().data?.business.timezone ?? browserZone()
}

/** Whose token an address carries, while it is not the session's. The answer is kept nowhere. */
export const useWhoseToken = (token: string) =>
  useQuery({
    queryKey: [...keyOf(accounts.me), 'offered', token],
    queryFn: ({ signal }) => call(accounts.me, undefined, { token, signal }),
    persister: undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
