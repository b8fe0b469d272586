import type { ChecklistItem, NumberRegistration } from '#contract/onboarding/status.ts'
import { missingScopes } from '../token/token-check.ts'
import { stepNeeded } from './number-step.ts'

/** What is known of a business's account and default number. */
export type ChecklistFacts = {
  waba_id: string | null
  account_status: string | null
  status_reason: string | null
  blocked_reason: string | null
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
  register_error: string | null
  register_error_code: number | null
  /** A login that reaches several accounts is there, and none was chosen. */
  has_login: boolean
  /** A provider API key is saved in the account settings. */
  has_key: boolean
}

type Finding = Pick<ChecklistItem, 'state' | 'detail'> & { doneAt?: Date | null }

/** The six items, from what the provider said last. Pure. */
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

const afterConnecting: Finding = { state: 'later', detail: 'Meta tells this once an account is connected.' }
const afterChoosing: Finding = { state: 'later', detail: 'Meta tells this once a phone number is chosen.' }

function name(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected) return afterConnecting
  if (!facts.phone_number_id) return afterChoosing
  const named = facts.verified_name ? `Verified name: ${facts.verified_name}` : null
  switch (facts.name_status) {
    case 'APPROVED':
    case 'AVAILABLE_WITHOUT_REVIEW':
      return facts.verified_name
        ? { state: 'done', detail: named }
        : { state: 'waiting', detail: 'Meta has not given the number a name yet.' }
    case 'PENDING_REVIEW':
      return { state: 'waiting', detail: `${facts.verified_name ?? 'The name'} is in review at Meta.` }
    case 'DECLINED':
    case 'EXPIRED':
      return {
        state: 'broken',
        detail: `Meta declined the name ${facts.verified_name ?? ''}. Choose another in WhatsApp Manager.`,
      }
    default:
      // Older numbers have a name and no word on it.
      return facts.verified_name
        ? { state: 'done', detail: named }
        : { state: 'turn', detail: 'Give the number a display name in WhatsApp Manager.' }
  }
}

function permission(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected) {
    return facts.has_login || facts.has_key
      ? { state: 'done', detail: null }
      : { state: 'turn', detail: 'Log in with Facebook or paste an access token.' }
  }
  if (facts.account_status === 'reconnect') return { state: 'broken', detail: facts.status_reason }
  const missing = missingScopes(facts.token_scopes ?? [])
  if (missing.length > 0) {
    return { state: 'broken', detail: `${missing.join(' and ')} is missing. Connect again and allow it.` }
  }
  return { state: 'done', detail: null, doneAt: facts.connected_at }
}

function phoneNumber(facts: ChecklistFacts): Finding {
  if (!facts.phone_number_id) return afterChoosing
  if (facts.code_verification_status === 'VERIFIED' || facts.on_business_app) {
    return { state: 'done', detail: facts.display_phone_number }
  }
  return {
    state: 'turn',
    detail: `${facts.display_phone_number ?? 'The number'} is not verified. Have Meta send it a code.`,
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
      facts.register_error ??
      `${facts.display_phone_number ?? 'The number'} is verified, but not registered for sending yet.`,
  }
}

/** There is no word of its own for it: an account is only made when its terms are accepted, and reviewed after. */
function terms(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected) return { state: 'later', detail: 'You accept them in Meta’s dialog.' }
  return facts.account_review_status === 'REJECTED'
    ? { state: 'broken', detail: 'Meta has rejected the account in its review. Appeal in WhatsApp Manager.' }
    : { state: 'done', detail: null, doneAt: facts.connected_at }
}

function chosen(facts: ChecklistFacts, connected: boolean): Finding {
  if (connected && facts.phone_number_id) {
    return { state: 'done', detail: facts.display_phone_number, doneAt: facts.connected_at }
  }
  if (facts.has_login) {
    return {
      state: 'turn',
      detail: 'Your login reaches several accounts or numbers. Say which one Tidings may use.',
    }
  }
  if (connected)
    return { state: 'turn', detail: 'The account has no phone number. Add one in WhatsApp Manager.' }
  if (facts.has_key)
    return {
      state: 'turn',
      detail: 'Your API key is saved. Press Sync, and the account it reaches is connected.',
    }
  return { state: 'later', detail: 'It comes with the login.' }
}

/** Documents are asked for by the provider when it wants them: an unverified business may send to 250 people a day. */
function documents(facts: ChecklistFacts, connected: boolean): Finding {
  if (!connected)
    return { state: 'later', detail: 'Meta may ask for your papers. You upload them there, not here.' }
  switch (facts.business_verification_status?.toLowerCase()) {
    case 'verified':
      return { state: 'done', detail: 'Meta has verified the business.' }
    case 'pending':
    case 'pending_submission':
    case 'pending_need_more_info':
      return {
        state: 'waiting',
        detail: 'Meta is looking at your documents. You see more in Business Settings.',
      }
    case 'rejected':
    case 'failed':
    case 'revoked':
      return {
        state: 'broken',
        detail: 'Meta did not accept the documents. Send them again in Business Settings, Security Center.',
      }
    default:
      return {
        state: 'done',
        detail: 'Meta asks for none now. Verifying the business raises the daily limit.',
      }
  }
}
