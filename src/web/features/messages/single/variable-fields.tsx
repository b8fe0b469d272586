import { TextInput } from '@mantine/core'
import type { TemplateVariable } from '#contract/templates.ts'

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
      <legend className="lab">Template variables</legend>
      {variables.map((variable, at) => (
        <TextInput
          key={variable.key}
          label={
            <span className="name">
              {variable.label}
              {variable.where === 'offer' ? ' (with its zone)' : ''}
              {variable.where === 'header' ? ' in the header' : ''}
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
      {extra > 0 ? (
        <p className="hint warn">
          {extra === 1 ? '1 value too many.' : `${extra} values too many.`} Put a value that contains a comma
          in double quotes.
        </p>
      ) : null}
    </fieldset>
  )
}
