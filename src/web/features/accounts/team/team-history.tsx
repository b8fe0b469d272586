import { useState } from 'react'
import type { TeamEvent } from '#contract/team.ts'
import { Button } from '#web/components/forms/button.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'

/** Lines that are shown at first. */
const shownFirst = 8

/** Who invited, joined, was removed and left, the newest first. */
export function TeamHistory({ events }: { events: readonly TeamEvent[] }) {
  const zone = useZone()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? events : events.slice(0, shownFirst)
  if (events.length === 0) return null
  return (
    <section className="team-part" aria-labelledby="team-history">
      <h3 id="team-history">{t('team.history.title')}</h3>
      <ul className="team-history">
        {shown.map((event) => (
          <li key={event.id}>
            <span>{sentenceOf(event)}</span>
            <time className="sm t3" dateTime={event.at}>
              {formatMoment(event.at, zone)}
            </time>
          </li>
        ))}
      </ul>
      {shown.length < events.length ? (
        <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
          {t('team.history.older')}
        </Button>
      ) : null}
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
