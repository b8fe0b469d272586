import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type TemplateType, templateTypes } from '#contract/templates/draft.ts'
import { languageName } from '#contract/templates/languages.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import { type LocalTemplate, templates } from '#contract/templates.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label, SubmitError } from '#web/components/forms/field.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { askAboutCampaigns } from './form/ask-campaigns.tsx'
import { ChangedMeanwhile } from './form/changed-meanwhile.tsx'
import { stateFromLocal } from './form/form-state.ts'
import { useTemplateForm } from './form/use-template-form.ts'
import { StatusText, TemplateBadge } from './template-status.tsx'
import { useTemplateCache } from './templates.queries.ts'
import { useRemoveTemplate } from './use-remove-template.ts'

/** One template of the list with its status and inline editing. */
export function LocalRow({ template }: { template: LocalTemplate }) {
  const [editing, setEditing] = useState(false)
  return (
    <li className="tpl-row">
      {editing ? (
        <EditRow template={template} onDone={() => setEditing(false)} />
      ) : (
        <LocalRowView template={template} onEdit={() => setEditing(true)} />
      )}
    </li>
  )
}

function LocalRowView({ template, onEdit }: { template: LocalTemplate; onEdit: () => void }) {
  const remove = useRemoveTemplate(template)
  return (
    <>
      <div className="tpl-row-main">
        <div className="row tpl-row-h">
          <Link className="b" to={`/templates/${template.id}`}>
            {template.title}
          </Link>
          <TemplateBadge status={template.status} />
          <span className="sm t3">
            {t('templates.list.kind', { type: template.type, language: languageName(template.language) })}
          </span>
        </div>
        <p className="t2 tpl-words">
          <Formatted pieces={readMessage(template.message)} />
        </p>
        <StatusText template={template} />
      </div>
      <div className="row n tpl-row-acts">
        <Button
          size="small"
          onClick={onEdit}
          aria-label={t('templates.actions.editOne', { title: template.title })}
        >
          {t('templates.actions.edit')}
        </Button>
        <Button
          size="small"
          kind="danger"
          busy={remove.busy && t('templates.actions.deleting')}
          aria-label={t('templates.actions.deleteOne', { title: template.title })}
          onClick={remove.ask}
        >
          {t('templates.actions.delete')}
        </Button>
      </div>
    </>
  )
}

function EditRow({ template, onDone }: { template: LocalTemplate; onDone: () => void }) {
  const cache = useTemplateCache()
  const frame = useRef<HTMLFormElement>(null)
  // The row grows inside a scroll area: scroll it into view and focus the first field.
  useEffect(() => {
    frame.current?.closest('li')?.scrollIntoView({ block: 'nearest' })
    frame.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const form = useTemplateForm('local', `template-row ${template.id}`, stateFromLocal(template))
  const { title, body, category } = form.state
  const locked = !template.edit.allowed || template.foreign_parts
  const isCode = template.type === 'otp'
  const save = useMutation({
    mutationFn: (after: 'go_on' | 'wait') =>
      call(templates.change, {
        params: { id: template.id },
        body: {
          title: title.trim(),
          message: locked ? template.message : form.draft.body,
          type: locked ? undefined : (category.toLowerCase() as TemplateType),
          campaigns: after,
          updated_at: form.state.readAt,
        },
      }),
    onSuccess: () => {
      toast.success(t('templates.toast.updated'))
      form.forget()
      onDone()
      return cache.localChanged()
    },
    onError: (error) => {
      form.refuse(error)
      if (error instanceof ApiError && error.code === 'conflict') void cache.localChanged()
      toast.error(sentenceFor(error, { failed: t('templates.failed.update') }))
    },
  })
  const trySave = async (textChanged: boolean) => {
    const after = textChanged ? await askAboutCampaigns(cache.readUsage, template, true) : 'go_on'
    if (after) save.mutate(after)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const textChanged = form.draft.body !== template.message
    if (title.trim() === '' || (form.draft.body === '' && !locked))
      toast.error(t('templates.failed.required'))
    // Approved text that did not change need not pass our rules to save a new title.
    if (!form.reveal() && (textChanged || title.trim() === '')) return
    void trySave(textChanged && !locked).catch((error) =>
      toast.error(sentenceFor(error, { failed: t('templates.failed.update') })),
    )
  }
  return (
    <form
      ref={frame}
      className="tpl-edit"
      onSubmit={submit}
      noValidate
      aria-label={t('templates.actions.editOne', { title: template.title })}
    >
      <DraftNote restored={form.restored} onClear={form.forget} />
      <div className="two">
        <TextInput
          label={
            <Label count={title.length} of={templateLimits.title}>
              {t('templates.row.title')}
            </Label>
          }
          value={title}
          error={form.error('title')}
          onChange={(event) => form.put({ title: event.currentTarget.value }, 'title')}
        />
        <NativeSelect
          label={t('templates.row.type')}
          error={form.error('type')}
          value={category.toLowerCase()}
          disabled={locked || isCode || template.status === 'approved'}
          data={templateTypes.map((type) => ({
            value: type,
            label: type,
            disabled: (type === 'otp') !== isCode,
          }))}
          onChange={({ currentTarget: { value } }) =>
            form.put({ category: value.toUpperCase() as typeof category }, 'type')
          }
        />
      </div>
      <Textarea
        mt={12}
        label={
          <Label count={body.length} of={templateLimits.body}>
            {t('templates.row.message')}
          </Label>
        }
        autosize
        minRows={3}
        maxRows={10}
        disabled={locked || isCode}
        value={isCode ? template.message : body}
        error={form.error('body')}
        onChange={(event) => form.put({ body: event.currentTarget.value }, 'body')}
      />
      <p className="hint">
        {template.foreign_parts ? t('templates.row.manager') : template.edit.sentence}{' '}
        <Link to={`/templates/${template.id}?edit`}>{t('templates.row.whole')}</Link>
      </p>
      <ChangedMeanwhile form={form} template={template} onChosen={save.reset}>
        <SubmitError error={save.error} words={{ failed: t('templates.failed.update') }} />
      </ChangedMeanwhile>
      <div className="row mt4">
        <Button size="small" type="submit" busy={save.isPending && t('templates.actions.saving')}>
          {t('templates.actions.save')}
        </Button>
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            form.forget()
            onDone()
          }}
        >
          {t('templates.actions.cancel')}
        </Button>
      </div>
    </form>
  )
}
