import { useState } from 'react'

/** What is chosen: some of the loaded conversations, or all that the filter finds. */
export type Selection = {
  ids: ReadonlySet<number>
  all: boolean
  /** With `range`, all lines between the one pressed before and this one. */
  toggle: (id: number, range: boolean) => void
  takeAll: () => void
  clear: () => void
}

const none: ReadonlySet<number> = new Set()

/** @param of what the choice belongs to: another filter begins with nothing chosen. */
export function useSelection(order: readonly number[], of: string): Selection {
  const [state, setState] = useState({ of, ids: none, all: false, last: 0 })
  const { ids, all, last } = state.of === of ? state : { ids: none, all: false, last: 0 }
  const toggle = (id: number, range: boolean) => {
    const [from, to] = [order.indexOf(last), order.indexOf(id)]
    const isRange = range && from !== -1 && to !== -1
    const pressed = isRange ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    const next = new Set(all ? order : ids)
    const take = isRange || !next.has(id)
    for (const one of pressed) {
      if (take) next.add(one)
      else next.delete(one)
    }
    setState({ of, ids: next, all: false, last: id })
  }
  return {
    ids,
    all,
    toggle,
    takeAll: () => setState({ of, ids: new Set(order), all: true, last }),
    clear: () => setState({ of, ids: none, all: false, last: 0 }),
  }
}
