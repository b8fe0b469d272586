import { IconX } from '@tabler/icons-react'
import { t } from '../messages/t.ts'
import { Icon } from './icon.tsx'

/** A tag of a lead; with `onRemove`, a button takes it away. */
export function Tag({ name, onRemove }: { name: string; onRemove?: () => void }) {
  return (
    <span className="tag">
      {name}
      {onRemove ? (
        <button type="button" aria-label={t('app.remove', { name })} onClick={onRemove}>
          <Icon of={IconX} size="small" />
        </button>
      ) : null}
    </span>
  )
}
