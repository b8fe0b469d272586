import { useMutation } from '@tanstack/react-query'
import { type LocalTemplate, templates } from '#contract/templates.ts'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { call, sentenceFor } from '#web/net/api.ts'
import { confirmDeletion } from './delete-template.ts'
import { useTemplateCache } from './templates.queries.ts'

/** Deletes a local template after a confirmation that names the campaigns that use it. */
export function useRemoveTemplate(template: LocalTemplate, onRemoved?: () => void) {
  const cache = useTemplateCache()
  const remove = useMutation({
    mutationFn: () => call(templates.remove, { params: { id: template.id } }),
    onSuccess: () => {
      toast.success(t('templates.toast.deleted'))
      onRemoved?.()
      void cache.metaChanged()
      return cache.localChanged()
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: t('templates.failed.delete') })),
  })
  const ask = async () => {
    const yes = await confirmDeletion({
      title: template.title,
      localId: template.id,
      wasApproved: template.status === 'approved' || template.status === 'paused',
      atWhatsApp: template.provider_template_id !== null && template.status !== 'deleted',
    })
    if (yes) remove.mutate()
  }
  return { ask, busy: remove.isPending }
}
