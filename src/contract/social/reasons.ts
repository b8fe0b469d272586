import { z } from 'zod'
import { t } from '../messages/t.ts'
import { type Platform, platformNames } from './networks.ts'

/** Why a publication waits, failed, or is unknown. The sentence of each is made where it is read. */
export const PublicationReason = z.enum([
  // It waits, and goes on by itself.
  'account_disconnected',
  // The person took our app off their account at the network.
  'access_withdrawn',
  'reconnect',
  'network_unreachable',
  'rate_limited',
  'publish_limit',
  'processing',
  'asking_network',
  // More than 6 hours late: it waits for the owner.
  'late',
  // It failed: nothing was published.
  'no_permission',
  'app_refused',
  'no_public_address',
  'media_missing',
  'media_not_usable',
  'media_refused',
  'media_not_fetched',
  'text_refused',
  'options_refused',
  'duplicate_refused',
  'blocked_as_spam',
  'account_restricted',
  'no_channel',
  'quota_used_up',
  'upload_limit',
  'processing_failed',
  'format_not_offered',
  'refused',
  'answer_not_understood',
  'gave_up',
  // Whether it was published is not known.
  'no_answer',
  'no_trace',
  'several_matches',
])
export type PublicationReason = z.infer<typeof PublicationReason>

/** What a person reads of why a post waits, failed or is unknown, and what to do. */
export function reasonText(code: string | null, platform: Platform): string | null {
  const reason = PublicationReason.safeParse(code)
  return reason.success ? t(`social.reason.${reason.data}`, { network: platformNames[platform] }) : null
}
