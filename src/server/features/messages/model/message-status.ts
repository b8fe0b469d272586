import { MessageStatus } from '#contract/messages.ts'

/**
 * The states of a message and which may follow which. Pure data: the SQL that moves messages is made from it, and
 * the test walks it.
 *
 * ```
 * queued ──claim──▶ sending ──accepted──▶ sent ──▶ delivered ──▶ read
 *    │                 │  └──refused────▶ failed
 *    │                 └──no answer────▶ unknown ──▶ sent | queued | failed
 *    ├──▶ skipped
 *    └──▶ cancelled
 * ```
 */
export const messageStatuses = MessageStatus.options
export type { MessageStatus }

/** What a status webhook tells. `played` (a voice message) is a way of being read. */
export const reportedStatuses = ['sent', 'delivered', 'read', 'failed'] as const
export type ReportedStatus = (typeof reportedStatuses)[number]

/** The provider's word as one of ours; undefined for one that it has invented since. */
export function readReported(status: string): ReportedStatus | undefined {
  if (status === 'played') return 'read'
  return reportedStatuses.find((known) => known === status)
}

/**
 * From where a reported status moves a message. Arriving is the strongest fact there is: it holds whatever the
 * books say, even over a failure (several devices: one took it, one did not) and over a cancellation that came
 * too late. A failure counts only until the message has arrived.
 * Source: …/whatsapp/webhooks/reference/messages/status.
 */
export const movesFrom: Readonly<Record<ReportedStatus, readonly MessageStatus[]>> = {
  sent: ['sending', 'unknown', 'queued', 'cancelled'],
  failed: ['sending', 'unknown', 'queued', 'sent', 'cancelled'],
  delivered: ['queued', 'sending', 'unknown', 'sent', 'failed', 'skipped', 'cancelled'],
  read: ['queued', 'sending', 'unknown', 'sent', 'failed', 'skipped', 'cancelled', 'delivered'],
}

/** Words in `reason`, beside those that a campaign gives to people it leaves out. */
export const reasons = {
  /** Unknown: the answer never came. */
  noAnswer: 'no_answer',
  /** Unknown: refused in a way that leaves open whether it was taken; goes again if nothing is heard. */
  reconcile: 'reconcile',
  /** The same, while the reports of its minutes have not come in: silence does not count yet. */
  awaitingReports: 'awaiting_reports',
  /** Unknown: its time is over, the owner decides. */
  ask: 'ask_owner',
  /** The same, where no report of its minutes came in: silence shows nothing. */
  noReports: 'no_reports',
  /** Unknown: the database went back to a state of before it may have left. The owner decides. */
  wentBack: 'went_back',
  /** Failed: the owner wrote an unknown off. */
  writtenOff: 'written_off',
  /** Queued: tried again by itself. */
  retry: 'retry',
  /** Queued: the owner asked for it. */
  again: 'again',
  /** Queued: a person gets one message in six seconds. */
  pairRate: 'pair_rate',
  /** Skipped at the moment of sending. */
  optedOut: 'opted_out',
  /** Skipped at the moment of sending: the template became marketing, to which the person never agreed. */
  noConsent: 'no_consent',
  /** Skipped at the moment of sending: the person has no consent and was asked to confirm an opt-in. */
  awaitsConfirmation: 'awaits_confirmation',
  /** Skipped at the moment of sending: the lead was deleted after the campaign was planned. */
  deleted: 'deleted',
  /** Skipped at the moment of sending: the person has another number or user id now. */
  changedNumber: 'changed_number',
  /** Skipped at the moment of sending: another message of the campaign or step goes to the same person. */
  duplicate: 'duplicate',
  /** Skipped at the moment of sending: WhatsApp delivers no marketing to the USA. */
  usMarketing: 'us_marketing',
  refused: 'refused',
  /** Failed: a value is missing or too long; it never left. */
  unusableContent: 'unusable_content',
} as const

/** Unknown, and sent again by itself where silence shows that it was not taken. */
export const reconcilingReasons: readonly string[] = [reasons.reconcile, reasons.awaitingReports]

/** Unknown until the owner decides. */
export const ownerReasons: readonly string[] = [reasons.ask, reasons.noReports, reasons.wentBack]
