import { useMutation, useQueryClient } from '@tanstack/react-query'
import { leads } from '#contract/leads.ts'
import { Button } from '#web/components/forms/button.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, keyOf, sentenceFor } from '#web/net/api.ts'

/** Keeps a contact that somebody sent as a lead, without consent: they have not agreed to anything. */
export function SaveContact({ name, phone }: { name: string; phone: string }) {
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      call(leads.upload, { body: { leads: [{ name: name || phone, phone, tag: t('chat.contactTag') }] } }),
    onSuccess: () => {
      toast.success(t('chat.contactSaved', { name: name || phone }))
      void queries.invalidateQueries({ queryKey: keyOf(leads.list) })
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  return (
    <Button
      size="small"
      busy={save.isPending && t('app.workingBusy')}
      disabled={save.isSuccess}
      onClick={() => save.mutate()}
    >
      {save.isSuccess ? t('chat.contactIsLead') : t('chat.saveContact')}
    </Button>
  )
}
