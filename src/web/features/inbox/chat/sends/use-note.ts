import { useFormDraft } from '#web/shell/form-drafts.ts'

type Note = { text: string }

const blank: Note = { text: '' }

/** What is left in the field once a note is stored: what was typed meanwhile stays. */
export const leftOf = (now: Note, stored: Note): Note => (now.text === stored.text ? blank : now)

/** The note that is typed in a conversation; it is kept in this browser until it is added. */
export function useNote(conversationId: number) {
  const { value, set, replaceKept } = useFormDraft(`note:${conversationId}`, blank)
  return {
    text: value.text,
    put: (text: string) => set({ text }),
    /** Once the note is stored, also when its conversation is no longer on the screen. */
    stored: () => {
      set((now) => leftOf(now, value))
      replaceKept(value, blank)
    },
  }
}
