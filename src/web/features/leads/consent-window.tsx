import { useMutation } from '@tanstack/react-query'
import { type Lead, leads } from '#contract/leads.ts'
import { Label } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { call } from '#web/net/api.ts'
import { ConsentForm } from './consent-form.tsx'
import { useLeadsChanged } from './leads.queries.ts'

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
  const changed = useLeadsChanged()
  const optsIn = asking === 'in'
  const save = useMutation({
    mutationFn: (details: string) =>
      call(leads.setConsent, {
        params: { id: lead.id },
        body: { consent: optsIn ? 'opted_in' : 'opted_out', details },
      }),
    onSuccess: async () => {
      toast.success(optsIn ? `Consent of ${name} recorded` : `${name} opted out`)
      onClose()
      await changed()
    },
  })
  return (
    <ConsentForm
      key={asking}
      opened={asking !== null}
      title={optsIn ? `How did ${name} agree?` : `No more messages to ${name}?`}
      lead={
        optsIn
          ? 'Your words are kept with the time and your name: they are the proof that WhatsApp may ask for.'
          : 'They are left out of every campaign from now on, also when their number is added again.'
      }
      label={optsIn ? 'How they agreed' : <Label optional>What they said</Label>}
      missing={optsIn ? 'Say how this person agreed to hear from you.' : null}
      act={optsIn ? 'Record consent' : 'Opt out'}
      kind={optsIn ? 'yours' : 'danger-full'}
      busy={save.isPending}
      failed={save.error}
      onClose={onClose}
      onSave={(details) => save.mutate(details)}
    />
  )
}
