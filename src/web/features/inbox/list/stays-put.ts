import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'

type Line = { id: number; last_at: string }
type Seen = Line & { top: number }

/**
 * Whoever writes moves to the top. Who reads further down keeps the lines in front of their eyes: the list is scrolled
 * by as much as the first of them moved.
 */
export function useStaysPut(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  rows: Virtualizer<HTMLElement, Element>,
): void {
  const seen = useRef<{ order: string; lines: Seen[] }>({ order: '', lines: [] })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const order = lines.map(({ id }) => id).join()
    const before = seen.current
    // A line that is measured anew moves others too: the virtualizer answers that itself.
    if (order !== before.order && element.scrollTop > 0)
      element.scrollTop += movedBy(before.lines, lines, rows)
    const note = (): void => {
      const inSight = rows.getVirtualItems().filter(({ end }) => end > element.scrollTop)
      seen.current = {
        order,
        lines: inSight.flatMap(({ index, start }) => {
          const line = lines[index]
          return line ? [{ id: line.id, last_at: line.last_at, top: start }] : []
        }),
      }
    }
    note()
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [scroller, lines, rows])
}

/** By how much the first line in sight moved that nothing happened to. */
function movedBy(
  seen: readonly Seen[],
  lines: readonly Line[],
  rows: Virtualizer<HTMLElement, Element>,
): number {
  for (const before of seen) {
    const at = lines.findIndex(({ id, last_at }) => id === before.id && last_at === before.last_at)
    const top = rows.measurementsCache[at]?.start
    if (top !== undefined) return top - before.top
  }
  return 0
}
