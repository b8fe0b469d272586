import { type Platform, platformNames } from '#contract/social/networks.ts'
import { PublicationReason } from '#contract/social/reasons.ts'
import { t } from '#web/messages/t.ts'

/** What a person reads of why a post waits, failed or is unknown, and what to do. */
export function reasonText(code: string | null, platform: Platform): string | null {
  const reason = PublicationReason.safeParse(code)
  return reason.success
    ? t(`social.publish.reason.${reason.data}`, { network: platformNames[platform] })
    : null
}
