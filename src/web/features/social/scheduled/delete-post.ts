import { type Platform, platformNames } from '#contract/social/social.ts'
import { confirm } from '#web/components/forms/confirm.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { askAgain } from '../compose/use-publish.tsx'
import { useDeletePost, useRestorePost } from '../social.queries.ts'

type Named = { id: number; platform: Platform; page_name: string; at: string }

/** Asks, then deletes a post that waits for its time. */
export function useAskedDelete(zone: string, onDone?: () => void) {
  const remove = useDeletePost()
  const restore = useRestorePost()
  const bringBack = async (id: number) => {
    try {
      try {
        await restore.mutateAsync({ id })
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'duplicate')) throw error
        if (!(await askAgain(error.earlierPosts, zone))) return
        await restore.mutateAsync({ id, again: true })
      }
      toast.success(t('social.scheduled.restored'))
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('social.scheduled.restoreFailed') }))
    }
  }
  const ask = async (post: Named) => {
    const yes = await confirm({
      title: t('social.scheduled.deleteTitle'),
      consequence: t('social.scheduled.deleteText', {
        name: post.page_name,
        network: platformNames[post.platform],
        time: formatMoment(post.at, zone),
      }),
      confirm: t('social.scheduled.deleteConfirm'),
    })
    if (!yes) return
    remove.mutate(post.id, {
      onSuccess: () => {
        toast.success(t('social.scheduled.deleted'), { undo: { run: () => void bringBack(post.id) } })
        onDone?.()
      },
      onError: (error) =>
        toast.error(
          sentenceFor(error, {
            failed: t('social.scheduled.deleteFailed'),
            unreachable: t('social.scheduled.unreachable'),
          }),
        ),
    })
  }
  return { ask, deleting: remove.isPending ? remove.variables : undefined }
}
