import { TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fields } from '#contract/leads/fields.ts'
import { cutTag, type Lead } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Label, SubmitError } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, queryFor, sentenceFor } from '#web/net/api.ts'
import { leadChanges, leadFaults } from './lead-changes.ts'
import { leadErrors } from './lead-errors.ts'
import { useLeadTags, useUpdateLead } from './leads.queries.ts'
import { LeadFieldInputs } from './person/lead-field-inputs.tsx'

/** Edits a lead's name, phone, email, tags and custom fields. */
export function EditLead({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [opened] = useState(lead)
  const [form, setForm] = useState({
    name: lead.name,
    phone: lead.phone ?? '',
    email: lead.email ?? '',
    tags: lead.tags,
  })
  const tags = useLeadTags()
  const known = useQuery(queryFor(fields.list)).data?.fields ?? []
  const [own, setOwn] = useState<Record<string, string>>({})
  const save = useUpdateLead(lead.id, {
    onSuccess: () => {
      toast.success(t('leads.edit.saved'))
      onClose()
    },
    onError: (error) => toast.error(sentenceFor(error, leadErrors.change())),
  })
  const [checked, setChecked] = useState(false)
  const missing = leadFaults(opened, form)
  const faults: Record<string, string> = {
    ...(save.error instanceof ApiError ? save.error.fields : {}),
    ...(checked && missing),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (save.isPending || missing.phone) return
    save.mutate(leadChanges(opened, form, own))
  }
  const field = (name: 'name' | 'phone' | 'email') => ({
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setForm((now) => ({ ...now, [name]: value })),
  })
  return (
    <Window opened onClose={onClose} title={t('leads.edit.title')}>
      <form className="lead-form" onSubmit={submit} noValidate>
        <TextInput label={t('leads.fields.name')} data-autofocus maxLength={200} {...field('name')} />
        <TextInput label={t('leads.fields.phone')} type="tel" maxLength={200} {...field('phone')} />
        <TextInput
          label={<Label optional>{t('leads.fields.email')}</Label>}
          type="email"
          {...field('email')}
        />
        <TagsInput
          label={<Label optional>{t('leads.fields.tags')}</Label>}
          description={t('leads.edit.tagsHint')}
          maxTags={50}
          data={tags.map(({ tag }) => tag)}
          value={form.tags}
          onChange={(value) => setForm((now) => ({ ...now, tags: value.map(cutTag) }))}
        />
        <LeadFieldInputs
          fields={known}
          values={{ ...lead.attributes, ...own }}
          faults={faults}
          onChange={(name, value) => setOwn((now) => ({ ...now, [name]: value }))}
        />
        <SubmitError error={save.error} words={leadErrors.change()} />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            {t('leads.cancel')}
          </Button>
          <Button type="submit" kind="yours" busy={save.isPending && t('leads.saving')}>
            {t('leads.edit.save')}
          </Button>
        </div>
      </form>
    </Window>
  )
}
