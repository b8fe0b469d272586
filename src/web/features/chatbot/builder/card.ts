/** A way out of a step: an answer, yes or no, what comes next. */
export type Port = {
  id: string
  label: string
  /** The step that it leads to. */
  to: string | null
  /** People who took it; null before the flow was published. */
  count: number | null
  /** Nobody chose it: no answer in time, an error. */
  quiet: boolean
}

/** A step as it is drawn, on the canvas and in the outline. */
export type Card = {
  id: string
  kind: string
  title: string
  summary: string
  ports: readonly Port[]
  at: { x: number; y: number }
  /** People who came to it; null before the flow was published. */
  entered: number | null
  fault: 'error' | 'warning' | null
  faultText: string
  isStart: boolean
}

export const cardWidth = 218
const headHeight = 38
const lineHeight = 18
const portHeight = 30

/** How tall a card is drawn, in px: its text is cut after three lines. */
export function cardHeight({ summary, ports }: Pick<Card, 'summary' | 'ports'>): number {
  const lines = summary ? Math.min(3, Math.ceil(summary.length / 28)) : 1
  return headHeight + lines * lineHeight + 18 + ports.length * portHeight
}
