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
import { call, sentenceFor } from '#web/net/api.ts'
import { TemplatePhone } from '../template-phone.tsx'
import { useTemplateCache } from '../templates.queries.ts'
import { draftOf, emptyState, partsOf, stateFromPredefined } from './form-state.ts'
import { PredefinedPicker, usePredefined } from './predefined-picker.tsx'
import { TemplateFields } from './template-fields.tsx'
import { useTemplateForm } from './use-template-form.ts'

const words = { failed: 'Failed to add template' }

type Mode = 'custom' | 'predefined'

/** Adds a local template: one's own, or one of the library as it is or changed. Beside it, how it will look. */
export function AddTemplate() {
  const [mode, setMode] = useState<Mode>('custom')
  const [picked, setPicked] = useState<PredefinedTemplate | null>(null)
  const form = useTemplateForm('local', 'template-add', emptyState)
  const add = useAddTemplate()
  const draft =
    mode === 'predefined' && picked ? draftOf(stateFromPredefined(picked), picked.name) : form.draft

  const addCustom = () => {
    if (form.state.title.trim() === '' || form.draft.body === '')
      toast.error('Title and content are required')
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
          label="How to add a template"
          choices={[
            { value: 'custom', name: 'Custom' },
            { value: 'predefined', name: 'Predefined' },
          ]}
          value={mode}
          onChange={setMode}
          className="tpl-mode"
        />
        {mode === 'custom' ? (
          <>
            <TitleField form={form} />
            <TemplateFields form={form} kind="local" />
            <SubmitError error={add.error} words={words} />
            <Button kind="yours" type="submit" busy={add.isPending && 'Adding...'} className="mt4">
              Add template
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
          Title
        </Label>
      }
      description={name ? `At WhatsApp it is called ${name}.` : 'For you. People do not see it.'}
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
        label="Predefined template"
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
            <Button kind="yours" type="submit" busy={busy && 'Adding...'}>
              Add template
            </Button>
            <Button kind="quiet" onClick={() => onChange(picked)}>
              Change the words first
            </Button>
          </div>
        </>
      ) : (
        <p className="hint mt4">
          {library.data
            ? `${new Set(library.data.templates.map(({ name }) => name)).size} templates`
            : 'Templates'}{' '}
          for order updates, appointment reminders, promotions, lead follow-up and one-time codes, each
          written to pass WhatsApp's review.
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
      toast.success(answer.message ?? 'Template added')
      return cache.localChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, words)),
  })
}
