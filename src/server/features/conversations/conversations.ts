/**
 * Conversations with people who write: what they wrote, what we answered, and what the team noted. What we send goes
 * through the outbox of the messages.
 */

export { countAssigned, releaseConversations } from './act/release.ts'
export { eraseConversations } from './erase.ts'
export { receiveEchoes, receiveMessages } from './receive/receive.ts'
