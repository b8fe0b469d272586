import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconClockPause,
  IconEye,
  IconInfoCircle,
  IconUser,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Conversation, TimelineItem } from '#contract/conversations.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { ScreenError } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SidePanel } from '#web/components/panel.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatMoment } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { isPassing } from '#web/offline/last-data.ts'
import type { Send } from '#web/offline/outbox.ts'
import { useZone } from '#web/session/me.ts'
import { useUser } from '#web/session/session.ts'
import { itemsOf, useConversation, useConversationActs, useMembers, useTimeline } from '../inbox.queries.ts'
import { nameOf, windowLeft } from '../list/conversation-line.tsx'
import { SnoozeItems, SnoozeWindow } from '../list/snooze/snooze-menu.tsx'
import { LeadPanel, PersonSections } from '../side/lead-panel.tsx'
import { BotLine } from './bot-line.tsx'
import { Composer } from './composer.tsx'
import { useColleagues, useTellPresence } from './presence.ts'
import { useSends, useUndo } from './sends/use-sends.ts'
import { Timeline } from './timeline.tsx'
import './chat.css'
import './bubble.css'
import './content.css'

const failed = (error: Error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') }))

/** One conversation: its head, what was said, and the field for an answer; beside it the person. */
export function Chat({ id }: { id: number }) {
  const conversation = useConversation(id)
  const acts = useConversationActs(id, { error: failed })
  const sends = useSends(id, { error: failed })
  const undo = useUndo(id, { error: failed })
  const onTyping = useTellPresence(id)
  const timeline = useTimeline(id)
  /** What goes back into the field: a message that was taken back, or one that could not leave. */
  const [returned, setReturned] = useState({ text: '', nr: 0 })
  const give = (text: string) => setReturned(({ nr }) => ({ text, nr: nr + 1 }))
  const [answered, setAnswered] = useState<TimelineItem | null>(null)
  /** The person, where there is no room for them beside the conversation. */
  const [isAside, setAside] = useState(false)
  const unread = conversation.data?.conversation.unread ?? 0
  const { mutate: markRead } = acts.read
  useChatKeys()
  useEffect(() => {
    if (unread === 0) return
    const look = () => {
      if (document.visibilityState === 'visible') markRead(false)
    }
    look()
    // What comes while the tab is hidden is read when somebody looks.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [unread, markRead])
  const { data, error } = conversation
  if (error && !(data && isPassing(error))) {
    return (
      <section className="ib-chat" aria-label={t('inbox.conversation')}>
        <ScreenError
          thing="conversation"
          back={{ to: '/conversations', name: t('inbox.title') }}
          error={error}
          onRetry={() => void conversation.refetch()}
        />
      </section>
    )
  }
  if (!conversation.data) {
    return (
      <section className="ib-chat" aria-label={t('inbox.conversation')}>
        <SkeletonLines lines={12} label={t('inbox.loading')} />
      </section>
    )
  }
  const { conversation: one, draft, now } = conversation.data
  const offsetMs = Date.parse(now) - conversation.dataUpdatedAt
  const send = (sent: Send, fileName?: string) => {
    const ours = itemsOf(timeline.data).map(({ message_id }) => message_id ?? 0)
    sends.send(sent, Math.max(0, ...ours), fileName)
  }
  return (
    <>
      <section className="ib-chat" aria-label={t('inbox.with', { name: nameOf(one) })}>
        <Head conversation={one} acts={acts} onPerson={() => setAside(true)} />
        <Timeline
          conversation={one}
          sends={sends}
          onEdit={give}
          acts={{
            answer: (item) => {
              setAnswered(item)
              focusField()
            },
            react: isWindowOpen(one, offsetMs)
              ? (item, emoji) => send({ message: { type: 'reaction', wamid: item.wamid ?? '', emoji } })
              : null,
            undo: (item) =>
              undo.mutate(item.message_id ?? 0, {
                onSuccess: () => {
                  toast.success(t('chat.takenBack'))
                  if (item.kind !== 'template' && item.text) give(item.text)
                },
              }),
          }}
        />
        <BotLine id={id} />
        <Composer
          conversation={one}
          draft={draft}
          offsetMs={offsetMs}
          returned={returned}
          answered={answered}
          onAnswered={() => setAnswered(null)}
          onSend={send}
          onTyping={onTyping}
          onNote={(text, kept) => {
            // Of two presses one note.
            if (!acts.note.isPending) acts.note.mutateAsync(text).then(kept, () => undefined)
          }}
        />
      </section>
      <LeadPanel conversation={one} others={conversation.data.others} acts={acts} />
      <SidePanel opened={isAside} onClose={() => setAside(false)} title={t('inbox.person')}>
        <PersonSections conversation={one} others={conversation.data.others} acts={acts} />
      </SidePanel>
    </>
  )
}

const focusField = () => document.querySelector<HTMLElement>('.cmp textarea')?.focus()

const isWindowOpen = ({ window_until }: Conversation, offsetMs: number): boolean =>
  (windowLeft(window_until, offsetMs) ?? 0) > 0

/** E closes or reopens, S snoozes, A assigns, / begins a quick reply. Not while something is typed. */
function useChatKeys(): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target.matches('input, textarea, select, [contenteditable]') || target.closest('[role="dialog"]'))
      return
    const act = { e: 'close', s: 'snooze', a: 'assign', '/': 'quick' }[event.key]
    if (!act) return
    const wanted = document.querySelector<HTMLElement>(`.ib-chat [data-key="${act}"]`)
    if (!wanted) return
    event.preventDefault()
    const field = document.querySelector<HTMLTextAreaElement>('.cmp textarea')
    // With a text in the field the button would keep it as a quick reply.
    if (act !== 'quick' || field?.value === '') {
      // A menu gives the focus back to where it was.
      if (wanted.ariaHasPopup) wanted.focus()
      wanted.click()
    }
    if (act === 'quick') field?.focus()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

type Acts = ReturnType<typeof useConversationActs>

function Head({
  conversation,
  acts,
  onPerson,
}: {
  conversation: Conversation
  acts: Acts
  onPerson: () => void
}) {
  const [address] = useSearchParams()
  const { update } = acts
  const isClosed = conversation.state === 'closed'
  const closing = isClosed ? t('inbox.reopen') : t('inbox.close')
  const { snoozed_until } = conversation
  const undoClose = () =>
    update.mutate(
      snoozed_until && Date.parse(snoozed_until) > Date.now() ? { snoozed_until } : { state: 'open' },
    )
  const change = () => {
    const state = isClosed ? ('open' as const) : ('closed' as const)
    update.mutate(
      { state },
      {
        onSuccess: () => {
          if (isClosed) return
          toast.success(t('inbox.closed'), { undo: { run: undoClose } })
        },
      },
    )
  }
  return (
    <header className="ch-h">
      <Link
        className="btn quiet icon ib-back"
        to={{ pathname: '/conversations', search: address.toString() }}
        aria-label={t('inbox.back')}
      >
        <Icon of={IconArrowLeft} />
      </Link>
      <div className="ch-who">
        <h2>
          <bdi>{nameOf(conversation)}</bdi>
        </h2>
        <span className="viewing">
          {conversation.name ? <span>{formatPhone(conversation.address)}</span> : null}
          <Snoozed conversation={conversation} />
          <Colleagues id={conversation.id} />
        </span>
      </div>
      <Button
        size="small"
        className="ch-person"
        icon={<Icon of={IconInfoCircle} size="small" />}
        aria-label={t('inbox.person')}
        title={t('inbox.person')}
        onClick={onPerson}
      />
      <Assign conversation={conversation} acts={acts} />
      <Snooze conversation={conversation} acts={acts} />
      <Button
        size="small"
        data-key="close"
        icon={<Icon of={isClosed ? IconArrowBackUp : IconCheck} size="small" />}
        aria-label={closing}
        title={closing}
        onClick={change}
      >
        <span className="ch-word">{closing}</span>
      </Button>
    </header>
  )
}

/** Who else of the team is here, so that two do not answer at once. */
function Colleagues({ id }: { id: number }) {
  const members = useMembers()
  const here = useColleagues(id)
  return (
    <span role="status" className="colls">
      {here.map(({ userId, isTyping }) => {
        const name = members.find((member) => member.id === userId)?.name ?? t('chat.colleague')
        return (
          <span key={userId} className={isTyping ? 'typing' : undefined}>
            <Icon of={IconEye} size="small" />
            {isTyping ? t('chat.isTyping', { name }) : t('chat.isViewing', { name })}
          </span>
        )
      })}
    </span>
  )
}

function Snoozed({ conversation: { snoozed_until } }: { conversation: Conversation }) {
  const zone = useZone()
  if (!snoozed_until) return null
  return <span>{t('inbox.snoozedUntil', { time: formatMoment(snoozed_until, zone) })}</span>
}

function Assign({ conversation, acts }: { conversation: Conversation; acts: Acts }) {
  const members = useMembers()
  const me = useUser()
  const { assigned_to, assigned_name } = conversation
  const whose = assigned_name ? t('inbox.assignedTo', { name: assigned_name }) : t('inbox.assign')
  const assign = (assigned: number | null) => acts.update.mutate({ assigned_to: assigned })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="small"
          data-key="assign"
          icon={<Icon of={IconUser} size="small" />}
          aria-label={whose}
          title={whose}
        >
          <span className="ch-word">{assigned_name ?? t('inbox.assign')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {members.map((member) => (
          <Menu.Item key={member.id} disabled={member.id === assigned_to} onClick={() => assign(member.id)}>
            {member.id === me?.id ? t('inbox.toMe') : member.name}
          </Menu.Item>
        ))}
        {assigned_to ? <Menu.Item onClick={() => assign(null)}>{t('inbox.toNobody')}</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function Snooze({ conversation, acts }: { conversation: Conversation; acts: Acts }) {
  const zone = useZone()
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const snooze = async (until: string) => {
    await acts.update.mutateAsync({ snoozed_until: until })
    toast.success(t('inbox.snoozed', { time: formatMoment(until, zone) }))
    return true
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            ref={opener}
            size="small"
            data-key="snooze"
            icon={<Icon of={IconClockPause} size="small" />}
            aria-label={t('inbox.snooze')}
            title={t('inbox.snooze')}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <SnoozeItems
            onPick={(until) => void snooze(until).catch(() => undefined)}
            onOwn={() => setAsking(true)}
          />
          {conversation.state === 'snoozed' ? (
            <Menu.Item onClick={() => acts.update.mutate({ state: 'open' })}>{t('inbox.wake')}</Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isAsking ? (
        <SnoozeWindow
          opener={opener}
          until={conversation.snoozed_until}
          onPick={snooze}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
