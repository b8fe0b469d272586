import { Link } from 'react-router'
import type { DeviceSession } from '#contract/security.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { PhoneValue } from '#web/components/tables/phone-value.tsx'
import { Tag } from '#web/components/tag.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDate, formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useZone } from '#web/session/me.ts'
import { useSessionEnds, useSessions } from './security.queries.ts'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))

const deviceOf = ({ browser, system }: DeviceSession): string =>
  browser && system
    ? t('security.sessions.onSystem', { browser, system })
    : (browser ?? system ?? t('security.sessions.unknown'))

/** Where the person is logged in, and logging out there. */
export function SessionsSection() {
  const list = useSessions()
  const ends = useSessionEnds(failed)
  const zone = useZone()
  const rows = list.data?.sessions ?? []
  const endOthers = async () => {
    const yes = await confirm({
      title: t('security.sessions.endOthersTitle'),
      consequence: t('security.sessions.endOthersText'),
      confirm: t('security.sessions.endOthers'),
    })
    if (!yes) return
    ends.endOthers.mutate(undefined, {
      onSuccess: ({ ended }) => toast.success(t('security.sessions.endedOthers', { count: ended })),
    })
  }
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
      cell: ({ address }) =>
        address ? (
          <PhoneValue phrase={t('security.sessions.fromAddress', { address })}>{address}</PhoneValue>
        ) : null,
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
            onClick={() =>
              ends.end.mutate(session.id, {
                onSuccess: () => toast.success(t('security.sessions.ended')),
              })
            }
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
            <Button kind="danger" onClick={() => void endOthers()}>
              {t('security.sessions.endOthers')}
            </Button>
          ) : null}
        </>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : (
        <SkeletonRows label={t('security.sessions.loading')} />
      )}
    </Section>
  )
}
