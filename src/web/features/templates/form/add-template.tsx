import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { nameFromTitle, typeOf } from '#contract/templates/draft.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import { type PredefinedTemplate, templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label, SubmitError } from '#web/components/forms/field.tsx'
import { Segmented } from '#web/components/forms/segmented.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { TemplatePhone } from '../template-phone.tsx'
import { useTemplateCache } from '../templates.queries.ts'
import { draftOf, emptyState, partsOf, stateFromPredefined } from './form-state.ts'
import { PredefinedPicker, usePredefined } from './predefined-picker.tsx'
import { TemplateFields } from './template-fields.tsx'
import { useTemplateForm } from './use-template-form.ts'

const words = () => ({ failed: t('templates.failed.add') })

type Mode = 'custom' | 'predefined'

/** Adds a local template: a custom one, or one of the library as it is or changed. With a live preview. */
export function AddTemplate() {
  const [mode, setMode] = useState<Mode>('custom')
  const [picked, setPicked] = useState<PredefinedTemplate | null>(null)
  const form = useTemplateForm('local', 'template-add', emptyState)
  const add = useAddTemplate()
  const draft =
    mode === 'predefined' && picked ? draftOf(stateFromPredefined(picked), picked.name) : form.draft

  const addCustom = () => {
    if (form.state.title.trim() === '' || form.draft.body === '') toast.error(t('templates.failed.required'))
    if (!form.reveal()) return
    const { title, language, category } = form.state
    add.mutate(
      {
        title: title.trim(),
        message: form.draft.body,
        type: typeOf(category),
        language,
        ...partsOf(form.draft),
      },
      { onSuccess: form.forget, onError: form.refuse },
    )
  }
  return (
    <div className="cols wide">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (mode === 'custom') addCustom()
          else if (picked) {
            const { template_name, language } = picked
            add.mutate(
              { use_predefined: true, template_name, language },
              { onSuccess: () => setPicked(null) },
            )
          }
        }}
      >
        <DraftNote restored={form.restored} onClear={form.forget} />
        <Segmented
          label={t('templates.form.how')}
          choices={[
            { value: 'custom', name: t('templates.form.custom') },
            { value: 'predefined', name: t('templates.form.predefined') },
          ]}
          value={mode}
          onChange={setMode}
          className="tpl-mode"
        />
        {mode === 'custom' ? (
          <>
            <TitleField form={form} />
            <TemplateFields form={form} kind="local" />
            <SubmitError error={add.error} words={words()} />
            <Button
              kind="yours"
              type="submit"
              busy={add.isPending && t('templates.actions.adding')}
              className="mt4"
            >
              {t('templates.actions.add')}
            </Button>
          </>
        ) : (
          <Predefined
            picked={picked}
            onPick={setPicked}
            busy={add.isPending}
            onChange={(template) => {
              form.reset(stateFromPredefined(template))
              setMode('custom')
            }}
          />
        )}
      </form>
      <aside>
        <div className="stick">
          <TemplatePhone draft={draft} />
        </div>
      </aside>
    </div>
  )
}

function TitleField({ form }: { form: ReturnType<typeof useTemplateForm> }) {
  const { title } = form.state
  const name = nameFromTitle(title)
  return (
    <TextInput
      mb={16}
      label={
        <Label count={title.length} of={templateLimits.title}>
          {t('templates.form.title')}
        </Label>
      }
      description={name ? t('templates.form.nameAtWhatsApp', { name }) : t('templates.form.titleHelp')}
      value={title}
      error={form.error('title')}
      onChange={(event) => form.put({ title: event.currentTarget.value }, 'title')}
    />
  )
}

function Predefined({
  picked,
  busy,
  onPick,
  onChange,
}: {
  picked: PredefinedTemplate | null
  busy: boolean
  onPick: (template: PredefinedTemplate | null) => void
  onChange: (template: PredefinedTemplate) => void
}) {
  const library = usePredefined()
  const [language, setLanguage] = useState('en_US')
  return (
    <>
      <PredefinedPicker
        label={t('templates.form.predefinedTemplate')}
        language={language}
        value={picked?.template_name ?? ''}
        onPick={onPick}
        onLanguage={(next) => {
          setLanguage(next)
          const same = library.data?.templates.find(
            (one) => one.template_name === picked?.template_name && one.language === next,
          )
          onPick(same ?? null)
        }}
      />
      {picked ? (
        <>
          <p className="tpl-quote mt4">{picked.body}</p>
          <div className="row mt4">
            <Button kind="yours" type="submit" busy={busy && t('templates.actions.adding')}>
              {t('templates.actions.add')}
            </Button>
            <Button kind="quiet" onClick={() => onChange(picked)}>
              {t('templates.form.changeFirst')}
            </Button>
          </div>
        </>
      ) : (
        <p className="hint mt4">
          {library.data
            ? t('templates.form.library', {
                count: new Set(library.data.templates.map(({ name }) => name)).size,
              })
            : t('templates.form.libraryLoading')}
        </p>
      )}
    </>
  )
}

function useAddTemplate() {
  const cache = useTemplateCache()
  return useMutation({
    mutationFn: (body: InputOf<typeof templates.add>['body']) => call(templates.add, { body }),
    onSuccess: (answer) => {
      toast.success(answer.message ?? t('templates.toast.added'))
      return cache.localChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, words())),
  })
}
