import type { InfiniteData } from '@tanstack/react-query'
import type { Conversation } from '#contract/conversations.ts'

export type LinePage = { conversations: Conversation[]; next_cursor: string | null }
export type LinePages = InfiniteData<LinePage, string | undefined>

/** All loaded conversations, each once: one that moved up is still in its old page until that is refreshed. */
export function linesOf(data: { pages: readonly LinePage[] } | undefined): Conversation[] {
  const byId = new Map<number, Conversation>()
  for (const page of data?.pages ?? [])
    for (const line of page.conversations) if (!byId.has(line.id)) byId.set(line.id, line)
  return [...byId.values()]
}

/** Pages that a change concerns: the first, where new lines appear, and those that hold what changed. */
export function pagesWith(data: LinePages, changed: ReadonlySet<number>): number[] {
  return data.pages.flatMap(({ conversations }, nr) =>
    nr === 0 || (changed.size > 0 && conversations.some(({ id }) => changed.has(id))) ? nr : [],
  )
}

/**
 * A page as it is now, in place of an old one. What slid out of its end stays where it was, so that no line is missing
 * before the next page.
 */
export function withPage(
  data: LinePages,
  nr: number,
  fresh: LinePage,
  changed: ReadonlySet<number>,
): LinePages {
  const old = data.pages[nr]
  if (!old) return data
  const { pages, pageParams } = data
  if (fresh.next_cursor === null)
    return { pages: [...pages.slice(0, nr), fresh], pageParams: pageParams.slice(0, nr + 1) }
  const ids = new Set(fresh.conversations.map(({ id }) => id))
  const end = fresh.conversations.at(-1)
  const slid = old.conversations.filter(
    (line) => !ids.has(line.id) && !changed.has(line.id) && end !== undefined && isBehind(line, end),
  )
  const page = { conversations: [...fresh.conversations, ...slid], next_cursor: old.next_cursor }
  return { pages: pages.map((one, at) => (at === nr ? page : one)), pageParams }
}

const isBehind = (line: Conversation, end: Conversation): boolean =>
  line.last_at < end.last_at || (line.last_at === end.last_at && line.id < end.id)
