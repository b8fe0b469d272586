/** One server-sent event. `event` is `message` where the server named none. */
export type StreamEvent = { event: string; data: string; id: string | null }

/**
 * Reads the text of an event stream, in pieces of any size, into events.
 * `retryMs` is what the server last asked for between two connections, if anything.
 * Format: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createEventReader(): {
  read: (piece: string) => StreamEvent[]
  retryMs: () => number | null
} {
  let rest = ''
  let event = ''
  let data: string[] = []
  let id: string | null = null
  let retry: number | null = null

  const takeLine = (line: string): StreamEvent | null => {
    if (line === '') {
      const done = data.length > 0 ? { event: event || 'message', data: data.join('\n'), id } : null
      event = ''
      data = []
      return done
    }
    if (line.startsWith(':')) return null
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value)
    return null
  }

  return {
    read(piece) {
      const events: StreamEvent[] = []
      // A carriage return at the end may be the first half of a line end: it waits for the next piece.
      const text = rest + piece
      const pending = text.endsWith('\r') ? '\r' : ''
      const lines = (pending ? text.slice(0, -1) : text).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + pending
      for (const line of lines) {
        const done = takeLine(line)
        if (done) events.push(done)
      }
      return events
    },
    retryMs: () => retry,
  }
}

const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** How long to wait before connection attempt `failures` (1 is the first retry): doubling, with some chance in it. */
export function reconnectDelayMs(
  failures: number,
  asked: number | null,
  random: () => number = Math.random,
): number {
  const base = asked ?? firstWaitMs
  return Math.min(longestWaitMs, base * 2 ** Math.max(0, failures - 1)) * (0.75 + random() / 2)
}
