import { t } from '#server/messages/t.ts'
import type { AccountUpdateEvent, WebhookEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { upgradedPerSecond } from '../account/throughput.ts'

const join = (...sentences: (string | undefined)[]): string => sentences.filter(Boolean).join(' ')
const checking = (): string => t('onboarding.events.checking')

/** The effect of an account event, for the webhook tester and for a replay. */
export function accountEventText(event: WebhookEvent, isOwned: boolean): string {
  if (event.kind === 'account_update' && isSignup(event)) return t('onboarding.events.signup')
  if (!isOwned) return t('onboarding.events.notOurs')
  switch (event.kind) {
    case 'account_update':
      return accountUpdateText(event)
    case 'account_review':
      if (event.decision === 'REJECTED') return t('onboarding.events.reviewRejected')
      if (event.decision === 'APPROVED') return t('onboarding.events.reviewApproved')
      return t('onboarding.events.review', { decision: event.decision })
    case 'account_alert':
      if (event.status === 'NONE') return t('onboarding.events.alertOver')
      return event.severity === 'CRITICAL'
        ? join(t('onboarding.events.alertShown'), checking())
        : join(t('onboarding.events.alertHidden'), checking())
    case 'account_error':
      return t('onboarding.events.accountError')
    case 'security':
      return event.event === 'PIN_RESET_REQUEST'
        ? join(t('onboarding.events.pinReset'), checking())
        : join(t('onboarding.events.pinResetOver'), checking())
    case 'phone_limit':
      return phoneLimitText(event.event, event.limit)
    case 'phone_name':
      return t('onboarding.events.name', { decision: event.decision })
    case 'capability':
      return event.limit === undefined ? t('onboarding.events.unchanged') : limitText(event.limit)
    case 'username':
      return t('onboarding.events.username')
    default:
      return t('onboarding.events.applied')
  }
}

const isSignup = ({ event }: AccountUpdateEvent): boolean =>
  event === 'PARTNER_ADDED' || event === 'PARTNER_APP_INSTALLED'

const limitText = (limit: number | null): string =>
  limit === null ? t('onboarding.events.noLimit') : t('onboarding.events.limit', { limit })

function phoneLimitText(event: string, limit: number | null | undefined): string {
  const text = join(
    event === 'THROUGHPUT_UPGRADE'
      ? t('onboarding.events.throughput', { rate: upgradedPerSecond })
      : undefined,
    event === 'FLAGGED' ? join(t('onboarding.events.flagged'), checking()) : undefined,
    event === 'UNFLAGGED' ? t('onboarding.events.unflagged') : undefined,
    limit === undefined ? undefined : limitText(limit),
  )
  return text || t('onboarding.events.unchanged')
}

function accountUpdateText({ event, banState, banDate }: AccountUpdateEvent): string {
  switch (event) {
    case 'PARTNER_REMOVED':
    case 'PARTNER_APP_UNINSTALLED':
      return t('onboarding.events.partnerRemoved')
    case 'ACCOUNT_DELETED':
      return t('onboarding.events.deleted')
    case 'ACCOUNT_VIOLATION':
      return join(t('onboarding.events.violation'), checking())
    case 'ACCOUNT_RESTRICTION':
      return t('onboarding.events.restriction')
    case 'DISABLED_UPDATE':
      if (banState === 'DISABLE') return t('onboarding.events.disabled')
      if (banState === 'REINSTATE') return t('onboarding.events.reinstated')
      return join(
        banDate ? t('onboarding.events.scheduledOn', { date: banDate }) : t('onboarding.events.scheduled'),
        checking(),
      )
    default:
      return join(t('onboarding.events.unchanged'), checking())
  }
}
