import { TagsInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Lead, leads } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Label, SubmitError } from '#web/components/forms/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { ApiError, call, queryFor, sentenceFor } from '#web/net/api.ts'
import { leadWords, useLeadsChanged } from './leads.queries.ts'

/** A lead's name, number, e-mail and tags, to be changed. */
export function EditLead({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const [form, setForm] = useState({
    name: lead.name,
    phone: lead.phone ?? '',
    email: lead.email ?? '',
    tags: lead.tags,
  })
  const tags = useQuery(queryFor(leads.tags))
  const changed = useLeadsChanged()
  const save = useMutation({
    mutationFn: () => {
      const { phone, ...rest } = form
      return call(leads.update, {
        params: { id: lead.id },
        body: { ...rest, ...(phone.trim() && { phone }) },
      })
    },
    onSuccess: async () => {
      toast.success('Lead saved')
      onClose()
      await changed()
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })
  const faults = save.error instanceof ApiError ? save.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  const field = (name: 'name' | 'phone' | 'email') => ({
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setForm((now) => ({ ...now, [name]: value })),
  })
  return (
    <Window opened onClose={onClose} title="Edit lead">
      <form className="lead-form" onSubmit={submit} noValidate>
        <TextInput label="Name" data-autofocus maxLength={200} {...field('name')} />
        <TextInput label="Phone" type="tel" maxLength={200} {...field('phone')} />
        <TextInput label={<Label optional>Email</Label>} type="email" {...field('email')} />
        <TagsInput
          label={<Label optional>Tags</Label>}
          description="Enter after each."
          maxTags={50}
          data={(tags.data?.tags ?? []).map(({ tag }) => tag)}
          value={form.tags}
          onChange={(value) => setForm((now) => ({ ...now, tags: value.map((tag) => tag.slice(0, 60)) }))}
        />
        <SubmitError error={save.error} words={leadWords.change} />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" kind="yours" busy={save.isPending && 'Saving...'}>
            Save lead
          </Button>
        </div>
      </form>
    </Window>
  )
}
