import type { Invitation, TeamMember } from '#contract/team.ts'
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
import { endSession, useUser } from '#web/session/session.ts'
import { InviteForm } from './invite-form.tsx'
import { useTeam, useTeamActs } from './team.queries.ts'
import { TeamHistory } from './team-history.tsx'
import './team.css'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))

/** Who works in the business: the members, a form to invite others, open invitations and the history. */
export function TeamSection() {
  const team = useTeam()
  const acts = useTeamActs(failed)
  return (
    <Section title={t('team.title')} className="team">
      <p className="t2">{t('team.help')}</p>
      {team.data ? (
        <>
          <Members members={team.data.members} acts={acts} />
          <InviteForm invite={acts.invite} />
          <Invitations invitations={team.data.invitations} acts={acts} />
          <TeamHistory events={team.data.events} />
        </>
      ) : team.isError ? (
        <ErrorState error={team.error} onRetry={() => team.refetch()} />
      ) : (
        <SkeletonRows label={t('team.loading')} />
      )}
    </Section>
  )
}

type Acts = ReturnType<typeof useTeamActs>

function Members({ members, acts }: { members: readonly TeamMember[]; acts: Acts }) {
  const zone = useZone()
  const me = useUser()
  const isOnlyOne = members.length === 1
  const columns: Column<TeamMember>[] = [
    {
      key: 'name',
      title: t('team.member.name'),
      phone: 'wide',
      cell: ({ id, name, operator }) => (
        <span className="team-name">
          <b>{name}</b>
          {id === me?.id ? <Tag name={t('team.member.you')} /> : null}
          {operator ? <Tag name={t('team.member.operator')} /> : null}
        </span>
      ),
    },
    { key: 'email', title: t('team.member.email'), phone: 'wide', cell: ({ email }) => email },
    {
      key: 'joined',
      title: t('team.member.joined'),
      className: 't2 nw',
      phone: 'wide',
      cell: ({ joined_at }) => {
        const date = formatDate(joined_at, zone)
        return <PhoneValue phrase={t('team.member.joinedOn', { date })}>{date}</PhoneValue>
      },
    },
    {
      key: 'seen',
      title: t('team.member.seen'),
      className: 't2',
      phone: 'wide',
      cell: ({ seen_at }) => {
        if (!seen_at)
          return <PhoneValue phrase={t('team.member.notSeen')}>{t('team.member.never')}</PhoneValue>
        const time = formatMoment(seen_at, zone)
        return <PhoneValue phrase={t('team.member.seenAt', { time })}>{time}</PhoneValue>
      },
    },
    {
      key: 'acts',
      title: <span className="sr">{t('team.member.acts')}</span>,
      className: 'r card-end',
      phone: 'wide',
      cell: (member) =>
        isOnlyOne || member.operator ? null : member.id === me?.id ? (
          <Button size="small" kind="danger" onClick={() => void leave(member, acts)}>
            {t('team.leave.submit')}
          </Button>
        ) : (
          <Button
            size="small"
            kind="danger"
            aria-label={t('team.remove.label', { name: member.name })}
            onClick={() => void remove(member, acts)}
          >
            {t('team.remove.submit')}
          </Button>
        ),
    },
  ]
  return <DataTable label={t('team.title')} columns={columns} rows={members} keyOf={({ id }) => id} />
}

async function remove({ id, name, conversations: count }: TeamMember, { remove }: Acts): Promise<void> {
  const yes = await confirm({
    title: t('team.remove.title', { name }),
    consequence: (
      <>
        <p>{t('team.remove.text', { name, count })}</p>
        <p className="mt2">{t('team.remove.keeps', { name })}</p>
      </>
    ),
    confirm: t('team.remove.confirm'),
    cancel: t('app.cancel'),
  })
  if (!yes) return
  remove.mutate(id, {
    onSuccess: ({ unassigned }) => toast.success(t('team.remove.done', { name, count: unassigned })),
  })
}

async function leave({ conversations: count }: TeamMember, { leave }: Acts): Promise<void> {
  const yes = await confirm({
    title: t('team.leave.title'),
    consequence: t('team.leave.text', { count }),
    confirm: t('team.leave.confirm'),
    cancel: t('team.leave.cancel'),
  })
  if (yes) leave.mutate(undefined, { onSuccess: () => endSession('logout') })
}

function Invitations({ invitations, acts }: { invitations: readonly Invitation[]; acts: Acts }) {
  const zone = useZone()
  if (invitations.length === 0) return null
  const revoke = async ({ id }: Invitation) => {
    const yes = await confirm({
      title: t('team.open.revokeTitle'),
      consequence: t('team.open.revokeText'),
      confirm: t('team.open.revokeConfirm'),
    })
    if (yes) acts.revoke.mutate(id, { onSuccess: () => toast.success(t('team.open.revoked')) })
  }
  const columns: Column<Invitation>[] = [
    {
      key: 'who',
      title: t('team.open.who'),
      phone: 'wide',
      cell: ({ email, mailed }) => (
        <span className="team-name">
          {email ?? t('team.open.anyone')}
          {mailed ? <Tag name={t('team.open.mailed')} /> : null}
        </span>
      ),
    },
    {
      key: 'by',
      title: t('team.open.by'),
      phone: 'wide',
      cell: ({ invited_by: name }) => (
        <PhoneValue phrase={t('team.open.byName', { name })}>{name}</PhoneValue>
      ),
    },
    {
      key: 'until',
      title: t('team.open.until'),
      className: 't2',
      phone: 'wide',
      cell: ({ expires_at }) => {
        const time = formatMoment(expires_at, zone)
        return <PhoneValue phrase={t('team.open.untilTime', { time })}>{time}</PhoneValue>
      },
    },
    {
      key: 'acts',
      title: <span className="sr">{t('team.member.acts')}</span>,
      className: 'r card-end',
      phone: 'wide',
      cell: (invitation) => (
        <Button
          size="small"
          kind="danger"
          aria-label={t('team.open.revokeLabel', { who: invitation.email ?? t('team.open.anyone') })}
          onClick={() => void revoke(invitation)}
        >
          {t('team.open.revoke')}
        </Button>
      ),
    },
  ]
  return (
    <section className="team-part" aria-labelledby="team-open">
      <h3 id="team-open">{t('team.open.title')}</h3>
      <DataTable label={t('team.open.title')} columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </section>
  )
}
