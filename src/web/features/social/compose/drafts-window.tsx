import { IconTrash } from '@tabler/icons-react'
import type { SocialDraft } from '#contract/social/planning.ts'
import { Empty } from '#web/components/empty.tsx'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useDeleteDraft } from '../social.queries.ts'

const textOf = ({ form }: SocialDraft): string => {
  const { caption, title } = form as { caption?: unknown; title?: unknown }
  return [caption, title].find((one): one is string => typeof one === 'string' && one !== '') ?? ''
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text)

/** Posts that were begun and kept. */
export function DraftsPanel({
  opened,
  drafts,
  current,
  onUse,
  onDeleted,
  onNew,
  onClose,
}: {
  opened: boolean
  drafts: readonly SocialDraft[]
  current: number | undefined
  onUse: (draft: SocialDraft) => void
  onDeleted: (id: number) => void
  onNew: () => void
  onClose: () => void
}) {
  const zone = useZone()
  const remove = useDeleteDraft()
  const ask = async (id: number, text: string) => {
    const yes = await confirm({
      title: t('social.compose.drafts.deleteTitle'),
      consequence: text
        ? t('social.compose.drafts.deleteText', { text: shorten(text) })
        : t('social.compose.drafts.deleteEmpty'),
      confirm: t('social.compose.drafts.deleteConfirm'),
    })
    if (!yes) return
    try {
      await remove.mutateAsync(id)
      onDeleted(id)
    } catch (error) {
      toast.error(sentenceFor(error, { failed: t('social.compose.drafts.failed') }))
    }
  }
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title={t('social.compose.drafts.title')}
      actions={<Button onClick={onNew}>{t('social.compose.drafts.new')}</Button>}
    >
      {drafts.length === 0 ? (
        <Empty level={3} title={t('social.compose.drafts.empty')}>
          {t('social.compose.drafts.emptyText')}
        </Empty>
      ) : null}
      <ul className="post-drafts">
        {drafts.map((draft) => {
          const time = formatMoment(draft.updated_at, zone)
          return (
            <li key={draft.id} aria-current={draft.id === current ? true : undefined}>
              <div className="grow">
                <p className="clamp">{textOf(draft) || t('social.compose.drafts.noText')}</p>
                <span className="sm t3">{t('social.compose.drafts.changed', { time })}</span>
              </div>
              <Button size="small" onClick={() => onUse(draft)}>
                {t('social.compose.drafts.use')}
              </Button>
              <IconButton
                size="small"
                label={t('social.compose.drafts.delete', { time })}
                onClick={() => void ask(draft.id, textOf(draft))}
              >
                <Icon of={IconTrash} size="small" />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </SidePanel>
  )
}
