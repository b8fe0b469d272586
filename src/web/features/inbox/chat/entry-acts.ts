import type { TimelineItem } from '#contract/conversations.ts'

/** What can be done with a message of the timeline. */
export type EntryActs = {
  answer: (item: TimelineItem) => void
  /** An empty emoji takes the reaction back; null while the window is closed. */
  react: ((item: TimelineItem, emoji: string) => void) | null
  jump: (wamid: string) => void
  undo: (item: TimelineItem) => void
}
