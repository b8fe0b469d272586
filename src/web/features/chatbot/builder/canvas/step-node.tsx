import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import type { Card } from '../card.ts'
import { iconOfKind } from '../step-icons.ts'
import { StepText } from '../step-text.tsx'

export type StepData = { card: Card; here: boolean; taken: boolean }
export type StepNode = Node<StepData, 'step'>

export const StepNodeView = memo(function StepNodeView({ data, selected }: NodeProps<StepNode>) {
  const { card, here, taken } = data
  const state = [
    'nd',
    selected && 'sel',
    here && 'here',
    taken && 'taken',
    card.fault === 'warning' && 'warnn',
    card.fault === 'error' && 'bad',
  ]
  const single = card.ports.length === 1 && !card.ports[0]?.label ? card.ports[0] : undefined
  return (
    <div className={state.filter(Boolean).join(' ')}>
      {card.isStart ? null : <Handle type="target" position={Position.Left} className="inp" />}
      <div className="nh">
        <Icon of={iconOfKind(card.kind)} />
        <b>{card.title}</b>
        {card.entered === null ? null : <span className="num">{formatNumber(card.entered)}</span>}
        {single ? <Handle type="source" position={Position.Right} id={single.id} className="outp" /> : null}
      </div>
      {card.faultText || card.summary ? (
        <div className="nb">
          <p>{card.faultText || <StepText text={card.summary} />}</p>
        </div>
      ) : null}
      {single
        ? null
        : card.ports.map((port) => (
            <div className={`no-r${port.quiet ? ' fade' : ''}`} key={port.id}>
              <span>{port.label}</span>
              {port.count === null || !card.entered ? null : (
                <span className="num">{formatPercent(port.count, card.entered)}</span>
              )}
              <Handle type="source" position={Position.Right} id={port.id} className="outp" />
            </div>
          ))}
    </div>
  )
})
