import {
  IconBuildingStore,
  IconCalendarTime,
  IconChartBar,
  IconChartDots,
  IconChevronDown,
  IconFilePlus,
  IconFilter,
  IconForms,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListDetails,
  IconLogout,
  IconMail,
  IconMessageChatbot,
  IconMessages,
  IconPhotoPlus,
  IconPlugConnected,
  IconReceipt,
  IconRefreshDot,
  IconRoute,
  IconSend,
  IconSpeakerphone,
  IconTemplate,
  IconTestPipe,
  IconUsersPlus,
  IconWebhook,
  IconX,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, matchPath, NavLink, useLocation } from 'react-router'
import { Brand } from '../components/brand.tsx'
import { IconButton } from '../components/forms/button.tsx'
import { Icon } from '../components/icon.tsx'
import type { en } from '../messages/en/index.ts'
import { t } from '../messages/t.ts'
import { useUnreadConversations, useUnreadHelp } from '../session/business.queries.ts'
import { logout } from '../session/logout.ts'
import { useUser } from '../session/session.ts'
import { readKey, writeKey } from '../session/storage.ts'

type SidebarKey = `app.sidebar.${Exclude<keyof typeof en.app.sidebar, 'helpMessagesNew' | 'inboxNew'>}`

/** `also`: further screens that belong to the entry. */
type Entry = {
  to: string
  name: SidebarKey
  icon: TablerIcon
  adminsOnly?: boolean
  also?: readonly string[]
}

const first: Entry[] = [{ to: '/dashboard', name: 'app.sidebar.dashboard', icon: IconLayoutDashboard }]

const core: Entry[] = [
  { to: '/lead-generator', name: 'app.sidebar.leads', icon: IconUsersPlus },
  { to: '/campaigns', name: 'app.sidebar.campaigns', icon: IconSpeakerphone },
  { to: '/templates', name: 'app.sidebar.templates', icon: IconTemplate },
  { to: '/analytics', name: 'app.sidebar.analytics', icon: IconChartDots },
  { to: '/message-logs', name: 'app.sidebar.logs', icon: IconListDetails },
  { to: '/subscription-plans', name: 'app.sidebar.subscription', icon: IconReceipt },
  { to: '/help-center', name: 'app.sidebar.help', icon: IconLifebuoy },
]

const groups: { id: string; name: SidebarKey; entries: Entry[] }[] = [
  {
    id: 'grow',
    name: 'app.sidebar.grow',
    entries: [
      { to: '/opt-ins', name: 'app.sidebar.optins', icon: IconForms },
      { to: '/segments', name: 'app.sidebar.segments', icon: IconFilter },
      { to: '/sequences', name: 'app.sidebar.sequences', icon: IconRoute },
      { to: '/chatbot', name: 'app.sidebar.chatbot', icon: IconMessageChatbot },
    ],
  },
  {
    id: 'whatsapp',
    name: 'app.sidebar.whatsapp',
    entries: [
      {
        to: '/meta/waba-setup',
        name: 'app.sidebar.setup',
        icon: IconBuildingStore,
        also: ['/meta/onboarding-status', '/meta/business-assets', '/meta/save-business', '/meta/doctor'],
      },
      { to: '/meta/send-message', name: 'app.sidebar.send', icon: IconSend },
      { to: '/meta/template-form', name: 'app.sidebar.createTemplate', icon: IconFilePlus },
      { to: '/meta/message-logs', name: 'app.sidebar.messageLogs', icon: IconMessages },
      { to: '/meta/testing', name: 'app.sidebar.testing', icon: IconTestPipe },
      { to: '/meta/webhook-tester', name: 'app.sidebar.webhooks', icon: IconWebhook, adminsOnly: true },
    ],
  },
  {
    id: 'social',
    name: 'app.sidebar.social',
    entries: [
      { to: '/social/connect', name: 'app.sidebar.socialAccounts', icon: IconPlugConnected },
      { to: '/social/post', name: 'app.sidebar.socialPost', icon: IconPhotoPlus },
      {
        to: '/social/scheduled',
        name: 'app.sidebar.socialScheduled',
        icon: IconCalendarTime,
        also: ['/social/edit', '/social/series'],
      },
      { to: '/social/history', name: 'app.sidebar.socialHistory', icon: IconHistory },
      { to: '/social/analytics', name: 'app.sidebar.socialAnalytics', icon: IconChartBar },
      { to: '/social/refresh-tokens', name: 'app.sidebar.socialTokens', icon: IconRefreshDot },
    ],
  },
]

