import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { typeOf, withoutOwn } from '#contract/templates/draft.ts'
import { templateLimits } from '#contract/templates/limits.ts'
import { type LocalTemplate, templates } from '#contract/templates.ts'
import { Banner } from '#web/components/banner.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label, SubmitError } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, call, sentenceFor } from '#web/net/api.ts'
import { TemplatePhone } from '../template-phone.tsx'
import { useTemplateCache } from '../templates.queries.ts'
import { askAboutCampaigns } from './ask-campaigns.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { draftOf, partsOf, stateFromLocal } from './form-state.ts'
import { TemplateFields } from './template-fields.tsx'
import { useTemplateForm } from './use-template-form.ts'

/** The template editor with a live preview. A banner says what saving does. */
export function EditTemplate({ template, onDone }: { template: LocalTemplate; onDone: () => void }) {
  const cache = useTemplateCache()
  const form = useTemplateForm('local', `template-edit ${template.id}`, stateFromLocal(template))
  const { title, category } = form.state
  const save = useMutation({
    mutationFn: (after: 'go_on' | 'wait') =>
      call(templates.change, {
        params: { id: template.id },
        body: {
          title: title.trim(),
          message: form.draft.body,
          type: typeOf(category),
          ...partsOf(form.draft),
          campaigns: after,
          updated_at: form.state.readAt,
        },
      }),
    onSuccess: () => {
      toast.success(t('templates.toast.updated'))
      form.forget()
      onDone()
      void cache.localChanged()
      return cache.oneChanged()
    },
    onError: (error) => {
      form.refuse(error)
      if (error instanceof ApiError && error.code === 'conflict') void cache.oneChanged()
      toast.error(sentenceFor(error, { failed: t('templates.failed.update') }))
    },
  })
  const start = draftOf(stateFromLocal(template), '')
  const trySave = async () => {
    const now = { ...form.draft, name: start.name }
    const isSame = JSON.stringify(start) === JSON.stringify(now)
    const isReviewed = JSON.stringify(withoutOwn(start)) !== JSON.stringify(withoutOwn(now))
    const after = isSame ? 'go_on' : await askAboutCampaigns(cache.readUsage, template, isReviewed)
    if (after) save.mutate(after)
  }
  return (
    <div className="cols wide">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() === '' || form.draft.body === '') toast.error(t('templates.failed.required'))
          if (form.reveal())
            void trySave().catch((error) =>
              toast.error(sentenceFor(error, { failed: t('templates.failed.update') })),
            )
        }}
      >
        <DraftNote restored={form.restored} onClear={form.forget} />
        <div className="tpl-banners">
          <Banner kind={template.edit.allowed ? 'waiting' : 'yours'}>{template.edit.sentence}</Banner>
        </div>
        <TextInput
          mb={16}
          label={
            <Label count={title.length} of={templateLimits.title}>
              {t('templates.form.title')}
            </Label>
          }
          description={t('templates.form.nameStays', { name: template.template_name })}
          value={title}
          error={form.error('title')}
          onChange={(event) => form.put({ title: event.currentTarget.value }, 'title')}
        />
        <TemplateFields
          form={form}
          kind="local"
          fixed={{
            language: true,
            ...(template.status === 'approved' && {
              category: t('templates.form.categoryFixed'),
            }),
            ...(template.type === 'otp' && { category: t('templates.form.otpFixed') }),
          }}
        />
        <ChangedMeanwhile form={form} template={template} onChosen={save.reset}>
          <SubmitError error={save.error} words={{ failed: t('templates.failed.update') }} />
        </ChangedMeanwhile>
        <div className="row mt4">
          <Button kind="yours" type="submit" busy={save.isPending && t('templates.actions.saving')}>
            {t('templates.actions.save')}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              form.forget()
              onDone()
            }}
          >
            {t('templates.actions.cancel')}
          </Button>
        </div>
      </form>
      <aside>
        <div className="stick">
          <TemplatePhone draft={form.draft} id={template.id} />
        </div>
      </aside>
    </div>
  )
}
