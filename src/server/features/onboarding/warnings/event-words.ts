import type { AccountUpdateEvent, WebhookEvent } from '#server/providers/meta/webhooks/webhook-events.ts'

const checked = 'The connection is checked now.'

/** What an account event did here, for the webhook tester and for a replay. */
export function accountEventWords(event: WebhookEvent, isOwned: boolean): string {
  if (event.kind === 'account_update' && isSignup(event)) {
    return 'Noted as a signup on Meta’s page, unless the account is connected already.'
  }
  if (!isOwned) return 'The account is not connected here. Nothing was changed.'
  switch (event.kind) {
    case 'account_update':
      return accountUpdateWords(event)
    case 'account_review':
      if (event.decision === 'REJECTED') return 'Sending was stopped: Meta rejected the account.'
      if (event.decision === 'APPROVED') return 'The review is over. A stop because of the review was lifted.'
      return `The review of the account is now: ${event.decision}.`
    case 'account_alert':
      if (event.status === 'NONE') return 'The alert is over and no longer shown.'
      return event.severity === 'CRITICAL'
        ? `The alert is shown to the owner on every screen. ${checked}`
        : `Not critical, so not shown. ${checked}`
    case 'account_error':
      return 'Sending was stopped where the error concerns the whole account.'
    case 'security':
      return event.event === 'PIN_RESET_REQUEST'
        ? `The owner is warned that someone asked to reset the PIN. ${checked}`
        : `A warning about a PIN reset is over. ${checked}`
    case 'phone_limit':
      return phoneLimitWords(event.event, event.limit)
    case 'phone_name':
      return `The review of the display name is now: ${event.decision}.`
    case 'capability':
      return event.limit === undefined
        ? 'Nothing we use was changed.'
        : `The limit is now ${limitWords(event.limit)}.`
    case 'username':
      return 'Kept. Usernames of the business are not used.'
    default:
      return 'Applied.'
  }
}

const isSignup = ({ event }: AccountUpdateEvent): boolean =>
  event === 'PARTNER_ADDED' || event === 'PARTNER_APP_INSTALLED'

const limitWords = (limit: number | null): string =>
  limit === null ? 'none' : `${limit.toLocaleString('en')} new people in 24 hours`

function phoneLimitWords(event: string, limit: number | null | undefined): string {
  const parts = [
    event === 'THROUGHPUT_UPGRADE' ? 'The number may send 1,000 messages a second.' : undefined,
    event === 'FLAGGED' ? `The quality is now low. ${checked}` : undefined,
    event === 'UNFLAGGED' ? 'Meta is asked for the quality now.' : undefined,
    limit === undefined ? undefined : `The limit is now ${limitWords(limit)}.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'Nothing we use was changed.'
}

function accountUpdateWords({ event, banState, banDate }: AccountUpdateEvent): string {
  switch (event) {
    case 'PARTNER_REMOVED':
    case 'PARTNER_APP_UNINSTALLED':
      return 'The account was disconnected, if it was this app that was removed.'
    case 'ACCOUNT_DELETED':
      return 'The account was disconnected.'
    case 'ACCOUNT_VIOLATION':
      return `The owner is warned about the violation on every screen. ${checked}`
    case 'ACCOUNT_RESTRICTION':
      return 'Sending was stopped if the restriction concerns campaigns.'
    case 'DISABLED_UPDATE':
      if (banState === 'DISABLE') return 'Sending was stopped: Meta disabled the account.'
      if (banState === 'REINSTATE') return 'The account may send again. Warnings of it are over.'
      return `The owner is warned on every screen${banDate ? ` with the date ${banDate}` : ''}. ${checked}`
    default:
      return `Nothing was changed. ${checked}`
  }
}
