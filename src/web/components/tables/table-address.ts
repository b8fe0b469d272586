import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSearchChoice } from '../../net/search-choice.ts'
import { currentSession, subscribe } from '../../session/session.ts'

export type Sort = { key: string; descending: boolean }

/**
 * What a table shows, kept in the address, so that a view can be linked and survives a reload: search, sort, and
 * filters by name. Setting an empty value takes it out of the address. Moves do not fill the browser's history.
 * `orders` are the orders that the list knows, by how the address names them: `{ name: 'name', '-date': 'newest' }`.
 */
export function useTableAddress<Order extends string>(
  standard: { sort?: Sort; orders?: Readonly<Partial<Record<string, Order>>> } = {},
) {
  const [params, choose] = useSearchChoice()
  const asked = readSort(params.get('sort'))
  const sort =
    (asked && (!standard.orders || standard.orders[writeSort(asked)]) ? asked : standard.sort) ?? null

  const set = (changes: Record<string, string | null>) =>
    choose((now) => {
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })

  return {
    search: params.get('search') ?? '',
    setSearch: (search: string) => set({ search: search || null }),
    filter: (name: string) => params.get(name) ?? '',
    setFilter: (name: string, value: string | null) => set({ [name]: value }),
    clear: (names: readonly string[]) =>
      set(Object.fromEntries([...names, 'search'].map((name) => [name, null]))),
    sort,
    /** What the server calls this order. */
    order: sort ? standard.orders?.[writeSort(sort)] : undefined,
    setSort: (sort: Sort) => set({ sort: writeSort(sort) }),
    /** Changes when what is shown changes: the page starts at the top again. */
    key: params.toString(),
  }
}

/** `name` is ascending, `-name` descending. */
export function readSort(text: string | null): Sort | null {
  const match = /^(-?)(\w+)$/.exec(text ?? '')
  return match?.[2] ? { key: match[2], descending: match[1] === '-' } : null
}

export function writeSort(sort: Sort): string {
  return `${sort.descending ? '-' : ''}${sort.key}`
}

/** What a list says with its first page: how many rows there are, and whether they were counted to the end. */
export type Found = { count: number; more: boolean }

type Trail = { key: string; cursors: readonly string[]; found?: Found | null | undefined }

/** Where each entry of the browser's history was in its list, for the way back to it. */
const trails = new Map<string, Trail>()
// What one person saw is not for the next.
subscribe(() => {
  if (!currentSession()) trails.clear()
})

/**
 * The way through a keyset-paged list: the server only tells how to go on, so the way back is remembered here.
 * So is the count that came with the first page. `resetKey` is what the list depends on (the address's `key`): when it changes, the first page is shown.
 */
export function usePages(resetKey: string) {
  const entry = useLocation().key
  const [trail, setTrail] = useState<Trail>(trails.get(entry) ?? { key: resetKey, cursors: [] })
  const here: Trail = trail.key === resetKey ? trail : { key: resetKey, cursors: [] }
  const { cursors } = here
  useEffect(() => {
    trails.set(entry, trail)
  }, [entry, trail])
  return {
    cursor: cursors.at(-1),
    /** 0 on the first page. */
    page: cursors.length,
    next: (cursor: string, found?: Found | null) =>
      setTrail({ ...here, cursors: [...cursors, cursor], ...(cursors.length === 0 && { found }) }),
    previous: () => setTrail({ ...here, cursors: cursors.slice(0, -1) }),
    /** The count to show: the first page's own, later the one that it had. */
    found: (fresh: Found | null | undefined): Found | null | undefined =>
      cursors.length === 0 ? fresh : here.found,
  }
}
export type Pages = ReturnType<typeof usePages>
