import { t } from '../../messages/t.ts'
import { Button } from './button.tsx'

/** Says that a form holds what was typed on an earlier visit, and lets it be emptied. */
export function DraftNote({ restored, onClear }: { restored: boolean; onClear: () => void }) {
  if (!restored) return null
  return (
    <p className="row sm t2 draft-note" role="status">
      <span>{t('app.draft.restored')}</span>
      <Button kind="quiet" size="small" onClick={onClear}>
        {t('app.draft.clear')}
      </Button>
    </p>
  )
}
