import {
  IconBuildingStore,
  IconCalendarTime,
  IconChartBar,
  IconChevronDown,
  IconFilePlus,
  IconHistory,
  IconLayoutDashboard,
  IconLifebuoy,
  IconListDetails,
  IconLogout,
  IconMail,
  IconMessages,
  IconPhotoPlus,
  IconPlugConnected,
  IconReceipt,
  IconRefreshDot,
  IconSend,
  IconSpeakerphone,
  IconTemplate,
  IconTestPipe,
  IconUsersPlus,
  IconWebhook,
  IconX,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link, matchPath, NavLink, useLocation } from 'react-router'
import { Brand } from '../components/brand.tsx'
import { IconButton } from '../components/forms/button.tsx'
import { Icon } from '../components/icon.tsx'
import { useUnreadHelp } from '../session/business.queries.ts'
import { logout } from '../session/logout.ts'
import { useUser } from '../session/session.ts'
import { readKey, writeKey } from '../session/storage.ts'

/** `also`: further screens that belong to the entry. */
type Entry = { to: string; name: string; icon: TablerIcon; adminsOnly?: boolean; also?: readonly string[] }

const core: Entry[] = [
  { to: '/dashboard', name: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/lead-generator', name: 'Lead Generator', icon: IconUsersPlus },
  { to: '/campaigns', name: 'Campaigns', icon: IconSpeakerphone },
  { to: '/templates', name: 'Templates', icon: IconTemplate },
  { to: '/message-logs', name: 'Logs', icon: IconListDetails },
  { to: '/subscription-plans', name: 'Subscription', icon: IconReceipt },
  { to: '/help-center', name: 'Help Center', icon: IconLifebuoy },
]

const groups: { name: string; entries: Entry[] }[] = [
  {
    name: 'Meta WhatsApp',
    entries: [
      {
        to: '/meta/waba-setup',
        name: 'WABA Setup',
        icon: IconBuildingStore,
        also: ['/meta/onboarding-status', '/meta/business-assets', '/meta/save-business', '/meta/doctor'],
      },
      { to: '/meta/send-message', name: 'Send Message', icon: IconSend },
      { to: '/meta/template-form', name: 'Create Template', icon: IconFilePlus },
      { to: '/meta/message-logs', name: 'Message Logs', icon: IconMessages },
      { to: '/meta/testing', name: 'Testing Dashboard', icon: IconTestPipe },
      { to: '/meta/webhook-tester', name: 'Webhook Tester', icon: IconWebhook, adminsOnly: true },
    ],
  },
  {
    name: 'Social Connect',
    entries: [
      { to: '/social/connect', name: 'Connect Accounts', icon: IconPlugConnected },
      { to: '/social/post', name: 'Create Post', icon: IconPhotoPlus },
      { to: '/social/scheduled', name: 'Scheduled Posts', icon: IconCalendarTime },
      { to: '/social/history', name: 'Post History', icon: IconHistory },
      { to: '/social/analytics', name: 'Analytics', icon: IconChartBar },
      { to: '/social/refresh-tokens', name: 'Refresh Tokens', icon: IconRefreshDot },
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
  return (
    <aside className={`side${open ? ' open' : ''}`} id="side" aria-label="Sidebar">
      <div className="side-top">
        <Brand to="/dashboard" />
        <IconButton className="side-x" label="Close menu" onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      </div>
      {status ? <div className="side-status">{status}</div> : null}
      <nav className="side-scroll" aria-label="Main">
        <Entries entries={core} />
        {operator ? <HelpMessagesEntry /> : null}
        {groups.map((group) => (
          <Group key={group.name} name={group.name}>
            <Entries entries={group.entries.filter((entry) => admin || !entry.adminsOnly)} />
          </Group>
        ))}
      </nav>
      <div className="side-foot">
        <button type="button" className="nav" onClick={() => void logout()}>
          <Icon of={IconLogout} />
          Logout
        </button>
      </div>
    </aside>
  )
}

function Entries({ entries }: { entries: Entry[] }) {
  const { pathname } = useLocation()
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link className="nav" to={entry.to} aria-current={currentOf(entry, pathname)}>
            <Icon of={entry.icon} />
            {entry.name}
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

/** For the operator: what people wrote to the support, with the number of new messages. */
function HelpMessagesEntry() {
  const unread = useUnreadHelp()
  return (
    <ul>
      <li>
        <NavLink
          className="nav"
          to="/help-messages"
          aria-label={unread > 0 ? `Help Messages, ${unread} new` : undefined}
        >
          <Icon of={IconMail} />
          Help Messages
          {unread > 0 ? <span className="badge is-yours">{unread > 99 ? '99+' : unread}</span> : null}
        </NavLink>
      </li>
    </ul>
  )
}

/** A group starts expanded; one that was collapsed stays so in this browser. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(() => !closedGroups().includes(name))
  return (
    <details
      open={open}
      onToggle={(event) => {
        const now = event.currentTarget.open
        setOpen(now)
        const others = closedGroups().filter((other) => other !== name)
        writeKey('closed_groups', (now ? others : [...others, name]).join('|'))
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
