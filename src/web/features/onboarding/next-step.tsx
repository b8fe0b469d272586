import { LinkButton } from '#web/components/forms/button.tsx'
import { useStats } from '#web/session/business.queries.ts'

/** After connecting: the people to write to, then the message. */
export function NextStep() {
  const stats = useStats()
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
