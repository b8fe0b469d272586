import type { Query, QueryKey, QueryPersister } from '@tanstack/react-query'
import { clear, createStore, get, set, type UseStore } from 'idb-keyval'
import { ApiError } from '../net/api-error.ts'
import { currentSession, subscribe } from '../session/session.ts'
import { checkReach, noteReached } from './reach.ts'

/** What is shown again while the server is out of reach. Everything else is asked for, or not shown. */
const keptPaths = new Set(
  [
    'dashboard_stats',
    'get_campaigns',
    'campaigns/{id}',
    'get_leads',
    'leads/summary',
    'leads/tags',
    'leads/{id}',
    'templates',
    'templates/{id}',
    'meta/get_local_templates',
    'meta/get_templates',
    'meta/meta_message_logs',
    'meta/meta_message_logs/summary',
    'onboarding/connection',
    'meta/get_onboarding_status',
    'meta/fetch_onboarding_status',
    'subscription',
  ].map((path) => `/marketing/api/${path}`),
)
/** Older than this it says more about the past than about the present. */
const keptMs = 24 * 3_600_000

type Kept = { userId: number; at: number; data: unknown }

let opened: UseStore | undefined
const store = (): UseStore => {
  opened ??= createStore('tidings', 'last-data')
  return opened
}

/** A browser that keeps nothing (a private window, a full disk) shows nothing offline; all else works. */
export async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    console.info('The last data cannot be kept in this browser.', error)
    return undefined
  }
}

const userId = (): number | undefined => currentSession()?.user?.user_id

const isKept = (key: QueryKey): boolean => key[0] === 'GET' && keptPaths.has(String(key[1]))

/** Nothing came back, or a proxy answered for a server that is down. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind !== 'answer' || error.status >= 502)
}

/**
 * Keeps each answer in this browser, and gives the last one where the server cannot be reached and the screen has
 * nothing yet. Where the server answers but for this call, the last answer stays under the call's own error.
 */
export const lastData: QueryPersister<unknown, QueryKey> = async (ask, context, query) => {
  const asker = userId()
  try {
    const data = await ask(context)
    noteReached()
    if (asker !== undefined && asker === userId() && isKept(query.queryKey)) keep(query, asker, data)
    return data
  } catch (error) {
    if (!isPassing(error)) throw error
    const alone = await checkReach()
    const kept = query.state.data === undefined && isKept(query.queryKey) ? await read(query) : undefined
    if (!kept || kept.userId !== asker || asker !== userId() || Date.now() - kept.at > keptMs) throw error
    if (alone) {
      query.setState({ data: kept.data, dataUpdatedAt: kept.at })
      throw error
    }
    // After this answer is taken for a new one, its true age.
    setTimeout(() => query.setState({ dataUpdatedAt: kept.at }))
    return kept.data
  }
}

const keep = (query: Query, userId: number, data: unknown): void => {
  void quietly(() => set(query.queryHash, { userId, at: Date.now(), data } satisfies Kept, store()))
}
const read = (query: Query) => quietly(() => get<Kept>(query.queryHash, store()))

/** What one person saw does not survive their session: at its end, and at a start without one, all is removed. */
export function forgetAtTheEnd(): void {
  if (typeof indexedDB === 'undefined') return
  const forget = (): void => {
    if (!currentSession()) void quietly(() => clear(store()))
  }
  forget()
  subscribe(forget)
}
