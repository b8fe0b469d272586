/** The chatbot: rules and flows that answer people, through the conversations and the outbox of the messages. */

export { eraseBot } from './erase.ts'
export { answerMessages } from './run/receive.ts'
