import { Link } from 'react-router'
import type { LocalTemplate } from '#contract/templates.ts'
import { Badge, OutlineBadge, type Tone } from '#web/components/status.tsx'
import { t } from '#web/messages/t.ts'
import { templateStatusName } from './status-names.ts'

const tones: Record<string, Tone> = { approved: 'delivered', rejected: 'failed' }

/** The specification's badge: approved is success, rejected destructive, others outlined, absent PENDING. */
export function TemplateBadge({ status }: { status: string | undefined }) {
  const name = templateStatusName(status ?? 'pending')
  const tone = tones[status ?? '']
  if (tone) return <Badge tone={tone}>{name}</Badge>
  return <OutlineBadge>{name.toUpperCase()}</OutlineBadge>
}

/** The status in a sentence, with what to do about it. Empty for an approved template. */
export function StatusText({ template }: { template: LocalTemplate }) {
  const { status, status_reason, status_advice, category_change, submission } = template
  const reason = status === 'approved' ? null : status_reason
  return (
    <>
      {reason ? (
        <p className="sm t2">
          {reason}
          {status_advice ? <b className="t1"> {status_advice}</b> : null}
          {submission === 'waiting' ? (
            <>
              {' '}
              <Link to="/meta/waba-setup">{t('templates.actions.connect')}</Link>
            </>
          ) : null}
        </p>
      ) : null}
      {category_change ? <p className="sm warn">{categoryText(category_change)}</p> : null}
    </>
  )
}

export function categoryText(change: NonNullable<LocalTemplate['category_change']>): string {
  return change.done
    ? t('templates.category.changed', { from: change.from, to: change.to })
    : t('templates.category.willChange', { from: change.from, to: change.to })
}
