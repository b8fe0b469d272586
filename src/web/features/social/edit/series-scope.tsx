import { Segmented } from '#web/components/forms/segmented.tsx'
import { t } from '#web/messages/t.ts'

export type Scope = 'one' | 'following' | 'all'

/** What of a recurring post an edit changes. */
export function SeriesScope({
  scope,
  of,
  onChange,
}: {
  scope: Scope
  of: readonly Scope[]
  onChange: (scope: Scope) => void
}) {
  return (
    <div className="scope mt4">
      <Segmented
        label={t('social.scheduled.seriesPage.scope')}
        choices={of.map((value) => ({ value, name: t(`social.scheduled.seriesPage.scopes.${value}`) }))}
        value={scope}
        onChange={onChange}
      />
      <p className="sm t2 mt2">{t(`social.scheduled.seriesPage.scopeHelp.${scope}`)}</p>
    </div>
  )
}
