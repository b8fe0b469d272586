import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconClockPause,
  IconMailOpened,
  IconTag,
  IconUser,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { ConversationFilter } from '#contract/conversations/filter.ts'
import { confirm } from '#web/components/forms/confirm.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { useUser } from '#web/session/session.ts'
import { useMembers } from '../inbox.queries.ts'
import { bulkCalls, type Change } from './bulk-calls.ts'
import { useBulk, useLabels } from './list.queries.ts'
import type { Selection } from './selection.ts'
import { SnoozeItems, SnoozeWindow } from './snooze/snooze-menu.tsx'

/** What can be done with the chosen conversations, and how many they are. */
export function BulkBar({
  selection,
  filter,
  hasMore,
}: {
  selection: Selection
  filter: ConversationFilter
  /** More conversations match than are loaded. */
  hasMore: boolean
}) {
  const bulk = useBulk(selection.clear)
  const members = useMembers()
  const labels = useLabels()
  const me = useUser()
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { ids, all } = selection
  /** Whether it was done: the question about all of a filter may be declined. */
  const changeNow = async (body: Change): Promise<boolean> => {
    if (bulk.isPending) return false
    if (all) {
      const yes = await confirm({
        title: t('inboxOrder.bulk.allTitle'),
        consequence: t('inboxOrder.bulk.allText'),
        confirm: t('inboxOrder.bulk.allConfirm'),
        harmless: true,
      })
      if (!yes) return false
    }
    await bulk.mutateAsync(bulkCalls(body, selection, filter))
    return true
  }
  // What fails is said by the call's own toast.
  const change = (body: Change) => changeNow(body).catch(() => false)
  const isClosed = filter.view === 'closed'
  return (
    <div
      className="ib-bulk"
      role="toolbar"
      aria-label={t('inboxOrder.bulk.title')}
      aria-busy={bulk.isPending}
    >
      <div className="ib-bulk-n">
        <span role="status">
          {all ? t('inboxOrder.bulk.all') : t('inboxOrder.bulk.chosen', { count: ids.size })}
        </span>
        {hasMore && !all ? (
          <button type="button" className="lnk" onClick={selection.takeAll}>
            {t('inboxOrder.bulk.takeAll')}
          </button>
        ) : null}
        <button
          type="button"
          className="ib-btn"
          aria-label={t('inboxOrder.bulk.clear')}
          onClick={selection.clear}
        >
          <Icon of={IconX} size="small" />
        </button>
      </div>
      <div className="ib-bulk-a">
        <Act
          label={isClosed ? t('inbox.reopen') : t('inbox.close')}
          icon={<Icon of={isClosed ? IconArrowBackUp : IconCheck} />}
          onClick={() => void change({ state: isClosed ? 'open' : 'closed' })}
        />
        <Choices label={t('inbox.assign')} icon={<Icon of={IconUser} />}>
          {members.map((member) => (
            <Menu.Item key={member.id} onClick={() => void change({ assigned_to: member.id })}>
              {member.id === me?.id ? t('inbox.toMe') : member.name}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => void change({ assigned_to: null })}>{t('inbox.toNobody')}</Menu.Item>
        </Choices>
        <Choices label={t('inboxOrder.bulk.label')} icon={<Icon of={IconTag} />}>
          {labels.length === 0 ? <Menu.Label>{t('inboxOrder.bulk.noLabels')}</Menu.Label> : null}
          {labels.length > 0 ? <Menu.Label>{t('inboxOrder.bulk.add')}</Menu.Label> : null}
          {labels.map(({ name }) => (
            <Menu.Item key={`+${name}`} onClick={() => void change({ label: name })}>
              {name}
            </Menu.Item>
          ))}
          {labels.length > 0 ? <Menu.Label>{t('inboxOrder.bulk.remove')}</Menu.Label> : null}
          {labels
            .filter(({ conversations }) => conversations > 0)
            .map(({ name }) => (
              <Menu.Item key={`-${name}`} onClick={() => void change({ unlabel: name })}>
                {name}
              </Menu.Item>
            ))}
        </Choices>
        <Choices opener={opener} label={t('inbox.snooze')} icon={<Icon of={IconClockPause} />}>
          <SnoozeItems
            onPick={(until) => void change({ snoozed_until: until })}
            onOwn={() => setAsking(true)}
          />
        </Choices>
        <Act
          label={t('inboxOrder.bulk.read')}
          icon={<Icon of={IconMailOpened} />}
          onClick={() => void change({ read: true })}
        />
      </div>
      {isAsking ? (
        <SnoozeWindow
          opener={opener}
          onPick={(until) => changeNow({ snoozed_until: until })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

function Act({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="ib-btn" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </button>
  )
}

function Choices({
  opener,
  label,
  icon,
  children,
}: {
  opener?: RefObject<HTMLButtonElement | null>
  label: string
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button ref={opener} type="button" className="ib-btn" aria-label={label} title={label}>
          {icon}
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="20rem" style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
