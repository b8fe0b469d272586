import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Conversation } from '#contract/conversations.ts'
import type { useConversations } from '../inbox.queries.ts'
import { linesOf } from './line-pages.ts'

/** Not while something is typed, nor in a window above the inbox. */
function isTyping(target: HTMLElement): boolean {
  return (
    target.matches('textarea, select, [contenteditable], input:not([type="checkbox"])') ||
    target.closest('[role="dialog"], [role="menu"]') !== null
  )
}

/** What the router renders may be the address of a moment ago, which would bring a cleared search back. */
const searchNow = (): string => window.location.search

/** J and K open the next and the one before of all lines, also of those that are out of sight or not loaded yet. */
export function useListKeys({
  list,
  lines,
  address,
  open,
  onOpen,
  show,
}: {
  list: ReturnType<typeof useConversations>
  lines: readonly Conversation[]
  /** What the conversations are opened with: the search of the address, of what is shown now. */
  address: string
  open: number | undefined
  /** Told before a conversation is opened. */
  onOpen: (id: number) => void
  show: (index: number) => void
}): void {
  const navigate = useNavigate()
  const at = lines.findIndex(({ id }) => id === open)
  // After closing a conversation, J goes on from its place.
  const place = useRef(0)
  useEffect(() => {
    if (at >= 0) place.current = at
  }, [at])
  const isBusy = useRef(false)
  const step = useEffectEvent(async (by: 1 | -1) => {
    const next = open === undefined ? 0 : at >= 0 ? at + 1 : place.current
    const index = by === 1 ? next : (at >= 0 ? at : place.current) - 1
    let line = lines[index]
    if (!line && by === 1 && list.hasNextPage && !isBusy.current) {
      isBusy.current = true
      const { data } = await list.fetchNextPage().finally(() => {
        isBusy.current = false
      })
      line = linesOf(data)[index]
    }
    if (!line) return
    onOpen(line.id)
    void navigate({ pathname: `/conversations/${line.id}`, search: address })
    show(index)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target as HTMLElement)) return
      if (event.key === 'j') void step(1)
      if (event.key === 'k') void step(-1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Control or command with K goes to the search, also from a field; on a phone, back to the list first. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  const navigate = useNavigate()
  const find = useEffectEvent(() => {
    const isHidden = field.current?.offsetParent === null
    if (isHidden) void navigate({ pathname: '/conversations', search: searchNow() })
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.select()
    })
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || event.defaultPrevented) return
      if ((event.target as HTMLElement).closest('[role="dialog"]')) return
      event.preventDefault()
      find()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * From the search, the arrow goes to the first line and Enter opens it. While the lines of other words are still shown
 * (`isBehind`), both wait for those that are looked for.
 */
export function useSearchKeys(isBehind: boolean) {
  const waiting = useRef<'Enter' | 'ArrowDown'>(undefined)
  const go = (key: 'Enter' | 'ArrowDown'): boolean => {
    const first = document.querySelector<HTMLAnchorElement>('.cv a')
    if (key === 'Enter') first?.click()
    first?.focus()
    return first !== null
  }
  useEffect(() => {
    const key = waiting.current
    if (isBehind || !key) return
    waiting.current = undefined
    go(key)
  })
  return {
    onKeyDown(event: { key: string; preventDefault: () => void; nativeEvent: { isComposing: boolean } }) {
      if (event.nativeEvent.isComposing) return
      if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
      if (isBehind) waiting.current = event.key
      if (isBehind || go(event.key)) event.preventDefault()
    },
    forget() {
      waiting.current = undefined
    },
  }
}
