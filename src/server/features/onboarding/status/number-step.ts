import type { PhoneNumber } from '#contract/onboarding.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'

/** Statuses that a registration ends; flagged, restricted and banned numbers are Meta's to release. */
const unregisteredStatuses = ['PENDING', 'UNVERIFIED', 'DISCONNECTED', 'UNKNOWN']

/** What is known of a number's way to sending. */
export type NumberFacts = {
  status: string | null
  code_verification_status: string | null
  on_business_app: boolean | null
  register_error_code: number | null
}

/** The owner's next step with a number; null where there is none: it sends, or Meta holds it back. */
export function stepNeeded(number: NumberFacts): PhoneNumber['needs'] {
  if (number.status === 'CONNECTED') return null
  // A number of the phone app is neither verified nor registered by us.
  if (number.on_business_app) return null
  if (number.code_verification_status !== 'VERIFIED') return 'code'
  if (!unregisteredStatuses.includes(number.status ?? 'UNKNOWN')) return null
  return isOfClass(number.register_error_code, 'pin') ? 'pin' : 'registration'
}
