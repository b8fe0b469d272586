import { TextInput } from '@mantine/core'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label, SubmitError, Two } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { ConsentField, nothingStated } from './consent.tsx'
import { leadErrors } from './lead-errors.ts'
import { useAddLead, useKnownNumber } from './leads.queries.ts'

/** A toast of this form replaces the one before. */
const toastId = { id: 'add lead' }

const blank = { name: '', phone: '', email: '', tag: '' }
type Faults = Partial<Record<keyof typeof blank | 'how', string>>

/** Add Lead Manually: name, phone, tag, optional email, and how they agreed. */
export function AddLead({ away }: { away?: boolean }) {
  const kept = useFormDraft('lead-add', { form: blank, stated: nothingStated })
  const { form, stated } = kept.value
  const setStated = (next: typeof nothingStated) => kept.set((now) => ({ ...now, stated: next }))
  const [faults, setFaults] = useState<Faults>({})
  const put = (change: Partial<typeof blank>) => {
    kept.set((now) => ({ ...now, form: { ...now.form, ...change } }))
    setFaults({})
    if (add.isError) add.reset()
  }
  const add = useAddLead({
    onSuccess: () => {
      toast.success(t('leads.add.added'), toastId)
      kept.reset({ form: { ...blank, tag: form.tag }, stated: nothingStated })
    },
    onError: (error) => {
      toast.error(sentenceFor(error, leadErrors.add()), toastId)
      if (error instanceof ApiError) {
        const at = (name: string): string | undefined => error.fields[`leads.0.${name}`]
        setFaults({ name: at('name'), phone: at('phone'), email: at('email'), tag: at('tag') })
      }
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const found = faultsOf(form, stated)
    setFaults(found)
    const [first] = Object.values(found)
    if (first) toast.error(first, toastId)
    else
      add.mutate({
        ...form,
        source: 'manual',
        ...(stated.agreed && { consent: 'opted_in', consent_source: stated.how.trim() }),
      })
  }
  const field = (name: keyof typeof blank) => ({
    name,
    value: form[name],
    error: faults[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      put({ [name]: currentTarget.value }),
  })
  return (
    <form onSubmit={submit} noValidate data-away={away ? true : undefined} aria-labelledby="add-lead">
      <h2 id="add-lead">{t('leads.add.title')}</h2>
      <DraftNote
        restored={kept.restored}
        onClear={() => kept.reset({ form: blank, stated: nothingStated })}
      />
      <div className="mt3 lead-form">
        <Two>
          <TextInput label={t('leads.fields.name')} autoComplete="off" maxLength={200} {...field('name')} />
          <TextInput
            label={t('leads.fields.phone')}
            type="tel"
            autoComplete="off"
            maxLength={200}
            {...field('phone')}
          />
          <TextInput
            label={<Label optional>{t('leads.fields.email')}</Label>}
            type="email"
            autoComplete="off"
            {...field('email')}
          />
          <TextInput label={t('leads.fields.tag')} autoComplete="off" maxLength={60} {...field('tag')} />
          <ConsentField value={stated} onChange={setStated} error={faults.how} />
        </Two>
      </div>
      <Known phone={form.phone} />
      {/* An error that is shown at a field is not repeated. */}
      {Object.values(faults).some(Boolean) ? null : (
        <SubmitError error={add.error} words={leadErrors.add()} />
      )}
      <Button type="submit" className="mt3" busy={add.isPending && t('leads.add.adding')}>
        {t('leads.add.submit')}
      </Button>
    </form>
  )
}

function faultsOf(form: typeof blank, stated: typeof nothingStated): Faults {
  const faults: Faults = {}
  if (!form.name.trim()) faults.name = t('leads.add.namePhoneRequired')
  if (!form.phone.trim()) faults.phone = t('leads.add.namePhoneRequired')
  if (!form.tag.trim()) faults.tag = t('leads.add.tagRequired')
  if (stated.agreed && !stated.how.trim()) faults.how = t('leads.consent.howMissingPerson')
  return faults
}

/** While a number is typed: how it is saved, and who has it already. */
function Known({ phone }: { phone: string }) {
  const typed = useDeferredValue(phone.trim())
  const enough = typed.replace(/\D/g, '').length >= 8
  const known = useKnownNumber(typed, enough)
  if (!enough || !known) return null
  const { phone: read, lead, suppressed, problem } = known
  return (
    <p className="hint mt2" aria-live="polite">
      {problem}
      {lead
        ? t.rich('leads.add.known', {
            name: lead.name || t('leads.add.nameless'),
            lead: linkTo(`/lead-generator/${lead.id}`),
          })
        : null}{' '}
      {suppressed ? t('leads.add.suppressed') : null}
      {read && !lead && !suppressed ? t('leads.add.savedAs', { phone: formatPhone(read) }) : null}
    </p>
  )
}
