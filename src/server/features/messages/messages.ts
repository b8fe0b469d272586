/**
 * The sending engine: the outbox, the lanes that empty it, and what the provider tells about what was sent.
 *
 * - `messages`: one row for each person of a campaign and each single send, written before anything is sent.
 * - `dispatches`: one for each campaign: whether its messages may go.
 * - `lanes`: one for each phone number: who empties it, and why it waits.
 */
export { type ContentSource, createContent, type Slot } from './contents.ts'
export {
  cancelDispatch,
  holdDispatch,
  type Plan,
  type PlannedRecipient,
  planMessages,
  type Retried,
  releaseDispatch,
  retryFailed,
} from './dispatches.ts'
export { getMessageLife } from './message-life.ts'
export { type MessageStatus, messageStatuses, ownerReasons } from './message-status.ts'
export {
  campaignDrained,
  campaignStopped,
  contentOutdated,
  messagesChannel,
  numberWaits,
  wakeLane,
} from './messages.job-names.ts'
export { eraseMessagesOfLeads, eraseRecipient, isErasedRecipient } from './outcome/erase-recipient.ts'
export { resendFailed } from './outcome/resend.ts'
export { campaignOutcomes, putOffReason, waitingReason } from './outcomes.ts'
export { reportsMissingSince } from './reports.ts'
export { getSendingSettings, type SendingSettings, saveSendingSettings } from './sending-settings.ts'
export { type SingleSend, type SingleSendResult, sendSingle } from './single-send.ts'
export type { ReceivedStatus } from './status-sets.ts'
export { applyStatuses } from './statuses.ts'
export { settleUnknown } from './unknown.ts'
export { switchContent } from './versions/switch-content.ts'
