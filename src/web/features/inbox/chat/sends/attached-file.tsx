import { IconPaperclip, IconX } from '@tabler/icons-react'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'

/** A file that goes with the message, and how far it is. */
export function AttachedFile({
  name,
  state,
  onRemove,
}: {
  name: string
  state: string
  onRemove: () => void
}) {
  return (
    <p className="cmp-f">
      <Icon of={IconPaperclip} size="small" />
      <span>{name}</span>
      <span className="t2 num" role="status">
        {state}
      </span>
      <IconButton label={t('app.remove', { name })} onClick={onRemove}>
        <Icon of={IconX} size="small" />
      </IconButton>
    </p>
  )
}
