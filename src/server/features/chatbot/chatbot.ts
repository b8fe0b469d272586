/** The chatbot: rules and flows that answer people, through the conversations and the outbox of the messages. */

import { whenJoined } from '#server/features/conversations/conversations.ts'
import { joinSessions } from './run/join.ts'

export { aiKeyContext } from './ai/settings.ts'
export { eraseBot } from './erase.ts'
export { awaitsAnswer } from './run/awaits-answer.ts'
export { answerMessages } from './run/receive.ts'
export { botSecretContext } from './secrets/secrets.ts'

whenJoined(joinSessions)
