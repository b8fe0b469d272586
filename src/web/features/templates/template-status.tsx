import { Link } from 'react-router'
import type { LocalTemplate } from '#contract/templates.ts'
import { Badge, OutlineBadge, type Tone } from '#web/components/status.tsx'

const tones: Record<string, Tone> = { approved: 'delivered', rejected: 'failed' }

/** The specification's badge: approved is success, rejected destructive, others outlined, absent PENDING. */
export function TemplateBadge({ status }: { status: string | undefined }) {
  const word = (status ?? 'pending').replaceAll('_', ' ')
  const tone = tones[status ?? '']
  if (tone) return <Badge tone={tone}>{word.charAt(0).toUpperCase() + word.slice(1)}</Badge>
  return <OutlineBadge>{word.toUpperCase()}</OutlineBadge>
}

/** The state in a sentence, with what to do about it. Nothing to say of an approved one. */
export function StateWords({ template }: { template: LocalTemplate }) {
  const { status, status_reason, status_advice, category_change, provider_status } = template
  const reason = status === 'approved' ? null : status_reason
  const waits = provider_status === null && status_reason?.includes('as soon as an account is connected')
  return (
    <>
      {reason ? (
        <p className="sm t2">
          {reason}
          {status_advice ? <b className="t1"> {status_advice}</b> : null}
          {waits ? (
            <>
              {' '}
              <Link to="/meta/waba-setup">Connect an account</Link>
            </>
          ) : null}
        </p>
      ) : null}
      {category_change ? <p className="sm warn">{categoryWords(category_change)}</p> : null}
    </>
  )
}

export function categoryWords(change: NonNullable<LocalTemplate['category_change']>): string {
  return change.done
    ? `WhatsApp sends and bills it as ${change.to}, not as ${change.from}.`
    : `WhatsApp will move it from ${change.from} to ${change.to}; its messages may then cost more.`
}
