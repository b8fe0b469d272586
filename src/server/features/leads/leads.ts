import type { App } from '#server/app.ts'

export { addLeads } from './add.ts'
export { audienceQuery, inAudience } from './audience.ts'
export { type ConsentReason, optIn, optOut } from './consent.ts'
export { type ErasedPerson, erasePerson } from './erasure/erase-person.ts'
export { erasedAmong, erasureKey, isErasedSql } from './erasure/erased.ts'
export { rejectedRowsNaming, scrubImports } from './erasure/scrub-imports.ts'
export { erasedWithoutLead } from './erasure/write-again.ts'
export { type InboundEvent, recordInbound } from './inbound.ts'
export { addressesOf, type Identity, isPhone, isUserId, readIdentity } from './people/addresses.ts'
export { allAddressesOf } from './people/aliases.ts'
export { applyIdentityChange } from './people/changes.ts'
export { linkPeople } from './people/link.ts'
export { sharedAddresses, userIdForm } from './people/person-sql.ts'
export { type PreferenceChange, recordPreference } from './people/preferences.ts'
export { isUsAddress, isUsAddressSql } from './phone/us-numbers.ts'
export { type PhoneReading, phoneVariants, readPhone } from './phone.ts'
export { listReplies } from './replies/list-replies.ts'
export { meaningOf } from './replies/meaning.ts'
export { consentQuestionJob, takeQuestion } from './replies/questions.ts'
export { resolveLeads } from './resolve.ts'

/** Marks addresses that the provider says it cannot reach. They are left out of campaigns until they write. */
export async function markUnreachable(
  app: App,
  businessId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return
  const sorted = [...addresses].sort()
  await app.db
    .updateTable('leads')
    .set({ unreachable_at: app.now() })
    .where('business_id', '=', businessId)
    .where((lead) =>
      lead.or([
        lead('phone', 'in', sorted),
        lead.and([lead('phone', 'is', null), lead('bsuid', 'in', sorted)]),
      ]),
    )
    .where('unreachable_at', 'is', null)
    .execute()
}