/** The way around the product. Under 1024 px it is a drawer: `open` and `onClose` are for that. */
export function Sidebar({
  open,
  onClose,
  status,
}: {
  open: boolean
  onClose: () => void
  status?: ReactNode
}) {
  const user = useUser()
  const admin = user?.role === 'admin'
  // The first person who signed up runs the install.
  const operator = user?.id === 1
  const { pathname } = useLocation()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (pathname) showCurrent(list.current)
  }, [pathname])
  return (
    <aside className={`side${open ? ' open' : ''}`} id="side" aria-label={t('app.sidebar.label')}>
      <div className="side-top">
        <Brand to="/dashboard" />
        <IconButton className="side-x" label={t('app.header.closeMenu')} onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      </div>
      {status ? <div className="side-status">{status}</div> : null}
      <nav className="side-scroll" ref={list} aria-label={t('app.sidebar.main')}>
        <Entries entries={first} />
        <InboxEntry />
        <Entries entries={core} />
        {operator ? <HelpMessagesEntry /> : null}
        {groups.map((group) => (
          <Group key={group.id} id={group.id} name={t(group.name)}>
            <Entries entries={group.entries.filter((entry) => admin || !entry.adminsOnly)} />
          </Group>
        ))}
      </nav>
      <div className="side-foot">
        <button type="button" className="nav" onClick={() => void logout()}>
          <Icon of={IconLogout} />
          {t('app.header.logout')}
        </button>
      </div>
    </aside>
  )
}

/** On a low screen the entry of the page may be further down. */
function showCurrent(list: HTMLElement | null): void {
  const entry = list?.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!list || !entry) return
  const { top, bottom } = list.getBoundingClientRect()
  if (entry.bottom > bottom) list.scrollTop += entry.bottom - bottom
  if (entry.top < top) list.scrollTop -= top - entry.top
}

function Entries({ entries }: { entries: Entry[] }) {
  const { pathname } = useLocation()
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link className="nav" to={entry.to} aria-current={currentOf(entry, pathname)}>
            <Icon of={entry.icon} />
            {t(entry.name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** `page` on the entry's own screens, `true` on the further ones that belong to it. */
function currentOf({ to, also = [] }: Entry, pathname: string): 'page' | 'true' | undefined {
  if (matchPath({ path: to, end: false }, pathname)) return 'page'
  return also.some((path) => matchPath({ path, end: false }, pathname)) ? 'true' : undefined
}

/** The inbox, with the number of conversations that nobody has read. */
function InboxEntry() {
  const unread = useUnreadConversations()
  return (
    <ul>
      <li>
        <NavLink className="nav" to="/conversations">
          <Icon of={IconInbox} />
          <NewName
            name={t('app.sidebar.inbox')}
            unread={unread}
            said={t('app.sidebar.inboxNew', { count: unread })}
            badge="cnt"
          />
        </NavLink>
      </li>
    </ul>
  )
}

type Named = { name: string; unread: number; said: string; badge: string }

/** An entry with the number of what is new, which is read out in words. */
function NewName({ name, unread, said, badge }: Named) {
  if (unread === 0) return name
  return (
    <>
      <span aria-hidden>{name}</span>
      <span className="sr">{said}</span>
      <span className={badge} aria-hidden>
        {unread > 99 ? '99+' : unread}
      </span>
    </>
  )
}

/** For the operator: what people wrote to the support, with the number of new messages. */
function HelpMessagesEntry() {
  const unread = useUnreadHelp()
  return (
    <ul>
      <li>
        <NavLink className="nav" to="/help-messages">
          <Icon of={IconMail} />
          <NewName
            name={t('app.sidebar.helpMessages')}
            unread={unread}
            said={t('app.sidebar.helpMessagesNew', { count: unread })}
            badge="badge is-yours"
          />
        </NavLink>
      </li>
    </ul>
  )
}

/** A group starts expanded; one that was collapsed stays so in this browser. */
function Group({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const [open, setOpen] = useState(() => !closedGroups().includes(id))
  return (
    <details
      open={open}
      onToggle={(event) => {
        const now = event.currentTarget.open
        setOpen(now)
        const others = closedGroups().filter((other) => other !== id)
        writeKey('closed_groups', (now ? others : [...others, id]).join('|'))
      }}
    >
      <summary className="nav">
        {name}
        <Icon of={IconChevronDown} />
      </summary>
      {children}
    </details>
  )
}

const closedGroups = () => (readKey('closed_groups') ?? '').split('|').filter(Boolean)
