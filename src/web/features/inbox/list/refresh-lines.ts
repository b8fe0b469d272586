import type { Query, QueryClient } from '@tanstack/react-query'
import { conversations } from '#contract/conversations.ts'
import { keyOf } from '#web/net/api.ts'
import { isLong, shorten } from '#web/net/long-lists.ts'
import { type LinePage, type LinePages, pagesWith, withPage } from './line-pages.ts'

type Refresh = { changed: Set<number>; running: boolean; waiting: boolean }
const refreshes = new WeakMap<Query, Refresh>()
/** The pages that each list shows just now. */
const inSight = new WeakMap<object, readonly number[]>()

/** Notes which pages of a list are in sight, so that a change without a name reaches them. */
export function notePagesInSight(pages: LinePages['pages'], from: number, to: number): void {
  const shown: number[] = []
  let first = 0
  for (const [nr, { conversations: lines }] of pages.entries()) {
    if (first <= to && first + lines.length > from) shown.push(nr)
    first += lines.length
  }
  inSight.set(pages, shown)
}

/** Refreshes the lists after a change: short ones as a whole, of long ones the pages that it concerns. */
export function refreshLines(queries: QueryClient, changed: readonly number[]): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: keyOf(conversations.list) })) {
    if (isLong(query) && query.isActive()) {
      void refreshPages(queries, query, changed)
      continue
    }
    if (isLong(query)) shorten(queries, query)
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

/** After a change of many: lists begin with their first pages again. */
export function restartLines(queries: QueryClient): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: keyOf(conversations.list) })) {
    if (isLong(query)) shorten(queries, query)
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

/** One refresh of a list at a time: what changes meanwhile is taken by the next. */
async function refreshPages(queries: QueryClient, query: Query, ids: readonly number[]): Promise<void> {
  const own = refreshes.get(query) ?? { changed: new Set(), running: false, waiting: false }
  refreshes.set(query, own)
  for (const id of ids) own.changed.add(id)
  own.waiting = true
  if (own.running) return
  own.running = true
  try {
    while (own.waiting) {
      own.waiting = false
      const changed = new Set(own.changed)
      own.changed.clear()
      await takePages(queries, query, changed)
    }
  } finally {
    own.running = false
  }
}

async function takePages(queries: QueryClient, query: Query, changed: ReadonlySet<number>): Promise<void> {
  const data = query.state.data as LinePages | undefined
  const ask = query.meta?.page as ((cursor: string | undefined) => Promise<LinePage>) | undefined
  if (!data || !ask) return
  const shown = changed.size === 0 ? (inSight.get(data.pages) ?? []) : []
  for (const nr of new Set([...pagesWith(data, changed), ...shown])) {
    const cursor = data.pageParams[nr]
    // What fails is asked for by the next change.
    const fresh = await ask(cursor).catch(() => undefined)
    if (!fresh) return
    const take = () =>
      queries.setQueryData<LinePages>(query.queryKey, (now) => {
        const at = now?.pageParams.indexOf(cursor) ?? -1
        return now && at >= 0 ? withPage(now, at, fresh, changed) : now
      })
    take()
    if (query.state.fetchStatus !== 'fetching') continue
    // A page that was on its way puts back what it began with.
    await query.promise?.catch(() => undefined)
    take()
  }
}
