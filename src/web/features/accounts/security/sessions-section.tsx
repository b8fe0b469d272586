import { useState } from 'react'
import { Link } from 'react-router'
import type { DeviceSession, Place } from '#contract/security.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { PhoneValue } from '#web/components/tables/phone-value.tsx'
import { Tag } from '#web/components/tag.tsx'
import { toast } from '#web/components/toast.tsx'
import { countryName } from '#web/format/countries.ts'
import { formatDate, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { type Asked, OwnLoginWindow } from './own-login-window.tsx'
import { useSessionEnds, useSessions } from './security.queries.ts'

const deviceOf = ({ browser, system }: DeviceSession): string =>
  browser && system
    ? t('security.sessions.onSystem', { browser, system })
    : (browser ?? system ?? t('security.sessions.unknown'))

function placeText(place: Place | null): string | null {
  if (place === null) return null
  if (place.kind !== 'place') return t(`security.sessions.${place.kind}`)
  const country = place.country && countryName(place.country)
  return [place.city, country].filter(Boolean).join(', ')
}

/** Where the person is logged in, and logging out there. */
export function SessionsSection() {
  const list = useSessions()
  const ends = useSessionEnds()
  const [asked, setAsked] = useState<Asked | null>(null)
  const zone = useZone()
  const rows = list.data?.sessions ?? []
  const endOthers = () =>
    setAsked({
      title: t('security.sessions.endOthersTitle'),
      consequence: t('security.sessions.endOthersText'),
      confirm: t('security.sessions.endOthers'),
      act: async ({ current_password }) => {
        const { ended } = await ends.endOthers.mutateAsync(current_password)
        toast.success(t('security.sessions.endedOthers', { count: ended }))
      },
    })
  const end = (session: DeviceSession) =>
    setAsked({
      title: t('security.sessions.endTitle', { device: deviceOf(session) }),
      consequence: t('security.sessions.endText'),
      confirm: t('security.sessions.end'),
      act: async ({ current_password }) => {
        await ends.end.mutateAsync({ id: session.id, current_password })
        toast.success(t('security.sessions.ended'))
      },
    })
  const columns: Column<DeviceSession>[] = [
    {
      key: 'device',
      title: t('security.sessions.device'),
      phone: 'wide',
      cell: (session) => (
        <span className="team-name">
          <b>{deviceOf(session)}</b>
          {session.current ? <Tag name={t('security.sessions.here')} /> : null}
        </span>
      ),
    },
    {
      key: 'address',
      title: t('security.sessions.address'),
      className: 't2',
      phone: 'wide',
      cell: ({ address, place }) => {
        if (!address) return null
        const text = placeText(place)
        const shown = text ? t('security.sessions.placed', { place: text, address }) : address
        const phrase = text ? shown : t('security.sessions.fromAddress', { address })
        return <PhoneValue phrase={phrase}>{shown}</PhoneValue>
      },
    },
    {
      key: 'opened',
      title: t('security.sessions.opened'),
      className: 't2 nw',
      phone: 'wide',
      cell: ({ opened_at }) => {
        const date = formatDate(opened_at, zone)
        return <PhoneValue phrase={t('security.sessions.openedOn', { date })}>{date}</PhoneValue>
      },
    },
    {
      key: 'seen',
      title: t('security.sessions.seen'),
      className: 't2',
      phone: 'wide',
      cell: ({ seen_at }) => {
        const time = formatMoment(seen_at, zone)
        return <PhoneValue phrase={t('security.sessions.seenAt', { time })}>{time}</PhoneValue>
      },
    },
    {
      key: 'acts',
      title: <span className="sr">{t('security.sessions.acts')}</span>,
      className: 'r card-end',
      phone: 'wide',
      cell: (session) =>
        session.current ? null : (
          <Button
            size="small"
            kind="danger"
            aria-label={t('security.sessions.endLabel', { device: deviceOf(session) })}
            onClick={() => end(session)}
          >
            {t('security.sessions.end')}
          </Button>
        ),
    },
  ]
  return (
    <Section title={t('security.sessions.title')} className="team">
      <p className="t2">
        {t('security.sessions.help')} <Link to="/activity">{t('activity.open')}</Link>
      </p>
      {list.data ? (
        <>
          <DataTable
            label={t('security.sessions.title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
          {rows.length > 1 ? (
            <Button kind="danger" onClick={endOthers}>
              {t('security.sessions.endOthers')}
            </Button>
          ) : null}
        </>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('security.sessions.loading')} />
      )}
      <OwnLoginWindow asked={asked} onClose={() => setAsked(null)} />
    </Section>
  )
}
