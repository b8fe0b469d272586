import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { conversations } from '#contract/conversations.ts'
import { messageTone, Status } from '#web/components/status.tsx'
import { formatNumber } from '#web/format/number.ts'
import { formatDate, formatDuration, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { queryFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { messageStatusName } from '../../leads/leads.ts'

const shownNotes = 3

/** Where they came from, campaigns they got with what became of each, and the team's notes. */
export function PersonFacts({ id }: { id: number }) {
  const zone = useZone()
  const person = useQuery(queryFor(conversations.person, { params: { id } })).data
  if (!person) return null
  const { came_from: from, campaigns, campaign_count: count, notes } = person
  return (
    <>
      {from ? (
        <section className="sp-sec">
          <h3>{t('inboxSide.cameFrom')}</h3>
          <p className="sm">
            {from.source_url && /^https:\/\//.test(from.source_url) ? (
              <a href={from.source_url} target="_blank" rel="noreferrer nofollow">
                <bdi>{from.headline ?? from.source_url}</bdi>
              </a>
            ) : (
              <bdi>{from.headline ?? t('inboxSide.anAd')}</bdi>
            )}
          </p>
          <p className="sm t3 mt1">{formatDate(from.at, zone)}</p>
        </section>
      ) : null}
      {campaigns.length > 0 ? (
        <section className="sp-sec">
          <h3>
            {t('inboxSide.campaigns')}
            <span className="sm t3 plain num">
              {t('inboxSide.received', { count, shown: formatNumber(count) })}
            </span>
          </h3>
          <ul className="mini">
            {campaigns.slice(0, 6).map((one) => (
              <li key={`${one.campaign_id}-${one.at}`}>
                <span>
                  <Link to={`/campaigns/${one.campaign_id}`}>
                    <bdi>{one.name}</bdi>
                  </Link>
                  <small className="t3">
                    {one.replied_at
                      ? t('inboxSide.replied', {
                          time: formatDuration((Date.parse(one.replied_at) - Date.parse(one.at)) / 1000),
                        })
                      : formatDate(one.at, zone)}
                  </small>
                </span>
                <Status tone={messageTone(one.status)}>{messageStatusName(one.status)}</Status>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {notes.length > 0 ? (
        <section className="sp-sec">
          <h3>{t('inboxSide.notes')}</h3>
          <ul className="mini">
            {notes.slice(0, shownNotes).map((note) => (
              <li key={note.id}>
                <span>
                  <span className="pre">{note.text}</span>
                  <small className="t3">
                    {t('inboxSide.noteBy', {
                      by: note.by ?? t('inbox.event.chatbot'),
                      time: formatMoment(note.at, zone),
                    })}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
