import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { socialMedia } from '#contract/social/media.ts'
import { Button, IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Bone } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { queryFor } from '#web/net/api.ts'

/** A file of which the server has not said yet what it is, or could not. */
export function UnreadFile({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { isError, refetch } = useQuery({
    ...queryFor(socialMedia.get, { params: { id } }),
    staleTime: 600_000,
  })
  if (!isError)
    return (
      <li className="media">
        <Bone width="10rem" height={140} />
      </li>
    )
  return (
    <li className="upload">
      <div className="row n sp">
        <p className="hint err" role="alert">
          {t('social.compose.media.unread')}
        </p>
        <IconButton size="small" label={t('social.compose.media.removeUnread')} onClick={onRemove}>
          <Icon of={IconTrash} size="small" />
        </IconButton>
      </div>
      <Button size="small" onClick={() => void refetch()}>
        {t('social.compose.media.retry')}
      </Button>
    </li>
  )
}
