import { Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { AuditEvent } from '#contract/audit/audit.ts'
import { type AuditGroup, auditGroups } from '#contract/audit/kinds.ts'
import { Empty } from '#web/components/empty.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader } from '#web/components/page.tsx'
import { SkeletonRows } from '#web/components/skeleton.tsx'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { ShowMore } from '#web/components/tables/show-more.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { useTeam } from '../team/team.queries.ts'
import './activity.css'
import { ChatActivityList } from './chat-activity.tsx'
import { useActivity, useExportActivity } from './security.queries.ts'

const everything = 'all'
/** What was done in conversations is read from them. */
const chats = 'conversations'

/** Who did what in the business: log-ins, the team, connections, data and sending. */
export default function ActivityPage() {
  const [group, setGroup] = useState<AuditGroup>()
  const [isChat, setChat] = useState(false)
  const [member, setMember] = useState<number>()
  const log = useActivity({ group, user_id: member })
  const save = useExportActivity()
  const team = useTeam()
  const zone = useZone()
  const rows = log.data?.pages.flatMap(({ events }) => events) ?? []
  const members = team.data?.members ?? []
  const columns: Column<AuditEvent>[] = [
    { key: 'what', title: t('activity.what'), phone: 'wide', cell: (event) => sentenceOf(event) },
    {
      key: 'when',
      title: t('activity.when'),
      className: 't2 nw',
      phone: 'wide',
      cell: ({ at }) => <time dateTime={at}>{formatMoment(at, zone)}</time>,
    },
    {
      key: 'where',
      title: t('activity.where'),
      className: 't2',
      phone: 'wide',
      cell: (event) => placeOf(event),
    },
  ]
  return (
    <>
      <PageHeader
        title={t('activity.title')}
        lede={t('activity.lede')}
        crumbs={[{ to: '/account-settings', name: t('accounts.settings.title') }]}
        actions={
          isChat ? null : (
            <Button
              icon={<Icon of={IconDownload} size="small" />}
              busy={save.isPending && t('activity.exporting')}
              onClick={() => save.mutate({ group, user_id: member })}
            >
              {t('activity.export')}
            </Button>
          )
        }
      />
      <div className="row mt4 activity-filters">
        <Select
          label={t('activity.group')}
          value={isChat ? chats : (group ?? everything)}
          allowDeselect={false}
          onChange={(value) => {
            setChat(value === chats)
            setGroup(auditGroups.find((one) => one === value))
          }}
          data={[
            { value: everything, label: t('activity.allGroups') },
            ...auditGroups.map((one) => ({ value: one, label: t(`activity.groups.${one}`) })),
            { value: chats, label: t('activity.groups.conversations') },
          ]}
        />
        <Select
          label={t('activity.member')}
          value={String(member ?? everything)}
          allowDeselect={false}
          onChange={(value) => setMember(members.find(({ id }) => String(id) === value)?.id)}
          data={[
            { value: everything, label: t('activity.allMembers') },
            ...members.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      {isChat ? (
        <ChatActivityList userId={member} />
      ) : log.data ? (
        <>
          <DataTable
            label={t('activity.title')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            stale={log.isPlaceholderData}
            empty={
              <Empty title={t(group || member ? 'activity.emptyFilter' : 'activity.empty')}>
                {t('activity.emptyText')}
              </Empty>
            }
          />
          <ShowMore list={log} older />
        </>
      ) : log.isError ? (
        <ErrorState error={log.error} onRetry={() => log.refetch()} />
      ) : (
        <SkeletonRows label={t('activity.loading')} />
      )}
    </>
  )
}

/** An invitation by a link has no email. */
const sentenceOf = ({ kind, by, member, email, subject }: AuditEvent): string =>
  t(`activity.kinds.${kind}`, {
    by: by ?? t('activity.nobody'),
    member: member ?? t('activity.nobody'),
    person: member ?? by ?? t('activity.nobody'),
    email: email ?? '',
    kind: email ? 'email' : 'link',
    subject: subject ?? '',
  })

function placeOf({ browser, system, address, api_key }: AuditEvent): string {
  const device = browser && system ? t('activity.onDevice', { browser, system }) : (browser ?? system)
  const key = api_key === null ? null : t('activity.byKey', { name: api_key })
  return [key, device, address].filter(Boolean).join(' · ')
}
