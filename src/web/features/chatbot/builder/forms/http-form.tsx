import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Step } from '#contract/chatbot/flow.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { FieldGroup, Label } from '#web/components/forms/field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import type { FormProps } from './form-props.ts'
import { HeaderFields } from './header-fields.tsx'
import { VariableText } from './variable-text.tsx'

/** Calls an address of the owner's: JSON in, variables out. */
export function HttpForm({ step, variables, onChange }: FormProps<Extract<Step, { kind: 'http' }>>) {
  // A secret is stored while the rest of the step may change.
  const latest = useRef(step)
  latest.current = step
  return (
    <>
      <p className="sm t2">{t('chatbot.form.httpHelp')}</p>
      <NativeSelect
        label={t('chatbot.form.method')}
        value={step.method}
        data={['GET', 'POST']}
        onChange={({ currentTarget }) =>
          onChange({ ...step, method: currentTarget.value === 'POST' ? 'POST' : 'GET' }, null)
        }
      />
      <VariableText
        short
        label={t('chatbot.form.address')}
        value={step.url}
        variables={variables}
        onChange={(url) => onChange({ ...step, url }, 'url')}
      />
      {step.method === 'POST' ? (
        <Textarea
          label={<Label optional>{t('chatbot.form.body')}</Label>}
          aria-label={t('chatbot.form.body')}
          description={t('chatbot.builder.variablesHelp')}
          className="mono"
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          value={step.body}
          onChange={({ currentTarget }) => onChange({ ...step, body: currentTarget.value }, 'body')}
        />
      ) : null}
      <HeaderFields
        headers={step.headers}
        url={step.url}
        onChange={(change, key) =>
          onChange({ ...latest.current, headers: change(latest.current.headers) }, key)
        }
      />
      <Pairs
        label={t('chatbot.form.outputs')}
        names={[t('chatbot.form.path'), t('chatbot.form.variable')]}
        pairs={step.outputs.map(({ path, variable }) => [path, variable] as const)}
        most={20}
        onChange={(pairs, key) =>
          onChange(
            {
              ...step,
              outputs: pairs.map(([path, variable]) => ({
                path,
                variable: variable.replaceAll(/\W/g, '_').replace(/^[^A-Za-z]+/, '') || 'result',
              })),
            },
            key,
          )
        }
      />
    </>
  )
}

type Pair = readonly [string, string]

function Pairs({
  label,
  names,
  pairs,
  most,
  onChange,
}: {
  label: string
  names: readonly [string, string]
  pairs: readonly Pair[]
  most: number
  onChange: (pairs: Pair[], key: string | null) => void
}) {
  const change = (index: number, pair: Pair) =>
    onChange(
      pairs.map((old, at) => (at === index ? pair : old)),
      `${label} ${index}`,
    )
  return (
    <FieldGroup label={label}>
      <div className="sp-list">
        {pairs.map(([first, second], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs have no other name
          <div className="sp-row three" key={index}>
            <TextInput
              size="sm"
              aria-label={names[0]}
              placeholder={names[0]}
              value={first}
              maxLength={200}
              onChange={({ currentTarget }) => change(index, [currentTarget.value, second])}
            />
            <TextInput
              size="sm"
              aria-label={names[1]}
              placeholder={names[1]}
              value={second}
              maxLength={2000}
              onChange={({ currentTarget }) => change(index, [first, currentTarget.value])}
            />
            <IconButton
              size="small"
              label={t('chatbot.form.remove', { name: first || label })}
              onClick={() =>
                onChange(
                  pairs.filter((_, at) => at !== index),
                  null,
                )
              }
            >
              <Icon of={IconTrash} size="small" />
            </IconButton>
          </div>
        ))}
      </div>
      {pairs.length < most ? (
        <Button
          className="mt2"
          size="small"
          icon={<Icon of={IconPlus} size="small" />}
          onClick={() => onChange([...pairs, ['', '']], null)}
        >
          {t('chatbot.form.addChoice')}
        </Button>
      ) : null}
    </FieldGroup>
  )
}
