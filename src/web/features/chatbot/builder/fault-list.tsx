import { IconAlertCircle, IconFlag } from '@tabler/icons-react'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'

export type Fault = { step: string | null; level: 'error' | 'warning'; text: string }

/** What is wrong with the flow; a press leads to the step. */
export function FaultList({
  faults,
  titleOf,
  onShow,
}: {
  faults: readonly Fault[]
  titleOf: (step: string) => string
  onShow: (step: string) => void
}) {
  if (faults.length === 0) return <p className="sm t3">{t('chatbot.builder.noFaults')}</p>
  return (
    <ul className="faults">
      {faults.map((fault, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step may have the same fault twice
        <li className={fault.level} key={index}>
          <button type="button" onClick={() => fault.step !== null && onShow(fault.step)}>
            <Icon of={fault.level === 'error' ? IconAlertCircle : IconFlag} />
            <span>{fault.text}</span>
            {fault.step === null ? null : <small>{titleOf(fault.step)}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}
