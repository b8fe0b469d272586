/**
 * Conversations with people who write: what they wrote, what we answered, and what the team noted. What we send goes
 * through the outbox of the messages.
 */

export {
  assignByBot,
  type BotNote,
  type BotSend,
  recordBotNotes,
  recordBotSends,
  unreadStops,
} from './act/bot-acts.ts'
export { handOverLeads } from './act/hand-over.ts'
export { countAssigned, releaseConversations } from './act/release.ts'
export { eraseConversations } from './erase.ts'
export { attachFile, flowFiles, providerFile, uploadedFiles } from './files/attach.ts'
export { forgetChatFiles } from './files/forget-files.ts'
export { uploadedFile } from './files/uploaded-file.ts'
export { lockConversations } from './lock.ts'
export { noteConversations } from './notes.ts'
export { isOpen, openNumbers } from './office-hours/office-hours.ts'
export { forgetInViews } from './order/views.ts'
export { receiveEchoes } from './receive/echoes.ts'
export { receiveMessages } from './receive/receive.ts'
export { whenJoined } from './receive/whose.ts'
export { requireConversation } from './require-conversation.ts'
