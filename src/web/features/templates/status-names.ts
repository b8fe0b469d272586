import { t } from '#web/messages/t.ts'

/** A campaign's status in the reader's language; a status unknown to this page as the server names it. */
export function campaignStatusName(status: string): string {
  switch (status) {
    case 'Scheduled':
    case 'Running':
    case 'Paused':
    case 'Completed':
    case 'Failed':
    case 'Cancelled':
      return t(`templates.campaignStatus.${status}`)
    default:
      return status
  }
}

/** A template's status in the reader's language; a status that WhatsApp added later in its own word. */
export function templateStatusName(status: string): string {
  switch (status) {
    case 'approved':
    case 'rejected':
    case 'pending':
    case 'paused':
    case 'disabled':
    case 'deleted':
    case 'in_appeal':
    case 'pending_deletion':
    case 'limit_exceeded':
    case 'archived':
    case 'flagged':
    case 'locked':
      return t(`templates.badge.${status}`)
    default:
      return status.replaceAll('_', ' ')
  }
}
