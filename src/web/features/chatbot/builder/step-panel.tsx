import { TextInput } from '@mantine/core'
import { IconCopy, IconTrash, IconX } from '@tabler/icons-react'
import type { FlowProblem } from '#contract/chatbot/check.ts'
import type { Step } from '#contract/chatbot/flow.ts'
import type { FlowFigures } from '#contract/chatbot/flows.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import type { Card } from './card.ts'
import { StepForm } from './forms/step-form.tsx'
import { StepFigures } from './step-figures.tsx'
import { iconOfKind, kindName } from './step-icons.ts'
import { StepPicker } from './step-picker.tsx'
import { problemWords } from './step-words.ts'

/** What the chosen step does, and where its ways lead. */
export function StepPanel({
  step,
  card,
  cards,
  problems,
  figures,
  variables,
  onChange,
  onConnect,
  onDelete,
  onDuplicate,
  onClose,
}: {
  step: Step
  card: Card
  cards: readonly Card[]
  problems: readonly FlowProblem[]
  /** Of all versions; undefined: it was never published. */
  figures: FlowFigures | undefined
  variables: readonly string[]
  onChange: (step: Step, key: string | null) => void
  onConnect: (port: string, to: string | null) => void
  onDelete: () => void
  onDuplicate: () => void
  onClose: () => void
}) {
  const own = problems.filter((problem) => problem.step === step.id)
  return (
    <section className="sp-sec" data-undo="flow" aria-label={t('chatbot.builder.step')}>
      <div className="sp-h">
        <h2>
          <Icon of={iconOfKind(step.kind)} />
          {kindName(step.kind)}
        </h2>
        <IconButton label={t('chatbot.builder.closeStep')} onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      </div>
      {own.length > 0 ? (
        <ul className="step-faults" aria-label={t('chatbot.builder.faultsTitle')}>
          {own.map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may have the same fault twice
            <li className="hint err" key={index}>
              {problemWords(problem, step)}
            </li>
          ))}
        </ul>
      ) : null}
      {figures ? <StepFigures step={step} figures={figures} /> : null}
      <div className="sp-form">
        <TextInput
          label={t('chatbot.builder.stepName')}
          placeholder={kindName(step.kind)}
          value={step.name}
          maxLength={80}
          onChange={({ currentTarget }) => onChange({ ...step, name: currentTarget.value }, 'name')}
        />
        <StepForm step={step} variables={variables} onChange={onChange} />
        {card.ports.length > 0 ? (
          <fieldset className="sp-ports">
            <legend className="lab">{t('chatbot.builder.ways')}</legend>
            {card.ports.map((port) => (
              <StepPicker
                key={port.id}
                label={port.label || t('chatbot.builder.next')}
                visibleLabel={port.label || t('chatbot.builder.next')}
                cards={cards}
                value={port.to}
                onChange={(to) => onConnect(port.id, to)}
              />
            ))}
          </fieldset>
        ) : null}
        <div className="row">
          <Button size="small" icon={<Icon of={IconCopy} size="small" />} onClick={onDuplicate}>
            {t('chatbot.builder.duplicateThis')}
          </Button>
          <Button size="small" kind="danger" icon={<Icon of={IconTrash} size="small" />} onClick={onDelete}>
            {t('chatbot.builder.deleteThis')}
          </Button>
        </div>
      </div>
    </section>
  )
}
