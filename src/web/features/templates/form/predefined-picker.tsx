import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { languageName } from '#contract/templates/languages.ts'
import type { PredefinedTemplate } from '#contract/templates.ts'
import { Two } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { useLibrary } from '../templates.queries.ts'

/** The library, with a toast when it cannot be loaded. */
export function usePredefined() {
  const library = useLibrary()
  useEffect(() => {
    if (library.isError) toast.error(t('templates.failed.library'))
  }, [library.isError])
  return library
}

/** Picks a template of the library by language and use case. */
export function PredefinedPicker({
  label,
  language,
  value,
  onLanguage,
  onPick,
}: {
  label: string
  language: string
  /** The chosen one's name. */
  value: string
  onLanguage: (language: string) => void
  onPick: (template: PredefinedTemplate | null) => void
}) {
  const library = usePredefined()
  const all = library.data?.templates ?? []
  const languages = [...new Set(all.map((template) => template.language))]
  const offered = all.filter((template) => template.language === language)
  const useCases = [...new Set(offered.map(({ use_case }) => use_case))]
  return (
    <Two>
      <NativeSelect
        label={label}
        value={value}
        disabled={library.isPending}
        data={[
          { value: '', label: library.isPending ? t('templates.list.loading') : t('templates.form.select') },
          ...useCases.map((useCase) => ({
            group: t(`templates.useCases.${useCase}`),
            items: offered
              .filter(({ use_case }) => use_case === useCase)
              .map(({ template_name, title }) => ({ value: template_name, label: title })),
          })),
        ]}
        onChange={({ currentTarget }) =>
          onPick(offered.find(({ template_name }) => template_name === currentTarget.value) ?? null)
        }
      />
      <NativeSelect
        label={t('templates.form.libraryLanguage')}
        value={language}
        data={(languages.length > 0 ? languages : [language]).map((code) => ({
          value: code,
          label: languageName(code),
        }))}
        onChange={({ currentTarget }) => onLanguage(currentTarget.value)}
      />
    </Two>
  )
}
