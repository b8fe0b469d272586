import type { conversations } from '#contract/conversations.ts'
import type { InputOf } from '#contract/endpoint.ts'

/** A new quick reply as it is saved: never over that of a colleague. The slash is how it is called, no part of it. */
export const newReply = (
  shortcut: string,
  text: string,
): InputOf<typeof conversations.saveQuickReply>['body'] => ({
  shortcut: shortcut.trim().replace(/^\//, ''),
  text,
  replace: false,
})
