import type { Lead } from '#contract/leads.ts'
import { Label } from '#web/components/forms/field.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { ConsentForm } from './consent-form.tsx'
import { useSetConsent } from './leads.queries.ts'

/** Records by hand that a person agreed or opted out, and how. */
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
  const optsIn = asking === 'in'
  const save = useSetConsent(lead.id, {
    onSuccess: () => {
      toast.success(t(optsIn ? 'leads.consent.recorded' : 'leads.consent.optedOut', { name }))
      onClose()
    },
  })
  return (
    <ConsentForm
      key={asking}
      opened={asking !== null}
      title={t(optsIn ? 'leads.consent.inTitle' : 'leads.consent.outTitle', { name })}
      lead={t(optsIn ? 'leads.consent.inLede' : 'leads.consent.outLede')}
      label={optsIn ? t('leads.consent.how') : <Label optional>{t('leads.consent.said')}</Label>}
      missing={optsIn ? t('leads.consent.howMissingPerson') : null}
      act={t(optsIn ? 'leads.consent.record' : 'leads.consent.optOut')}
      kind={optsIn ? 'yours' : 'danger-full'}
      busy={save.isPending}
      failed={save.error}
      onClose={onClose}
      onSave={(details) => save.mutate({ consent: optsIn ? 'opted_in' : 'opted_out', details })}
    />
  )
}
