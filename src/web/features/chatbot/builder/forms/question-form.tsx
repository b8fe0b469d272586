import { NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core'
import { AnswerKind, limits, type Step } from '#contract/chatbot/flow.ts'
import { Label, Two } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import type { FormProps } from './form-props.ts'
import { VariableText } from './variable-text.tsx'

/** A question whose answer is checked and kept in a variable. */
export function QuestionForm({ step, variables, onChange }: FormProps<Extract<Step, { kind: 'question' }>>) {
  return (
    <>
      <VariableText
        label={t('chatbot.form.question')}
        value={step.text}
        of={limits.text}
        variables={variables}
        onChange={(text) => onChange({ ...step, text }, 'text')}
      />
      <NativeSelect
        label={t('chatbot.form.answer')}
        value={step.answer}
        data={AnswerKind.options.map((kind) => ({
          value: kind,
          label: t('chatbot.form.answerKind', { kind }),
        }))}
        onChange={({ currentTarget }) => {
          const answer = AnswerKind.safeParse(currentTarget.value)
          if (answer.success) onChange({ ...step, answer: answer.data }, null)
        }}
      />
      {step.answer === 'choice' ? (
        <TagsInput
          label={t('chatbot.form.choices')}
          description={t('chatbot.form.choicesHelp')}
          value={step.choices}
          maxTags={30}
          onChange={(choices) => onChange({ ...step, choices }, null)}
        />
      ) : null}
      {step.answer === 'number' ? (
        <Two>
          <NumberInput
            label={<Label optional>{t('chatbot.form.min')}</Label>}
            value={step.min ?? ''}
            onChange={(value) => onChange({ ...step, min: typeof value === 'number' ? value : null }, 'min')}
          />
          <NumberInput
            label={<Label optional>{t('chatbot.form.max')}</Label>}
            value={step.max ?? ''}
            onChange={(value) => onChange({ ...step, max: typeof value === 'number' ? value : null }, 'max')}
          />
        </Two>
      ) : null}
      <VariableName
        value={step.variable}
        onChange={(variable) => onChange({ ...step, variable: variable ?? 'answer' }, 'variable')}
      />
      <VariableText
        label={t('chatbot.form.repeat')}
        optional
        value={step.repeat_text}
        of={limits.text}
        variables={variables}
        onChange={(repeat_text) => onChange({ ...step, repeat_text }, 'repeat')}
      />
      <p className="hint">{t('chatbot.form.repeatHelp', { count: limits.repeats })}</p>
      <Timeout
        value={step.timeout_minutes}
        onChange={(timeout_minutes) => onChange({ ...step, timeout_minutes }, 'timeout')}
      />
    </>
  )
}

/** The name under which an answer is kept: what cannot stand in a name is left out as it is typed. */
export function VariableName({
  value,
  optional,
  onChange,
}: {
  value: string | null
  optional?: boolean
  onChange: (value: string | null) => void
}) {
  return (
    <TextInput
      label={<Label optional={optional}>{t('chatbot.form.variable')}</Label>}
      aria-label={t('chatbot.form.variable')}
      description={t('chatbot.form.variableHelp')}
      value={value ?? ''}
      maxLength={40}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        const name = currentTarget.value.replaceAll(/\W/g, '_').replace(/^[^A-Za-z]+/, '')
        onChange(name || null)
      }}
    />
  )
}

/** How long an answer may take before the way "No answer" is taken. */
export function Timeout({
  value,
  onChange,
}: {
  value: number | null
  onChange: (minutes: number | null) => void
}) {
  return (
    <NumberInput
      label={<Label optional>{t('chatbot.form.timeout')}</Label>}
      aria-label={t('chatbot.form.timeout')}
      description={t('chatbot.form.timeoutHelp')}
      value={value ?? ''}
      min={1}
      max={43_200}
      allowDecimal={false}
      onChange={(next) => onChange(typeof next === 'number' && next >= 1 ? next : null)}
    />
  )
}
