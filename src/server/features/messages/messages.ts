/**
 * The sending engine: the outbox, the lanes that empty it, and what the provider tells about what was sent.
 *
 * - `messages`: one row for each person of a campaign and each single send, written before anything is sent.
 * - `dispatches`: one for each campaign: whether its messages may go.
 * - `lanes`: one for each phone number: who empties it, and why it waits.
 */

export { archiveMessages, forgetArchives } from './archive/archive-messages.ts'
export { archivedMessagesTo, scrubArchives } from './archive/archived-person.ts'
export { eachWithPeople, withPeople } from './archive/with-people.ts'
export { billedCategorySql } from './billed-category.ts'
export { kindOf } from './clicks/click-kind.ts'
export { type ClickCounts, countClicks } from './clicks/count-clicks.ts'
export { isCounted } from './clicks/store-clicks.ts'
export { originOf } from './journal/claim-lines.ts'
export { doubtQueued, doubtSilence, hasUnknownClaims, restoreClaims } from './journal/lost-claims.ts'
export { hasQuietNow } from './lane/claim/quiet-people.ts'
export { partSentCode } from './lane/draining.ts'
export { switchContent } from './lane/switch-content.ts'
export { isArchived } from './log/archived-months.ts'
export { leftAt } from './log/left-at.ts'
export { getMessageLife } from './log/message-life.ts'
export { bodyText, explanationFor, headerText } from './log/message-text.ts'
export { countedTaken, messageTallyColumns, takenTallies } from './log/tallies.ts'
export { capEndSql, type Half, hadEnoughSql, isOfHalfSql, lockMarketing } from './marketing-limit.ts'
export { createContent, type Slot } from './model/contents.ts'
export {
  cancelDispatch,
  holdDispatch,
  type PeopleClock,
  type Plan,
  planMessages,
  type Retried,
  releaseDispatch,
  retryFailed,
} from './model/dispatches.ts'
export {
  addressStartSql,
  archivedRecipient,
  eraseMessagesOfLeads,
  eraseRecipient,
  hasNoPerson,
  hasPersonSql,
} from './model/erase-recipient.ts'
export {
  campaignDrained,
  campaignPartSent,
  campaignStopped,
  contentOutdated,
  messagesChannel,
  numberWaits,
  sweepJob,
  wakeLane,
} from './model/job-names.ts'
export { type MessageStatus, messageStatuses, ownerReasons } from './model/message-status.ts'
export { releaseRest, withdrawContent } from './model/parts.ts'
export { getSendingSettings, type SendingSettings, saveSendingSettings } from './model/sending-settings.ts'
export {
  cancelQueuedSteps,
  cancelSteps,
  contentsInOutbox,
  holdSteps,
  type InOutbox,
  type PlannedBefore,
  plannedBefore,
  planSteps,
  prefixesInOutbox,
  releaseSteps,
  sequencesInOutbox,
  templatesInOutbox,
} from './model/sequence-steps.ts'
export { leaveOutAsked } from './outcome/leave-out.ts'
export { campaignOutcomes, findWait, putOffReason, waitingReason } from './outcome/outcomes.ts'
export { readdress } from './outcome/readdress.ts'
export { reportsMissingSince } from './outcome/reports.ts'
export { resendFailed } from './outcome/resend.ts'
export type { ReceivedStatus } from './outcome/status-sets.ts'
export { applyStatuses } from './outcome/statuses.ts'
export { settleUnknown } from './outcome/unknown.ts'
export { type ChatMessage, queueChat, queueChats } from './single/chat-send.ts'
export { putOffSend, takeBackSend } from './single/put-off.ts'
export { queueSingle, type SingleSendResult, sendSingle, singleProblem } from './single/single-send.ts'
