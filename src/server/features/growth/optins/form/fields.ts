import {
  type FormContent,
  type FormField,
  type FormLanguage,
  mostFormFields,
} from '#contract/growth/optin-form.ts'
import type { FormFault } from '#contract/growth/optin-pages.ts'
import { Email } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { listFields, readFieldValue } from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'

/** What a person told of themselves beside name and phone. */
export type Details = { email: string | null; attributes: Record<string, string> }

/**
 * A form's fields with kind and choices of the business's own.
 * @throws AppError `invalid_input` for one that there is not.
 */
export async function withKnownFields(
  app: App,
  businessId: number,
  content: FormContent,
): Promise<FormContent> {
  if (content.fields.length === 0) return content
  const own = await listFields(app.db, businessId)
  const fields = content.fields.map((field, at): FormField => {
    if (field.is === 'email') return { ...field, name: '', kind: 'text', choices: [] }
    const found = own.find(({ name }) => name.toLowerCase() === field.name.toLowerCase())
    if (found) return { ...field, name: found.name, kind: found.kind, choices: found.choices }
    const sentence = t('growth.noField', { name: field.name })
    throw new AppError('invalid_input', sentence, { fields: { [`content.fields.${at}`]: sentence } })
  })
  return { ...content, fields }
}

/** What the page calls a field. */
export const labelOf = (field: FormField, language: FormLanguage): string =>
  field.labels[language] || (field.is === 'email' ? t('growth.page.email') : field.name)

/** What somebody can choose; nothing where they type. */
export function choicesOf({ kind, choices }: FormField): { value: string; label: string }[] {
  if (kind === 'yes_no')
    return [
      { value: 'yes', label: t('growth.page.yes') },
      { value: 'no', label: t('growth.page.no') },
    ]
  return choices.map((value) => ({ value, label: value }))
}

/** The answers of a page by the names of their fields, and all that are missing or cannot be read. */
export function readDetails(
  { fields }: FormContent,
  values: Readonly<Record<string, string>>,
): { details: Details; faults: FormFault[] } {
  const details: Details = { email: null, attributes: {} }
  const faults: FormFault[] = []
  for (const [at, field] of fields.slice(0, mostFormFields).entries()) {
    const text = (values[at] ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim()
    if (text === '') {
      if (field.required) faults.push({ fault: 'needField', field: at })
      continue
    }
    const value = field.is === 'email' ? (Email.safeParse(text).data ?? null) : readFieldValue(field, text)
    if (value === null) faults.push({ fault: 'badField', field: at })
    else if (field.is === 'email') details.email = value
    else details.attributes[field.name] = value
  }
  return { details, faults }
}
