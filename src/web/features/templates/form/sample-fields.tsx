import { TextInput } from '@mantine/core'
import { variableNames } from '#contract/templates/text.ts'
import { FieldGroup } from '#web/components/forms/field.tsx'
import { t } from '#web/messages/t.ts'
import type { TemplateForm } from './use-template-form.ts'

/** The samples that the reviewers read in place of each variable. */
export function SampleFields({ form }: { form: TemplateForm }) {
  const { draft, state } = form
  const places = [
    { place: 'header' as const, names: variableNames(draft.header?.text ?? '') },
    { place: 'body' as const, names: variableNames(draft.body) },
  ].flatMap(({ place, names }) => names.filter((name) => name !== '').map((name) => ({ place, name })))
  if (places.length === 0 || state.category === 'OTP') return null
  return (
    <FieldGroup label={t('templates.form.samples')}>
      <p className="hint tpl-under">{t('templates.form.samplesHelp')}</p>
      <div className="tpl-samples">
        {places.map(({ place, name }) => {
          const field = `samples.${place}.${name}`
          return (
            <TextInput
              key={field}
              label={
                place === 'header'
                  ? t('templates.form.sampleInHeader', { variable: `{{${name}}}` })
                  : `{{${name}}}`
              }
              value={draft.samples[place][name] ?? ''}
              maxLength={200}
              error={form.error(field)}
              onChange={(event) => {
                const typed = { ...state.samples[place], [name]: event.currentTarget.value }
                form.put({ samples: { ...state.samples, [place]: typed } }, field)
              }}
            />
          )
        })}
      </div>
    </FieldGroup>
  )
}
