import type { TrialStage } from '#contract/campaigns/trials.ts'
import type { CampaignStatus } from '#contract/campaigns.ts'

/**
 * Which status may follow which. Every change is a conditional update that names the statuses it leaves, so two
 * that come at once cannot both happen.
 *
 * Cancelled is the end: its queued people were told apart for good. Completed and Failed may run again, when
 * failed or unanswered messages are sent once more or the cause of the failure is mended.
 */
export const mayBecome: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  Scheduled: ['Running', 'Paused', 'Failed', 'Cancelled'],
  Running: ['Paused', 'Completed', 'Failed', 'Cancelled'],
  Paused: ['Scheduled', 'Running', 'Completed', 'Failed', 'Cancelled'],
  Completed: ['Running'],
  Failed: ['Scheduled', 'Running', 'Paused', 'Completed', 'Cancelled'],
  Cancelled: [],
}

/** The statuses that `next` may follow. */
export function statusesBefore(next: CampaignStatus): CampaignStatus[] {
  return (Object.keys(mayBecome) as CampaignStatus[]).filter((status) => mayBecome[status].includes(next))
}

/** What the owner can do with a campaign. */
export type CampaignAction = 'pause' | 'resume' | 'cancel' | 'retry_failed' | 'undo' | 'edit' | 'decide'

/** @param waiting how many people are still queued; @param retryable for how many failures a second try can help. */
export function actionsFor(
  status: CampaignStatus,
  {
    planned,
    waiting,
    retryable,
    undoable = false,
    trial,
  }: {
    planned: boolean
    waiting: number
    retryable: number
    undoable?: boolean
    trial?: TrialStage | undefined
  },
): CampaignAction[] {
  const unfinished = !planned || waiting > 0
  const actions: CampaignAction[] = []
  if (undoable && status === 'Scheduled') actions.push('undo')
  if (!planned && (status === 'Scheduled' || status === 'Paused')) actions.push('edit')
  if (status === 'Running' || status === 'Scheduled') actions.push('pause')
  const isOpen = status === 'Running' || status === 'Paused'
  if (isOpen && (trial === 'measuring' || trial === 'asking')) actions.push('decide')
  const asks = status === 'Paused' && trial === 'asking'
  if ((status === 'Paused' && !asks) || (status === 'Failed' && unfinished)) actions.push('resume')
  if (status !== 'Cancelled' && status !== 'Completed' && (status !== 'Failed' || unfinished)) {
    actions.push('cancel')
  }
  if (status !== 'Cancelled' && status !== 'Scheduled' && retryable > 0) actions.push('retry_failed')
  return actions
}

/** Why a campaign waits: its number could not be used when it was to start. */
export const numberStoppedCode = 'number'
/** Why a campaign waits: the whole WhatsApp account was stopped while it ran. */
export const accountStoppedCode = 'account_stopped'

/** Why a campaign waits: WhatsApp does not let its template be sent for now. */
export const templateStoppedCode = 'template_stopped'
/** The same, and the owner wants to look at the new version before it goes on. */
export const templateAskCode = 'template_in_review_ask'
/** The template can be sent again, and only the owner can know whether the message is still wanted. */
export const templateReadyCode = 'template_ready'

/** A start that was missed by more than this does not happen by itself: the owner is asked. */
export const latenessLimitHours = 6

/** Whether a start is so late that nobody can know if it is still wanted. */
export function isTooLate(scheduledAt: Date, now: Date): boolean {
  return now.getTime() - scheduledAt.getTime() > latenessLimitHours * 3_600_000
}

/** What a campaign is when its last message has left: failed where not one message was taken. */
export function finalStatus(outcomes: {
  sent: number
  delivered: number
  read: number
  unknown: number
}): 'Completed' | 'Failed' {
  const taken = outcomes.sent + outcomes.delivered + outcomes.read + outcomes.unknown
  return taken > 0 ? 'Completed' : 'Failed'
}
