import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import { type CSSProperties, memo } from 'react'
import { formatNumber } from '#web/format/number.ts'
import type { Card } from '../card.ts'

type LineData = { count: number | null; width: number; quiet: boolean }
export type LineEdge = Edge<LineData, 'line'>

const thinnest = 1.4
const widest = 8.4

/** A line grows with the people who take it. */
export function linesOf(cards: readonly Card[]): LineEdge[] {
  const most = Math.max(1, ...cards.flatMap(({ ports }) => ports.map(({ count }) => count ?? 0)))
  return cards.flatMap((card) =>
    card.ports.flatMap((port) =>
      port.to === null
        ? []
        : [
            {
              id: `${card.id}:${port.id}`,
              source: card.id,
              sourceHandle: port.id,
              target: port.to,
              type: 'line' as const,
              data: {
                count: port.count,
                width: port.quiet ? thinnest : thinnest + ((port.count ?? 0) / most) * (widest - thinnest),
                quiet: port.quiet,
              },
            },
          ],
    ),
  )
}

export const FlowEdge = memo(function FlowEdge({ data, selected, ...ends }: EdgeProps<LineEdge>) {
  const [path, x, y] = getBezierPath(ends)
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        className={`ln${data?.quiet ? ' none' : ''}${selected ? ' sel' : ''}`}
        style={{ strokeWidth: data?.width }}
      />
      {data?.count === null || data?.count === undefined ? null : (
        <EdgeLabelRenderer>
          <span className="en" style={{ '--x': `${x}px`, '--y': `${y}px` } as CSSProperties}>
            {formatNumber(data.count)}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
