import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { needsValue } from '#contract/chatbot/check.ts'
import { Comparison, type Step } from '#contract/chatbot/flow.ts'
import { FieldGroup, Two } from '#web/components/forms/field.tsx'
import { zoneChoices } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { clock } from '../step-words.ts'
import { newCondition } from '../steps.ts'
import type { FormProps } from './form-props.ts'
import { VariableName } from './question-form.tsx'

type ConditionStep = Extract<Step, { kind: 'condition' }>
type Of = ConditionStep['of']
const kinds = ['variable', 'tag', 'field', 'office_hours', 'time'] as const

const minutesOf = (time: string): number | null => {
  const [hours, minutes] = time.split(':').map(Number)
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)
    ? null
    : hours * 60 + minutes
}

/** Yes or no: an answer, a tag, a field, the office hours or the time. */
export function ConditionForm({ step, onChange }: FormProps<ConditionStep>) {
  const { of } = step
  const set = (next: Of, key: string | null) => onChange({ ...step, of: next }, key)
  return (
    <>
      <NativeSelect
        label={t('chatbot.form.condition')}
        value={of.of}
        data={kinds.map((kind) => ({ value: kind, label: t('chatbot.form.conditionKind', { kind }) }))}
        onChange={({ currentTarget }) => set(newCondition(currentTarget.value), null)}
      />
      {of.of === 'tag' ? (
        <TextInput
          label={t('chatbot.form.tag')}
          value={of.tag}
          maxLength={100}
          onChange={({ currentTarget }) => set({ ...of, tag: currentTarget.value }, 'tag')}
        />
      ) : null}
      {of.of === 'variable' ? (
        <>
          <VariableName
            value={of.variable}
            onChange={(variable) => set({ ...of, variable: variable ?? 'answer' }, 'variable')}
          />
          <Compared of={of} onChange={set} />
        </>
      ) : null}
      {of.of === 'field' ? (
        <>
          <TextInput
            label={t('chatbot.form.field')}
            description={t('chatbot.form.fieldHelp')}
            value={of.field}
            maxLength={100}
            onChange={({ currentTarget }) => set({ ...of, field: currentTarget.value }, 'field')}
          />
          <Compared of={of} onChange={set} />
        </>
      ) : null}
      {of.of === 'office_hours' ? <p className="sm t2">{t('chatbot.form.hoursHelp')}</p> : null}
      {of.of === 'time' ? <Times of={of} onChange={set} /> : null}
    </>
  )
}

function Compared<O extends Extract<Of, { of: 'variable' | 'field' }>>({
  of,
  onChange,
}: {
  of: O
  onChange: (of: O, key: string | null) => void
}) {
  return (
    <>
      <NativeSelect
        label={t('chatbot.form.compare')}
        value={of.is}
        data={Comparison.options.map((is) => ({ value: is, label: t('chatbot.form.comparison', { is }) }))}
        onChange={({ currentTarget }) => {
          const is = Comparison.safeParse(currentTarget.value)
          if (is.success) onChange({ ...of, is: is.data }, null)
        }}
      />
      {!needsValue(of.is) ? null : (
        <TextInput
          label={t('chatbot.form.value')}
          value={of.value}
          maxLength={200}
          onChange={({ currentTarget }) => onChange({ ...of, value: currentTarget.value }, 'value')}
        />
      )}
    </>
  )
}

function Times({
  of,
  onChange,
}: {
  of: Extract<Of, { of: 'time' }>
  onChange: (of: Of, key: string | null) => void
}) {
  const days = [1, 2, 3, 4, 5, 6, 7] as const
  const time = (key: 'from' | 'to') => (
    <TextInput
      type="time"
      label={t('chatbot.form.time', { end: key })}
      value={clock(of[key] % 1440)}
      onChange={({ currentTarget }) => {
        const minutes = minutesOf(currentTarget.value)
        if (minutes !== null) onChange({ ...of, [key]: minutes }, key)
      }}
    />
  )
  return (
    <>
      <Two>
        {time('from')}
        {time('to')}
      </Two>
      <FieldGroup label={t('chatbot.form.days')}>
        <div className="row">
          {days.map((day) => (
            <Checkbox
              key={day}
              label={t('chatbot.form.day', { day: String(day) })}
              checked={of.days.length === 0 || of.days.includes(day)}
              onChange={() => {
                const now = of.days.length === 0 ? [...days] : of.days
                const next = now.includes(day) ? now.filter((one) => one !== day) : [...now, day].sort()
                onChange({ ...of, days: next.length === days.length ? [] : next }, null)
              }}
            />
          ))}
        </div>
      </FieldGroup>
      <NativeSelect
        label={t('chatbot.form.zone')}
        value={of.zone}
        data={zoneChoices(of.zone)}
        onChange={({ currentTarget }) => onChange({ ...of, zone: currentTarget.value }, null)}
      />
    </>
  )
}
