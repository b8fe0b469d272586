import { useConnection } from '#web/session/business.queries.ts'

/** The business's sending number as the provider's events name it; undefined while none is connected. */
export function useOwnNumber():
  | { phoneNumberId: string; wabaId: string; displayPhoneNumber: string; verifiedName: string }
  | undefined {
  const number = useConnection()
    ?.accounts.filter(({ status }) => status !== 'disconnected')
    .flatMap(({ phone_numbers }) => phone_numbers)
    .find(({ is_default }) => is_default)
  if (!number) return undefined
  return {
    phoneNumberId: number.phone_number_id,
    wabaId: number.waba_id,
    displayPhoneNumber: number.phone.slice(1),
    verifiedName: number.verified_name,
  }
}
