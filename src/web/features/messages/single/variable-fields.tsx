import { TextInput } from '@mantine/core'
import type { TemplateVariable } from '#contract/templates.ts'
import { t } from '#web/messages/t.ts'

/** One field for each variable of the template, beside the comma-separated one: both say the same. */
export function VariableFields({
  variables,
  values,
  onChange,
}: {
  variables: readonly TemplateVariable[]
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  const extra = values.length - variables.length
  return (
    <fieldset className="send-vars">
      <legend className="lab">{t('messages.variables.title')}</legend>
      {variables.map((variable, at) => (
        <TextInput
          key={variable.key}
          label={
            <span className="name">
              {t('messages.variables.name', { where: variable.where, label: variable.label })}
            </span>
          }
          autoComplete="off"
          placeholder={variable.sample}
          maxLength={variable.max_length}
          value={values[at] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(variables.map((_, place) => (place === at ? value : (values[place] ?? ''))))
          }
        />
      ))}
      {extra > 0 ? <p className="hint warn">{t('messages.variables.tooMany', { count: extra })}</p> : null}
    </fieldset>
  )
}
