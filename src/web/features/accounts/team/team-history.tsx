import type { TeamEvent } from '#contract/team.ts'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'

/** Who invited, joined, was removed and left, the newest first. */
export function TeamHistory({ events }: { events: readonly TeamEvent[] }) {
  const zone = useZone()
  if (events.length === 0) return null
  return (
    <section className="team-part" aria-labelledby="team-history">
      <h3 id="team-history">{t('team.history.title')}</h3>
      <ul className="team-history">
        {events.map((event) => (
          <li key={event.id}>
            <span>{sentenceOf(event)}</span>
            <time className="sm t3" dateTime={event.at}>
              {formatMoment(event.at, zone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentenceOf({ kind, by, member, email }: TeamEvent): string {
  switch (kind) {
    case 'invited':
    case 'revoked':
      return t(`team.history.${kind}`, { kind: email ? 'email' : 'link', by, email: email ?? '' })
    case 'joined':
    case 'removed':
      return t(`team.history.${kind}`, { by, member: member ?? '' })
    case 'left':
      return t('team.history.left', { by })
  }
}
