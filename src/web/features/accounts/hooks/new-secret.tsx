import { CopyButton } from '#web/components/copy-button.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { t } from '#web/messages/t.ts'

/** The secret of an address, shown once. */
export function NewSecret({
  secret,
  replaced,
  onDone,
}: {
  secret: string
  /** It takes the place of another, which is good for a while. */
  replaced?: boolean
  onDone: () => void
}) {
  return (
    <div className="well mt3" role="status">
      <h3>{t('hooks.ready')}</h3>
      <p className="mt1">{t(replaced ? 'hooks.readyReplaced' : 'hooks.readyText')}</p>
      <p className="mt2">
        <code className="mono two-factor-secret">{secret}</code>
      </p>
      <div className="row mt3">
        <CopyButton text={secret} name={t('hooks.copy')} />
        <Button kind="yours" size="small" onClick={onDone}>
          {t('hooks.done')}
        </Button>
      </div>
    </div>
  )
}
