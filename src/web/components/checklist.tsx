import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../messages/t.ts'
import { Icon } from './icon.tsx'
import '../look/check.css'

/**
 * One line of a checklist. `turn` is the one that waits for the person: give it the marigold `action`. `broken` says
 * in `note` what to do.
 */
export type CheckItem = {
  name: string
  /** Where two lines may have the same name. */
  key?: string
  state: 'done' | 'turn' | 'later' | 'broken'
  /** At the right: when it was done, or what it waits for. */
  end?: ReactNode
  note?: ReactNode
  action?: ReactNode
}

const states = { done: 'done', turn: 'turn', later: '', broken: 'badn' }
const steps = () => ({
  done: t('app.steps.done'),
  turn: t('app.steps.turn'),
  later: t('app.steps.later'),
  broken: t('app.steps.broken'),
})

/**
 * Rounds in a column: steps towards something, or what a check found. `numbered` prints the number of each step;
 * `spoken` names each state for screen readers; by default those of steps.
 */
export function Checklist({
  items,
  numbered,
  spoken = steps(),
}: {
  items: readonly CheckItem[]
  numbered?: boolean
  spoken?: Record<CheckItem['state'], string>
}) {
  return (
    <ol className="check">
      {items.map((item, index) => (
        <li key={item.key ?? item.name} className={states[item.state]}>
          <span className="n">
            <Round state={item.state} number={numbered ? index + 1 : undefined} />
            <span className="sr">{spoken[item.state]}: </span>
          </span>
          <h3 className="h3">{item.name}</h3>
          {item.action ?? (item.end ? <span className="end">{item.end}</span> : <span />)}
          {item.note ? <p>{item.note}</p> : null}
        </li>
      ))}
    </ol>
  )
}

function Round({ state, number }: { state: CheckItem['state']; number?: number }) {
  if (state === 'done') return <Icon of={IconCheck} />
  if (state === 'broken') return <Icon of={IconX} />
  // Colour alone says nothing to some: what a check found has a mark where a step has its number.
  const mark = number ?? (state === 'turn' ? '!' : undefined)
  return mark === undefined ? null : <span aria-hidden="true">{mark}</span>
}

/** Where someone is in a job of several steps. On a phone only the present one keeps its word. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="steps" aria-label={t('app.steps.label')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === current ? 'step' : undefined}>
          <span className={`n${index < current ? ' done' : ''}`}>
            {index < current ? <Icon of={IconCheck} /> : index + 1}
          </span>
          <span className="lbl">
            {step}
            {index < current ? <span className="sr"> {t('app.steps.doneNote')}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
