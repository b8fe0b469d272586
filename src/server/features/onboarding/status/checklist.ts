import type { ChecklistItem, NumberRegistration } from '#contract/onboarding/status.ts'
import { t } from '#server/messages/t.ts'
import { listed, readStored } from '#server/stored-text/read-text.ts'
import { missingScopes } from '../token/token-check.ts'
import { stepNeeded } from './number-step.ts'

/** What is known of a business's account and default number. */
export type ChecklistFacts = {
  waba_id: string | null
  account_status: string | null
  status_reason: unknown
  blocked_reason: unknown
  account_review_status: string | null
  business_verification_status: string | null
  token_scopes: string[] | null
  connected_at: Date | null
  phone_number_id: string | null
  display_phone_number: string | null
  verified_name: string | null
  name_status: string | null
  number_status: string | null
  code_verification_status: string | null
  on_business_app: boolean | null
  registered_at: Date | null
  register_error: unknown
  register_error_code: number | null
  /** A login that reaches several accounts is there, and none was chosen. */
  has_login: boolean
  /** A provider API key is saved in the account settings. */
  has_key: boolean
}

type Finding = Pick<ChecklistItem, 'state' | 'detail'> & { doneAt?: Date | null }

/** The six items, from the provider's last answers. Pure. */
export function checklist(facts: ChecklistFacts): ChecklistItem[] {
  const connected = facts.waba_id !== null && facts.account_status !== 'disconnected'
  const items: [ChecklistItem['key'], Finding][] = [
    ['is_verified', name(facts, connected)],
    ['app_permission_granted', permission(facts, connected)],
    ['phone_number_verified', phoneNumber(facts)],
    ['terms_accepted', terms(facts, connected)],
    ['has_waba_and_phone_id', chosen(facts, connected)],
    ['business_verification_docs', documents(facts, connected)],
  ]
  return items.map(([key, { state, detail, doneAt }]) => ({
    key,
    state,
    detail,
    done_at: state === 'done' && doneAt ? doneAt.toISOString() : null,
  }))
}

const afterConnecting = (): Finding => ({ state: 'later', detail: t('onboarding.status.afterConnecting') })
const afterChoosing = (): Finding => ({ state: 'later', detail: t('onboarding.status.afterChoosing') })

function name(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected) return afterConnecting()
  if (!facts.phone_number_id) return afterChoosing()
  const named = facts.verified_name
    ? t('onboarding.status.name.verified', { name: facts.verified_name })
    : null
  const name = facts.verified_name || 'none'
  switch (facts.name_status) {
    case 'APPROVED':
    case 'AVAILABLE_WITHOUT_REVIEW':
      return facts.verified_name
        ? { state: 'done', detail: named }
        : { state: 'waiting', detail: t('onboarding.status.name.none') }
    case 'PENDING_REVIEW':
      return { state: 'waiting', detail: t('onboarding.status.name.inReview', { name }) }
    case 'DECLINED':
    case 'EXPIRED':
      return {
        state: 'broken',
        detail: t('onboarding.status.name.declined', { name }),
      }
    default:
      // Older numbers have a name but no status of it.
      return facts.verified_name
        ? { state: 'done', detail: named }
        : { state: 'turn', detail: t('onboarding.status.name.add') }
  }
}

function permission(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected) {
    return facts.has_login || facts.has_key
      ? { state: 'done', detail: null }
      : { state: 'turn', detail: t('onboarding.status.permission.login') }
  }
  if (facts.account_status === 'reconnect')
    return { state: 'broken', detail: readStored(facts.status_reason) }
  const missing = missingScopes(facts.token_scopes ?? [])
  if (missing.length > 0) {
    return { state: 'broken', detail: t('onboarding.status.permission.missing', { scopes: listed(missing) }) }
  }
  return { state: 'done', detail: null, doneAt: facts.connected_at }
}

function phoneNumber(facts: ChecklistFacts): Finding {
  if (!facts.phone_number_id) return afterChoosing()
  if (facts.code_verification_status === 'VERIFIED' || facts.on_business_app) {
    return { state: 'done', detail: facts.display_phone_number }
  }
  return {
    state: 'turn',
    detail: t('onboarding.status.number.notVerified', { number: facts.display_phone_number ?? 'none' }),
  }
}

/** The registration of the default number for sending; null where that is not the next step. */
export function registration(facts: ChecklistFacts): NumberRegistration | null {
  if (!facts.phone_number_id || facts.account_status !== 'connected') return null
  const step = stepNeeded({ ...facts, status: facts.number_status })
  if (step !== 'registration' && step !== 'pin') return null
  return {
    pin_needed: step === 'pin',
    detail:
      readStored(facts.register_error) ??
      t('onboarding.status.number.notRegistered', { number: facts.display_phone_number ?? 'none' }),
  }
}

/** The provider has no status for it: an account exists only after its terms are accepted. */
function terms(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected) return { state: 'later', detail: t('onboarding.status.terms.later') }
  return facts.account_review_status === 'REJECTED'
    ? { state: 'broken', detail: t('onboarding.status.terms.rejected') }
    : { state: 'done', detail: null, doneAt: facts.connected_at }
}

function chosen(facts: ChecklistFacts, connected: boolean): Finding {
  if (connected && facts.phone_number_id) {
    return { state: 'done', detail: facts.display_phone_number, doneAt: facts.connected_at }
  }
  if (facts.has_login) {
    return {
      state: 'turn',
      detail: t('onboarding.status.chosen.choose'),
    }
  }
  if (connected) return { state: 'turn', detail: t('onboarding.status.chosen.addNumber') }
  if (facts.has_key)
    return {
      state: 'turn',
      detail: t('onboarding.status.chosen.syncKey'),
    }
  return { state: 'later', detail: t('onboarding.status.chosen.later') }
}

/** Documents are asked for by the provider when it wants them: an unverified business may send to 250 people a day. */
function documents(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected) return { state: 'later', detail: t('onboarding.status.documents.later') }
  switch (facts.business_verification_status?.toLowerCase()) {
    case 'verified':
      return { state: 'done', detail: t('onboarding.status.documents.verified') }
    case 'pending':
    case 'pending_submission':
    case 'pending_need_more_info':
      return {
        state: 'waiting',
        detail: t('onboarding.status.documents.pending'),
      }
    case 'rejected':
    case 'failed':
    case 'revoked':
      return {
        state: 'broken',
        detail: t('onboarding.status.documents.rejected'),
      }
    default:
      return {
        state: 'done',
        detail: t('onboarding.status.documents.none'),
      }
  }
}
