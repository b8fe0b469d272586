import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormField, type FormLanguage, mostFormFields } from '#contract/growth/optin-form.ts'
import { fields as leadFields } from '#contract/leads/fields.ts'
import { t as shared } from '#contract/messages/t.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { queryFor } from '#web/net/api.ts'

type Props = {
  fields: readonly FormField[]
  /** Of the words that are edited. */
  language: FormLanguage
  error: string | undefined
  onChange: (fields: FormField[]) => void
}

const nameOf = ({ is, name }: Pick<FormField, 'is' | 'name'>): string =>
  is === 'email' ? shared('receipt.email') : name

/** What a form asks beside name and phone: the email, and custom fields of leads. */
export function FieldList({ fields, language, error, onChange }: Props) {
  const own = useQuery(queryFor(leadFields.list)).data?.fields ?? []
  const set = (at: number, change: Partial<FormField>) =>
    onChange(fields.map((field, place) => (place === at ? { ...field, ...change } : field)))
  const move = (from: number, to: number) => {
    const [moved] = fields.slice(from, from + 1)
    if (moved) onChange(fields.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  const left = [
    ...(fields.some(({ is }) => is === 'email') ? [] : [{ value: 'email', label: shared('receipt.email') }]),
    ...own
      .filter(({ name }) => !fields.some((field) => field.is === 'custom' && field.name === name))
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const add = (value: string) => {
    const found = own.find(({ id }) => String(id) === value)
    if (!found && value !== 'email') return
    const plain = { required: false, labels: {}, choices: [] }
    onChange([
      ...fields,
      found
        ? { ...plain, is: 'custom', name: found.name, kind: found.kind, choices: found.choices }
        : { ...plain, is: 'email', name: '', kind: 'text' },
    ])
  }
  return (
    <fieldset className="optin-fields stack">
      <legend className="lab">{t('growth.optins.fields')}</legend>
      {fields.map((field, at) => (
        <div className="optin-field" key={nameOf(field)}>
          <TextInput
            label={t('growth.optins.fieldLabel', { field: nameOf(field) })}
            placeholder={nameOf(field)}
            value={field.labels[language] ?? ''}
            maxLength={80}
            onChange={({ currentTarget }) =>
              set(at, { labels: { ...field.labels, [language]: currentTarget.value } })
            }
          />
          <Checkbox
            label={t('growth.optins.fieldRequired')}
            checked={field.required}
            onChange={({ currentTarget }) => set(at, { required: currentTarget.checked })}
          />
          {fields.length > 1 ? (
            <span className="row n">
              <IconButton
                size="small"
                label={t('growth.optins.fieldUp', { field: nameOf(field) })}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <Icon of={IconArrowUp} size="small" />
              </IconButton>
              <IconButton
                size="small"
                label={t('growth.optins.fieldDown', { field: nameOf(field) })}
                disabled={at === fields.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <Icon of={IconArrowDown} size="small" />
              </IconButton>
            </span>
          ) : null}
          <Button
            kind="quiet"
            size="small"
            aria-label={t('growth.optins.removeField', { field: nameOf(field) })}
            onClick={() => onChange(fields.filter((_, place) => place !== at))}
          >
            {t('growth.optins.remove')}
          </Button>
        </div>
      ))}
      {error ? <p className="hint err">{error}</p> : null}
      {left.length > 0 && fields.length < mostFormFields ? (
        <NativeSelect
          label={t('growth.optins.addField')}
          description={t('growth.optins.addFieldHint')}
          value=""
          data={[{ value: '', label: '–' }, ...left]}
          onChange={({ currentTarget }) => add(currentTarget.value)}
        />
      ) : null}
    </fieldset>
  )
}
