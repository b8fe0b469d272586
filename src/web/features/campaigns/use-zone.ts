import { useQuery } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { queryFor } from '#web/api.ts'
import { browserZone } from '#web/format/time.ts'

/** The zone in which the business tells its times; the browser's until it is known. */
export function useZone(): string {
  const me = useQuery({ ...queryFor(accounts.me), staleTime: 300_000 })
  return me.data?.business.timezone ?? browserZone()
}
