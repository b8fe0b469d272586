import { LinkButton } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'
import { useStats } from '#web/session/business.queries.ts'

/** After connecting: the people to write to, then the message. */
export function NextStep() {
  const stats = useStats()
  if (!stats) return null
  return stats.leads === 0 ? (
    <LinkButton kind="yours" to="/lead-generator">
      {t('onboarding.status.addCustomers')}
    </LinkButton>
  ) : (
    <LinkButton kind="yours" to="/campaigns">
      {t('onboarding.status.writeMessage')}
    </LinkButton>
  )
}
