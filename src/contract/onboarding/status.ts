import { z } from 'zod'
import { Id, Instant } from '../values.ts'

/** The six items of the checklist, in its order. */
export const ChecklistKey = z.enum([
  'is_verified',
  'app_permission_granted',
  'phone_number_verified',
  'terms_accepted',
  'has_waba_and_phone_id',
  'business_verification_docs',
])
export type ChecklistKey = z.infer<typeof ChecklistKey>

/**
 * `turn`: the owner's move; `waiting`: the provider's; `broken`: it was refused or has ended; `later`: another item
 * comes first.
 */
export const ChecklistItem = z.object({
  key: ChecklistKey,
  state: z.enum(['done', 'turn', 'waiting', 'broken', 'later']),
  /** One sentence: what is known, or what to do. */
  detail: z.string().nullable(),
  done_at: Instant.nullable(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

/** The default number is verified and cannot send before it is registered. */
export const NumberRegistration = z.object({
  /** Why not yet: the result of the last try, or that none was made. */
  detail: z.string(),
  /** Its PIN is known to the owner only. */
  pin_needed: z.boolean(),
})
export type NumberRegistration = z.infer<typeof NumberRegistration>

/** The status as the dashboard and the card read it. */
export const OnboardingStatus = z.object({
  success: z.literal(true),
  user_id: Id,
  /** Whether a token is stored. The token itself never leaves the server. */
  meta_access_token: z.boolean(),
  /** The provider's id of the business (portfolio) that owns the account. */
  business_id: z.string().nullable(),
  verified_name: z.string().nullable(),
  businessRegistered: z.boolean(),
  templateCreated: z.boolean(),
  templateApproved: z.boolean(),
  /** APPROVED once the number can send; else why not yet: PENDING, RECONNECT, BLOCKED, REJECTED. */
  messagingStatus: z.string().nullable(),
  businessName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  phoneNumberId: z.string().nullable(),
  wabaId: z.string().nullable(),
  /** Whether a token is stored, as `meta_access_token`. */
  accessToken: z.boolean(),
  displayPhoneNumber: z.string().nullable(),
  /** The number's dialling code: `+91`. */
  countryCode: z.string().nullable(),
  category: z.string().nullable(),
  /** Everything is there and a message would go out: approved template, account, registered number, valid token. */
  isReady: z.boolean(),
})
export type OnboardingStatus = z.infer<typeof OnboardingStatus>

/** The status as the checklist reads it; it carries the fields of the other form too. */
export const ServerOnboardingStatus = OnboardingStatus.extend({
  /** The display name is approved, or needs no review. */
  is_verified: z.boolean(),
  /** The token carries both WhatsApp permissions. */
  app_permission_granted: z.boolean(),
  /** The number's code was confirmed. */
  phone_number_verified: z.boolean(),
  terms_accepted: z.boolean(),
  has_waba_and_phone_id: z.boolean(),
  /** The business is verified at the provider, or no documents are asked for. */
  business_verification_docs: z.boolean(),
  /** All six, and the number can send. */
  is_ready: z.boolean(),
  checklist: z.array(ChecklistItem),
  /** A line of its own beside the six items; null where registering is not the next thing to do. */
  registration: NumberRegistration.nullable(),
  /** What keeps the account from sending, one sentence. */
  problem: z.string().nullable(),
  /** A login reaches several accounts or numbers, and none was chosen yet. */
  choice_needed: z.boolean(),
})
export type ServerOnboardingStatus = z.infer<typeof ServerOnboardingStatus>
