import type { App } from '#server/app.ts'

export { awaitingConfirmation, awaitsConfirmationSql, wasAskedSql } from './consent/awaits-confirmation.ts'
export { type ConsentReason, optIn, optOut } from './consent/consent.ts'
export { readAnswerPayload } from './consent/question-texts.ts'
export { consentQuestionJob, takeQuestion } from './consent/questions.ts'
export { languageOfReply, meaningOf, prepareReplies } from './consent/replies/meaning.ts'
export { foldWords } from './consent/replies/text/reply-text.ts'
export { restoreConsent } from './consent/restore-consent.ts'
export { readFieldValue } from './fields/field-value.ts'
export { addField, changeField, listFields } from './fields/fields.ts'
export { isSampleEnough, type Sample, sampleLeads, scaled } from './find/sample.ts'
export { likePart } from './find/search-text.ts'
export { csvRows } from './import/csv-rows.ts'
export { UnreadableFile } from './import/file/table-file.ts'
export { resolveLeads } from './import/resolve.ts'
export { rejectedRowsNaming, scrubImports } from './import/scrub-imports.ts'
export { addLeads } from './import/write/add.ts'
export { applyIdentityChange } from './inbound/changes.ts'
export { type InboundEvent, leadOfHidden, recordInbound } from './inbound/inbound.ts'
export { linkPeople } from './inbound/link.ts'
export { countStops, listReplies } from './inbound/list-replies.ts'
export { recordPreference } from './inbound/preferences.ts'
export { addressesOf, type Identity, isUserId, readIdentity, withSpellings } from './people/addresses.ts'
export { allAddressesOf, everyAddressesOf, everyAddressOf, lockPeople } from './people/aliases.ts'
export { erasedAmong, erasureKey, isErasedSql, lockErasures, rememberErased } from './people/erased.ts'
export { ownSpellings } from './people/own-spelling.ts'
export { joinAddresses, sharedAddresses, userIdForm } from './people/person-sql.ts'
export { erasedWithoutLead, sinceErasure } from './people/write-again.ts'
export { callingCodes, hasCallingCode } from './phone/calling-codes.ts'
export { otherSpellingSql, phoneVariants, readPhone } from './phone/phone.ts'
export { placeSql } from './phone/place-sql.ts'
export { type Place, placeOf, prefixLength, prefixOf } from './phone/places.ts'
export { isUsAddress, isUsAddressSql } from './phone/us-numbers.ts'
export { audienceQuery, inAudience } from './records/audience.ts'
export { type BotChange, changeLeadsByBot } from './records/bot-changes.ts'
export { erasePerson } from './records/erase-person.ts'
export { exportLeadsWhere } from './records/export.ts'
export { readLeadsWhere } from './records/lead-rows.ts'
export { findLeadIds, listLeads } from './records/list.ts'
export { namedLeads } from './records/named-leads.ts'
export type { CorrectedPhone } from './records/one-lead.ts'
export { withCurrentTags } from './records/tag-aliases.ts'
export { tagLeads } from './records/tag-leads.ts'
export {
  countedLeads,
  countedTags,
  leadTallies,
  leadTallyColumns,
  tagTallyColumns,
} from './records/tallies.ts'
export {
  dueTagChecks,
  findSameSearches,
  lockSearches,
  renameTag,
  type SameSearch,
  settleTagCheck,
} from './search/old-tags.ts'

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
