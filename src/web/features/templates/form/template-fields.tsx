import { NativeSelect, Select, TextInput } from '@mantine/core'
import { type TemplateCategory, templateCategories } from '#contract/templates/draft.ts'
import { languageName, templateLanguages } from '#contract/templates/languages.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import { Label, Two } from '#web/components/forms/field.tsx'
import { BodyField } from './body-field.tsx'
import { ButtonsField } from './buttons-field.tsx'
import { HeaderField } from './header-field.tsx'
import { OtpFields } from './otp-fields.tsx'
import { PartsField } from './parts-field.tsx'
import { SampleFields } from './sample-fields.tsx'
import type { TemplateForm } from './use-template-form.ts'
import '../templates.css'
import { t } from '#web/messages/t.ts'

/** The fields that local templates and templates at the provider share, in the order of the message. */
export function TemplateFields({
  form,
  kind,
  fixed = {},
}: {
  form: TemplateForm
  kind: 'local' | 'meta'
  /** Fields that can no longer change, with the reason. */
  fixed?: { category?: string; language?: boolean }
}) {
  const { state } = form
  const categoryName = kind === 'local' ? t('templates.form.type') : t('templates.form.category')
  return (
    <div className="tpl-fields">
      <Two>
        <NativeSelect
          label={categoryName}
          description={fixed.category ?? t(`templates.form.categories.${state.category}`)}
          error={form.error('type') ?? form.error('category')}
          value={state.category}
          disabled={fixed.category !== undefined}
          data={templateCategories.map((category) => ({
            value: category,
            label: kind === 'local' ? category.toLowerCase() : category,
          }))}
          onChange={({ currentTarget: { value } }) =>
            form.put({ category: value as TemplateCategory }, 'type')
          }
        />
        <Select
          label={t('templates.form.language')}
          data={languageChoices(state.language)}
          searchable
          allowDeselect={false}
          disabled={fixed.language}
          value={state.language}
          error={form.error('language')}
          onChange={(language) => language && form.put({ language }, 'language')}
        />
      </Two>
      {state.category === 'OTP' ? (
        <OtpFields form={form} />
      ) : (
        <>
          <HeaderField form={form} />
          <BodyField
            form={form}
            label={kind === 'local' ? t('templates.form.message') : t('templates.form.body')}
          />
          <SampleFields form={form} />
          <TextInput
            label={
              <Label optional count={state.footer.length} of={templateLimits.footer}>
                {t('templates.form.footer')}
              </Label>
            }
            value={state.footer}
            error={form.error('footer')}
            onChange={(event) => form.put({ footer: event.currentTarget.value }, 'footer')}
          />
          <ButtonsField form={form} />
          <PartsField form={form} />
        </>
      )}
    </div>
  )
}

function languageChoices(present: string): { value: string; label: string }[] {
  const codes = new Set([...Object.keys(templateLanguages), present])
  return [...codes].map((code) => ({
    value: code,
    label: t('templates.form.languageChoice', { language: languageName(code), code }),
  }))
}
