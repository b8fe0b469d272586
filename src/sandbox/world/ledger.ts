import type { Phone } from './accounts.ts'
import type { Template } from './template-store.ts'

/** A message that was accepted: what the sandbox would swear to. */
export type Sent = {
  /** Counts all accepted messages of this install; the message id is made of it. */
  number: number
  /** When it was accepted, milliseconds since 1970. */
  at: number
  phone: Phone
  /** Digits as they were written by the caller. */
  to: string
  /** The number of the recipient's WhatsApp id. */
  waId: string
  callback: string | undefined
  type: string
  template: Template | null
  category: string
  /** Billed as regular or free inside an open service window. */
  free: boolean
  /** The components or body as they were sent, if the ledger keeps them. */
  content: unknown
  /** The statuses reported by webhook so far, in the order they were recorded. */
  reported: string[]
  failedWith: number | null
}

/** All accepted messages, the newest `limit` of them, and counts that never forget. */
export type Ledger = {
  add: (sent: Sent) => void
  next: () => number
  /** The first number not yet used; survives restarts. */
  peek: () => number
  startFrom: (number: number) => void
  /** From oldest to newest. */
  rows: () => Iterable<Sent>
  newest: (count: number) => Sent[]
  /** The last message to a number; found from the end, where it mostly is. */
  newestTo: (to: string) => Sent | undefined
  size: () => number
  counts: { accepted: number; refused: Record<string, number>; cut: number; forgotten: number }
  /** What was marked as read, and where typing was shown; the newest 1,000. */
  readMarks: { messageId: string; typing: boolean; at: number }[]
  clear: () => void
}

export function createLedger(limit: () => number): Ledger {
  let rows: Sent[] = []
  let head = 0
  let next = 1
  const counts: Ledger['counts'] = { accepted: 0, refused: {}, cut: 0, forgotten: 0 }
  const readMarks: Ledger['readMarks'] = []
  return {
    counts,
    readMarks,
    next: () => next++,
    peek: () => next,
    startFrom: (number) => {
      next = number
    },
    add: (sent) => {
      rows.push(sent)
      counts.accepted++
      if (rows.length - head > limit()) {
        head++
        counts.forgotten++
        // Cutting off the forgotten part now and then keeps adding cheap.
        if (head > 65_536) {
          rows = rows.slice(head)
          head = 0
        }
      }
    },
    rows: function* () {
      for (let index = head; index < rows.length; index++) yield rows[index]!
    },
    newest: (count) => rows.slice(Math.max(head, rows.length - count)),
    newestTo: (to) => {
      for (let index = rows.length - 1; index >= head; index--) if (rows[index]!.to === to) return rows[index]
      return undefined
    },
    size: () => rows.length - head,
    clear: () => {
      rows = []
      head = 0
      readMarks.length = 0
      counts.accepted = 0
      counts.refused = {}
      counts.cut = 0
      counts.forgotten = 0
    },
  }
}

/**
 * The id of a message as WhatsApp makes them: base64 of a header, the person's number, and 18 hex digits, here
 * the install's own six and the message's number. Made afresh each time rather than stored.
 */
export function wamid(install: string, to: string, number: number): string {
  const tail = number.toString(16).toUpperCase().padStart(12, '0')
  const bytes = `\x1c\x18${String.fromCharCode(to.length)}${to}\x15\x02\x00\x11\x18\x12${install}${tail}\x00`
  return `wamid.${Buffer.from(bytes, 'latin1').toString('base64')}`
}
