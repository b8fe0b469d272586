import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { limits, type Step } from '#contract/chatbot/flow.ts'
import { t } from '#web/messages/t.ts'
import { useFlows, useMembers, useTemplates } from '../../chatbot.queries.ts'
import { freshId } from '../steps.ts'
import { ChoicesField } from './choices-field.tsx'
import { ConditionForm } from './condition-form.tsx'
import type { FormProps } from './form-props.ts'
import { HttpForm } from './http-form.tsx'
import { MediaForm } from './media-form.tsx'
import { QuestionForm, Timeout, VariableName } from './question-form.tsx'
import { VariableText } from './variable-text.tsx'

/** The fields of a step, by its kind. */
export function StepForm({ step, variables, onChange }: FormProps<Step>) {
  const text = (label: string, of: number) =>
    'text' in step ? (
      <VariableText
        label={label}
        value={step.text}
        of={of}
        variables={variables}
        optional={step.kind === 'end' || step.kind === 'hand_over'}
        onChange={(value) => onChange({ ...step, text: value }, 'text')}
      />
    ) : null
  switch (step.kind) {
    case 'text':
      return text(t('chatbot.form.text'), limits.text)
    case 'note':
      return text(t('chatbot.form.note'), limits.text)
    case 'hand_over':
    case 'end':
      return text(t('chatbot.form.lastWords'), limits.text)
    case 'media':
      return <MediaForm step={step} variables={variables} onChange={onChange} />
    case 'buttons':
      return (
        <>
          {text(t('chatbot.form.text'), limits.interactiveText)}
          <ChoicesField
            label={t('chatbot.form.buttons')}
            itemLabel={(nr) => t('chatbot.form.buttonNr', { nr })}
            items={step.buttons}
            titleOf={limits.buttonTitle}
            most={limits.buttons}
            variables={variables}
            fresh={() => ({ id: freshId(), title: '' })}
            onChange={(buttons, key) => onChange({ ...step, buttons }, key)}
          />
          <VariableName
            optional
            value={step.variable}
            onChange={(variable) => onChange({ ...step, variable }, 'variable')}
          />
          <Timeout
            value={step.timeout_minutes}
            onChange={(value) => onChange({ ...step, timeout_minutes: value }, 'timeout')}
          />
        </>
      )
    case 'list':
      return (
        <>
          {text(t('chatbot.form.text'), limits.interactiveText)}
          <VariableText
            short
            label={t('chatbot.form.listButton')}
            value={step.button}
            of={limits.listButton}
            variables={variables}
            onChange={(button) => onChange({ ...step, button }, 'button')}
          />
          <ChoicesField
            label={t('chatbot.form.rows')}
            itemLabel={(nr) => t('chatbot.form.rowNr', { nr })}
            items={step.rows}
            titleOf={limits.rowTitle}
            descriptionOf={limits.rowDescription}
            most={limits.rows}
            variables={variables}
            fresh={() => ({ id: freshId(), title: '', description: '' })}
            onChange={(rows, key) =>
              onChange(
                { ...step, rows: rows.map((row) => ({ ...row, description: row.description ?? '' })) },
                key,
              )
            }
          />
          <VariableName
            optional
            value={step.variable}
            onChange={(variable) => onChange({ ...step, variable }, 'variable')}
          />
          <Timeout
            value={step.timeout_minutes}
            onChange={(value) => onChange({ ...step, timeout_minutes: value }, 'timeout')}
          />
        </>
      )
    case 'question':
      return <QuestionForm step={step} variables={variables} onChange={onChange} />
    case 'condition':
      return <ConditionForm step={step} variables={variables} onChange={onChange} />
    case 'http':
      return <HttpForm step={step} variables={variables} onChange={onChange} />
    case 'template':
      return <TemplateFields step={step} variables={variables} onChange={onChange} />
    case 'tag':
      return (
        <>
          <NativeSelect
            label={t('chatbot.form.tagChange')}
            value={step.change}
            data={[
              { value: 'add', label: t('chatbot.form.tagAdd') },
              { value: 'remove', label: t('chatbot.form.tagRemove') },
            ]}
            onChange={({ currentTarget }) =>
              onChange({ ...step, change: currentTarget.value === 'remove' ? 'remove' : 'add' }, null)
            }
          />
          <TextInput
            label={t('chatbot.form.tag')}
            value={step.tag}
            maxLength={100}
            onChange={({ currentTarget }) => onChange({ ...step, tag: currentTarget.value }, 'tag')}
          />
        </>
      )
    case 'field':
      return (
        <>
          <TextInput
            label={t('chatbot.form.field')}
            description={t('chatbot.form.fieldHelp')}
            value={step.field}
            maxLength={100}
            onChange={({ currentTarget }) => onChange({ ...step, field: currentTarget.value }, 'field')}
          />
          <VariableText
            short
            label={t('chatbot.form.value')}
            value={step.value}
            variables={variables}
            onChange={(value) => onChange({ ...step, value }, 'value')}
          />
        </>
      )
    case 'assign':
      return <AssignFields step={step} variables={variables} onChange={onChange} />
    case 'flow':
      return <FlowFields step={step} variables={variables} onChange={onChange} />
    case 'wait':
      return (
        <NumberInput
          label={t('chatbot.form.minutes')}
          description={t('chatbot.form.minutesHelp')}
          value={step.minutes}
          min={1}
          max={43_200}
          allowDecimal={false}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) onChange({ ...step, minutes: value }, 'minutes')
          }}
        />
      )
    case 'ai':
      return <p className="sm t2">{t('chatbot.form.aiHelp')}</p>
  }
}

