import { setTimeout as pause } from 'node:timers/promises'

/** Waits at most so long for a state. */
const longestMs = 180_000

/** Asks until there is an answer. @throws Error that names what did not come. */
export async function until<T>(what: string, find: () => Promise<T | false>): Promise<T> {
  const ends = Date.now() + longestMs
  for (;;) {
    const found = await find()
    if (found !== false) return found
    if (Date.now() > ends) throw new Error(`${what} took too long`)
    await pause(150)
  }
}
