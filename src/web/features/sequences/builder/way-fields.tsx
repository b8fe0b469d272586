import { NativeSelect } from '@mantine/core'
import type { SequenceAfter, SequenceWay } from '#contract/growth/sequence-paths.ts'
import type { SequenceStep } from '#contract/growth/sequences.ts'
import { Two } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import type { EditedStep } from './builder-state.ts'

type Props = {
  step: SequenceStep
  /** Of the step, from 0. */
  at: number
  steps: readonly EditedStep[]
  error: string | undefined
  onChange: (step: SequenceStep) => void
}

/** Where people go by each answer of a check. */
export function AnswerFields({ step, ...more }: Props) {
  if (step.kind !== 'check') return null
  return (
    <Two>
      <WaySelect
        {...more}
        label={t('sequences.builder.ifYes')}
        ways={['next', 'leave', 'goal']}
        value={step.yes}
        onChange={(yes) => more.onChange({ ...step, yes })}
      />
      <WaySelect
        {...more}
        label={t('sequences.builder.ifNo')}
        ways={['next', 'leave', 'goal']}
        value={step.no}
        onChange={(no) => more.onChange({ ...step, no })}
      />
    </Two>
  )
}

/** Where people go after any other step. */
export function AfterField({ step, ...more }: Props) {
  if (step.kind === 'check' || step.kind === 'hand_over') return null
  return (
    <WaySelect
      {...more}
      label={t('sequences.builder.after')}
      ways={['next', 'end']}
      value={step.after ?? 'next'}
      onChange={(after) => more.onChange({ ...step, after: after === 'next' ? undefined : after })}
    />
  )
}

function WaySelect<Way extends SequenceWay | SequenceAfter>({
  label,
  ways,
  value,
  at,
  steps,
  error,
  onChange,
}: Omit<Props, 'step' | 'onChange'> & {
  label: string
  ways: readonly Extract<Way, string>[]
  value: Way | { step: number }
  onChange: (way: Extract<Way, string> | { step: number }) => void
}) {
  const key = typeof value === 'string' ? null : value.step
  const found = steps.findIndex((one) => one.key === key)
  const later = steps.map(({ key: own, step }, of) => ({
    of,
    value: String(own),
    label: t('sequences.builder.goTo', { number: of + 1, kind: step.kind }),
  }))
  const isBroken = key !== null && found <= at
  return (
    <NativeSelect
      label={label}
      value={typeof value === 'string' ? value : String(value.step)}
      error={isBroken ? (error ?? t('sequences.laterStep')) : undefined}
      data={[
        ...ways.map((way) => ({ value: way, label: t('sequences.builder.way', { way }) })),
        ...later
          .filter(({ of }) => of > at || (isBroken && of === found))
          .map(({ value, label }) => ({ value, label })),
        ...(isBroken && found < 0 ? [{ value: String(key), label: t('sequences.builder.removedStep') }] : []),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = ways.find((way) => way === currentTarget.value)
        onChange(chosen ?? { step: Number(currentTarget.value) })
      }}
    />
  )
}
