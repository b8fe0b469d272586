import { useQuery } from '@tanstack/react-query'
import { dashboard } from '#contract/dashboard.ts'
import { LinkButton } from '#web/components/forms/button.tsx'
import { queryFor } from '#web/net/api.ts'

/** After connecting: the people to write to, then the message. */
export function NextStep() {
  const stats = useQuery(queryFor(dashboard.stats)).data?.stats
  if (!stats) return null
  return stats.leads === 0 ? (
    <LinkButton kind="yours" to="/lead-generator">
      Add your customers
    </LinkButton>
  ) : (
    <LinkButton kind="yours" to="/campaigns">
      Write your message
    </LinkButton>
  )
}
