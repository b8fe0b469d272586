/** How people come to a business: opt-in forms, and the proof of what they agreed to. */

export { eraseOptins } from './optins/erase.ts'
export { optinsAmong, takeOptins } from './optins/messages.ts'
