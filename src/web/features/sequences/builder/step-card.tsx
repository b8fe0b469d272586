import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { needsSegment, needsTag, type SequenceStep, SequenceTest } from '#contract/growth/sequences.ts'
import { IconButton } from '#web/components/forms/button.tsx'
import { CountInput } from '#web/components/forms/count-input.tsx'
import { Two } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { weekdayName } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { stepIcons } from '../page/step-list.tsx'
import { useMembers, useSegments } from '../sequences.queries.ts'
import { type EditedStep, showsPaths } from './builder-state.ts'
import { MessageFields } from './message-fields.tsx'
import { TagInput } from './setting-fields.tsx'
import { AfterField, AnswerFields } from './way-fields.tsx'

type Props = {
  step: SequenceStep
  /** From 1. */
  number: number
  steps: readonly EditedStep[]
  error: string | undefined
  /** A way leads back or nowhere. */
  wayError: string | undefined
  /** No path leads here, or on from here. */
  pathError: string | undefined
  onChange: (step: SequenceStep) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One step with its settings. */
export function StepCard({
  step,
  number,
  steps,
  error,
  wayError,
  pathError,
  onChange,
  onMove,
  onRemove,
}: Props) {
  const title = t('sequences.builder.stepTitle', { number, kind: step.kind })
  return (
    <section className="box pad stack" aria-label={title}>
      <div className="row n sp">
        <h3 className="row n">
          <Icon of={stepIcons[step.kind]} />
          {title}
        </h3>
        <div className="row n">
          <IconButton
            size="small"
            label={t('sequences.builder.up', { number })}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          >
            <Icon of={IconArrowUp} size="small" />
          </IconButton>
          <IconButton
            size="small"
            label={t('sequences.builder.down', { number })}
            disabled={number === steps.length}
            onClick={() => onMove(1)}
          >
            <Icon of={IconArrowDown} size="small" />
          </IconButton>
          <IconButton size="small" label={t('sequences.builder.remove', { number })} onClick={onRemove}>
            <Icon of={IconTrash} size="small" />
          </IconButton>
        </div>
      </div>
      {step.kind === 'send' ? (
        <MessageFields step={step} error={error} onChange={onChange} />
      ) : step.kind === 'wait' ? (
        <WaitFields step={step} onChange={onChange} />
      ) : step.kind === 'check' ? (
        <CheckFields step={step} error={error} onChange={onChange} />
      ) : step.kind === 'hand_over' ? (
        <HandOverFields step={step} error={error} onChange={onChange} />
      ) : (
        <TagInput
          label={t('sequences.tagName')}
          value={step.tag}
          error={error}
          onChange={(tag) => onChange({ ...step, tag })}
        />
      )}
      <AnswerFields step={step} at={number - 1} steps={steps} error={wayError} onChange={onChange} />
      {showsPaths(steps) ? (
        <AfterField step={step} at={number - 1} steps={steps} error={wayError} onChange={onChange} />
      ) : null}
      {pathError ? <p className="hint err">{pathError}</p> : null}
    </section>
  )
}

type Of<Kind extends SequenceStep['kind']> = {
  step: Extract<SequenceStep, { kind: Kind }>
  error?: string | undefined
  onChange: (step: SequenceStep) => void
}

function WaitFields({ step, onChange }: Of<'wait'>) {
  return (
    <>
      <Two>
        <CountInput
          label={t('sequences.builder.days')}
          value={step.days}
          min={0}
          max={365}
          onChange={(days) => onChange({ ...step, days })}
        />
        <CountInput
          label={t('sequences.builder.hours')}
          value={step.hours}
          min={0}
          max={23}
          onChange={(hours) => onChange({ ...step, hours })}
        />
      </Two>
      <Two>
        <TextInput
          type="time"
          label={t('sequences.builder.at')}
          description={t('sequences.builder.atHint')}
          value={step.at ?? ''}
          onChange={({ currentTarget }) => onChange({ ...step, at: currentTarget.value || null })}
        />
        <NativeSelect
          label={t('sequences.builder.weekday')}
          description={t('sequences.builder.weekdayHint')}
          value={step.weekday ?? ''}
          data={[
            { value: '', label: t('sequences.builder.anyDay') },
            ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...step, weekday: value ? Number(value) : null })
          }
        />
      </Two>
    </>
  )
}

function CheckFields({ step, error, onChange }: Of<'check'>) {
  const segments = useSegments()
  return (
    <Two>
      <NativeSelect
        label={t('sequences.builder.test')}
        value={step.test}
        data={SequenceTest.options.map((test) => ({
          value: test,
          label: t('sequences.testName', { test }),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...step, test: SequenceTest.options.find((test) => test === value) ?? 'tag' })
        }
      />
      {needsTag(step) ? (
        <TagInput
          label={t('sequences.tagName')}
          value={step.tag ?? ''}
          error={error}
          onChange={(tag) => onChange({ ...step, tag })}
        />
      ) : null}
      {needsSegment(step) ? (
        <NativeSelect
          label={t('sequences.builder.segment')}
          value={step.segment ?? ''}
          error={error}
          data={[
            { value: '', label: t('sequences.builder.chooseSegment') },
            ...segments.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...step, segment: Number(value) || undefined })
          }
        />
      ) : null}
    </Two>
  )
}

function HandOverFields({ step, error, onChange }: Of<'hand_over'>) {
  const members = useMembers()
  return (
    <>
      <NativeSelect
        label={t('sequences.builder.whoGoesOn')}
        description={t('sequences.builder.handOverHint')}
        error={error}
        value={step.user_id ?? ''}
        data={[
          { value: '', label: t('sequences.builder.anybody') },
          ...members.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ ...step, user_id: Number(value) || null })}
      />
      <Textarea
        label={t('sequences.builder.note')}
        description={t('sequences.builder.noteHint')}
        value={step.note}
        maxLength={500}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => onChange({ ...step, note: currentTarget.value })}
      />
    </>
  )
}
