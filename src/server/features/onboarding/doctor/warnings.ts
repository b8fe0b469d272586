import type { DoctorCheck, WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import type { Clock } from '../account/moment.ts'
import { openWarnings } from '../warnings/warnings.ts'
import { warningWords } from '../warnings/words.ts'

/** What Meta warned of and the owner has not dealt with yet, one line each. */
export async function warningChecks(
  app: App,
  businessId: number,
  accounts: readonly Pick<WhatsappAccount, 'waba_id' | 'name'>[],
  clock: Clock,
): Promise<DoctorCheck[]> {
  const warnings = await openWarnings(app, businessId)
  return warnings.flatMap((warning) => {
    const account = accounts.find(({ waba_id }) => waba_id === warning.waba_id)
    if (!account) return []
    const { finding, advice } = warningWords(warning, account.name, clock)
    return {
      id: `warning ${warning.id}`,
      subject: account.name,
      title: titles[warning.kind],
      state: 'attention',
      finding,
      meaning: `${advice} Reported ${clock.moment(warning.at)}.`,
      remedy: { kind: 'dismiss', label: 'Mark as done', warning_id: warning.id },
    }
  })
}

const titles = {
  disable_scheduled: 'Account to be disabled',
  violation: 'Policy violation',
  alert: 'Alert from Meta',
  pin_reset: 'PIN reset request',
} as const
