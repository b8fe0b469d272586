import type { WhatsappAccount } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { type StoredClock, textOf } from '#server/stored-text/stored-text.ts'
import { warningTexts } from '../warnings/warning-text.ts'
import { openWarnings } from '../warnings/warnings.ts'
import type { StoredCheck } from './stored-check.ts'

/** Meta's warnings that the owner has not dismissed, one check each. */
export async function warningChecks(
  app: App,
  businessId: number,
  accounts: readonly Pick<WhatsappAccount, 'waba_id' | 'name'>[],
  clock: StoredClock,
): Promise<StoredCheck[]> {
  const warnings = await openWarnings(app, businessId)
  return warnings.flatMap((warning): StoredCheck[] => {
    const account = accounts.find(({ waba_id }) => waba_id === warning.waba_id)
    if (!account) return []
    const { finding, advice } = warningTexts(warning, account.name, clock)
    const reported = textOf('onboarding.warnings.reported', { date: clock.moment(warning.at) })
    return [
      {
        id: `warning ${warning.id}`,
        subject: account.name,
        title: textOf(`onboarding.warnings.title.${warning.kind}`),
        state: 'attention',
        finding,
        meaning: [advice, reported],
        remedy: {
          kind: 'dismiss',
          label: textOf('onboarding.doctor.action.done'),
          warning_id: warning.id,
        },
      },
    ]
  })
}
