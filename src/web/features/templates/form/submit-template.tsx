import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { nameLockDays, templateLimits } from '#contract/templates/limits.ts'
import { templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label, SubmitError } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { TemplatePhone } from '../template-phone.tsx'
import { useTemplateCache } from '../templates.queries.ts'
import { draftOf, emptyState, partsOf, stateFromPredefined } from './form-state.ts'
import { PredefinedPicker, usePredefined } from './predefined-picker.tsx'
import { TemplateFields } from './template-fields.tsx'
import { useTemplateForm } from './use-template-form.ts'

const words = () => ({
  failed: t('templates.failed.submit'),
  unreachable: t('templates.failed.submitServer'),
})

/** The submit form of Meta Templates with a live preview; also the modal of the Testing Dashboard. */
export function SubmitTemplateForm({ onSubmitted }: { onSubmitted?: () => void }) {
  const form = useTemplateForm('meta', 'template-submit', emptyState)
  // Read while rendering: a query's result tracks only the fields that were read then.
  const library = usePredefined().data?.templates
  const [predefined, setPredefined] = useState('')
  const [language, setLanguage] = useState('en_US')
  const cache = useTemplateCache()
  const submit = useMutation({
    mutationFn: (body: InputOf<typeof templates.submit>['body']) => call(templates.submit, { body }),
    onSuccess: (answer) => {
      toast.success(answer.message ?? t('templates.toast.submitted'))
      form.forget()
      setPredefined('')
      onSubmitted?.()
      void cache.localChanged()
      return cache.metaChanged()
    },
    onError: (error) => {
      form.refuse(error)
      toast.error(sentenceFor(error, words()))
    },
  })

  const pick = (name: string, code: string) => {
    const found = library?.find((one) => one.template_name === name && one.language === code)
    setPredefined(found ? name : '')
    if (found) form.reset(stateFromPredefined(found))
  }
  const send = () => {
    const { name, category } = form.state
    if (name.trim() === '' || form.draft.body === '') toast.error(t('templates.failed.requiredMeta'))
    if (!form.reveal()) return
    submit.mutate({
      template_name: name.trim(),
      language: form.state.language,
      category,
      body: form.draft.body,
      use_predefined: isUnchanged(library, predefined, form.draft),
      ...partsOf(form.draft),
    })
  }
  return (
    <div className="cols wide">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <DraftNote restored={form.restored} onClear={form.forget} />
        <div className="tpl-from">
          <PredefinedPicker
            label={t('templates.form.startFrom')}
            language={language}
            value={predefined}
            onLanguage={(code) => {
              setLanguage(code)
              pick(predefined, code)
            }}
            onPick={(found) => pick(found?.template_name ?? '', language)}
          />
        </div>
        <TextInput
          mb={16}
          label={
            <Label count={form.state.name.length} of={templateLimits.name}>
              {t('templates.form.templateName')}
            </Label>
          }
          description={t('templates.form.templateNameHelp', { days: nameLockDays })}
          value={form.state.name}
          error={form.error('template_name')}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => form.put({ name: event.currentTarget.value }, 'template_name')}
        />
        <TemplateFields form={form} kind="meta" />
        <SubmitError error={submit.error} words={words()} />
        <div className="row mt4">
          <Button kind="yours" type="submit" busy={submit.isPending && t('templates.actions.submitting')}>
            {t('templates.form.submit')}
          </Button>
          <span className="sm t3">{t('templates.form.review')}</span>
        </div>
      </form>
      <aside>
        <div className="stick">
          <TemplatePhone draft={form.draft} />
        </div>
      </aside>
    </div>
  )
}

type Library = Parameters<typeof stateFromPredefined>[0][] | undefined

/** Whether the template of the library is unchanged. */
function isUnchanged(library: Library, name: string, draft: ReturnType<typeof draftOf>): boolean {
  const found = library?.find((one) => one.template_name === name && one.language === draft.language)
  if (!found) return false
  return JSON.stringify(draftOf(stateFromPredefined(found), found.template_name)) === JSON.stringify(draft)
}
