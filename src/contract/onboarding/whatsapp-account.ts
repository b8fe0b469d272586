import { z } from 'zod'
import { Instant } from '../values.ts'

/** A connected number and its state. */
export const PhoneNumber = z.object({
  phone_number_id: z.string(),
  waba_id: z.string(),
  phone: z.string(),
  display_phone_number: z.string(),
  verified_name: z.string(),
  /** The provider's words. */
  status: z.string(),
  quality_rating: z.string(),
  code_verification_status: z.string().nullable(),
  name_status: z.string().nullable(),
  on_business_app: z.boolean(),
  /** Messages a second; null: no limit. */
  throughput_per_second: z.number().nullable(),
  /** New people in 24 hours; null: no limit. */
  messaging_limit: z.number().nullable(),
  is_default: z.boolean(),
  registered_at: Instant.nullable(),
  /** Why the last registration failed, and the provider's code for it. */
  register_error: z.string().nullable(),
  register_error_code: z.number().nullable(),
  /** What it waits for before it can send: its code, its registration, or the PIN that it already has. */
  needs: z.enum(['code', 'registration', 'pin']).nullable(),
})
export type PhoneNumber = z.infer<typeof PhoneNumber>

/** `/messages`, or `/marketing_messages`: the Marketing Messages API. */
export const MarketingEndpoint = z.enum(['messages', 'marketing_messages'])
export type MarketingEndpoint = z.infer<typeof MarketingEndpoint>

export const WhatsappAccount = z.object({
  waba_id: z.string(),
  name: z.string(),
  status: z.enum(['connected', 'reconnect', 'disconnected']),
  status_reason: z.string().nullable(),
  blocked_reason: z.string().nullable(),
  token_kind: z.enum(['system_user', 'business', 'user']).nullable(),
  /** Of the token in use; null: it does not expire. */
  token_expires_at: Instant.nullable(),
  connected_at: Instant,
  /** The way in which its marketing templates are sent. */
  marketing_endpoint: MarketingEndpoint,
  /** Made for the test phone alone: the owner has not connected it. */
  for_test_phone: z.boolean(),
  phone_numbers: z.array(PhoneNumber),
})
export type WhatsappAccount = z.infer<typeof WhatsappAccount>
