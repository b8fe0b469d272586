import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { leads } from '#contract/leads.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DraftNote } from '#web/components/forms/draft-note.tsx'
import { Label, SubmitError, Two } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { ApiError, call, queryFor, sentenceFor } from '#web/net/api.ts'
import { useFormDraft } from '#web/shell/form-drafts.ts'
import { ConsentField, howMissing, nothingStated } from './consent.tsx'
import { leadWords, useLeadsChanged } from './leads.queries.ts'

/** What this form says replaces what it said before. */
const toastId = { id: 'add lead' }

const blank = { name: '', phone: '', email: '', tag: '' }
type Faults = Partial<Record<keyof typeof blank | 'how', string>>

/** Add Lead Manually: name and phone, a tag, perhaps an e-mail, and how they agreed. */
export function AddLead({ away }: { away?: boolean }) {
  const kept = useFormDraft('lead-add', { form: blank, stated: nothingStated })
  const { form, stated } = kept.value
  const setStated = (next: typeof nothingStated) => kept.set((now) => ({ ...now, stated: next }))
  const [faults, setFaults] = useState<Faults>({})
  const changed = useLeadsChanged()
  const put = (change: Partial<typeof blank>) => {
    kept.set((now) => ({ ...now, form: { ...now.form, ...change } }))
    setFaults({})
    if (add.isError) add.reset()
  }
  const add = useMutation({
    mutationFn: () =>
      call(leads.upload, {
        body: {
          leads: [
            {
              ...form,
              source: 'manual',
              ...(stated.agreed && { consent: 'opted_in' as const, consent_source: stated.how.trim() }),
            },
          ],
        },
      }),
    onSuccess: async () => {
      toast.success('Lead added successfully', toastId)
      kept.reset({ form: { ...blank, tag: form.tag }, stated: nothingStated })
      await changed()
    },
    onError: (error) => {
      toast.error(sentenceFor(error, leadWords.add), toastId)
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
    else add.mutate()
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
      <h2 id="add-lead">Add Lead Manually</h2>
      <DraftNote
        restored={kept.restored}
        onClear={() => kept.reset({ form: blank, stated: nothingStated })}
      />
      <div className="mt3 lead-form">
        <Two>
          <TextInput label="Name" autoComplete="off" maxLength={200} {...field('name')} />
          <TextInput label="Phone" type="tel" autoComplete="off" maxLength={200} {...field('phone')} />
          <TextInput
            label={<Label optional>Email</Label>}
            type="email"
            autoComplete="off"
            {...field('email')}
          />
          <TextInput label="Tag" autoComplete="off" maxLength={60} {...field('tag')} />
          <ConsentField value={stated} onChange={setStated} error={faults.how} />
        </Two>
      </div>
      <Known phone={form.phone} />
      {/* What stands at a field is not said twice. */}
      {Object.values(faults).some(Boolean) ? null : <SubmitError error={add.error} words={leadWords.add} />}
      <Button type="submit" className="mt3" busy={add.isPending && 'Adding...'}>
        Add lead
      </Button>
    </form>
  )
}

function faultsOf(form: typeof blank, stated: typeof nothingStated): Faults {
  const faults: Faults = {}
  if (!form.name.trim()) faults.name = 'Name and phone are required'
  if (!form.phone.trim()) faults.phone = 'Name and phone are required'
  if (!form.tag.trim()) faults.tag = 'Tag/category is required'
  if (stated.agreed && !stated.how.trim()) faults.how = howMissing.replace('these people', 'this person')
  return faults
}

/** As the number is typed: how it is read, and who has it already. */
function Known({ phone }: { phone: string }) {
  const typed = useDeferredValue(phone.trim())
  const enough = typed.replace(/\D/g, '').length >= 8
  const known = useQuery({
    ...queryFor(leads.known, { query: { phone: typed } }),
    enabled: enough,
    staleTime: 30_000,
    retry: false,
  })
  if (!enough || !known.data) return null
  const { phone: read, lead, suppressed, problem } = known.data
  return (
    <p className="hint mt2" aria-live="polite">
      {problem}
      {lead ? (
        <>
          You know this number:{' '}
          <Link to={`/lead-generator/${lead.id}`}>{lead.name || 'a lead without a name'}</Link>. Adding it
          updates them.
        </>
      ) : null}
      {suppressed ? ' This number opted out: it stays so.' : null}
      {read && !lead && !suppressed ? `Kept as ${formatPhone(read)}.` : null}
    </p>
  )
}
