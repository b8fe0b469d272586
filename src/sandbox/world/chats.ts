/** What a person did in a chat, oldest first. */
export type PersonLine = {
  id: string
  at: number
  message: Record<string, unknown>
}

/** What people wrote, by number of ours and person: what a phone shows, and no more. */
export type Chats = {
  add: (phoneId: string, digits: string, line: PersonLine) => void
  of: (phoneId: string, digits: string) => readonly PersonLine[]
  clear: () => void
}

const linesAtMost = 200
const chatsAtMost = 2_000

export function createChats(): Chats {
  const chats = new Map<string, PersonLine[]>()
  const keyOf = (phoneId: string, digits: string) => `${phoneId} ${digits}`
  return {
    add: (phoneId, digits, line) => {
      const key = keyOf(phoneId, digits)
      const lines = chats.get(key) ?? []
      // Moves the chat to the end: the first of the map is the oldest.
      chats.delete(key)
      chats.set(key, lines)
      lines.push(line)
      if (lines.length > linesAtMost) lines.shift()
      if (chats.size > chatsAtMost) {
        const [oldest] = chats.keys()
        if (oldest !== undefined) chats.delete(oldest)
      }
    },
    of: (phoneId, digits) => chats.get(keyOf(phoneId, digits)) ?? [],
    clear: () => chats.clear(),
  }
}

/** The number of the test phone. 555-01xx is reserved for fiction; Canadian, because marketing does not reach the USA. */
export const testPhoneDigits = '14165550142'
