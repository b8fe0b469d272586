import { useQuery } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { queryFor } from '#web/api.ts'
import { browserZone } from '#web/format/time.ts'

/** The zone of the business; this browser's until it is known. */
export function useBusinessZone(): string {
  return useQuery(queryFor(accounts.me)).data?.business.timezone ?? browserZone()
}
