import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { currentSession, sessionRanOut, subscribe } from '../session/session.ts'
import { quietly } from './last-data.ts'

/** What a browser keeps at most, for all its people together. */
const mostFiles = 20
const mostBytes = 100 * 1024 * 1024
/** The reply window has closed long before. */
const longestMs = 7 * 86_400_000

type Kept = {
  userId: number
  conversationId: number
  at: number
  file: File
  /** It was sent and belongs to a message that waits; before, it lies beside the text of its conversation. */
  sent: boolean
}
export type WaitingFile = { key: string; file: File }

/** Of this tab. A browser that keeps nothing on its disk (a private window) keeps them until the tab closes. */
const memory = new Map<string, Kept>()
let opened: UseStore | undefined
const store = (): UseStore => {
  opened ??= createStore('tidings-files', 'waiting')
  return opened
}

/** Nobody is a member of two businesses: whose it is says of which business it is. */
const ownId = (): number | undefined => {
  const user = currentSession()?.user
  return user?.user_id ?? user?.id
}

async function all(): Promise<Map<string, Kept>> {
  const stored = await quietly(() => entries<string, Kept>(store()))
  return new Map([...(stored ?? []), ...memory])
}

async function write(key: string, kept: Kept): Promise<void> {
  memory.set(key, kept)
  await quietly(() => set(key, kept, store()))
}

/** Keeps a file of a conversation until it can be uploaded. @returns its key, or null where no more fit. */
export async function keepFile(
  conversationId: number,
  file: File,
  { sent }: { sent: boolean },
): Promise<string | null> {
  const userId = ownId()
  const kept = [...(await all()).values()]
  const bytes = kept.reduce((sum, one) => sum + one.file.size, file.size)
  if (userId === undefined || kept.length >= mostFiles || bytes > mostBytes) return null
  const key = crypto.randomUUID()
  await write(key, { userId, conversationId, at: Date.now(), file, sent })
  return key
}

/** Null: it was removed meanwhile, or is somebody else's. */
export async function keptFile(key: string): Promise<File | null> {
  const kept = memory.get(key) ?? (await quietly(() => get<Kept>(key, store())))
  return kept && kept.userId === ownId() ? kept.file : null
}

/** What was chosen in a conversation and not sent. */
export async function unsentFile(conversationId: number): Promise<WaitingFile | null> {
  const userId = ownId()
  const [found] = [...(await all())]
    .filter(([, kept]) => kept.userId === userId && kept.conversationId === conversationId && !kept.sent)
    .sort(([, one], [, other]) => other.at - one.at)
  return found ? { key: found[0], file: found[1].file } : null
}

export async function noteSent(key: string): Promise<void> {
  const kept = memory.get(key) ?? (await quietly(() => get<Kept>(key, store())))
  if (kept) await write(key, { ...kept, sent: true })
}

export async function dropFile(key: string): Promise<void> {
  memory.delete(key)
  await quietly(() => del(key, store()))
}

/**
 * A logout removes all, and the login of one person what others left. A session that ran out leaves them to the same
 * person, who is asked to log in again in the middle of their work.
 */
export function forgetFilesOfOthers(): void {
  if (typeof indexedDB === 'undefined') return
  const forget = async (): Promise<void> => {
    if (!currentSession()) {
      if (sessionRanOut()) return
      memory.clear()
      await quietly(() => clear(store()))
      return
    }
    const userId = ownId()
    if (userId === undefined) return
    for (const [key, kept] of await all()) {
      if (kept.userId !== userId || Date.now() - kept.at > longestMs) await dropFile(key)
    }
  }
  void forget()
  subscribe(() => void forget())
}
