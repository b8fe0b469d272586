import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Lead, leads } from '#contract/leads.ts'
import { call, sentenceFor } from '#web/api.ts'
import { Button } from '#web/components/button.tsx'
import { Label, SubmitError } from '#web/components/field.tsx'
import { Window } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { leadWords, useLeadsChanged } from './leads.queries.ts'

/** Records by hand that a person agreed, or wants no more messages, with the words for it. */
export function ConsentWindow({
  lead,
  name,
  asking,
  onClose,
}: {
  lead: Lead
  name: string
  asking: 'in' | 'out' | null
  onClose: () => void
}) {
  const [details, setDetails] = useState('')
  const [fault, setFault] = useState('')
  const changed = useLeadsChanged()
  const optsIn = asking === 'in'
  const save = useMutation({
    mutationFn: () =>
      call(leads.setConsent, {
        params: { id: lead.id },
        body: { consent: optsIn ? 'opted_in' : 'opted_out', details: details.trim() },
      }),
    onSuccess: async () => {
      toast.success(optsIn ? `Consent of ${name} recorded` : `${name} opted out`)
      setDetails('')
      onClose()
      await changed()
    },
    onError: (error) => toast.error(sentenceFor(error, leadWords.change)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (optsIn && !details.trim()) setFault('Say how this person agreed to hear from you.')
    else save.mutate()
  }
  return (
    <Window
      opened={asking !== null}
      onClose={onClose}
      title={optsIn ? `How did ${name} agree?` : `No more messages to ${name}?`}
    >
      <form onSubmit={submit} noValidate>
        <p className="t2">
          {optsIn
            ? 'Your words are kept with the time and your name: they are the proof that WhatsApp may ask for.'
            : 'They are left out of every campaign from now on, also when their number is added again.'}
        </p>
        <div className="mt3">
          <Textarea
            label={optsIn ? 'How they agreed' : <Label optional>What they said</Label>}
            data-autofocus
            autosize
            minRows={2}
            maxLength={500}
            value={details}
            error={fault}
            onChange={({ currentTarget }) => {
              setDetails(currentTarget.value)
              setFault('')
            }}
          />
        </div>
        <SubmitError error={save.error} words={leadWords.change} />
        <div className="acts">
          <Button kind="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" kind={optsIn ? 'yours' : 'danger-full'} busy={save.isPending && 'Saving...'}>
            {optsIn ? 'Record consent' : 'Opt out'}
          </Button>
        </div>
      </form>
    </Window>
  )
}
