import { type Card, cardHeight, cardWidth } from '../card.ts'

/** Between a step and the next one right of it. */
export const columnGap = 84
const rowGap = 28

type Placed = Pick<Card, 'id' | 'summary' | 'ports'>

/** Places steps in columns: each stands right of every step that leads to it, except where people go round again. */
export function arrange(
  cards: readonly Placed[],
  start: string | null,
): Map<string, { x: number; y: number }> {
  const columns = columnsOf(cards, start)
  const places = new Map<string, { x: number; y: number }>()
  const rows = new Map<string, number>()
  for (const [index, column] of columns.entries()) {
    // Beside what leads to it: the middle of the rows in the column before.
    const wish = (card: Placed) => {
      const from = cards.filter((other) => rows.has(other.id) && leadsTo(other, card.id))
      if (from.length === 0) return Number.MAX_SAFE_INTEGER
      return from.reduce((sum, other) => sum + (rows.get(other.id) ?? 0), 0) / from.length
    }
    const ordered = index === 0 ? column : [...column].sort((a, b) => wish(a) - wish(b))
    let y = 0
    for (const card of ordered) {
      places.set(card.id, { x: index * (cardWidth + columnGap), y })
      rows.set(card.id, y)
      y += cardHeight(card) + rowGap
    }
  }
  return places
}

/** As tall as most new steps. */
const newHeight = 180

/** The nearest place at `wanted` or below it where a new step covers no other. */
export function freePlace(
  cards: readonly Pick<Card, 'at' | 'summary' | 'ports'>[],
  wanted: { x: number; y: number },
): { x: number; y: number } {
  const { x } = wanted
  let { y } = wanted
  const inTheWay = cards
    .filter(({ at }) => Math.abs(at.x - x) < cardWidth)
    .map((card) => ({ top: card.at.y, bottom: card.at.y + cardHeight(card) }))
    .sort((a, b) => a.top - b.top)
  for (const { top, bottom } of inTheWay) if (top < y + newHeight && bottom > y) y = bottom + rowGap
  return { x, y }
}

const leadsTo = (card: Placed, id: string) => card.ports.some(({ to }) => to === id)

/** The longest way from the start decides the column; a way back does not count. */
function columnsOf(cards: readonly Placed[], start: string | null): Placed[][] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const depth = new Map<string, number>()
  const back = new Set<string>()
  const order: Placed[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (root: Placed) => {
    // An own stack: a chain of steps may be longer than the calls that a browser allows.
    const stack: { card: Placed; next: number }[] = [{ card: root, next: 0 }]
    state.set(root.id, 'open')
    while (stack.length > 0) {
      const top = stack[stack.length - 1]
      if (!top) break
      const port = top.card.ports[top.next++]
      if (!port) {
        state.set(top.card.id, 'done')
        order.push(top.card)
        stack.pop()
        continue
      }
      const to = port.to === null ? undefined : byId.get(port.to)
      if (!to) continue
      if (state.get(to.id) === 'open') back.add(`${top.card.id}>${to.id}`)
      else if (!state.has(to.id)) {
        state.set(to.id, 'open')
        stack.push({ card: to, next: 0 })
      }
    }
  }
  const first = start === null ? undefined : byId.get(start)
  for (const card of first ? [first, ...cards] : cards) if (!state.has(card.id)) visit(card)
  for (const card of order.reverse()) {
    const here = depth.get(card.id) ?? 0
    depth.set(card.id, here)
    for (const { to } of card.ports) {
      if (to === null || !byId.has(to) || back.has(`${card.id}>${to}`)) continue
      depth.set(to, Math.max(depth.get(to) ?? 0, here + 1))
    }
  }
  const columns: Placed[][] = []
  for (const card of cards) {
    const at = depth.get(card.id) ?? 0
    columns[at] = [...(columns[at] ?? []), card]
  }
  return columns.map((column) => column ?? [])
}