function TemplateFields({ step, variables, onChange }: FormProps<Extract<Step, { kind: 'template' }>>) {
  const approved = useTemplates().filter(({ status }) => status === 'APPROVED')
  const chosen = step.template ? `${step.template}|${step.language}` : ''
  const choices = [
    ...new Set([chosen, ...approved.map(({ template_name, language }) => `${template_name}|${language}`)]),
  ].filter(Boolean)
  return (
    <>
      <NativeSelect
        label={t('chatbot.form.template')}
        value={chosen}
        data={[
          { value: '', label: t('chatbot.form.chooseTemplate') },
          ...choices.map((value) => ({ value, label: value.replace('|', ', ') })),
        ]}
        onChange={({ currentTarget }) => {
          const [template = '', language = ''] = currentTarget.value.split('|')
          const body = approved.find((one) => one.template_name === template && one.language === language)
          const parameters = (body?.variables ?? []).map(() => '')
          onChange({ ...step, template, language, parameters }, null)
        }}
      />
      {step.parameters.map((value, index) => (
        <VariableText
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the parameter's name
          key={index}
          short
          label={t('chatbot.form.parameter', { nr: index + 1 })}
          value={value}
          variables={variables}
          onChange={(next) =>
            onChange(
              { ...step, parameters: step.parameters.map((old, at) => (at === index ? next : old)) },
              `parameter ${index}`,
            )
          }
        />
      ))}
    </>
  )
}

function AssignFields({ step, onChange }: FormProps<Extract<Step, { kind: 'assign' }>>) {
  const members = useMembers()
  return (
    <NativeSelect
      label={t('chatbot.form.member')}
      value={step.user_id ?? ''}
      data={[
        { value: '', label: t('chatbot.form.nobody') },
        ...members.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) =>
        onChange({ ...step, user_id: Number(currentTarget.value) || null }, null)
      }
    />
  )
}

function FlowFields({ step, onChange }: FormProps<Extract<Step, { kind: 'flow' }>>) {
  const flows = useFlows().data?.flows ?? []
  return (
    <NativeSelect
      label={t('chatbot.form.flow')}
      description={t('chatbot.form.flowHelp')}
      value={step.flow_id ?? ''}
      data={[
        { value: '', label: t('chatbot.rules.chooseFlow') },
        ...flows.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) =>
        onChange({ ...step, flow_id: Number(currentTarget.value) || null }, null)
      }
    />
  )
}
